//! `GET /api/v1/decklists/{id}/revisions/`: what became of a decklist, revision by revision.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::call::{Call, Caller};

/// The views that it hands out.
pub(crate) const DRAWS_ON: &[ViewKind] = &[
    ViewKind::DecklistRevisions,
    ViewKind::Decklist,
    ViewKind::OwnDecklist,
    ViewKind::PublishedDecklist,
    ViewKind::PublicDecklist,
];

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_decklist_revisions",
    tag: Tag::Extensions,
    summary: "List the revisions of a decklist",
    text: "The oldest first: the one that created the list. `number` is the version that `ETag` gives while it is the \
           newest. `actor` says who wrote it; its `id` is null where that is the service or its command line. \
           `content_sha256` tells whether two revisions hold the same. A request that changes nothing is no revision.",
    parameters: &[],
    body: None,
    answer: Answer::JsonArray("DecklistRevision"),
};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    call.decklist(&caller, ViewKind::DecklistRevisions).await
}
