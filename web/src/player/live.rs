//! `/me/{id}/live/` and `/e/{event}/{code}/live/`: the changes of a player's page as a stream. It ends when the page would
//! no longer open: the link is revoked, the session is over, the event is deleted.

use api_kit::private_links::Code;
use axum::response::Response;
use domain::permissions::Operation::ReadOwnRegistrations;
use proto_events::ids::TournamentId;
use service_kit::problem::Problem;

use crate::player::link::{does_not_open, player, quiet};
use crate::serving::live::{Follower, Wanted};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

/// Answers with the stream for a signed-in person.
pub(crate) async fn own(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let wanted = Wanted {
        event: request.id()?,
        follower: Follower::Player(session.caller.user_id),
        permit: Some(session.permit(&request, ReadOwnRegistrations)),
        address: request.address,
        known: request.known_position(),
    };
    request.shared.live.answer(wanted).await
}

/// Answers with the stream for the holder of a private link.
pub(crate) async fn held(request: PageRequest) -> Result<Response, Problem> {
    let (Some(id), Some(code)) = (api_kit::path::integer(request.param("event")), Code::read(request.param("code")))
    else {
        return does_not_open(&request).await;
    };
    if player(&request).await?.is_none() {
        return does_not_open(&request).await;
    }
    let wanted = Wanted {
        event: TournamentId(id),
        follower: Follower::Link(code.sha256_hex()),
        permit: None,
        address: request.address,
        known: request.known_position(),
    };
    match request.shared.live.answer(wanted).await {
        Err(problem) if problem.status().as_u16() == 404 => does_not_open(&request).await,
        answered => quiet(answered),
    }
}
