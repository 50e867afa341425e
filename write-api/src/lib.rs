//! The command side: loads a stream, decides a command, appends its events.
//!
//! It serves no reads. It reads views only to identify callers, to find related streams, to count a person's lists, and
//! to add a convention's events to the answer of a write.
//!
//! Each area (`matches`, …) is a folder. Each file in it is one operation: its body, its handler, its decision, its
//! tests. `engine/` is the road that every command takes, `http/` the shell around the handlers; `interface/` puts
//! the routes of all areas together.
//!
//! # How to add a command
//!
//! 1. Write `<area>/<verb_noun>.rs`, with `matches/report_result.rs` as the model:
//!    * `DESCRIPTION`, the documentation of the route;
//!    * the body, declared with `body!`: struct, reader, limits and schema in one (`http/body/declare.rs`);
//!    * `answer(request, body)`: reads path and body, runs the command with [`WriteApi`]'s `change`, `change_with` or
//!      `create` (`engine/`), answers with a document of the area;
//!    * `decide(&state, …) -> Result<Vec<Event>, Refusal>`: pure; no events mean that there is nothing to do. Ids come
//!      from the argument `ids`, everything else that it needs from `change_with`. It says a refusal in place, with
//!      its code and text: `Refusal::conflict(message!(…))` (`engine/refusal.rs`);
//!    * tests of `decide`, given/when/then, every refusal included.
//! 2. Add its route to `<area>/mod.rs`, and its permission to `domain::permissions` if it needs a new one.
//! 3. If it is for organizers, add its row to `tests/http/refused/<area>.rs`: a test fails until it has one. Schemas of
//!    bodies and answers are listed in `interface/schemas.rs`.

pub mod accounts;
mod conventions;
mod decklist_fields;
mod decklists;
pub mod engine;
mod event_lists;
mod events;
mod http;
mod in_play;
pub mod interface;
mod judging;
pub mod key_uses;
pub mod keys;
mod matches;
pub mod organizations;
mod people;
mod registrations;
mod rounds;
mod teams;
pub mod webhooks;

#[cfg(test)]
mod testing;

pub use conventions::create_convention::CreateConvention;
pub use decklist_fields::{DecklistFields, WholeList};
pub use decklists::create_decklist::SubmitDecklist;
pub use decklists::replace_decklist::ReplaceDecklist;
pub use engine::WriteApi;
pub use engine::context::{ActingAs, Context, Reach};
pub use engine::decision::{self, ATTEMPTS, CommandError};
pub use engine::fields::{self, FieldErrors};
pub use engine::idempotency::Written;
pub use engine::idempotency_key::IdempotencyKey;
pub use engine::refusal::Refusal;
pub use engine::state::Folded;
pub use engine::versions::{Stale, VersionMatch};
pub use storage::ReservedIds as Ids;
