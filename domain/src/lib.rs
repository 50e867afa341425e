//! The rules: state folded from domain events, standings, final places, permissions. No I/O, no clock, no randomness.
//!
//! # How to add a rule
//!
//! A rule is a pure function of folded state in its own file (`tournament/records.rs`, `possible_results.rs`, …). Its module
//! documentation names the source of the rule, and a property test covers it.

#[macro_use]
mod aggregate;
pub mod convention;
pub mod deck_json;
pub mod deck_text;
pub mod decklist;
pub mod documents;
pub mod fraction;
pub mod hall;
pub mod identity;
pub mod infractions;
pub mod json;
pub mod limits;
pub mod machines;
pub mod names;
pub mod notifications;
pub mod organization;
pub mod pairing;
pub mod permissions;
pub mod planned_end;
pub mod player_ids;
pub mod possible_results;
mod proportion;
mod redaction;
pub mod rule_sets;
pub mod series;
pub mod time_zone;
pub mod times;
pub mod tournament;
pub mod user;
pub mod usual_rounds;
pub mod webhooks;

use proto_events::{DomainEvent, StreamKind};

/// Why an event could not be applied: the stream is damaged, or its writer broke the contract.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub enum FoldError {
    /// The event refers to something that the stream never introduced.
    #[error("{what} {id} is not known in this stream")]
    Unknown { what: &'static str, id: i64 },
    /// The event introduces something that already exists.
    #[error("{what} {id} already exists in this stream")]
    Duplicate { what: &'static str, id: i64 },
    /// The stream does not begin with the event that creates it.
    #[error("the stream does not begin with its first event")]
    NotCreated,
    /// The event belongs to another kind of stream.
    #[error("an event of kind {found} is in a stream of kind {expected}")]
    WrongKind { expected: &'static str, found: &'static str },
}

impl FoldError {
    /// Returns the error that an event of another kind is in a stream of this kind.
    fn of_kind(expected: StreamKind, found: &DomainEvent) -> Self {
        Self::WrongKind { expected: expected.name(), found: found.stream_kind().name() }
    }
}
