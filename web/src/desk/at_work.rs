//! `/desk/events/{id}/`: the page of an event where the next step is: the players before the first round, then the last
//! round, and in the end the standings.

use proto_events::vocabulary::ProgressStatus;

use crate::desk::event::Desk;
use crate::desk::{players, round, standings};
use crate::serving::failures::PageResult;
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
