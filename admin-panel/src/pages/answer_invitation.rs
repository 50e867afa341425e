//! `/admin/account/invitations/{id}/…`: accept or decline an organization's invitation, from one's own account.

use axum::response::Response;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use write_api::commands::organizations::accept_invitation::{AcceptInvitation, Refusal};
use write_api::commands::organizations::decline_invitation::DeclineInvitation;

use crate::call::{Call, Visitor, nothing};
use crate::command::refusal;
use crate::done::Done;
use crate::{answer, sessions};

/// Accepts it. A person who works in no organization goes on in this one.
pub(crate) async fn accept(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let organization_id: OrganizationId = call.id()?;
    let command = AcceptInvitation { organization_id, user_id: visitor.caller.user_id };
    if let Err(error) = call.shared.commands.accept_invitation(&visitor.actor(), &command).await {
        let Refusal::NotInvited(_) = refusal(error)?;
        return Err(nothing());
    }
    call.settled().await?;
    if visitor.caller.organization_id.is_some() {
        return call.go_having("/admin/account/", Done::Joined);
    }
    let cookie = sessions::moved(&call, &visitor, Some(organization_id));
    Ok(answer::with_cookie(call.go_having("/admin/", Done::Joined)?, cookie))
}

/// Declines it.
pub(crate) async fn decline(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let command = DeclineInvitation { organization_id: call.id()?, user_id: visitor.caller.user_id };
    if let Err(error) = call.shared.commands.decline_invitation(&visitor.actor(), &command).await {
        let Refusal::NotInvited(_) = refusal(error)?;
        return Err(nothing());
    }
    call.settled().await?;
    call.go_having("/admin/account/", Done::Declined)
}
