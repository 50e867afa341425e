//! The write side asked through its router, over a real log and real credentials.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

mod bodies;
mod harness;
mod preconditions;
mod promises;
mod refusals;
mod retries;
mod sockets;
mod writers;
