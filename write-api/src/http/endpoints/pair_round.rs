//! `POST /api/v1/magic-events/{id}/rounds/{round_id}/pair/`: pairs a round again.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::rounds::pair_round::PairRound;
use crate::http::documents::rounds;
use crate::http::problems;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "pair_round",
    tag: Tag::Organizing,
    summary: "Pair a round again",
    text: "While the round is `UPCOMING`. The new pairings include players who joined and exclude those who left, and \
           draw new lots. Every request pairs the round again: send an `Idempotency-Key` with a request that you may \
           have to repeat.",
    parameters: &[],
    body: Some("NewPairings"),
    answer: Answer::Json(200, "WrittenRound"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let (tournament_id, round_id) = (request.id("event")?, request.id_in("round_id", "round")?);
    let mut sent = Sent::read_or_nothing(&request, body).await?;
    let command = PairRound { round_id, by_standing: sent.fields.boolean("by_standing") };
    let order = sent.order(&request, tournament_id)?;
    let done = request.shared.commands.pair_round(&order, &command).await.map_err(problems::not_done)?;
    rounds::answer(&request, StatusCode::OK, &done.folded, round_id).await
}
