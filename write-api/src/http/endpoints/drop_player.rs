//! `POST /api/v1/magic-events/{id}/registrations/{registration_id}/drop/`: drops a player.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::tournaments::drop_player::DropPlayer;
use crate::http::documents::registrations;
use crate::http::problems;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "drop_player",
    tag: Tag::Organizing,
    summary: "Drop a player",
    text: "Players drop themselves; staff drops any player. A player who leaves before the first round of play, or \
           who never had a place, is `CANCELED`; a player who leaves later is `DROPPED`, and the record stays. \
           Dropping again gives the same answer.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "Registration"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let tournament_id = request.id("event")?;
    let registration_id = request.id_in("registration_id", "registration")?;
    let order = Sent::read_or_nothing(&request, body).await?.order(&request, tournament_id)?;
    let done = request.shared.commands.drop_player(&order, &DropPlayer { registration_id }).await;
    registrations::answer(&request, StatusCode::OK, &done.map_err(problems::not_done)?, registration_id).await
}
