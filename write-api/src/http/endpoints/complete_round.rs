//! `POST /api/v1/magic-events/{id}/rounds/{round_id}/complete/`: completes a round.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::rounds::complete_round::CompleteRound;
use crate::http::documents::rounds;
use crate::http::problems;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "complete_round",
    tag: Tag::Organizing,
    summary: "Complete a round",
    text: "Freezes the standings of the round. If results are missing, it is refused (409), and `tables` lists them; \
           with `{\"unreported\": \"draw\"}` they count as draws, and `unreported_tables` of the answer lists them. A \
           playoff match always needs a winner. When the final is complete, its loser is `ELIMINATED`.",
    parameters: &[],
    body: Some("RoundEnd"),
    answer: Answer::Json(200, "WrittenRound"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let (tournament_id, round_id) = (request.id("event")?, request.id_in("round_id", "round")?);
    let mut sent = Sent::read_or_nothing(&request, body).await?;
    let unreported = sent.fields.text("unreported");
    if unreported.as_deref().is_some_and(|said| said != "draw") {
        sent.fields.errors.add("unreported", "Must be `draw`, or be left out.");
    }
    let order = sent.order(&request, tournament_id)?;
    let command = CompleteRound { round_id, unreported_are_draws: unreported.is_some() };
    let done = request.shared.commands.complete_round(&order, &command).await.map_err(problems::not_done)?;
    rounds::answer(&request, StatusCode::OK, &done.folded, round_id).await
}
