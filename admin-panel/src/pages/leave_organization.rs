//! `/admin/account/memberships/{id}/leave/`: leaves an organization.

use axum::response::Response;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::Membership;
use write_api::organizations::{LeaveOrganization, Refusal};

use crate::call::{Call, Visitor, nothing};
use crate::command::refusal;
use crate::completed::Completed;
use crate::people::memberships;
use crate::view::{FormPage, Link};
use crate::{answer, sessions};

const BACK: &str = "/admin/account/";
/// Why the only administrator cannot leave.
const LAST: &str = "You are the only administrator. Make another member an administrator first.";

/// Asks for confirmation, and lists what stops working.
pub(crate) async fn show(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let membership = membership(&call, &visitor).await?;
    call.page(&form(&call, &visitor, &membership))
}

/// Leaves the organization.
pub(crate) async fn send(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let organization_id: OrganizationId = call.id()?;
    let command = LeaveOrganization { organization_id, user_id: visitor.caller.user_id };
    if let Err(error) = call.shared.commands.leave_organization(&visitor.actor(), &command).await {
        return match refusal(error)? {
            Refusal::NotAMember(_) => Err(nothing()),
            Refusal::LastAdministrator(_) => {
                let membership = membership(&call, &visitor).await?;
                call.refused(&form(&call, &visitor, &membership).refused_for(LAST))
            }
            other => Err(Problem::internal(other)),
        };
    }
    call.settled().await?;
    let gone = call.go_having(BACK, Completed::Left)?;
    if visitor.caller.organization_id != Some(organization_id) {
        return Ok(gone);
    }
    // The session belonged to that organization. It continues in another one, or without one.
    let cookie = sessions::elsewhere(&call, &visitor).await?;
    Ok(answer::with_cookie(gone, cookie))
}

async fn membership(call: &Call, visitor: &Visitor) -> Result<Membership, Problem> {
    let organization_id: OrganizationId = call.id()?;
    let memberships = memberships(call, visitor.caller.user_id).await?;
    let is_it = |membership: &Membership| membership.organization_id == organization_id && !membership.removed;
    memberships.into_iter().find(is_it).ok_or_else(nothing)
}

fn form(call: &Call, visitor: &Visitor, membership: &Membership) -> FormPage {
    let Membership { organization_id, store_name, .. } = membership;
    let (title, action) =
        (format!("Leave {store_name}?"), format!("/admin/account/memberships/{organization_id}/leave/"));
    let mut page = FormPage::new(call.frame(visitor), title, action, "Leave the organization");
    page.lead.push(format!("You will no longer be a member of {store_name}. These stop working at once:"));
    page.points.push("your API keys of this organization".into());
    page.points.push("your tokens and sessions for it".into());
    page.danger = true;
    page.cancel = Some(Link::new(BACK, "Stay a member"));
    page
}
