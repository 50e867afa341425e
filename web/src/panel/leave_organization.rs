//! `/admin/account/memberships/{id}/leave/`: leaves an organization.

use axum::response::Response;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::Membership;
use write_api::organizations::LeaveOrganization;

use crate::parts::page_kinds::{FormPage, Link};
use crate::serving::completed::Completed;
use crate::serving::failures::{not_found, refusal};
use crate::serving::people::memberships;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::serving::{response, session_cookies};

const BACK: &str = "/admin/account/";

/// Asks for confirmation, and lists what stops working.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let membership = membership(&request, &session).await?;
    request.page(&form(&request, &session, &membership))
}

/// Leaves the organization.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let organization_id: OrganizationId = request.id()?;
    let command = LeaveOrganization { organization_id, user_id: session.caller.user_id };
    if let Err(error) = request.shared.commands.leave_organization(&session.actor(), &command).await {
        let refused = refusal(error)?;
        return match refused.code() {
            "member-last-administrator" => {
                let membership = membership(&request, &session).await?;
                request
                    .refused(&form(&request, &session, &membership).with_fault(request.texts.say("panel-you-are-last")))
            }
            _ => Err(Problem::internal(refused)),
        };
    }
    request.wait_for_views().await?;
    let gone = request.redirect_with(BACK, Completed::Left)?;
    if session.caller.organization_id != Some(organization_id) {
        return Ok(gone);
    }
    // The session belonged to that organization. It continues in another one, or without one.
    let cookie = session_cookies::after_leaving(&request, &session).await?;
    Ok(response::with_cookie(gone, cookie))
}

async fn membership(request: &PageRequest, session: &UserSession) -> Result<Membership, Problem> {
    let organization_id: OrganizationId = request.id()?;
    let memberships = memberships(request, session.caller.user_id).await?;
    let is_it = |membership: &Membership| membership.organization_id == organization_id && !membership.removed;
    memberships.into_iter().find(is_it).ok_or_else(not_found)
}

fn form(request: &PageRequest, session: &UserSession, membership: &Membership) -> FormPage {
    let Membership { organization_id, store_name, .. } = membership;
    let (texts, name) = (request.texts, store_name.as_str());
    let title = texts.with("panel-leave-title", "name", name);
    let action = format!("/admin/account/memberships/{organization_id}/leave/");
    let mut page = FormPage::new(session.frame(request), title, action, texts.say("panel-do-leave"));
    page.lead.push(texts.with("panel-leave-means", "name", name));
    page.points.push(texts.say("panel-leave-keys"));
    page.points.push(texts.say("panel-leave-tokens"));
    page.danger = true;
    page.cancel = Some(Link::new(BACK, texts.say("panel-stay-member")));
    page
}
