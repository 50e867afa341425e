//! For which events a list is handed in, as the views know it: so that a change of it is not taken where that is over. What
//! the views do not know yet was handed in this moment; and whatever is changed, what counts is what was in time.

use api_kit::store_failed;
use proto_events::ids::{DecklistId, TournamentId};
use proto_events::{StreamId, StreamKind};
use service_kit::problem::Problem;

use super::call::Call;
use super::problems;
use crate::commands::lists::handed_in::HandedIn;

/// Where this list may be handed in, and when the call arrived.
pub(super) async fn handed_in(call: &Call, list: DecklistId) -> Result<HandedIn, Problem> {
    let shared = &call.shared;
    let mut handed_in = HandedIn { to: Vec::new(), arrived_at: Some(call.asked.arrived_at) };
    // A list that is nobody's is handed in by the staff of its organization alone, whose keys change it at any time.
    let is_staffs = call.caller.person().is_none()
        && shared.commands.owner_of_list(list).await.map_err(problems::failed)?.is_none();
    if is_staffs {
        return Ok(handed_in);
    }
    let Some(active) = shared.views.active().await.map_err(store_failed)? else { return Ok(handed_in) };
    let dependents = shared.views.dependents(active.generation, &[StreamId::decklist(list)]).await;
    let dependents = dependents.map_err(store_failed)?;
    let tournaments = dependents.iter().filter(|stream| stream.kind == StreamKind::Tournament);
    handed_in.to = tournaments.map(|stream| TournamentId(stream.id)).collect();
    Ok(handed_in)
}
