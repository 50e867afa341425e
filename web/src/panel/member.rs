//! `/admin/members/{id}/`: a member, and a form to change the role.

use askama::Template;
use axum::response::Response;
use domain::organization::ApiKey;
use domain::permissions::Scheme;
use domain::user::User;
use proto_events::ids::{MemberId, UserId};
use proto_events::vocabulary::Role;
use service_kit::problem::Problem;
use write_api::organizations::{ChangeMemberRole, Refusal};

use crate::panel::common::key_state::{is_valid, state};
use crate::panel::common::member_facts::{LAST_ADMINISTRATOR, facts, sign_in_state};
use crate::parts::control::RadioGroup;
use crate::parts::format::{Badge, role_choice};
use crate::parts::frame::Frame;
use crate::serving::completed::Completed;
use crate::serving::failures::{not_found, refusal};
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
    facts: Vec<(&'static str, String)>,
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
    let refused = |fault: &str| request.refused(&page(&request, &session, &details, chosen, fault.to_owned()));
    let Some(role) = chosen else { return refused("Choose one of these.") };
    let command = ChangeMemberRole { organization_id: session.organization_id()?, member_id: id, role };
    if let Err(error) = request.shared.commands.change_member_role(&session.actor(), &command).await {
        return match refusal(error)? {
            Refusal::LastAdministrator(_) => refused(LAST_ADMINISTRATOR),
            Refusal::UnknownMember(_) | Refusal::Left(_) => Err(not_found()),
            other => Err(Problem::internal(other)),
        };
    }
    request.wait_for_views().await?;
    // Administrators who gave up the role themselves may no longer see the members.
    let is_self = details.member.user_id == session.caller.user_id;
    request.redirect_with(if is_self { "/admin/" } else { "/admin/members/" }, Completed::RoleChanged)
}

/// Returns what administrators see of a member whose account the organization does not manage.
fn facts_of_others(user: &User) -> Vec<(&'static str, String)> {
    facts(user).into_iter().filter(|(label, _)| ["Name", "Username"].contains(label)).collect()
}

fn page(
    request: &PageRequest,
    session: &UserSession,
    details: &MemberDetails,
    chosen: Option<Role>,
    fault: String,
) -> MemberPage {
    let now = request.shared.clock.now();
    let organization = &details.organization.state;
    let own =
        organization.keys.iter().filter(|key| key.member_id == details.member.id && is_valid(key, organization, now));
    let key = |key: &ApiKey| (key.id.0, key.name.clone(), state(key, organization, now));
    MemberPage {
        frame: session.frame(request),
        name: details.name().to_owned(),
        path: details.path(),
        user_id: details.member.user_id,
        facts: if details.is_managed() { facts(&details.user.state) } else { facts_of_others(&details.user.state) },
        sign_in: sign_in_state(Some(&details.user.state).filter(|_| details.is_managed()), now),
        role: role_choice("Choose the role", chosen, &[Scheme::ApiKey, Scheme::Cookie], fault),
        may_change_account: details.may_change_account(),
        is_self: details.member.user_id == session.caller.user_id,
        keys: own.map(key).collect(),
    }
}
