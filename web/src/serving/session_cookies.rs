//! The cookies that begin a session, change its organization, or renew it.

use api_kit::session::{LIFETIME, Session};
use axum::http::HeaderValue;
use proto_events::ids::{OrganizationId, UserId};
use service_kit::problem::Problem;

use crate::serving::people::memberships;
use crate::serving::request::{PageRequest, UserSession};

/// Returns the cookies of a new session and of the browser. The session belongs to the organization of this browser's
/// last session, else to the person's first organization, else to no organization.
pub(crate) async fn begin(request: &PageRequest, user_id: UserId, epoch: i64) -> Result<[HeaderValue; 2], Problem> {
    let earlier = request.shared.sessions.read(&request.headers).filter(|session| session.user_id == user_id);
    let earlier = earlier.and_then(|session| session.organization_id);
    let memberships = memberships(request, user_id).await?;
    let current = || memberships.iter().filter(|membership| !membership.removed).map(|it| it.organization_id);
    let organization_id = current().find(|id| Some(*id) == earlier).or_else(|| current().next());
    let now = request.shared.clock.now();
    let session = Session { user_id, organization_id, expires_at: now + LIFETIME, epoch };
    let sessions = &request.shared.sessions;
    Ok([sessions.begin(&session, now), sessions.know_device(&request.headers, user_id, now)])
}

/// Returns the cookie for the same session in another organization.
pub(crate) fn in_organization(
    request: &PageRequest,
    session: &UserSession,
    organization_id: Option<OrganizationId>,
) -> HeaderValue {
    let cookie = Session { organization_id, ..session.cookie };
    request.shared.sessions.begin(&cookie, request.shared.clock.now())
}

/// Returns the session cookie of a person who has left the session's organization: for another organization, or for
/// none. The session keeps its expiry.
pub(crate) async fn after_leaving(request: &PageRequest, session: &UserSession) -> Result<HeaderValue, Problem> {
    let memberships = memberships(request, session.caller.user_id).await?;
    let current = memberships.iter().find(|membership| !membership.removed);
    Ok(in_organization(request, session, current.map(|membership| membership.organization_id)))
}

/// Returns the cookies of a new session in the same organization, for a person who has just confirmed the password and
/// ended all sessions, including the current one.
pub(crate) fn renewed(request: &PageRequest, session: &UserSession, epoch: i64) -> [HeaderValue; 2] {
    let (sessions, now) = (&request.shared.sessions, request.shared.clock.now());
    let session = Session { epoch, expires_at: now + LIFETIME, ..session.cookie };
    [sessions.begin(&session, now), sessions.know_device(&request.headers, session.user_id, now)]
}
