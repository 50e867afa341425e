//! What the fields of an event refer to: its convention; and its parent, from which players may be moved to it, an event of
//! the same organization that is not its child.

use crate::prelude::*;

/// Returns the convention with this slug, `Some(None)` for null, and `None` if the fields name none. An unknown slug is
/// added to the errors.
pub(crate) async fn named_convention(
    run: &Run,
    slug: Option<&OrNull<String>>,
    errors: &mut FieldErrors,
) -> Result<Option<Option<ConventionId>>, Problem> {
    let Some(OrNull(slug)) = slug else { return Ok(None) };
    let (Some(slug), Some(organization_id)) = (slug, run.caller.organization_id) else { return Ok(Some(None)) };
    let known = run.api().convention(organization_id, slug).await.map_err(problems::failed)?;
    if known.is_none() {
        errors.add(
            "convention_slug",
            message!("unknown-slug-here", "Your organization has no convention with this slug."),
        );
    }
    Ok(Some(known.map(|convention| convention.state.id)))
}

/// Adds the faults of an event's parent to `errors`; `tournament_id` is `None` for a new event, `parent` the event
/// with the given id, if there is one.
pub(super) fn check_parent(
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
    pub(crate) async fn parent(&self, id: Option<TournamentId>) -> Found<Tournament> {
        match id {
            Some(id) => self.newest(StreamId::tournament(id)).await,
            None => Ok(None),
        }
    }
}
