//! `GET /api/v1/decklists/{id}/`: a decklist.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::call::{Call, Caller};

/// The views that it serves.
pub(crate) const DRAWS_ON: &[ViewKind] =
    &[ViewKind::Decklist, ViewKind::OwnDecklist, ViewKind::PublishedDecklist, ViewKind::PublicDecklist];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_decklist",
    tag: Tag::Decklists,
    summary: "Get a decklist",
    text: "Texts without a value are empty. `plaintext_list` is derived from `deckhost_deck_json` if only that was \
           given. `ETag` is the version of the list, for `If-Match`. With a key, you can read the lists of its \
           organization and those handed in for its events; with a token or a session, also your own lists in any \
           organization. The role `READ_ONLY` can read lists that an event has published, as they were published.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "Decklist"),
};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    call.decklist(&caller, ViewKind::Decklist).await
}
