//! Tests of the parser for lists: every form, real lists, properties, and texts that are not lists.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "helpers of tests")]

mod corpus;
mod forms;
mod fuzz;
mod mutate;
mod oracle;
mod properties;
