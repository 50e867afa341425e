//! The event from which players may be moved into another: one of the same organization, which is not its child itself.

use std::sync::Arc;

use domain::tournament::Tournament;
use proto_events::StreamId;
use proto_events::ids::{OrganizationId, TournamentId};

use crate::decision::Failure;
use crate::fields::FieldErrors;
use crate::{Folded, WriteApi};

/// Notes what is wrong with the parent of an event; `parent` is the event of the id asked for, if there is one.
pub(super) fn check(
    parent_id: Option<TournamentId>,
    tournament_id: TournamentId,
    organization_id: OrganizationId,
    parent: Option<&Tournament>,
    errors: &mut FieldErrors,
) {
    let Some(id) = parent_id else { return };
    match parent.filter(|parent| parent.id == id && parent.organization_id == organization_id) {
        None => errors.add("parent_id", "Your organization has no event with this id."),
        Some(_) if id == tournament_id => errors.add("parent_id", "An event is not its own parent."),
        Some(parent) if parent.organizing.parent_id == Some(tournament_id) => {
            errors.add("parent_id", "This event is the parent of that one.");
        }
        Some(_) => {}
    }
}

impl WriteApi {
    /// The event of this id, in whichever organization it is.
    pub(super) async fn parent(&self, id: Option<TournamentId>) -> Result<Option<Arc<Folded<Tournament>>>, Failure> {
        match id {
            Some(id) => self.newest(StreamId::tournament(id)).await,
            None => Ok(None),
        }
    }
}
