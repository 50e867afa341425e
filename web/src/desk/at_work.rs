//! `/desk/events/{id}/`: the page of an event where the next step is: the players before the first round, then the last
//! round, and in the end the standings. `/desk/events/{id}/live/`: the changes of an event as a stream.

use domain::permissions::Operation::ReadDesk;
use proto_events::vocabulary::ProgressStatus;

use crate::desk::event::Desk;
use crate::desk::{players, round, standings};
use crate::serving::failures::PageResult;
use crate::serving::live::{PageReader, PageStreamRequest};
use crate::serving::session::UserRequest;

/// Shows that page.
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    match desk.last_round() {
        None => players::show(request).await,
        Some(round) if round.status == ProgressStatus::Complete && desk.state().lifecycle.is_finished() => {
            standings::show(request).await
        }
        Some(_) => round::show(request).await,
    }
}

/// Answers with the changes of the event as a stream, for the pages of the desk.
pub(crate) async fn live(request: &UserRequest) -> PageResult {
    let wanted = PageStreamRequest {
        event: request.id()?,
        reader: PageReader::Staff(request.session.organization_id()?),
        right: Some(request.stream_right(ReadDesk)),
        address: request.address,
        known: request.known_position(),
    };
    Ok(request.shared.live.open(wanted).await?)
}
