//! Answers of conventions.

use api_kit::answer_failed;
use api_kit::path::short;
use bytes::Bytes;
use domain::convention::Convention;
use domain::documents::{ConventionDocument, ReaderGroup, Redactor};
use serde::Deserialize;
use serde_json::value::RawValue;
use storage::{DocumentKey, ViewKind};

use crate::prelude::*;

/// Returns the convention whose slug is in the address.
pub(crate) async fn named(request: &WriteRequest) -> Result<ConventionId, Problem> {
    let (organization_id, slug) = (request.caller.organization()?, request.param("slug"));
    let known = request.api().convention(organization_id, slug).await.map_err(problems::failed)?;
    known.map(|convention| convention.state.id).ok_or_else(|| {
        let slug = short(slug);
        Problem::not_found(message!(
            "unknown-slug",
            "There is no convention with the slug `{slug}`; see `slug` in the list of conventions.",
            slug
        ))
    })
}

/// Answers with a convention as it was after the write, and its events as the views have them.
pub(crate) async fn answer(request: &WriteRequest, written: &Written<Convention>) -> Result<Response, Problem> {
    let convention = &written.folded.state;
    let shown = shown(request, convention).await?;
    let events = shown.as_deref().map(events).unwrap_or_default();
    let document = ConventionDocument::new(&Redactor::whole(), convention, events);
    answer::located(request, &format!("/api/v1/conventions/{}/", convention.details.slug), written, &document).await
}

/// Returns the convention's document in the views, under its new slug or the slug of the address.
async fn shown(request: &WriteRequest, convention: &Convention) -> Result<Option<Bytes>, Problem> {
    let views = &request.shared.views;
    for slug in [convention.details.slug.as_str(), request.param("slug")] {
        let key = DocumentKey::new(convention.organization_id, ViewKind::Convention, slug);
        if let Some(document) = views.document(&key).await.map_err(answer_failed)? {
            return Ok(Some(document.body.seen_by(ReaderGroup::Organizers)));
        }
    }
    Ok(None)
}

/// Returns the events in a convention's document as raw JSON.
fn events(document: &[u8]) -> Vec<&RawValue> {
    #[derive(Deserialize)]
    struct Events<'a> {
        #[serde(borrow)]
        magic_events: Vec<&'a RawValue>,
    }
    serde_json::from_slice::<Events<'_>>(document).map(|read| read.magic_events).unwrap_or_default()
}
