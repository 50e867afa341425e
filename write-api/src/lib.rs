//! The command side: loads a stream, decides a command, appends its events.
//!
//! It serves no reads. It reads views only to identify callers, to find related streams, to count a person's lists, and
//! to add a convention's events to the answer of a write.
//!
//! Each area (`matches`, …) is a folder. Each file in it is one operation: its declaration, its body, its command, its
//! handler, its decision, its tests. `command.rs` says what a command is and how pages run one, `engine/` is the road
//! that every command takes, `http/` the shell around the handlers; `interface/` puts all areas together.
//!
//! # How to add a command
//!
//! First search `docs/openapi.json` and `CHANGELOG.md` for the stem of the word, such as `feature`: it may exist
//! already, also as a field of another command.
//!
//! 1. Write `<area>/<verb_noun>.rs`, with `matches/report_result.rs` as the model; `matches/confirm_result.rs` is a
//!    shorter one, without a body; `matches/change_match.rs` sets marks; `registrations/check_in.rs` is one on the own
//!    registration (`ActingAs`, `entry_for`, `no_place`), with an optional field, and a refusal that lists the steps;
//!    `rounds/draw_deck_checks.rs` has an id of the address and optional fields:
//!    * `ROUTE`, the declaration: method, address, permission, texts, body and answer
//!      (`api_kit::description`). `POST` creates something or takes a step (`…/confirm/`); `PATCH` changes the given
//!      fields; `PUT` sets a whole value, whatever it was before (`…/result/`); `DELETE` removes or withdraws. A mark
//!      that is set and taken back is one operation, with a field that is true or false (`is_canceled`, `is_shown`).
//!      Steps that are decided differently are two: `lock/` also fixes the revisions of lists, `unlock/` does not;
//!    * the body, declared with `body!`: struct, reader, limits and schema in one (`http/body/declare.rs`). It is also
//!      the command, if nothing is to be converted: `of round_id: RoundId` adds an id of the address, and `as RoundEnd`
//!      names the schema (`rounds/complete_round.rs`). `step!` declares a whole command on a part of an event that has
//!      no body (`matches/confirm_result.rs`);
//!    * `EventCommand`, `Command` or `DirectCommand` for the command: `run` loads what the decision needs,
//!      and calls `event.change`, `event.change_with`, or `change`, `change_with` or `create` of [`WriteApi`]
//!      (`engine/`). For a command that its event, its organization or its person decides on alone, `decided_by_event!`
//!      or `decided_by!` (`command.rs`) says that in a line. The arguments of the first are the command, the event's
//!      state, the `EventRun` (caller and time), and the source of new ids;
//!    * the handler `answer`: `answers!` reads the command from path and body, runs it, and answers with a document of
//!      the area. What does more is written by hand. The status of an answer is the declared one;
//!    * `decide(&state, …) -> Result<Vec<Event>, Refusal>`: pure; no events mean that there is nothing to do. Ids come
//!      from the argument `ids`, everything else that it needs from `run`. It says a refusal in place, with its code
//!      and text: `Refusal::conflict(message!(…))` (`engine/refusal.rs`). Lengths of texts are checked here
//!      (`FieldErrors::text`, `line`; the numbers are in `domain/src/limits.rs`). The steps of events, registrations,
//!      payments, check-ins, rounds, pairings, matches and conventions are in `domain/src/machines.rs`; calls and
//!      penalties have no machine: `decide` looks at their state;
//!    * tests of `decide`, given/when/then, every refusal included. `CONTRIBUTING.md`, "Test", has scenes to begin
//!      with.
//! 2. Name it in `ENDPOINTS` of `<area>/mod.rs`. A new permission: `domain/src/permissions.rs`.
//! 3. Write the texts of its refusals in each language: `problem-` and the code, in `web/texts/*/problems`, in the file
//!    of codes that begin with the same word (`pages.ftl`, `reads.ftl`, `service.ftl`: refusals of pages, of
//!    `read-api`, and of `api-kit` and `service-kit`). The English text stands only in `message!`.
//! 4. Each id in the body is a line of `BODIES` in `lab/e2e/src/foreign_ids.rs`, which says whose things it may name.
//!    The name of any other new text or large number of a body, and of a new field of a form that no body has, is a
//!    line of `lab/e2e/tests/access/tenancy/id_values.rs`, sorted: `Requests`, `Forms` or `Both`.
//! 5. If its address begins with `/api/v1/conventions/` or `/api/v1/magic-events/`, add its row to
//!    `write-api/tests/http/refused/<area>.rs` (`lists.rs` for `event_lists`). Without more, a row says that the
//!    command is always legal and may be repeated; `ROUTE` of such an operation has `is_always_possible: true`. Every
//!    other one is `.refused_after` a change. A step that is refused when it is repeated is
//!    `.needs_a_key(ItIsInItsOwnWay)`. For tests of the whole system, `lab/e2e/src/stage.rs` names the event in which
//!    it is possible (`stage_for`), and its `body`. `NOT_YOURS` of `lab/e2e/tests/access/identity/matrix.rs` has those
//!    that refuse what is another player's with 403, as at tables (`match-not-yours`); after `entry_for`, which answers
//!    with 404, it stays as it is. Below `magic-events/{id}/`, its id is a line of `COUNTS` in
//!    `write-api/src/event_roles.rs`, or of `FURTHER` there if it reaches further than the event.
//! 6. For a button or a form on a page of the desk:
//!    * the form in the template of the page (`web/templates/desk/judges.html`). A template that draws its buttons from
//!      a list stays as it is: for `player.html` they are in `changes` of `web/src/desk/player.rs`. Buttons of a match
//!      are in `web/templates/desk/match_judging.html`: its values are fields of `ResultPage`
//!      (`web/src/desk/result.rs`), and its forms go to `web/src/desk/judges.rs`. A form with an address of its own is
//!      like `clock.html`: `change_clock` in `web/src/desk/round.rs`, `web/tests/panel/desk/clock.rs`. The page's
//!      struct and template show the new state. What a table of a round shows is `TableRow` (`web/src/desk/tables.rs`),
//!      drawn by `tables` in `web/templates/desk/macros.html`. A condition of a button that the command has too is a
//!      function of `domain`;
//!    * the command in the function that takes the form, in the page's file (`send` in `web/src/desk/judges.rs`), and
//!      the name of the button in `STEPS`, if the file has that list. A line of the table in `web/src/desk/mod.rs` says
//!      which function takes a form, with which permission. Only a step that the next page confirms is in `done.rs`;
//!    * a field or button of the form that carries an id: a line of `FORMS` in `lab/e2e/src/foreign_ids.rs`;
//!    * its texts in each language, in the file of the page: `web/src/texts.rs`.
//! 7. For a button on the page of a player (`web/templates/player/page.html`), its step is an arm of `send` in
//!    `web/src/player/event.rs` (of a match: of `is_taken`). The template calls its condition (`may_check_in` in
//!    `page.rs` there, `may_confirm` in `own_match.rs`). What the page newly shows is also in the digest of
//!    `web/src/serving/sheets.rs`. Its tests are with those of the desk: `web/tests/panel/desk/players.rs`.

