//! `GET /api/v1/decklists/{id}/revisions/`: the revisions of a decklist.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::call::{Call, Caller};

/// The views that it serves.
pub(crate) const DRAWS_ON: &[ViewKind] = &[
    ViewKind::DecklistRevisions,
    ViewKind::Decklist,
    ViewKind::OwnDecklist,
    ViewKind::PublishedDecklist,
    ViewKind::PublicDecklist,
];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_decklist_revisions",
    tag: Tag::Extensions,
    summary: "List the revisions of a decklist",
    text: "Sorted by number; the first revision created the list. `number` is the version in the `ETag` of the list \
           while the revision is the newest. `actor` says who wrote it; its `id` is null for the service and its \
           command line. Revisions with the same `content_sha256` have the same content. A request that changes \
           nothing creates no revision.",
    parameters: &[],
    body: None,
    answer: Answer::JsonArray("DecklistRevision"),
};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    call.decklist(&caller, ViewKind::DecklistRevisions).await
}
