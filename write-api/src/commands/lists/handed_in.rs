//! For which tournaments a list is handed in, and whether each of them still takes a change of it. Staff of a tournament
//! changes the lists of its players at any time; nobody is staff for a list of one's own.

use chrono::{DateTime, Utc};
use domain::decklist::Decklist;
use proto_events::StreamId;
use proto_events::ids::{DecklistId, TournamentId, UserId};

use super::shut::Shut;
use crate::WriteApi;
use crate::change::Reach;
use crate::decision::Failure;
use crate::folded::Fold;

/// Where a list may be handed in, as whoever asks for a change knows it, and when the change arrived.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HandedIn {
    /// Tournaments that may know the list. One where it is not handed in keeps nobody from anything.
    pub to: Vec<TournamentId>,
    /// When the change arrived; without it, now.
    pub arrived_at: Option<DateTime<Utc>>,
}

/// Why a change of a list is not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotTaken {
    /// An event of the caller's, as its player or its staff, takes no change of it any more.
    #[error(transparent)]
    Here(#[from] Shut),
    /// The same of an event that the caller has no part in, and therefore learns nothing of.
    #[error("the list is handed in for an event of another organization, which takes no change of it any more")]
    Elsewhere,
}

impl WriteApi {
    /// To whom a list belongs, which never changes. None as well if there is no such list.
    pub(crate) async fn owner_of_list(&self, list: DecklistId) -> Result<Option<UserId>, Failure> {
        let stream = StreamId::decklist(list);
        let kept = Decklist::memory(self).and_then(|memory| memory.get(stream));
        let known = match kept {
            Some(kept) => Some(kept),
            None => self.newest::<Decklist>(stream).await?,
        };
        Ok(known.and_then(|list| list.state.owner_user_id))
    }

    /// Why a change of a list is not taken, if it is handed in where that is over.
    pub(crate) async fn shut(
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
            let Some(shut) = Shut::of_list(&tournament.state, (list, owner), arrived_at) else { continue };
            let is_owner = reach.user_id == Some(owner);
            if is_owner {
                return Ok(Some(shut.into()));
            }
            // Staff of the event changes the lists of its players at any time.
            if reach.organization_id != Some(tournament.organization_id) {
                return Ok(Some(NotTaken::Elsewhere));
            }
        }
        Ok(None)
    }
}
