//! `/admin/invitations/{id}/withdraw/`: withdraws an invitation that has not been answered.

use axum::response::Response;
use proto_events::ids::MemberId;
use service_kit::problem::Problem;
use write_api::organizations::WithdrawInvitation;

use crate::parts::page_kinds::{FormPage, Link};
use crate::serving::completed::Completed;
use crate::serving::failures::{not_found, refusal};
use crate::serving::people::{People, organization};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

const BACK: &str = "/admin/members/";

/// Asks for confirmation.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let id: MemberId = request.id()?;
    let organization = organization(&request, &session).await?;
    let invitation =
        organization.state.open_invitations().find(|invitation| invitation.id == id).ok_or_else(not_found)?;
    let people = People::load(&request, [invitation.user_id]).await?;
    let action = format!("/admin/invitations/{id}/withdraw/");
    let texts = request.texts;
    let (title, submit) = (texts.say("panel-withdraw-title"), texts.say("panel-do-withdraw"));
    let mut page = FormPage::new(session.frame(&request), title, action, submit);
    let (username, role) = (people.username(invitation.user_id), texts.term(invitation.role));
    let values = [("username", username.into()), ("role", role.into())];
    page.lead.push(texts.with_all("panel-withdraw-means", values));
    page.danger = true;
    page.cancel = Some(Link::new(BACK, texts.say("panel-keep-it")));
    request.page(&page)
}

/// Withdraws the invitation.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let command = WithdrawInvitation { organization_id: session.organization_id()?, invitation_id: request.id()? };
    if let Err(error) = request.shared.commands.withdraw_invitation(&session.actor(), &command).await {
        let refused = refusal(error)?;
        return Err(match refused.code() {
            "member-invitation-accepted" => not_found(),
            _ => Problem::internal(refused),
        });
    }
    request.wait_for_views().await?;
    request.redirect_with(BACK, Completed::InvitationWithdrawn)
}
