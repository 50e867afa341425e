//! Finds the events that a list is handed in for, and whether each still accepts changes to it. Staff of an event may
//! change its players' lists at any time, but not their own.

use chrono::{DateTime, Utc};
use domain::decklist::Decklist;
use proto_events::StreamId;
use proto_events::ids::{DecklistId, TournamentId, UserId};
use service_kit::problem::Problem;

use super::list_closed::ListClosed;
use crate::WriteApi;
use crate::engine::context::Reach;
use crate::engine::decision::Failure;
use crate::engine::folded::Fold;
use crate::http::dependents::events_with;
use crate::http::problems::{IntoProblem, failed};
use crate::http::request::WriteRequest;

/// The events that a list may be handed in for, as known to the caller, and when the change arrived.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HandedIn {
    /// Tournaments that may know the list. Those it is not handed in for have no effect.
    pub to: Vec<TournamentId>,
    /// When the change arrived; `None` means now.
    pub arrived_at: Option<DateTime<Utc>>,
}

/// Why a change to a list is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotTaken {
    /// An event of the caller, as its player or staff, no longer accepts changes to it.
    #[error(transparent)]
    Here(#[from] ListClosed),
    /// An event of another organization no longer accepts changes; the caller may not learn which.
    #[error(
        "The player handed this list in for an event of another organization, which no longer accepts changes. The \
         player can say which event that is."
    )]
    Elsewhere,
}

impl IntoProblem for NotTaken {
    fn into_problem(self) -> Problem {
        match self {
            Self::Here(closed) => closed.into_problem(),
            Self::Elsewhere => Problem::conflict(self.to_string()),
        }
    }
}

/// Returns the events for which this list may be handed in, and when the request arrived: after a deadline, changes of
/// the list are refused.
pub(crate) async fn handed_in(request: &WriteRequest, list: DecklistId) -> Result<HandedIn, Problem> {
    let mut handed_in = HandedIn { to: Vec::new(), arrived_at: Some(request.line.arrived_at) };
    // A list without an owner was attached by staff, who may change it at any time.
    if request.api().owner_of_list(list).await.map_err(failed)?.is_some() {
        handed_in.to = events_with(request, StreamId::decklist(list)).await?;
    }
    Ok(handed_in)
}

impl WriteApi {
    /// Returns the owner of a list, which never changes. `None` also if the list does not exist.
    pub(crate) async fn owner_of_list(&self, list: DecklistId) -> Result<Option<UserId>, Failure> {
        let stream = StreamId::decklist(list);
        let kept = Decklist::memory(&self.memories).and_then(|memory| memory.get(stream));
        let known = match kept {
            Some(kept) => Some(kept),
            None => self.newest::<Decklist>(stream).await?,
        };
        Ok(known.and_then(|list| list.state.owner_user_id))
    }

    /// Returns why a change to a list is refused, if an event that it is handed in for no longer accepts changes.
    pub(crate) async fn closed_for(
        &self,
        reach: Reach,
        list: DecklistId,
        handed_in: &HandedIn,
    ) -> Result<Option<NotTaken>, Failure> {
        if handed_in.to.is_empty() {
            return Ok(None);
        }
        let arrived_at = handed_in.arrived_at.unwrap_or_else(|| self.now());
        // A list without an owner was attached by staff, and no lock binds it.
        let Some(owner) = self.owner_of_list(list).await? else { return Ok(None) };
        for id in &handed_in.to {
            let Some(tournament) = self.tournament(*id).await? else { continue };
            let Some(closed) = ListClosed::of_list(&tournament.state, (list, owner), arrived_at) else { continue };
            let is_owner = reach.user_id == Some(owner);
            if is_owner {
                return Ok(Some(closed.into()));
            }
            // Staff of the event may change its players' lists at any time.
            if reach.organization_id != Some(tournament.organization_id) {
                return Ok(Some(NotTaken::Elsewhere));
            }
        }
        Ok(None)
    }
}
