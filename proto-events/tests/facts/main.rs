//! Stored facts: their forms stay readable.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

mod envelope;
mod golden;
mod hash;
mod wire;
