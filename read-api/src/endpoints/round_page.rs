//! `/events/{id}/rounds/{number}/`: the public page of a round.

use api_kit::description::{Answer, Description, Tag};
use api_kit::path::integer;
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use super::language::LANGUAGE;
use super::pages::{BY, FIND, nothing, page};
use crate::call::Call;

/// The views that the page is drawn from.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::RoundPage];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "show_round_page",
    tag: Tag::Pages,
    summary: "Show the public page of a round of an event",
    text: "Pairings by name or by table, seatings and standings. Pairings are shown once they are published. `number` is the round's number in the event.",
    parameters: &[BY, FIND, LANGUAGE],
    body: None,
    answer: Answer::Html,
};

/// Answers with the page.
pub(crate) async fn answer(call: Call) -> Result<Response, Problem> {
    match (integer(call.param("id")), integer(call.param("number"))) {
        (Some(id), Some(number)) => page(&call, ViewKind::RoundPage, format!("{id}/{number}")).await,
        _ => Ok(nothing(call.language())),
    }
}
