//! `/admin/account/`: one's own account.

use askama::Template;
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::user::UserToken;
use service_kit::problem::Problem;
use storage::Membership;

use crate::panel::common::member_facts::facts;
use crate::panel::common::organizations::{OrganizationChoice, choices};
use crate::parts::format::{Badge, Moment, last_day};
use crate::parts::frame::Frame;
use crate::serving::people::{invitations, memberships, person};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "panel/account.html")]
struct AccountPage {
    frame: Frame,
    facts: Vec<(String, String)>,
    /// Whether the person has a username to sign in with.
    signs_in: bool,
    invitations: Vec<InvitationRow>,
    organizations: Vec<OrganizationChoice>,
    tokens: Vec<TokenRow>,
}

struct InvitationRow {
    organization: i64,
    name: String,
    role: String,
    invited: Moment,
}

struct TokenRow {
    id: i64,
    name: String,
    state: Badge,
    stands_for: String,
    created: Moment,
    last_day: String,
    is_revoked: bool,
}

/// Shows the page.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let (texts, user_id) = (request.texts, session.caller.user_id);
    let user = person(&request, user_id).await?;
    let memberships = memberships(&request, user_id).await?;
    let invitations = invitations(&request, user_id).await?.into_iter().map(|invitation| InvitationRow {
        organization: invitation.organization_id.0,
        name: invitation.store_name,
        role: texts.term(invitation.role),
        invited: Moment::utc(texts, invitation.invited_at),
    });
    let now = request.shared.clock.now();
    let mut tokens: Vec<_> = user.state.tokens.iter().map(|token| row(texts, token, &memberships, now)).collect();
    tokens.reverse();
    tokens.sort_by_key(|token| token.is_revoked);
    request.page(&AccountPage {
        frame: session.frame(&request),
        facts: facts(texts, &user.state),
        signs_in: !user.state.profile.username.is_empty(),
        invitations: invitations.collect(),
        organizations: choices(texts, &memberships, &session),
        tokens,
    })
}

fn row(texts: &Texts, token: &UserToken, memberships: &[Membership], now: DateTime<Utc>) -> TokenRow {
    let membership = |id| memberships.iter().find(|membership| membership.organization_id == id);
    let is_over = token.organization_id.is_some_and(|id| membership(id).is_some_and(|membership| membership.removed));
    let state = Badge::of_credential(texts, (token.revoked, is_over), token.expires_at, now);
    let stands_for = match token.organization_id {
        Some(id) => membership(id).map_or_else(
            || texts.with("panel-organization-number", "number", id.to_string()),
            |it| it.store_name.clone(),
        ),
        None => texts.say("panel-me-only"),
    };
    TokenRow {
        id: token.id.0,
        name: token.name.clone(),
        state,
        stands_for,
        created: Moment::utc(texts, token.created_at),
        last_day: token.expires_at.map_or_else(|| texts.say("panel-none"), |end| texts.day(last_day(end))),
        is_revoked: token.revoked,
    }
}
