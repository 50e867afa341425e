//! Sessions as the panel begins them: which organization they are for, and how they go on.

use api_kit::session::{LIFETIME, Session};
use axum::http::HeaderValue;
use proto_events::ids::{OrganizationId, UserId};
use service_kit::problem::Problem;

use crate::call::{Call, Visitor};
use crate::people::memberships;

/// The cookies of a new session, and of the browser. The session is for the organization that the person worked in last, as far
/// as this browser knows, else for the first one, else for the person alone.
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

/// The cookie by which the session goes on in another organization.
pub(crate) fn moved(call: &Call, visitor: &Visitor, organization_id: Option<OrganizationId>) -> HeaderValue {
    let session = Session { organization_id, ..visitor.session };
    call.shared.sessions.begin(&session, call.shared.clock.now())
}

/// The cookie by which the session of a person who left its organization goes on: in another one, or for the person alone. It
/// ends when it would have ended.
pub(crate) async fn elsewhere(call: &Call, visitor: &Visitor) -> Result<HeaderValue, Problem> {
    let memberships = memberships(call, visitor.caller.user_id).await?;
    let current = memberships.iter().find(|membership| !membership.removed);
    Ok(moved(call, visitor, current.map(|membership| membership.organization_id)))
}

/// The cookies of a new session in the same organization, for the person who has just given the password and ended every
/// session, the one that asked included.
pub(crate) fn anew(call: &Call, visitor: &Visitor, epoch: i64) -> [HeaderValue; 2] {
    let (sessions, now) = (&call.shared.sessions, call.shared.clock.now());
    let session = Session { epoch, expires_at: now + LIFETIME, ..visitor.session };
    [sessions.begin(&session, now), sessions.know_device(&call.headers, session.user_id, now)]
}
