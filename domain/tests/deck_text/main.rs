//! The parser of lists' text: every form, real lists, properties, and texts that nobody meant to be lists.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "helpers of tests")]

mod corpus;
mod forms;
mod fuzz;
mod mutate;
mod oracle;
mod properties;
