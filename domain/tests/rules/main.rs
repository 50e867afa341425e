//! Tests of the rules of a tournament: from events to results, through the crate's public functions.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "helpers of tests")]

mod archetypes;
mod bracket;
mod brackets;
mod double;
mod entries;
mod explain;
mod folds;
mod games;
mod options;
mod oracle;
mod percentages;
mod phases;
mod pods;
mod pools;
mod properties;
mod support;
mod teams;
mod to_pair;
mod touched;
mod two_days;
