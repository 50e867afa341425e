//! `/admin/account/invitations/{id}/…`: accepts or declines an organization's invitation. Accepting requires the
//! current password.

use axum::response::Response;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use write_api::organizations::{AcceptInvitation, DeclineInvitation, Refusal};

use crate::call::{Call, Visitor, nothing};
use crate::command::{failed, refusal};
use crate::completed::Completed;
use crate::view::{FormPage, Link};
use crate::{answer, sessions};

/// Asks for confirmation.
pub(crate) async fn ask(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let id: OrganizationId = call.id()?;
    let organization = call.shared.commands.organization(id).await.map_err(failed)?.ok_or_else(nothing)?;
    let organization = &organization.state;
    let invitation = organization.invitation_of(visitor.caller.user_id).ok_or_else(nothing)?;
    let (name, role) = (&organization.name, invitation.role.display_name());
    let action = format!("/admin/account/invitations/{id}/accept/");
    let title = format!("Accept the invitation of {name}?");
    let mut page = FormPage::new(call.frame(&visitor), title, action, "Accept the invitation");
    page.lead.push(format!("You become a member of {name}: {role}. Its pages then show your name."));
    page.cancel = Some(Link::new("/admin/account/", "Not now"));
    call.page(&page)
}

/// Accepts the invitation. If the session has no organization, it continues in this one.
pub(crate) async fn accept(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let organization_id: OrganizationId = call.id()?;
    let command = AcceptInvitation { organization_id, user_id: visitor.caller.user_id };
    if let Err(error) = call.shared.commands.accept_invitation(&visitor.actor(), &command).await {
        return Err(match refusal(error)? {
            Refusal::NotInvited(_) => nothing(),
            other => Problem::internal(other),
        });
    }
    call.settled().await?;
    if visitor.caller.organization_id.is_some() {
        return call.go_having("/admin/account/", Completed::Joined);
    }
    let cookie = sessions::moved(&call, &visitor, Some(organization_id));
    Ok(answer::with_cookie(call.go_having("/admin/", Completed::Joined)?, cookie))
}

/// Declines the invitation.
pub(crate) async fn decline(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let command = DeclineInvitation { organization_id: call.id()?, user_id: visitor.caller.user_id };
    if let Err(error) = call.shared.commands.decline_invitation(&visitor.actor(), &command).await {
        return Err(match refusal(error)? {
            Refusal::NotInvited(_) => nothing(),
            other => Problem::internal(other),
        });
    }
    call.settled().await?;
    call.go_having("/admin/account/", Completed::Declined)
}
