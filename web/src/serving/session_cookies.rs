//! The cookies that begin a session, change its organization, or renew it.

use api_kit::session::{LIFETIME, Session};
use axum::http::HeaderValue;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use proto_events::ids::{OrganizationId, UserId};
use service_kit::problem::Problem;

use crate::serving::failures::failed;
use crate::serving::people::memberships;
use crate::serving::request::{PageRequest, UserSession};

/// The cookie with the name of the signed-in person, which a script shows in the header of public pages.
const NAME: &str = "crosstable_name";

fn name_cookie(name: &str, seconds: i64) -> HeaderValue {
    let name = utf8_percent_encode(name, NON_ALPHANUMERIC);
    let cookie = format!("{NAME}={name}; Path=/; Max-Age={seconds}; SameSite=Lax");
    HeaderValue::try_from(cookie).unwrap_or(HeaderValue::from_static(""))
}

pub(crate) fn end(request: &PageRequest) -> [HeaderValue; 2] {
    [request.shared.sessions.end(), name_cookie("", 0)]
}

/// Returns the cookies of a new session, of the browser, and with the person's name. The session belongs to the organization of this browser's
/// last session, else to the person's first organization, else to no organization.
pub(crate) async fn begin(request: &PageRequest, user_id: UserId, epoch: i64) -> Result<[HeaderValue; 3], Problem> {
    let earlier = request.shared.sessions.read(&request.headers).filter(|session| session.user_id == user_id);
    let earlier = earlier.and_then(|session| session.organization_id);
    let memberships = memberships(request, user_id).await?;
    let current = || memberships.iter().filter(|membership| !membership.removed).map(|it| it.organization_id);
    let organization_id = current().find(|id| Some(*id) == earlier).or_else(|| current().next());
    let now = request.shared.clock.now();
    let session = Session { user_id, organization_id, expires_at: now + LIFETIME, epoch };
    let sessions = &request.shared.sessions;
    let name = request.shared.commands.names_of(&[user_id]).await.map_err(failed)?.remove(&user_id);
    let name = name_cookie(&name.unwrap_or_default(), LIFETIME.num_seconds());
    Ok([sessions.begin(&session, now), sessions.know_device(&request.headers, user_id, epoch, now), name])
}

pub(crate) fn in_organization(
    request: &PageRequest,
    session: &UserSession,
    organization_id: Option<OrganizationId>,
) -> HeaderValue {
    let cookie = Session { organization_id, ..session.cookie };
    request.shared.sessions.begin(&cookie, request.shared.clock.now())
}

/// Returns the session cookie of a person who may have left the session's organization: then for another organization, or
/// for none. The session keeps its expiry.
pub(crate) async fn after_leaving(request: &PageRequest, session: &UserSession) -> Result<HeaderValue, Problem> {
    let memberships = memberships(request, session.caller.user_id).await?;
    let current = || memberships.iter().filter(|membership| !membership.removed).map(|it| it.organization_id);
    let own = session.cookie.organization_id;
    let organization_id = own.and_then(|own| current().find(|id| *id == own).or_else(|| current().next()));
    Ok(in_organization(request, session, organization_id))
}

/// Returns the cookies of a new session in the same organization, for a person who has just ended all sessions, including
/// the current one. Only with the password, it lasts as long as one after a sign-in: what a sign-in at a provider stands for
/// ends with its time.
pub(crate) fn renewed(request: &PageRequest, session: &UserSession, epoch: i64) -> [HeaderValue; 2] {
    let (sessions, now) = (&request.shared.sessions, request.shared.clock.now());
    let expires_at = if request.confirmed.is_some() { now + LIFETIME } else { session.cookie.expires_at };
    let session = Session { epoch, expires_at, ..session.cookie };
    [sessions.begin(&session, now), sessions.know_device(&request.headers, session.user_id, epoch, now)]
}
