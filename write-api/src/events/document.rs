//! Answers of events, for those who run them.

use domain::documents::OrganizedEvent;

use crate::prelude::*;

/// Answers with an event as it was after the write.
pub(crate) async fn answer(request: &WriteRequest, written: &Written<Tournament>) -> Result<Response, Problem> {
    let tournament = &written.folded.state;
    let slug = slug_of_convention(request, tournament).await.map_err(problems::unanswered)?;
    let document = OrganizedEvent::new(tournament, slug.as_deref());
    answer::located(request, &format!("/api/v1/magic-events/{}/", tournament.id), written, &document).await
}

async fn slug_of_convention(request: &WriteRequest, tournament: &Tournament) -> Result<Option<String>, Failure> {
    let Some(id) = tournament.details.convention_id else { return Ok(None) };
    let convention = request.api().newest::<Convention>(StreamId::convention(id)).await?;
    Ok(convention.map(|convention| convention.state.details.slug.clone()))
}
