//! `POST /api/v1/magic-events/{id}/rounds/{round_id}/pair/`: pairs a round anew.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::rounds::pair_round::PairRound;
use crate::http::call::Call;
use crate::http::documents::rounds;
use crate::http::problems;
use crate::http::sent::Sent;

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "pair_round",
    tag: Tag::Organizing,
    summary: "Pair a round anew",
    text: "While the round is `UPCOMING`: with those who came or left meanwhile, and by new lots. Each time it is asked for it \
           is paired again; send an `Idempotency-Key` with what you may have to repeat.",
    parameters: &[],
    body: Some("NewPairings"),
    answer: Answer::Json(200, "WrittenRound"),
};

/// Pairs it.
pub(crate) async fn answer(call: Call, body: Body) -> Result<Response, Problem> {
    let (tournament_id, round_id) = (call.id("event")?, call.id_in("round_id", "round")?);
    let mut sent = Sent::read_or_nothing(&call, body).await?;
    let command = PairRound { round_id, by_standing: sent.fields.boolean("by_standing") };
    let order = sent.order(&call, tournament_id)?;
    let done = call.shared.commands.pair_round(&order, &command).await.map_err(problems::not_done)?;
    rounds::answer(&call, StatusCode::OK, &done.folded, round_id).await
}
