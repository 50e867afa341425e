//! `/desk/events/{id}/`: the page of an event where the next step is: the players before the first round, then the last
//! round, and in the end the standings.

use axum::response::Response;
use proto_events::vocabulary::ProgressStatus;
use service_kit::problem::Problem;

use crate::desk::event::Event;
use crate::desk::{players, round, standings};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

/// Shows that page.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let event = Event::load(&request, &session).await?;
    match event.last_round() {
        None => players::show(request, session).await,
        Some(round) if round.status == ProgressStatus::Complete && event.state().lifecycle.is_finished() => {
            standings::show(request, session).await
        }
        Some(_) => round::show(request, session).await,
    }
}
