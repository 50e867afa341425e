//! The domain events of Crosstable, their envelope, and their names on the wire.
//!
//! This crate is the contract between the write side and all readers. It does no I/O and contains no rules.
//!
//! # How to add an event
//!
//! 1. Add a variant, past tense, to the enum of its stream kind (`tournament.rs`, …), with units in field names.
//! 2. Add a sample to `testing/tournament.rs`, in the function of its group, and its name to `tests/golden.rs`.
//!    Variants, samples and names have the same order. `just update proto-events` writes the golden file. Never change the golden file of a released event: a field
//!    whose meaning changes needs a new schema number and a conversion (`upcast.rs`).
//! 3. Fold it in `domain`. The state of an event of a tournament is a field in `domain/src/tournament/mod.rs`,
//!    `registration.rs` or `round.rs` (rounds and matches). Its first value is where that struct is made, for the whole
//!    tournament in `new` of `domain/src/tournament/fold.rs`; `apply` in the same file sets it. Then the compiler names
//!    the other places: `domain/src/tournament/facts.rs` (its subject, which documents change, which messages webhooks
//!    get), and `domain/src/documents/tournament_audit.rs` (the values before and after).
//! 4. If documents show it: `projector/src/lib.rs`.
//! 5. Words, in each folder of `web/texts`: `desk-audit-round-started` in `audit.ftl` and
//!    `panel-tournament-round-started` in `events.ftl`; an event of another stream has only the second (of an
//!    organization: in `panel.ftl`). A text can use the event's fields by name, and the names of its subject (`about`
//!    in `web/src/desk/audit_words.rs`). A value that needs other words than the log has is a line of `further` in that
//!    file. A person other than the player who is the subject, such as a judge, needs a line of `further` and one of
//!    `people_in`, which loads the name.
//! 6. A button in the audit that takes the change back, if there is one: `web/src/desk/undo.rs`.
//! 7. For an event of a user, decide in `UserEvent::is_personal` whether its payload is stored encrypted.

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
