//! Pairing: Swiss rounds against all pairings there are, cuts, pods, meetings, changes by hand, real tournaments.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this crate is tests")]

mod archive;
mod best;
mod check;
mod cut;
mod edit;
mod meeting;
mod oracle;
mod play;
mod pods;
mod rules;
mod simulate;
mod standing;
mod swiss;
