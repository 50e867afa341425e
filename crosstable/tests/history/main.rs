//! Views are never ahead of the log, of another log, or damaged: where they are, they are rendered again.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

#[path = "../common/mod.rs"]
mod common;
mod damaged_files;
mod lists;
mod older_log;
