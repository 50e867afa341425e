//! Tournaments run through HTTP alone, from announcing them to publishing their lists: what a store needs to do without
//! anything else. Only accounts' tokens are made beside it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

mod drafts;
mod hall;
mod ledger;
mod pairings;
mod players;
mod playoffs;
mod sixty_four;
mod trios;
mod two_days;
