//! Answers of conventions.

use api_kit::path::short;
use api_kit::{answer_failed, store_failed};
use bytes::Bytes;
use domain::documents::{ConventionDocument, ReaderGroup, Redactor};
use futures::stream::{self, StreamExt, TryStreamExt};
use serde::Deserialize;
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
    let views = &*request.shared.views;
    let mut shown = shown(views, convention, &convention.details.slug).await.map_err(answer_failed)?;
    if shown.is_none() {
        // The views may know it by its former slug alone, which is that of the address.
        shown = self::shown(views, convention, request.param("slug")).await.map_err(answer_failed)?;
    }
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
        let shown = shown(views, convention, &convention.details.slug).await.map_err(store_failed)?;
        let listed: Vec<ListedEvent> = shown.as_deref().map(events).unwrap_or_default();
        let read =
            stream::iter(listed.into_iter().map(|event| self.tournament(TournamentId(event.id)))).buffered(READS);
        let events: Vec<_> = read.try_collect().await.map_err(problems::failed)?;
        let is_own = |event: &Tournament| event.details.convention_id == Some(convention.id);
        Ok(events.into_iter().flatten().filter(|event| is_own(&event.state)).collect())
    }
}

/// Returns the convention's document in the views, under a slug.
async fn shown(views: &dyn ViewReader, convention: &Convention, slug: &str) -> Result<Option<Bytes>, StoreError> {
    let document = views.document(&DocumentKey::new(convention.organization_id, ViewKind::Convention, slug)).await?;
    Ok(document.map(|document| document.body.seen_by(ReaderGroup::Organizers)))
}

/// Returns the events in a convention's document.
fn events<'a, E: Deserialize<'a>>(document: &'a [u8]) -> Vec<E> {
    #[derive(Deserialize)]
    struct Events<E> {
        magic_events: Vec<E>,
    }
    serde_json::from_slice::<Events<E>>(document).map(|read| read.magic_events).unwrap_or_default()
}
