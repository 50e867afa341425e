//! `POST /api/v1/magic-events/{id}/registrations/{registration_id}/disqualify/`: disqualifies a player.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::tournaments::disqualify_player::DisqualifyPlayer;
use crate::http::documents::registrations;
use crate::http::problems;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "disqualify_player",
    tag: Tag::Organizing,
    summary: "Disqualify a player",
    text: "The player is not listed from the next standings on. This is possible after the event is over, too. Staff \
           can undo it by changing `registration_status`.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "Registration"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let tournament_id = request.id("event")?;
    let registration_id = request.id_in("registration_id", "registration")?;
    let order = Sent::read_or_nothing(&request, body).await?.order(&request, tournament_id)?;
    let done = request.shared.commands.disqualify_player(&order, &DisqualifyPlayer { registration_id }).await;
    registrations::answer(&request, StatusCode::OK, &done.map_err(problems::not_done)?, registration_id).await
}
