//! `GET /api/v1/conventions/{slug}/`: a convention in full form.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use service_kit::message;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::answer;
use api_kit::path::short;

use crate::call::{Call, Caller};

/// The views that it serves, and those that they contain.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::Convention, ViewKind::EventCard];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_convention",
    tag: Tag::Conventions,
    summary: "Get a convention in full form by its slug",
    text: "Nullable fields are null if nothing is known. `slug` must match exactly.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "Convention"),
};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let slug = call.param("slug");
    let entry = call.find(caller.organization()?, ViewKind::Convention, slug).await?;
    let entry = entry.ok_or_else(|| {
        let slug = short(slug);
        Problem::not_found(message!(
            "unknown-slug",
            "There is no convention with the slug `{slug}`; see `slug` in the list of conventions.",
            slug
        ))
    })?;
    answer::entry(&call.headers, &entry, call.form).await
}
