//! `POST /api/v1/magic-events/{id}/rounds/{round_id}/start/`: starts a round.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::rounds::start_round::StartRound;
use crate::http::documents::rounds;
use crate::http::problems;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "start_round",
    tag: Tag::Organizing,
    summary: "Start a round",
    text: "The event must be `EVENT_IN_PROGRESS`. Starting the first round of play fixes the lists: of each list, \
           the last revision that was in time or made by staff. A round that is `COMPLETE` is resumed as long as \
           nothing followed it. Starting a round that is in progress changes nothing.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "WrittenRound"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let (tournament_id, round_id) = (request.id("event")?, request.id_in("round_id", "round")?);
    let order = Sent::read_or_nothing(&request, body).await?.order(&request, tournament_id)?;
    let command = StartRound { round_id };
    let done = request.shared.commands.start_round(&order, &command).await.map_err(problems::not_done)?;
    rounds::answer(&request, StatusCode::OK, &done.folded, round_id).await
}
