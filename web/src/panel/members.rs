//! `/admin/members/`: the members and their roles.

use askama::Template;
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::identity::INVITATIONS_PATH;
use domain::organization::{Invitation, Member, Organization};
use service_kit::problem::Problem;

use crate::panel::common::key_state::is_valid;
use crate::panel::common::member_facts::sign_in_state;
use crate::parts::format::{Badge, Moment};
use crate::parts::frame::Frame;
use crate::serving::people::{People, organization};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "panel/members.html")]
struct MembersPage {
    frame: Frame,
    rows: Vec<MemberRow>,
    invitations: Vec<InvitationRow>,
    /// The address for people who are invited.
    invitations_url: String,
}

struct InvitationRow {
    id: i64,
    username: String,
    role: String,
    invited: Moment,
}

struct MemberRow {
    id: i64,
    name: String,
    is_self: bool,
    username: String,
    role: String,
    sign_in: Badge,
    keys: String,
}

/// Shows the members in order of joining.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let organization = organization(&request, &session).await?;
    let organization = &organization.state;
    let members = || organization.members.iter().filter(|member| !member.removed);
    let invited = organization.open_invitations().map(|invitation| invitation.user_id);
    let people = People::load(&request, members().map(|member| member.user_id).chain(invited)).await?;
    let (texts, now) = (request.texts, request.shared.clock.now());
    let row = |member: &Member| {
        let user = people.get(member.user_id);
        MemberRow {
            id: member.id.0,
            name: people.name(member.user_id),
            is_self: member.user_id == session.caller.user_id,
            username: user.map_or_else(String::new, |user| user.profile.username.clone()),
            role: texts.term(member.role),
            sign_in: sign_in_state(texts, user.filter(|user| user.is_managed_by(organization.id)), now),
            keys: keys(texts, organization, member, now),
        }
    };
    let invitation = |invitation: &Invitation| InvitationRow {
        id: invitation.id.0,
        username: people.username(invitation.user_id),
        role: texts.term(invitation.role),
        invited: Moment::utc(texts, invitation.invited_at),
    };
    request.page(&MembersPage {
        frame: session.frame(&request),
        rows: members().map(row).collect(),
        invitations: organization.open_invitations().map(invitation).collect(),
        invitations_url: format!("{}{INVITATIONS_PATH}", request.shared.public_url),
    })
}

fn keys(texts: &Texts, organization: &Organization, member: &Member, now: DateTime<Utc>) -> String {
    let keys = organization.keys.iter().filter(|key| key.member_id == member.id && is_valid(key, organization, now));
    texts.with("panel-keys-count", "count", keys.count())
}
