//! `GET /api/v1/magic-events/{id}/tagged_players/`: players tagged by the store.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::answer;
use crate::call::{Call, Caller};

/// The views that it serves.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::TaggedPlayers];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_tagged_players",
    tag: Tag::Events,
    summary: "List the players of an event that the store has tagged",
    text: "Sorted like the registrations: by time of completion, incomplete ones last, then by id. Not paginated.",
    parameters: &[],
    body: None,
    answer: Answer::JsonArray("TaggedPlayer"),
};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    answer::document(&call, &caller, ViewKind::TaggedPlayers, "event").await
}
