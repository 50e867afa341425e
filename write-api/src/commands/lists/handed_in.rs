//! For which tournaments a list is handed in, and whether each of them still takes a change of it. Staff of a tournament
//! changes the lists of its players at any time; nobody is staff for a list of one's own.

use chrono::{DateTime, Utc};
use domain::decklist::Decklist;
use domain::tournament::Tournament;
use proto_events::StreamId;
use proto_events::ids::{DecklistId, TournamentId, UserId};

use super::shut::Shut;
use crate::change::Reach;
use crate::decision::Failure;
use crate::folded::Fold;
use crate::{Folded, WriteApi};

/// Where a list may be handed in, as whoever asks for a change knows it, and when the change arrived.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HandedIn {
    /// Tournaments that may know the list. One where it is not handed in keeps nobody from anything.
    pub to: Vec<TournamentId>,
    /// When the change arrived; without it, now.
    pub arrived_at: Option<DateTime<Utc>>,
}

/// Whether somebody who reaches lists in this way changes this person's list as the tournament's staff.
fn is_staff(reach: Reach, owner: Option<UserId>, tournament: &Folded<Tournament>) -> bool {
    let is_own = owner.is_some() && reach.user_id == owner;
    reach.organization_id == Some(tournament.organization_id) && !is_own
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
    ) -> Result<Option<Shut>, Failure> {
        if handed_in.to.is_empty() {
            return Ok(None);
        }
        let arrived_at = handed_in.arrived_at.unwrap_or_else(|| self.now());
        let owner = self.owner_of_list(list).await?;
        for id in &handed_in.to {
            let Some(tournament) = self.tournament(*id).await? else { continue };
            let shut = Shut::of_list(&tournament.state, list, arrived_at);
            if shut.is_some() && !is_staff(reach, owner, &tournament) {
                return Ok(shut);
            }
        }
        Ok(None)
    }
}
