//! `POST /api/v1/magic-events/{id}/registrations/{registration_id}/disqualify/`: disqualifies a player.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::tournaments::disqualify_player::DisqualifyPlayer;
use crate::http::call::Call;
use crate::http::documents::registrations;
use crate::http::problems;
use crate::http::sent::Sent;

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "disqualify_player",
    tag: Tag::Organizing,
    summary: "Disqualify a player",
    text: "From the next standings on the player is not listed. It is possible when all is over as well. Staff takes it back by a change of \
           `registration_status`.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "Registration"),
};

/// Does it. A body need not come, and says nothing.
pub(crate) async fn answer(call: Call, body: Body) -> Result<Response, Problem> {
    let tournament_id = call.id("event")?;
    let registration_id = call.id_in("registration_id", "registration")?;
    let order = Sent::read_or_nothing(&call, body).await?.order(&call, tournament_id)?;
    let done = call.shared.commands.disqualify_player(&order, &DisqualifyPlayer { registration_id }).await;
    registrations::answer(&call, StatusCode::OK, &done.map_err(problems::not_done)?, registration_id).await
}
