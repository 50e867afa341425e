//! Finds the events that use a list or a person, according to the views. The views may miss what was handed in just
//! now. Commands look at the events themselves before they rely on it.

use proto_events::ids::{OrganizationId, TournamentId};
use proto_events::{StreamId, StreamKind};
use storage::{DocumentKey, StoreError, ViewKind};

use super::run::Run;

/// Returns the events of an organization that use a stream.
pub(crate) async fn own_events_with(
    run: &Run,
    organization_id: OrganizationId,
    stream: StreamId,
) -> Result<Vec<TournamentId>, StoreError> {
    let mut own = Vec::new();
    for event in events_with(run, stream).await? {
        let key = DocumentKey::new(organization_id, ViewKind::Overview, event);
        if run.shared.views.document(&key).await?.is_some() {
            own.push(event);
        }
    }
    Ok(own)
}

/// Returns the events of all organizations that use a stream.
pub(crate) async fn events_with(run: &Run, stream: StreamId) -> Result<Vec<TournamentId>, StoreError> {
    let views = &run.shared.views;
    let Some(active) = views.active().await? else { return Ok(Vec::new()) };
    let dependents = views.dependents(active.generation, &[stream]).await?;
    let tournaments = dependents.iter().filter(|stream| stream.kind == StreamKind::Tournament);
    Ok(tournaments.map(|stream| TournamentId(stream.id)).collect())
}
