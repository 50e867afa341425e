//! The domain events of Crosstable, their envelope, and their names on the wire.
//!
//! This crate is the contract between the write side and all readers. It does no I/O and contains no rules.
//!
//! A search for an event or a field like yours, such as `MatchFeatured`, finds nearly all places.
//!
//! # How to add an event
//!
//! 1. Add a variant, past tense, to the enum of its stream kind (`tournament.rs`, …), with units in field names. A
//!    field that is named as its value needs no words.
//! 2. Add a sample to `testing/tournament.rs`, in the function of its group.
//!    `just update proto-events` writes the golden file. Never change the golden file of a released event.
//! 3. Follow the compiler. `apply_event` in `domain/src/tournament/fold.rs` gets an arm that changes the state, and
//!    `facts` in `domain/src/tournament/facts.rs` an arm with all that follows: its subject, the values before and
//!    after it in audits, the documents that it can change (`touches`), the messages of webhooks (`sends`). An arm is
//!    one line, which may call a function; if `apply_event` gets too long, events of a subject share arms (`judge`). A
//!    new part of the state is one field in `domain/src/tournament/mod.rs`, `registration.rs`, `round.rs` (rounds and
//!    matches) or `judging.rs` (penalties and calls), and begins with the default of its type. A text of more than 200
//!    characters also counts in `write-api/src/engine/memory.rs`.
//! 4. If documents show it: `projector/src/views/mod.rs`; `projector/src/lib.rs` if those of other streams do.
//! 5. Words, in each folder of `web/texts`: `desk-audit-round-started` in `audit.ftl` and
//!    `panel-tournament-round-started` in `events.ftl`; an event of another stream has only the second (of an
//!    organization: in `panel.ftl`). A text can use the event's fields by name, and the names of its subject (`about`
//!    in `web/src/desk/audit_words.rs`). A value that needs other words than the log has is a line of `further` in that
//!    file. A person other than the player who is the subject, such as a judge, needs a line of `further` and one of
//!    `people_in`, which loads the name.
//! 6. A button in the audit that takes the change back, if there is one: `web/src/desk/undo.rs`.
//! 7. For an event of a user, decide in `UserEvent::is_personal` whether its payload is stored encrypted.
//!
//! # How to add a field to an event
//!
//! A value that is always set with those of an event is a field of it (`PaymentChanged`); others, also of the same
//! registration, are events of their own (`SeatFixed`).
//!
//! 1. Add it with `#[serde(default, skip_serializing_if = "Option::is_none")]` (or as its type needs it), because
//!    stored events lack it. Golden files stay as they are, and samples get the default. The compiler names all places
//!    that make the event, also in tests, `importers/src/plan` and `crosstable/src/demo`.
//! 2. Fold it in `apply_event`, and name it in `facts`, if audits do not show the whole part, such as a payment.
//! 3. Documents show it: `projector/src/views/mod.rs`. Those that the write side answers with too are in
//!    `domain/src/documents`. The command that sets it: its file in `write-api`, named after its operation.
//!
//! A field of a released event never gets another meaning: add another field or event instead. Settings of an event are
//! fields of `tournament_settings.rs`, which has a recipe of its own.

mod envelope;
mod hash;
pub mod ids;
mod match_result;
mod picture;
pub mod player_salt;
mod stream;
#[cfg(feature = "testing")]
pub mod testing;
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
pub use envelope::{Actor, CURRENT_SCHEMA, DecodeError, DomainEvent, Encoded, Envelope, Recorded};
pub use hash::{EventHash, NoHash};
pub use organization::OrganizationEvent;
pub use picture::Picture;
pub use stream::{Position, StreamId, StreamKind, Version};
pub use tournament::TournamentEvent;
pub use tournament_settings::is_usual;
pub use user::UserEvent;
