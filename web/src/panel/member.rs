//! `/admin/members/{id}/`: a member, and a form to change the role.

use askama::Template;
use axum::response::Response;
use domain::organization::ApiKey;
use domain::permissions::Scheme;
use proto_events::ids::{MemberId, UserId};
use proto_events::vocabulary::Role;
use service_kit::problem::Problem;
use write_api::organizations::ChangeMemberRole;

use crate::panel::common::key_state::{is_valid, state};
use crate::panel::common::member_facts::{facts, names, sign_in_state};
use crate::parts::control::RadioGroup;
use crate::parts::format::Badge;
use crate::parts::frame::Frame;
use crate::parts::roles::role_choice;
use crate::serving::completed::Completed;
use crate::serving::failures::refusal;
use crate::serving::people::MemberDetails;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

#[derive(Template)]
#[template(path = "panel/member.html")]
struct MemberPage {
    frame: Frame,
    name: String,
    path: String,
    user_id: UserId,
    facts: Vec<(String, String)>,
    sign_in: Badge,
    role: RadioGroup,
    /// Whether the organization's administrators may change the account.
    may_change_account: bool,
    /// Whether the account is one's own.
    is_self: bool,
    keys: Vec<(i64, String, Badge)>,
}

/// Shows the member.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let details = MemberDetails::load(&request, &session).await?;
    request.page(&page(&request, &session, &details, Some(details.member.role), String::new()))
}

/// Changes the member's role.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let id: MemberId = request.id()?;
    let details = MemberDetails::load(&request, &session).await?;
    let chosen = Role::from_wire_name(request.form.text("role"));
    let refused = |fault| request.refused(&page(&request, &session, &details, chosen, request.texts.say(fault)));
    let Some(role) = chosen else { return refused("form-choose") };
    let command = ChangeMemberRole { organization_id: session.organization_id()?, member_id: id, role };
    if let Err(error) = request.shared.commands.change_member_role(&session.actor(), &command).await {
        let refusal = refusal(error)?;
        return match refusal.code() {
            "member-last-administrator" => refused("panel-last-administrator"),
            _ => Err(Problem::internal(refusal)),
        };
    }
    request.wait_for_views().await?;
    // Administrators who gave up the role themselves may no longer see the members.
    let is_self = details.member.user_id == session.caller.user_id;
    request.redirect_with(if is_self { "/admin/" } else { "/admin/members/" }, Completed::RoleChanged)
}

fn page(
    request: &PageRequest,
    session: &UserSession,
    details: &MemberDetails,
    chosen: Option<Role>,
    fault: String,
) -> MemberPage {
    let (texts, now) = (request.texts, request.shared.clock.now());
    let organization = &details.organization.state;
    let user = &details.user.state;
    let own =
        organization.keys.iter().filter(|key| key.member_id == details.member.id && is_valid(key, organization, now));
    let key = |key: &ApiKey| (key.id.0, key.name.clone(), state(texts, key, organization, now));
    MemberPage {
        frame: session.frame(request),
        name: details.name().to_owned(),
        path: details.path(),
        user_id: details.member.user_id,
        // Of a member whose account the organization does not manage, administrators see the names alone.
        facts: if details.is_managed() { facts(texts, user) } else { names(texts, user) },
        sign_in: sign_in_state(texts, Some(user).filter(|_| details.is_managed()), now),
        role: role_choice(texts, "panel-choose-role", chosen, &[Scheme::ApiKey, Scheme::Cookie], fault),
        may_change_account: details.may_change_account(),
        is_self: details.member.user_id == session.caller.user_id,
        keys: own.map(key).collect(),
    }
}
