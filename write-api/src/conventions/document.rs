//! Answers of conventions.

use api_kit::path::short;
use api_kit::{answer_failed, store_failed};
use bytes::Bytes;
use domain::documents::{ConventionDocument, ReaderGroup, Redactor};
use futures::stream::{self, StreamExt, TryStreamExt};
use serde::Deserialize;
use serde_json::value::RawValue;
use storage::{DocumentKey, ViewKind, ViewReader};

use crate::prelude::*;

/// Number of events that are read at a time.
const READS: usize = 8;

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
    let shown = shown(request, convention, request.param("slug")).await?;
    let events = shown.as_deref().map(events).unwrap_or_default();
    let document = ConventionDocument::new(&Redactor::whole(), convention, events);
    answer::located(request, &format!("/api/v1/conventions/{}/", convention.details.slug), written, &document).await
}

/// The id in an event of a convention's document.
#[derive(Deserialize)]
struct ListedEvent {
    id: i64,
}

impl WriteApi {
    /// Returns the newest states of a convention's events that are not deleted. The views know which events these are.
    pub async fn events_of_convention(
        &self,
        views: &dyn ViewReader,
        convention: &Convention,
    ) -> Result<Vec<Arc<Folded<Tournament>>>, Problem> {
        let slug = convention.details.slug.as_str();
        let key = DocumentKey::new(convention.organization_id, ViewKind::Convention, slug);
        let Some(document) = views.document(&key).await.map_err(store_failed)? else {
            return Ok(Vec::new());
        };
        let body = document.body.seen_by(ReaderGroup::Organizers);
        let listed = events(&body).into_iter().map(|event| serde_json::from_str::<ListedEvent>(event.get()));
        let listed = listed.collect::<Result<Vec<_>, _>>().map_err(Problem::internal)?;
        let read =
            stream::iter(listed.into_iter().map(|event| self.tournament(TournamentId(event.id)))).buffered(READS);
        let events: Vec<_> = read.try_collect().await.map_err(problems::failed)?;
        let is_own = |event: &Tournament| event.details.convention_id == Some(convention.id) && !event.is_deleted;
        Ok(events.into_iter().flatten().filter(|event| is_own(&event.state)).collect())
    }
}

/// Returns the convention's document in the views, under its new slug or the slug of the address.
async fn shown(run: &Run, convention: &Convention, slug: &str) -> Result<Option<Bytes>, Problem> {
    let views = &run.shared.views;
    for slug in [convention.details.slug.as_str(), slug] {
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
