//! `GET /api/v1/magic-events/{id}/registrations/`: registrations by time of completion.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::answer;
use crate::call::{Call, Caller};

/// The views that it serves.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::Registrations];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_registrations",
    tag: Tag::Events,
    summary: "List the registrations of an event",
    text: "Sorted by time of completion, incomplete ones last, then by id. Not paginated. Times, \
           payment fields, `queue_check_in_status`, `queue_group_role`, `decklist`, `fixed_seat` and \
           `final_place_in_standings` are null without a value; texts are empty instead.",
    parameters: &[],
    body: None,
    answer: Answer::JsonArray("Registration"),
};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    answer::document(&call, &caller, ViewKind::Registrations, "event").await
}
