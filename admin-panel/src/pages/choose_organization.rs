//! `/admin/organization/`: work in another of one's organizations. The session goes on there.

use api_kit::path::integer;
use axum::response::Response;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::Membership;

use crate::call::{Call, Visitor};
use crate::done::Done;
use crate::people::memberships;
use crate::{answer, sessions};

/// An organization that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) id: OrganizationId,
    pub(crate) name: String,
    pub(crate) role: &'static str,
    /// Whether the session is for it.
    pub(crate) current: bool,
}

/// The organizations that a person can choose among.
pub(super) fn places(memberships: &[Membership], visitor: &Visitor) -> Vec<Place> {
    let place = |membership: &Membership| Place {
        id: membership.organization_id,
        name: membership.store_name.clone(),
        role: membership.role.display_name(),
        current: visitor.caller.organization_id == Some(membership.organization_id),
    };
    memberships.iter().filter(|membership| !membership.removed).map(place).collect()
}

/// Goes on in the organization chosen.
pub(crate) async fn send(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let chosen = integer(call.form.text("organization")).map(OrganizationId);
    let memberships = memberships(&call, visitor.caller.user_id).await?;
    let known = places(&memberships, &visitor).into_iter().find(|place| Some(place.id) == chosen);
    let known = known.ok_or_else(|| Problem::forbidden("You are not a member of the organization that was chosen."))?;
    let cookie = sessions::moved(&call, &visitor, Some(known.id));
    Ok(answer::with_cookie(call.go_having("/admin/", Done::Moved)?, cookie))
}
