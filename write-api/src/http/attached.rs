//! Finds the events that use a list or a person, according to the views. The views may miss what was handed in just
//! now. Commands look at the events themselves before they rely on it.

use api_kit::store_failed;
use proto_events::ids::{DecklistId, OrganizationId, TournamentId};
use proto_events::{StreamId, StreamKind};
use service_kit::problem::Problem;
use storage::{DocumentKey, ViewKind};

use super::problems;
use super::request::WriteRequest;
use crate::commands::lists::handed_in::HandedIn;

/// Returns the events for which this list may be handed in, and when the call arrived: after a deadline, changes of the
/// list are refused.
pub(super) async fn handed_in(request: &WriteRequest, list: DecklistId) -> Result<HandedIn, Problem> {
    let mut handed_in = HandedIn { to: Vec::new(), arrived_at: Some(request.line.arrived_at) };
    // A list without an owner was attached by staff, who may change it at any time.
    if request.shared.commands.owner_of_list(list).await.map_err(problems::failed)?.is_some() {
        handed_in.to = events_with(request, StreamId::decklist(list)).await?;
    }
    Ok(handed_in)
}

/// Returns the events of an organization that use a stream.
pub(super) async fn own_events_with(
    request: &WriteRequest,
    organization_id: OrganizationId,
    stream: StreamId,
) -> Result<Vec<TournamentId>, Problem> {
    let mut own = Vec::new();
    for event in events_with(request, stream).await? {
        let key = DocumentKey::new(organization_id, ViewKind::Overview, event);
        if request.shared.views.document(&key).await.map_err(store_failed)?.is_some() {
            own.push(event);
        }
    }
    Ok(own)
}

/// Returns the events of all organizations that use a stream.
async fn events_with(request: &WriteRequest, stream: StreamId) -> Result<Vec<TournamentId>, Problem> {
    let views = &request.shared.views;
    let Some(active) = views.active().await.map_err(store_failed)? else { return Ok(Vec::new()) };
    let dependents = views.dependents(active.generation, &[stream]).await.map_err(store_failed)?;
    let tournaments = dependents.iter().filter(|stream| stream.kind == StreamKind::Tournament);
    Ok(tournaments.map(|stream| TournamentId(stream.id)).collect())
}
