//! `/admin/invitations/{id}/withdraw/`: withdraws an invitation that has not been answered.

use axum::response::Response;
use proto_events::ids::MemberId;
use service_kit::problem::Problem;
use write_api::organizations::{Refusal, WithdrawInvitation};

use crate::call::{Call, Visitor, nothing};
use crate::command::refusal;
use crate::completed::Completed;
use crate::people::{People, organization};
use crate::view::{FormPage, Link};

const BACK: &str = "/admin/members/";

/// Asks for confirmation.
pub(crate) async fn show(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let id: MemberId = call.id()?;
    let organization = organization(&call, &visitor).await?;
    let invitation =
        organization.state.open_invitations().find(|invitation| invitation.id == id).ok_or_else(nothing)?;
    let people = People::of(&call, [invitation.user_id]).await?;
    let action = format!("/admin/invitations/{id}/withdraw/");
    let mut page = FormPage::new(call.frame(&visitor), "Withdraw this invitation?", action, "Withdraw the invitation");
    let (username, role) = (people.username(invitation.user_id), invitation.role.display_name());
    page.lead.push(format!("“{username}” is invited as {role}, and has not answered."));
    page.danger = true;
    page.cancel = Some(Link::new(BACK, "Keep it"));
    call.page(&page)
}

/// Withdraws the invitation.
pub(crate) async fn send(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let command = WithdrawInvitation { organization_id: visitor.organization_id()?, invitation_id: call.id()? };
    if let Err(error) = call.shared.commands.withdraw_invitation(&visitor.actor(), &command).await {
        return Err(match refusal(error)? {
            Refusal::UnknownInvitation(_) | Refusal::InvitationAccepted(_) => nothing(),
            other => Problem::internal(other),
        });
    }
    call.settled().await?;
    call.go_having(BACK, Completed::InvitationWithdrawn)
}
