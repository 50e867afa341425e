//! `/admin/members/{id}/`: a member, and a form to change the role.

use askama::Template;
use axum::response::Response;
use domain::organization::ApiKey;
use domain::permissions::Scheme;
use domain::user::User;
use proto_events::ids::MemberId;
use proto_events::vocabulary::Role;
use service_kit::problem::Problem;
use write_api::organizations::{ChangeMemberRole, Refusal};

use super::account::facts;
use super::keys::{is_open, state};
use crate::call::{Call, Visitor, nothing};
use crate::command::refusal;
use crate::completed::Completed;
use crate::people::Known;
use crate::view::words::{Badge, role_choice};
use crate::view::{Choice, Frame};

/// Why the only administrator cannot get another role.
pub(super) const LAST: &str = "This is the only administrator. Make another member an administrator first.";

#[derive(Template)]
#[template(path = "member.html")]
struct MemberPage {
    frame: Frame,
    name: String,
    path: String,
    facts: Vec<(&'static str, String)>,
    entry: Badge,
    role: Choice,
    /// Whether the organization's administrators may change the account.
    is_looked_after: bool,
    /// Whether the account is the visitor's own.
    is_visitor: bool,
    keys: Vec<(i64, String, Badge)>,
}

/// Shows the member.
pub(crate) async fn show(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let known = Known::of(&call, &visitor).await?;
    call.page(&page(&call, &visitor, &known, Some(known.member.role), String::new()))
}

/// Changes the member's role.
pub(crate) async fn send(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let id: MemberId = call.id()?;
    let known = Known::of(&call, &visitor).await?;
    let chosen = Role::from_wire_name(call.form.text("role"));
    let refused = |fault: &str| call.refused(&page(&call, &visitor, &known, chosen, fault.to_owned()));
    let Some(role) = chosen else { return refused("Choose one of these.") };
    let command = ChangeMemberRole { organization_id: visitor.organization_id()?, member_id: id, role };
    if let Err(error) = call.shared.commands.change_member_role(&visitor.actor(), &command).await {
        return match refusal(error)? {
            Refusal::LastAdministrator(_) => refused(LAST),
            Refusal::UnknownMember(_) | Refusal::Left(_) => Err(nothing()),
            other => Err(Problem::internal(other)),
        };
    }
    call.settled().await?;
    // Administrators who gave up the role themselves may no longer see the members.
    let is_self = known.member.user_id == visitor.caller.user_id;
    call.go_having(if is_self { "/admin/" } else { "/admin/members/" }, Completed::RoleChanged)
}

/// Returns what administrators see of a member whose account the organization does not manage.
fn facts_of_others(user: &User) -> Vec<(&'static str, String)> {
    facts(user).into_iter().filter(|(label, _)| ["Name", "Username"].contains(label)).collect()
}

fn page(call: &Call, visitor: &Visitor, known: &Known, chosen: Option<Role>, fault: String) -> MemberPage {
    let now = call.shared.clock.now();
    let organization = &known.organization.state;
    let own =
        organization.keys.iter().filter(|key| key.member_id == known.member.id && is_open(key, organization, now));
    let key = |key: &ApiKey| (key.id.0, key.name.clone(), state(key, organization, now));
    MemberPage {
        frame: call.frame(visitor),
        name: known.name().to_owned(),
        path: known.path(),
        facts: if known.is_managed() { facts(&known.user.state) } else { facts_of_others(&known.user.state) },
        entry: super::members::entry(Some(&known.user.state).filter(|_| known.is_managed()), now),
        role: role_choice("Choose the role", chosen, &[Scheme::ApiKey, Scheme::Cookie], fault),
        is_looked_after: known.is_looked_after(),
        is_visitor: known.member.user_id == visitor.caller.user_id,
        keys: own.map(key).collect(),
    }
}
