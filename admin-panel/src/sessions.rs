//! Sessions as the panel begins them: which organization they are for, and how they go on.

use api_kit::session::{LIFETIME, Session};
use axum::http::HeaderValue;
use proto_events::ids::{OrganizationId, UserId};
use service_kit::problem::Problem;

use crate::call::{Call, Visitor};
use crate::people::memberships;

/// The cookie of a new session: for the organization that the person worked in last, as far as this browser knows, else for
/// the first one, else for the person alone.
pub(crate) async fn begin(call: &Call, user_id: UserId, epoch: i64) -> Result<HeaderValue, Problem> {
    let earlier = call.shared.sessions.read(&call.headers).filter(|session| session.user_id == user_id);
    let earlier = earlier.and_then(|session| session.organization_id);
    let memberships = memberships(call, user_id).await?;
    let current = || memberships.iter().filter(|membership| !membership.removed).map(|it| it.organization_id);
    let organization_id = current().find(|id| Some(*id) == earlier).or_else(|| current().next());
    let now = call.shared.clock.now();
    let session = Session { user_id, organization_id, expires_at: now + LIFETIME, epoch };
    Ok(call.shared.sessions.begin(&session, now))
}

/// The cookie by which the session goes on in another organization.
pub(crate) fn moved(call: &Call, visitor: &Visitor, organization_id: Option<OrganizationId>) -> HeaderValue {
    let session = Session { organization_id, ..visitor.session };
    call.shared.sessions.begin(&session, call.shared.clock.now())
}

/// The cookie by which this one session goes on when all others ended.
pub(crate) fn renewed(call: &Call, visitor: &Visitor, epoch: i64) -> HeaderValue {
    let now = call.shared.clock.now();
    let session = Session { epoch, expires_at: now + LIFETIME, ..visitor.session };
    call.shared.sessions.begin(&session, now)
}
