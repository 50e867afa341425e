//! The rules of a tournament, given events, seen through the public functions of the crate.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "helpers of tests")]

mod bracket;
mod decklists;
mod entries;
mod explain;
mod folds;
mod options;
mod oracle;
mod percentages;
mod properties;
mod support;
mod teams;
mod to_pair;
mod touched;
mod two_days;
