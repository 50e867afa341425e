//! The signed-in person's memberships: answers invitations, leaves organizations, and works in another one.

use api_kit::path::integer;
use proto_events::ids::OrganizationId;
use service_kit::message;
use service_kit::problem::Problem;
use storage::Membership;
use write_api::CommandError;
use write_api::organizations::{AcceptInvitation, DeclineInvitation, LeaveOrganization};

use crate::panel::common::ACCOUNT;
use crate::parts::page_kinds::FormPage;
use crate::serving::completed::Completed;
use crate::serving::failures::{PageError, PageResult, failed, not_found};
use crate::serving::people::memberships;
use crate::serving::session::{UserRequest, UserSession};
use crate::serving::{response, session_cookies};
use crate::texts::Texts;

/// An organization to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OrganizationChoice {
    pub(crate) id: OrganizationId,
    pub(crate) name: String,
    pub(crate) role: String,
    /// Whether it is the session's organization.
    pub(crate) current: bool,
}

/// Returns the organizations that a person can choose from.
pub(crate) fn choices(texts: &Texts, memberships: &[Membership], session: &UserSession) -> Vec<OrganizationChoice> {
    let choice = |membership: &Membership| OrganizationChoice {
        id: membership.organization_id,
        name: membership.store_name.clone(),
        role: texts.term(membership.role),
        current: session.caller.organization_id == Some(membership.organization_id),
    };
    memberships.iter().filter(|membership| !membership.removed).map(choice).collect()
}

/// Switches the session to the chosen organization.
pub(crate) async fn choose(request: &UserRequest) -> PageResult {
    let chosen = integer(request.form.text("organization")).map(OrganizationId);
    let memberships = memberships(request, request.session.caller.user_id).await?;
    let mut organizations = choices(request.texts, &memberships, &request.session).into_iter();
    let organization = organizations.find(|choice| Some(choice.id) == chosen).ok_or_else(|| {
        Problem::forbidden(message!("not-a-member-there", "You are not a member of the organization that was chosen."))
    })?;
    let cookie = session_cookies::in_organization(request, &request.session, Some(organization.id));
    Ok(response::with_cookie(request.redirect_with("/admin/", Completed::Moved)?, cookie))
}

/// Asks whether to accept an invitation.
pub(crate) async fn ask_to_accept(request: &UserRequest) -> PageResult {
    let id: OrganizationId = request.id()?;
    let organization = request.shared.commands.organization(id).await.map_err(failed)?.ok_or_else(not_found)?;
    let invitation = organization.state.invitation_of(request.session.caller.user_id).ok_or_else(not_found)?;
    let (texts, name) = (request.texts, organization.state.name.as_str());
    let role = texts.term(invitation.role);
    let (title, action) =
        (texts.with("panel-accept-title", "name", name), format!("{ACCOUNT}invitations/{id}/accept/"));
    let page = FormPage::new(request.frame(), title, action, "panel-do-accept")
        .lead(texts.with_all("panel-accept-means", [("name", name.into()), ("role", role.into())]))
        .cancel(ACCOUNT, "panel-not-now");
    request.page(&page)
}

/// Accepts an invitation. If the session has no organization, it continues in this one.
pub(crate) async fn accept(request: &UserRequest) -> PageResult {
    let (organization_id, session) = (request.id()?, &request.session);
    let command = AcceptInvitation { organization_id, user_id: session.caller.user_id };
    request.carry_out(&command).await.map_err(|error| refused(request.texts, error))?;
    request.wait_for_views().await;
    if session.caller.organization_id.is_some() {
        return request.redirect_with(ACCOUNT, Completed::Joined);
    }
    let cookie = session_cookies::in_organization(request, session, Some(organization_id));
    Ok(response::with_cookie(request.redirect_with("/admin/", Completed::Joined)?, cookie))
}

/// Declines an invitation.
pub(crate) async fn decline(request: &UserRequest) -> PageResult {
    let command = DeclineInvitation { organization_id: request.id()?, user_id: request.session.caller.user_id };
    request.carry_out(&command).await.map_err(|error| refused(request.texts, error))?;
    request.completed(ACCOUNT, Completed::Declined).await
}

/// Asks whether to leave an organization, and lists what stops working.
pub(crate) async fn ask_to_leave(request: &UserRequest) -> PageResult {
    let (texts, id) = (request.texts, request.id::<OrganizationId>()?);
    let memberships = memberships(request, request.session.caller.user_id).await?;
    let is_it = |membership: &&Membership| membership.organization_id == id && !membership.removed;
    let name = memberships.iter().find(is_it).ok_or_else(not_found)?.store_name.as_str();
    let (title, action) = (texts.with("panel-leave-title", "name", name), format!("{ACCOUNT}memberships/{id}/leave/"));
    let page = FormPage::new(request.frame(), title, action, "panel-do-leave")
        .lead(texts.with("panel-leave-means", "name", name))
        .points(["panel-leave-keys", "panel-leave-tokens"].map(|key| texts.say(key)))
        .danger()
        .cancel(ACCOUNT, "panel-stay-member");
    request.page(&page)
}

/// Leaves an organization.
pub(crate) async fn leave(request: &UserRequest) -> PageResult {
    let (organization_id, session) = (request.id()?, &request.session);
    let command = LeaveOrganization { organization_id, user_id: session.caller.user_id };
    request.carry_out(&command).await.map_err(|error| refused(request.texts, error))?;
    let gone = request.completed(ACCOUNT, Completed::Left).await?;
    if session.caller.organization_id != Some(organization_id) {
        return Ok(gone);
    }
    // The session belonged to that organization. It continues in another one, or without one.
    let cookie = session_cookies::after_leaving(request, session).await?;
    Ok(response::with_cookie(gone, cookie))
}

/// Says why an invitation was not answered, or an organization not left.
fn refused(texts: &Texts, error: CommandError) -> PageError {
    PageError::of_command(error, |refusal| {
        let is_last = refusal.code() == "member-last-administrator";
        is_last.then(|| PageError::line(texts.say("panel-you-are-last")))
    })
}
