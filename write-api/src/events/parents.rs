//! The parent of an event, from which players may be moved to it: an event of the same organization that is not its
//! child.

use crate::prelude::*;

/// Adds the faults of an event's parent to `errors`; `tournament_id` is `None` for a new event, `parent` the event
/// with the given id, if there is one.
pub(super) fn check(
    parent_id: Option<TournamentId>,
    tournament_id: Option<TournamentId>,
    organization_id: OrganizationId,
    parent: Option<&Tournament>,
    errors: &mut FieldErrors,
) {
    let Some(id) = parent_id else { return };
    match parent.filter(|parent| parent.id == id && parent.organization_id == organization_id) {
        None => errors.add("parent_id", message!("unknown-parent", "Your organization has no event with this id.")),
        Some(_) if Some(id) == tournament_id => {
            errors.add("parent_id", message!("own-parent", "An event cannot be its own parent."));
        }
        Some(parent) if tournament_id.is_some() && parent.organizing.parent_id == tournament_id => {
            errors.add("parent_id", message!("parent-is-child", "The event with this id is a child of this one."));
        }
        Some(_) => {}
    }
}

impl WriteApi {
    /// Returns the event with this id, whichever organization runs it.
    pub(super) async fn parent(&self, id: Option<TournamentId>) -> Result<Option<Arc<Folded<Tournament>>>, Failure> {
        match id {
            Some(id) => self.newest(StreamId::tournament(id)).await,
            None => Ok(None),
        }
    }
}
