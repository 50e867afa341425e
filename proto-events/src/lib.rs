//! The domain events of Crosstable, their envelope, and their names on the wire.
//!
//! This crate is the contract between the write side and all readers. It does no I/O and contains no rules.
//!
//! # How to add an event
//!
//! 1. Add a variant, past tense, to the enum of its stream kind (`tournament.rs`, …), with units in field names.
//! 2. Add a sample to `testing/`, and its name to `tests/golden.rs`. Run the tests with
//!    `UPDATE_GOLDEN=1` once: they write the golden file. Never change the golden file of a released event: a field
//!    whose meaning changes needs a new schema number and a conversion (`upcast.rs`).
//! 3. Fold it in `domain`; the compiler names the places. Those of an event of a tournament, with the words for it, are in
//!    `docs/architecture.md`.
//! 4. For an event of a user, decide in `UserEvent::is_personal` whether its payload is stored encrypted.

mod entries;
mod envelope;
mod hash;
pub mod ids;
mod pairings;
pub mod player_salt;
mod stream;
mod subject;
#[cfg(feature = "testing")]
pub mod testing;
mod upcast;
pub mod vocabulary;
pub mod wire;

pub mod convention;
pub mod decklist;
pub mod organization;
pub mod tournament;
mod tournament_settings;
pub mod user;

pub use convention::ConventionEvent;
pub use decklist::DecklistEvent;
pub use envelope::{Actor, DomainEvent, Encoded, Envelope, Recorded};
pub use hash::{ContentDigest, EventHash, NoHash, StoredContent};
pub use organization::OrganizationEvent;
pub use stream::{Position, StreamId, StreamKind, Version};
pub use subject::{parse_subject, stream_name, subject, subjects};
pub use tournament::TournamentEvent;
pub use upcast::{CURRENT_SCHEMA, DecodeError};
pub use user::UserEvent;
