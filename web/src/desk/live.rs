//! `/desk/events/{id}/live/`: the changes of an event as a stream, for the pages of the desk.

use domain::permissions::Operation::ReadDesk;

use crate::serving::failures::PageResult;
use crate::serving::live::{Follower, Wanted};
use crate::serving::session::UserRequest;

/// Answers with the stream.
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let wanted = Wanted {
        event: request.id()?,
        follower: Follower::Staff(request.session.organization_id()?),
        permit: Some(request.permit(ReadDesk)),
        address: request.address,
        known: request.known_position(),
    };
    Ok(request.shared.live.answer(wanted).await?)
}
