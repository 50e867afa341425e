//! `GET /api/v1/magic-events/{id}/decklists/`: lists handed in for an event.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::call::{Call, Caller};

/// The views that it hands out.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::EventDecklists];

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_event_decklists",
    tag: Tag::Decklists,
    summary: "List the decklists handed in for an event",
    text: "Sorted as the registrations they were handed in with: by completion, incomplete ones last, then by id. Not \
           paginated. Texts without a value are empty.",
    parameters: &[],
    body: None,
    answer: Answer::JsonArray("Decklist"),
};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    call.document(&caller, ViewKind::EventDecklists, "event").await
}
