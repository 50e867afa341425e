//! Tournaments run only over HTTP, from announcement to publication of lists, as a store would run them. Only people's
//! tokens are created in another way.
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
