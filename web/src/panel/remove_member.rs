//! `/admin/members/{id}/remove/`: removes a member.

use axum::response::Response;
use domain::user::UserToken;
use proto_events::ids::MemberId;
use service_kit::problem::Problem;
use write_api::organizations::RemoveMember;

use crate::panel::common::key_state::is_valid;
use crate::parts::page_kinds::{FormPage, Link};
use crate::serving::completed::Completed;
use crate::serving::failures::refusal;
use crate::serving::people::{MemberDetails, organization};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::serving::{response, session_cookies};

/// Asks for confirmation, and lists what stops working.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let details = MemberDetails::load(&request, &session).await?;
    request.page(&form(&request, &session, &details))
}

/// Removes the member.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let id: MemberId = request.id()?;
    let details = match MemberDetails::load(&request, &session).await {
        Ok(details) => details,
        // If the form is sent twice, the member is already removed, as requested.
        Err(problem) => return again(&request, &session, id, problem).await,
    };
    let command = RemoveMember { organization_id: session.organization_id()?, member_id: id };
    if let Err(error) = request.shared.commands.remove_member(&session.actor(), &command).await {
        let refused = refusal(error)?;
        return match refused.code() {
            "member-last-administrator" => request
                .refused(&form(&request, &session, &details).with_fault(request.texts.say("panel-last-administrator"))),
            _ => Err(Problem::internal(refused)),
        };
    }
    request.wait_for_views().await?;
    if details.member.user_id != session.caller.user_id {
        return request.redirect_with("/admin/members/", Completed::MemberRemoved);
    }
    // The session of a person who left continues in another organization, or without one.
    let cookie = session_cookies::after_leaving(&request, &session).await?;
    Ok(response::with_cookie(request.redirect_with("/admin/", Completed::MemberRemoved)?, cookie))
}

async fn again(
    request: &PageRequest,
    session: &UserSession,
    id: MemberId,
    problem: Problem,
) -> Result<Response, Problem> {
    let organization = organization(request, session).await?;
    match organization.state.member(id) {
        Some(member) if member.removed => request.redirect_with("/admin/members/", Completed::MemberRemoved),
        _ => Err(problem),
    }
}

fn form(request: &PageRequest, session: &UserSession, details: &MemberDetails) -> FormPage {
    let organization = &details.organization.state;
    let (texts, now) = (request.texts, request.shared.clock.now());
    let title = texts.with("panel-remove-title", "name", details.name());
    let action = format!("{}remove/", details.path());
    let mut page = FormPage::new(session.frame(request), title, action, texts.say("panel-do-remove"));
    let names = [("name", details.name().into()), ("organization", organization.name.as_str().into())];
    page.lead.push(texts.with_all("panel-remove-means", names));
    let keys =
        organization.keys.iter().filter(|key| key.member_id == details.member.id && is_valid(key, organization, now));
    page.points.extend(keys.map(|key| texts.with("panel-remove-key", "name", key.name.as_str())));
    let is_here = |token: &&UserToken| token.organization_id == Some(organization.id) && !token.revoked;
    let tokens = details.user.state.tokens.iter().filter(is_here).count();
    if tokens > 0 {
        page.points.push(texts.with("panel-remove-tokens", "count", tokens));
    }
    page.points.push(texts.say("panel-remove-sessions"));
    if details.member.user_id == session.caller.user_id {
        page.points.push(texts.say("panel-remove-yourself"));
    }
    page.danger = true;
    page.cancel = Some(Link::new(details.path(), texts.say("panel-keep-member")));
    page
}
