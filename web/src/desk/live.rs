//! `/desk/events/{id}/live/`: the changes of an event as a stream, for the pages of the desk.

use domain::permissions::Operation::ReadDesk;

use crate::serving::failures::PageResult;
use crate::serving::live::{PageReader, PageStreamRequest};
use crate::serving::session::UserRequest;

/// Answers with the stream.
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let wanted = PageStreamRequest {
        event: request.id()?,
        reader: PageReader::Staff(request.session.organization_id()?),
        right: Some(request.stream_right(ReadDesk)),
        address: request.address,
        known: request.known_position(),
    };
    Ok(request.shared.live.open(wanted).await?)
}
