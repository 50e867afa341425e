//! `/admin/account/invitations/{id}/…`: accepts or declines an organization's invitation. Accepting requires the
//! current password.

use axum::response::Response;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use write_api::organizations::{AcceptInvitation, DeclineInvitation};

use crate::parts::page_kinds::{FormPage, Link};
use crate::serving::completed::Completed;
use crate::serving::failures::{failed, not_found, unexpected};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::serving::{response, session_cookies};

/// Asks for confirmation.
pub(crate) async fn ask(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let id: OrganizationId = request.id()?;
    let organization = request.shared.commands.organization(id).await.map_err(failed)?.ok_or_else(not_found)?;
    let organization = &organization.state;
    let invitation = organization.invitation_of(session.caller.user_id).ok_or_else(not_found)?;
    let texts = request.texts;
    let (name, role) = (organization.name.as_str(), texts.term(invitation.role));
    let action = format!("/admin/account/invitations/{id}/accept/");
    let title = texts.with("panel-accept-title", "name", name);
    let mut page = FormPage::new(session.frame(&request), title, action, texts.say("panel-do-accept"));
    page.lead.push(texts.with_all("panel-accept-means", [("name", name.into()), ("role", role.into())]));
    page.cancel = Some(Link::new("/admin/account/", texts.say("panel-not-now")));
    request.page(&page)
}

/// Accepts the invitation. If the session has no organization, it continues in this one.
pub(crate) async fn accept(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let organization_id: OrganizationId = request.id()?;
    let command = AcceptInvitation { organization_id, user_id: session.caller.user_id };
    if let Err(error) = request.shared.commands.accept_invitation(&session.actor(), &command).await {
        return Err(unexpected(error));
    }
    request.wait_for_views().await?;
    if session.caller.organization_id.is_some() {
        return request.redirect_with("/admin/account/", Completed::Joined);
    }
    let cookie = session_cookies::in_organization(&request, &session, Some(organization_id));
    Ok(response::with_cookie(request.redirect_with("/admin/", Completed::Joined)?, cookie))
}

/// Declines the invitation.
pub(crate) async fn decline(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let command = DeclineInvitation { organization_id: request.id()?, user_id: session.caller.user_id };
    if let Err(error) = request.shared.commands.decline_invitation(&session.actor(), &command).await {
        return Err(unexpected(error));
    }
    request.wait_for_views().await?;
    request.redirect_with("/admin/account/", Completed::Declined)
}
