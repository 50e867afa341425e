//! Signing in at a provider: what the browser keeps in cookies meanwhile, roles that follow the claims, and how a person
//! without a password confirms sensitive forms.

use api_kit::session::LIFETIME;
use axum::http::HeaderValue;
use chrono::TimeDelta;
use domain::user::User;
use proto_events::Actor;
use proto_events::ids::{OrganizationId, UserId};
use proto_events::vocabulary::Role;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use service_kit::chain;
use service_kit::problem::Problem;
use write_api::organizations::FollowProvider;

use crate::parts::page_kinds::Link;
use crate::serving::people::{memberships, person};
use crate::serving::request::{PATIENCE, PageRequest, UserRequest};
use crate::serving::sign_in::SignInProvider as Provider;
use crate::texts::cookie;

/// How long a sign-in at a provider stands for the current password, which a person without one cannot give.
const RECENT: TimeDelta = TimeDelta::minutes(15);

/// Ends the roles that the claims of a provider gave a person who has unlinked it.
pub(crate) async fn unfollow(request: &PageRequest, provider: &Provider, user_id: UserId) -> Result<(), Problem> {
    let memberships = memberships(request, user_id).await?;
    let roles = memberships.iter().map(|membership| (membership.organization_id, None)).collect();
    follow(request, provider, user_id, roles).await;
    Ok(())
}

/// Gives and ends the roles that the claims of a provider say. A sign-in does not fail because of a role that cannot be
/// given.
pub(crate) async fn follow(
    request: &PageRequest,
    provider: &Provider,
    user_id: UserId,
    roles: Vec<(OrganizationId, Option<Role>)>,
) {
    for (organization_id, role) in roles {
        let provider = provider.settings().id.clone();
        let command = FollowProvider { organization_id, user_id, provider, role };
        if let Err(error) = request.shared.commands.carry_out(&Actor::System, &command).await {
            let (user, organization, error) = (user_id.0, organization_id.0, chain(&error));
            tracing::warn!(user, organization, error, "a role could not follow the claims of a sign-in provider");
        }
    }
}

/// Returns the links that begin a sign-in at each provider.
pub(crate) fn links(request: &PageRequest, next: &str) -> Vec<Link> {
    let label = |provider: &Provider| request.texts.with("panel-sign-in-with", "name", &*provider.settings().name);
    let link = |provider: &Provider| Link::new(provider.path(next), label(provider));
    request.shared.sign_in.providers.iter().map(link).collect()
}

/// A sign-in that this browser began.
#[derive(Serialize, Deserialize)]
pub(crate) struct Begun {
    pub(crate) provider: String,
    pub(crate) secret: String,
    /// Whether it is to link the account at the provider with that of the session.
    pub(crate) links: bool,
    pub(crate) next: String,
}

/// An account at a provider that a signed-in person is about to link.
#[derive(Serialize, Deserialize)]
pub(crate) struct ToLink {
    pub(crate) user_id: UserId,
    pub(crate) provider: String,
    pub(crate) subject: String,
    /// How the provider names the account.
    pub(crate) name: String,
}

/// A value that a browser keeps for some minutes in a signed cookie.
pub(crate) trait Kept: Serialize + DeserializeOwned {
    /// The name of the cookie, and the purpose of its signature.
    const COOKIE: &'static str;

    /// Returns the `Set-Cookie` header that keeps it.
    fn keep(&self, request: &PageRequest) -> Result<HeaderValue, Problem> {
        let value = request.sign(Self::COOKIE, self)?;
        Ok(request.shared.sessions.set_cookie(Self::COOKIE, &value, PATIENCE.num_seconds()))
    }

    /// Returns the value that the browser keeps, until it expires.
    fn read(request: &PageRequest) -> Option<Self> {
        request.signed(Self::COOKIE, cookie(&request.headers, Self::COOKIE)?)
    }

    /// Returns the `Set-Cookie` header that forgets it.
    fn forget(request: &PageRequest) -> HeaderValue {
        request.shared.sessions.set_cookie(Self::COOKIE, "", 0)
    }
}

impl Kept for Begun {
    const COOKIE: &str = "crosstable_provider";
}

impl Kept for ToLink {
    const COOKIE: &str = "crosstable_link";
}

/// How a signed-in person confirms what the current password is asked for.
pub(crate) enum Confirmation {
    Password,
    /// The person, who has no password, has just signed in at a provider.
    SignedIn,
    /// The person signs in at a provider again, on this page.
    SignInAgain(String),
}

impl Confirmation {
    pub(crate) async fn of(request: &UserRequest<'_>) -> Result<Self, Problem> {
        if request.shared.sign_in.providers.is_empty() {
            return Ok(Self::Password);
        }
        let user = person(request, request.session.caller.user_id).await?;
        let Some(provider) = provider_of(request, &user.state) else { return Ok(Self::Password) };
        let signed_in_at = request.session.cookie.expires_at - LIFETIME;
        Ok(match request.shared.clock.now() - signed_in_at < RECENT {
            true => Self::SignedIn,
            false => Self::SignInAgain(provider.path(&request.path)),
        })
    }
}

/// Returns a provider of a person who has no password.
fn provider_of<'a>(request: &'a PageRequest, user: &User) -> Option<&'a Provider> {
    let is_theirs = |provider: &&Provider| user.providers.iter().any(|it| it.issuer == provider.settings().issuer);
    request.shared.sign_in.providers.iter().find(is_theirs).filter(|_| user.password_id.is_none())
}