pub mod accounts;
mod changes;
pub mod command;
pub mod conventions;
mod decklist_fields;
pub mod decklists;
pub mod discord;
pub mod engine;
pub mod event_lists;
mod event_roles;
pub mod events;
mod http;
mod in_play;
pub mod interface;
pub mod judging;
pub mod key_uses;
pub mod keys;
pub mod letters;
pub mod matches;
pub mod notifications;
pub mod organizations;
mod people;
pub mod pictures;
mod prelude;
pub mod push;
pub mod queues;
pub mod registrations;
pub mod rounds;
pub mod schedule;
pub mod series;
pub mod set_up_installation;
pub mod teams;
pub mod unsubscribe;
pub mod webhooks;

#[cfg(test)]
mod testing;

pub use changes::OrNull;
pub use command::{Command, DirectCommand, EventCommand, OnEvent};
pub use decklist_fields::DecklistFields;
pub use engine::WriteApi;
pub use engine::conditions::{IdempotencyKey, VersionMatch};
pub use engine::context::{ActingAs, Context, Reach};
pub use engine::decision::{self, ATTEMPTS, CommandError};
pub use engine::fields::{self, FieldErrors};
pub use engine::idempotency::Written;
pub use engine::refusal::Refusal;
pub use engine::state::Folded;
pub use http::body::Typed;
pub use interface::Terms;
pub use storage::ReservedIds as Ids;
