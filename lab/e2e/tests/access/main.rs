//! Credentials, permissions, refusals, and what organizations see of each other.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

mod identity;
mod tenancy;
