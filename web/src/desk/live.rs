//! `/desk/events/{id}/live/`: the changes of an event as a stream, for the pages of the desk.

use axum::response::Response;
use domain::permissions::Operation::ReadDesk;
use service_kit::problem::Problem;

use crate::serving::live::{Follower, Wanted};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

/// Answers with the stream.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let wanted = Wanted {
        event: request.id()?,
        follower: Follower::Staff(session.organization_id()?),
        permit: Some(session.permit(&request, ReadDesk)),
        address: request.address,
        known: request.known_position(),
    };
    request.shared.live.answer(wanted).await
}
