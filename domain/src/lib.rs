//! The rules: state folded from domain events, standings, final places, permissions. No I/O, no clock, no randomness.
//!
//! # How to add a rule
//!
//! A rule is a pure function of folded state in its own file (`standings.rs`, `places.rs`, …). Its module
//! documentation names the source of the rule, and a property test covers it.

pub mod convention;
pub mod deck_json;
pub mod deck_text;
pub mod decklist;
pub mod documents;
pub mod foreign_ids;
pub mod fraction;
pub mod identity;
mod json;
pub mod limits;
pub mod machines;
pub mod names;
pub mod organization;
pub mod pairing;
pub mod permissions;
pub mod player_ids;
pub mod possible_results;
pub mod proportion;
mod redaction;
pub mod shared;
pub mod time_zone;
pub mod tournament;
pub mod user;
pub mod webhooks;

use proto_events::Envelope;

/// Why an event could not be applied: the stream is damaged, or its writer broke the contract.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum FoldError {
    /// The event refers to something that the stream never introduced.
    #[error("{what} {id} is not known in this stream")]
    Unknown {
        /// Kind of thing.
        what: &'static str,
        /// Its id.
        id: i64,
    },
    /// The event introduces something that already exists.
    #[error("{what} {id} already exists in this stream")]
    Duplicate {
        /// Kind of thing.
        what: &'static str,
        /// Its id.
        id: i64,
    },
    /// The stream does not begin with the event that creates it.
    #[error("the stream does not begin with its first event")]
    NotCreated,
    /// The event belongs to another kind of stream.
    #[error("an event of kind {found} is in a stream of kind {expected}")]
    WrongKind {
        /// Kind of the stream.
        expected: &'static str,
        /// Kind of the event.
        found: &'static str,
    },
}

/// Folds a whole stream: creates the state from the first event, and applies the others.
fn folded<'a, S>(
    events: impl IntoIterator<Item = &'a Envelope>,
    created: fn(&Envelope) -> Result<S, FoldError>,
    apply: fn(&mut S, &Envelope) -> Result<(), FoldError>,
) -> Result<S, FoldError> {
    let mut events = events.into_iter();
    let mut state = created(events.next().ok_or(FoldError::NotCreated)?)?;
    events.try_for_each(|event| apply(&mut state, event))?;
    Ok(state)
}
