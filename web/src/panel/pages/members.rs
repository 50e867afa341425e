//! `/admin/members/`: the members and their roles.

use askama::Template;
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::identity::INVITATIONS_PATH;
use domain::organization::{Invitation, Member, Organization};
use domain::user::User;
use service_kit::problem::Problem;

use super::keys::is_open;
use crate::panel::call::{Call, Visitor};
use crate::panel::people::{People, organization};
use crate::panel::view::Frame;
use crate::panel::view::words::{Badge, Moment, count};

#[derive(Template)]
#[template(path = "panel/members.html")]
struct MembersPage {
    frame: Frame,
    rows: Vec<Row>,
    invitations: Vec<InvitationRow>,
    /// The address for people who are invited.
    invitations_url: String,
}

struct InvitationRow {
    id: i64,
    username: String,
    role: &'static str,
    invited: Moment,
}

struct Row {
    id: i64,
    name: String,
    is_visitor: bool,
    username: String,
    role: &'static str,
    entry: Badge,
    keys: String,
}

/// Shows the members in order of joining.
pub(crate) async fn show(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let organization = organization(&call, &visitor).await?;
    let organization = &organization.state;
    let members = || organization.members.iter().filter(|member| !member.removed);
    let invited = organization.open_invitations().map(|invitation| invitation.user_id);
    let people = People::of(&call, members().map(|member| member.user_id).chain(invited)).await?;
    let now = call.shared.clock.now();
    let row = |member: &Member| {
        let user = people.get(member.user_id);
        Row {
            id: member.id.0,
            name: people.name(member.user_id),
            is_visitor: member.user_id == visitor.caller.user_id,
            username: user.map_or_else(String::new, |user| user.profile.username.clone()),
            role: member.role.display_name(),
            entry: entry(user.filter(|user| user.is_managed_by(organization.id)), now),
            keys: keys(organization, member, now),
        }
    };
    let invitation = |invitation: &Invitation| InvitationRow {
        id: invitation.id.0,
        username: people.username(invitation.user_id),
        role: invitation.role.display_name(),
        invited: invitation.invited_at.into(),
    };
    call.page(&MembersPage {
        frame: call.frame(&visitor),
        rows: members().map(row).collect(),
        invitations: organization.open_invitations().map(invitation).collect(),
        invitations_url: format!("{}{INVITATIONS_PATH}", call.shared.public_url),
    })
}

/// Returns whether a person can sign in, for accounts that the organization manages.
pub(super) fn entry(managed: Option<&User>, now: DateTime<Utc>) -> Badge {
    let link = managed.and_then(|user| user.password_link.as_ref());
    match managed {
        None => Badge { label: "Not managed here", tone: "" },
        Some(user) if user.password_id.is_some() => Badge { label: "Can sign in", tone: "good" },
        Some(user) if user.profile.username.is_empty() => Badge { label: "No account to sign in with", tone: "" },
        _ if link.is_some_and(|link| now < link.expires_at) => Badge { label: "Link not used yet", tone: "warn" },
        _ => Badge { label: "No password yet", tone: "" },
    }
}

fn keys(organization: &Organization, member: &Member, now: DateTime<Utc>) -> String {
    let keys = organization.keys.iter().filter(|key| key.member_id == member.id && is_open(key, organization, now));
    count(keys.count(), "key", "keys")
}
