//! Tests of pairing: Swiss rounds against all possible pairings, cuts, pods, meetings, edits by hand, real tournaments.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this crate is tests")]

mod bracket;
mod check;
mod cut;
mod edit;
mod meeting;
mod options;
mod oracle;
mod paired;
mod pods;
mod pools;
mod rules;
mod simulate;
mod standing;
mod swiss;
mod tables_of_many;
