//! Views that are ahead of the log, made from another log, or damaged are rendered again.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

#[path = "../common/mod.rs"]
mod common;
mod damaged_files;
mod lists;
mod older_log;
