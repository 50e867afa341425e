//! Commands on the rounds of a tournament, one file each. What stands between a tournament and its next step is named in
//! `obstacles.rs`; `pairing.rs` asks the engine for the tables of any kind of round and tells them as events; `means.rs` gets
//! what a round needs from outside: ids, and names for who sits down by the alphabet.

pub mod add_round;
pub mod complete_round;
pub mod edit_pairings;
pub mod make_cut;
pub mod means;
pub mod obstacles;
pub mod pair_round;
mod pairing;
pub mod remove_round;
pub mod scrutiny;
pub mod start_round;

pub use pairing::CannotPair;

#[cfg(test)]
pub(crate) mod play;
#[cfg(test)]
mod whole_events;
