//! The command side: loads a stream, decides a command, appends its events.
//!
//! It serves no reads. It reads views only to identify callers, to find related streams, to count a person's lists, and
//! to add a convention's events to the answer of a write.
//!
//! Each area (`matches`, …) is a folder. Each file in it is one operation: its declaration, its body, its command, its
//! handler, its decision, its tests. `command.rs` says what a command is and how pages run one, `engine/` is the road that
//! every command takes, `http/` the shell around the handlers; `interface/` puts all areas together.
//!
//! # How to add a command
//!
//! 1. Write `<area>/<verb_noun>.rs`, with `matches/report_result.rs` as the model:
//!    * `ROUTE`, the declaration: address, permission, ids in the body, texts, body and answer (`api_kit::description`);
//!    * the body, declared with `body!`: struct, reader, limits and schema in one (`http/body/declare.rs`);
//!    * the command, a struct with `EventCommand`, `Command` or `DirectCommand`: `run` loads what the decision needs, and
//!      calls `event.change`, `event.change_with`, or `change`, `change_with` or `create` of [`WriteApi`] (`engine/`). For a
//!      command that its event or its organization decides on alone, `decided_by_event!` or `decided_by_organization!`
//!      (`command.rs`) says that in a line;
//!    * `answer(request, body)`: reads path and body into the command, runs it, answers with a document of the area;
//!    * `decide(&state, …) -> Result<Vec<Event>, Refusal>`: pure; no events mean that there is nothing to do. Ids come
//!      from the argument `ids`, everything else that it needs from `run`. It says a refusal in place, with its code and
//!      text: `Refusal::conflict(message!(…))` (`engine/refusal.rs`);
//!    * tests of `decide`, given/when/then, every refusal included.
//! 2. Name it in `ENDPOINTS` of `<area>/mod.rs`, and add its permission to `domain::permissions` if it needs a new one.
//! 3. If it is for organizers, add its row to `tests/http/refused/<area>.rs`: a test fails until it has one.

pub mod accounts;
mod changes;
pub mod command;
mod conventions;
mod decklist_fields;
pub mod decklists;
pub mod engine;
pub mod event_lists;
pub mod events;
mod http;
mod in_play;
pub mod interface;
pub mod judging;
pub mod key_uses;
pub mod keys;
pub mod matches;
pub mod organizations;
mod people;
mod prelude;
pub mod registrations;
pub mod rounds;
pub mod teams;
pub mod webhooks;

#[cfg(test)]
mod testing;

pub use changes::OrNull;
pub use command::{Command, DirectCommand, EventCommand, OnEvent};
pub use conventions::create_convention::CreateConvention;
pub use decklist_fields::{DecklistFields, WholeList};
pub use decklists::create_decklist::SubmitDecklist;
pub use decklists::replace_decklist::ReplaceDecklist;
pub use engine::WriteApi;
pub use engine::conditions::IdempotencyKey;
pub use engine::conditions::{Stale, VersionMatch};
pub use engine::context::{ActingAs, Context, Reach};
pub use engine::decision::{self, ATTEMPTS, CommandError};
pub use engine::fields::{self, FieldErrors};
pub use engine::idempotency::Written;
pub use engine::refusal::Refusal;
pub use engine::state::Folded;
pub use interface::Terms;
pub use storage::ReservedIds as Ids;
