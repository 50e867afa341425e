//! `/admin/account/`: the visitor's own account.

use askama::Template;
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::user::{User, UserToken};
use service_kit::problem::Problem;
use storage::Membership;

use super::choose_organization::{Place, places};
use crate::panel::call::{Call, Visitor};
use crate::panel::people::{invitations, memberships, person};
use crate::panel::view::Frame;
use crate::panel::view::words::{Badge, Moment, day, last_day};

#[derive(Template)]
#[template(path = "panel/account.html")]
struct AccountPage {
    frame: Frame,
    facts: Vec<(&'static str, String)>,
    /// Whether the person has a username to sign in with.
    signs_in: bool,
    invitations: Vec<InvitationRow>,
    places: Vec<Place>,
    tokens: Vec<TokenRow>,
}

struct InvitationRow {
    organization: i64,
    name: String,
    role: &'static str,
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
pub(crate) async fn show(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let user_id = visitor.caller.user_id;
    let user = person(&call, user_id).await?;
    let memberships = memberships(&call, user_id).await?;
    let invitations = invitations(&call, user_id).await?.into_iter().map(|invitation| InvitationRow {
        organization: invitation.organization_id.0,
        name: invitation.store_name,
        role: invitation.role.display_name(),
        invited: invitation.invited_at.into(),
    });
    let now = call.shared.clock.now();
    let mut tokens: Vec<_> = user.state.tokens.iter().map(|token| row(token, &memberships, now)).collect();
    tokens.reverse();
    tokens.sort_by_key(|token| token.is_revoked);
    call.page(&AccountPage {
        frame: call.frame(&visitor),
        facts: facts(&user.state),
        signs_in: !user.state.profile.username.is_empty(),
        invitations: invitations.collect(),
        places: places(&memberships, &visitor),
        tokens,
    })
}

/// Returns the known fields of a person's profile.
pub(super) fn facts(user: &User) -> Vec<(&'static str, String)> {
    let profile = &user.profile;
    let facts = [
        ("Name", &profile.best_identifier),
        ("Username", &profile.username),
        ("First name", &profile.first_name),
        ("Last name", &profile.last_name),
        ("E-mail address", &profile.email),
        ("Pronouns", &profile.pronouns),
    ];
    facts.into_iter().filter(|(_, value)| !value.is_empty()).map(|(label, value)| (label, value.clone())).collect()
}

fn row(token: &UserToken, memberships: &[Membership], now: DateTime<Utc>) -> TokenRow {
    let membership = |id| memberships.iter().find(|membership| membership.organization_id == id);
    let is_over = token.organization_id.is_some_and(|id| membership(id).is_some_and(|membership| membership.removed));
    let state = Badge::of_credential(token.revoked, is_over, token.expires_at, now);
    let stands_for = match token.organization_id {
        Some(id) => membership(id).map_or_else(|| format!("organization {id}"), |it| it.store_name.clone()),
        None => "me only".into(),
    };
    TokenRow {
        id: token.id.0,
        name: token.name.clone(),
        state,
        stands_for,
        created: token.created_at.into(),
        last_day: token.expires_at.map_or_else(|| "none".into(), |end| day(last_day(end))),
        is_revoked: token.revoked,
    }
}
