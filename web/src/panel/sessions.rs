//! Begins sessions for the panel and changes their organization.

use api_kit::session::{LIFETIME, Session};
use axum::http::HeaderValue;
use proto_events::ids::{OrganizationId, UserId};
use service_kit::problem::Problem;

use crate::panel::call::{Call, Visitor};
use crate::panel::people::memberships;

/// Returns the cookies of a new session and of the browser. The session belongs to the organization of this browser's
/// last session, else to the person's first organization, else to no organization.
pub(crate) async fn begin(call: &Call, user_id: UserId, epoch: i64) -> Result<[HeaderValue; 2], Problem> {
    let earlier = call.shared.sessions.read(&call.headers).filter(|session| session.user_id == user_id);
    let earlier = earlier.and_then(|session| session.organization_id);
    let memberships = memberships(call, user_id).await?;
    let current = || memberships.iter().filter(|membership| !membership.removed).map(|it| it.organization_id);
    let organization_id = current().find(|id| Some(*id) == earlier).or_else(|| current().next());
    let now = call.shared.clock.now();
    let session = Session { user_id, organization_id, expires_at: now + LIFETIME, epoch };
    let sessions = &call.shared.sessions;
    Ok([sessions.begin(&session, now), sessions.know_device(&call.headers, user_id, now)])
}

/// Returns the cookie for the same session in another organization.
pub(crate) fn moved(call: &Call, visitor: &Visitor, organization_id: Option<OrganizationId>) -> HeaderValue {
    let session = Session { organization_id, ..visitor.session };
    call.shared.sessions.begin(&session, call.shared.clock.now())
}

/// Returns the session cookie of a person who has left the session's organization: for another organization, or for
/// none. The session keeps its expiry.
pub(crate) async fn elsewhere(call: &Call, visitor: &Visitor) -> Result<HeaderValue, Problem> {
    let memberships = memberships(call, visitor.caller.user_id).await?;
    let current = memberships.iter().find(|membership| !membership.removed);
    Ok(moved(call, visitor, current.map(|membership| membership.organization_id)))
}

/// Returns the cookies of a new session in the same organization, for a person who has just confirmed the password and
/// ended all sessions, including the current one.
pub(crate) fn anew(call: &Call, visitor: &Visitor, epoch: i64) -> [HeaderValue; 2] {
    let (sessions, now) = (&call.shared.sessions, call.shared.clock.now());
    let session = Session { epoch, expires_at: now + LIFETIME, ..visitor.session };
    [sessions.begin(&session, now), sessions.know_device(&call.headers, session.user_id, now)]
}
