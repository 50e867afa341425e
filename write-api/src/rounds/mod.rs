//! Rounds: adding, pairing, starting and completing them, and cuts.
//!
//! `checks.rs` has checks that several of them share, `pairing.rs` gets the tables of any kind of round from the engine
//! and turns them into events, `hall.rs` takes the tables in a convention's hall, `scrutiny.rs` finds problems with
//! pairings, `document.rs` has the answers.

pub mod change_clock;
pub(crate) mod checks;
pub mod complete_round;
pub mod create_round;
pub(crate) mod document;
pub mod draw_deck_checks;
pub mod go_on;
pub(crate) mod hall;
pub mod make_cut;
pub mod pair_round;
mod pairing;
#[cfg(test)]
mod pool_tests;
pub mod publish_pairings;
pub mod remove_round;
pub mod replace_pairings;
mod scrutiny;
pub mod start_round;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod together_tests;

pub use document::PairingWarning;
pub use scrutiny::{problems_with, seats_of};

use crate::http::request::{Endpoint, endpoint};

pub(crate) static ENDPOINTS: &[Endpoint] = &[
    endpoint!(create_round),
    endpoint!(remove_round),
    endpoint!(pair_round),
    endpoint!(replace_pairings),
    endpoint!(publish_pairings),
    endpoint!(change_clock),
    endpoint!(start_round),
    endpoint!(complete_round),
    endpoint!(draw_deck_checks),
    endpoint!(make_cut),
];
