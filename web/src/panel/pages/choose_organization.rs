//! `/admin/organization/`: switches the session to another organization of the visitor.

use api_kit::path::integer;
use axum::response::Response;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::Membership;

use crate::panel::call::{Call, Visitor};
use crate::panel::completed::Completed;
use crate::panel::people::memberships;
use crate::panel::{answer, sessions};

/// An organization to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) id: OrganizationId,
    pub(crate) name: String,
    pub(crate) role: &'static str,
    /// Whether it is the session's organization.
    pub(crate) current: bool,
}

/// Returns the organizations that a person can choose from.
pub(super) fn places(memberships: &[Membership], visitor: &Visitor) -> Vec<Place> {
    let place = |membership: &Membership| Place {
        id: membership.organization_id,
        name: membership.store_name.clone(),
        role: membership.role.display_name(),
        current: visitor.caller.organization_id == Some(membership.organization_id),
    };
    memberships.iter().filter(|membership| !membership.removed).map(place).collect()
}

/// Switches to the chosen organization.
pub(crate) async fn send(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let chosen = integer(call.form.text("organization")).map(OrganizationId);
    let memberships = memberships(&call, visitor.caller.user_id).await?;
    let known = places(&memberships, &visitor).into_iter().find(|place| Some(place.id) == chosen);
    let known = known.ok_or_else(|| Problem::forbidden("You are not a member of the organization that was chosen."))?;
    let cookie = sessions::moved(&call, &visitor, Some(known.id));
    Ok(answer::with_cookie(call.go_having("/admin/", Completed::Moved)?, cookie))
}
