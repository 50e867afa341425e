//! Finds the events that a list is handed in for, and whether each still accepts changes to it. Staff of an event may
//! change its players' lists at any time, but not their own.

use api_kit::store_failed;
use domain::decklist::Decklist;
use proto_events::StreamId;
use proto_events::ids::{DecklistId, TournamentId};
use service_kit::message;
use service_kit::problem::Problem;

use super::list_closed::closed_for_list;
use crate::engine::context::Context;
use crate::engine::decision::Failure;
use crate::http::dependents::events_with;
use crate::http::problems::failed;
use crate::http::run::Run;
use crate::{Refusal, WriteApi};

/// Returns events for which this list may be handed in, according to the views; none if it has no owner. Events that it
/// is not handed in for have no effect.
pub(crate) async fn events_of(run: &Run, list: DecklistId) -> Result<Vec<TournamentId>, Problem> {
    let stream = StreamId::decklist(list);
    // A list without an owner was attached by staff, who may change it at any time.
    if !run.api().has_owner(stream).await.map_err(failed)? {
        return Ok(Vec::new());
    }
    events_with(run, stream).await.map_err(store_failed)
}

impl WriteApi {
    /// Returns whether a list has an owner, who never changes. False also if the list does not exist.
    async fn has_owner(&self, list: StreamId) -> Result<bool, Failure> {
        let known = match self.kept::<Decklist>(list) {
            Some(kept) => Some(kept),
            None => self.newest::<Decklist>(list).await?,
        };
        Ok(known.is_some_and(|list| list.state.owner_user_id.is_some()))
    }

    /// Returns why a change to a list is refused, if one of these events, which it is handed in for, no longer accepts
    /// changes.
    pub(crate) async fn closed_for(
        &self,
        context: &Context,
        list: &Decklist,
        events: &[TournamentId],
    ) -> Result<Option<Refusal>, Failure> {
        // A list without an owner was attached by staff, and no lock binds it.
        let Some(owner) = list.owner_user_id else { return Ok(None) };
        let arrived_at = context.arrived_at.unwrap_or_else(|| self.now());
        for id in events {
            let Some(tournament) = self.tournament(*id).await? else { continue };
            let Some(closed) = closed_for_list(&tournament.state, (list.id, owner), arrived_at) else { continue };
            let is_owner = context.reach.user_id == Some(owner);
            if is_owner {
                return Ok(Some(closed));
            }
            // Staff of the event may change its players' lists at any time.
            if context.reach.organization_id != Some(tournament.organization_id) {
                // The caller may not learn which event it is.
                return Ok(Some(Refusal::conflict(message!(
                    "list-elsewhere",
                    "The player handed this list in for an event of another organization, which no longer accepts \
                     changes. The player can say which event that is."
                ))));
            }
        }
        Ok(None)
    }
}
