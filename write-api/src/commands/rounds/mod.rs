//! Commands on the rounds of a tournament, one file each. `obstacles.rs` holds the common reasons for a refusal;
//! `pairing.rs` gets the tables of any kind of round from the engine and turns them into events; `means.rs` provides a
//! round's ids, and names for an alphabetical meeting.

pub mod add_round;
pub mod complete_round;
pub mod edit_pairings;
pub mod make_cut;
pub mod obstacles;
pub mod pair_round;
mod pairing;
pub mod remove_round;
pub mod round_inputs;
pub mod scrutiny;
pub mod start_round;

pub use pairing::CannotPair;

#[cfg(test)]
pub(crate) mod play;
#[cfg(test)]
mod whole_events;
