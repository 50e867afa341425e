//! `PUT /api/v1/magic-events/{id}/rounds/{round_id}/pairings/`: replaces the pairings of a round by those made by hand.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::rounds::edit_pairings::EditPairings;
use crate::http::call::Call;
use crate::http::documents::rounds;
use crate::http::problems;
use crate::http::sent::Sent;

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "replace_pairings",
    tag: Tag::Organizing,
    summary: "Replace the pairings of a round",
    text: "While the round is `UPCOMING`. `matches` are all of its tables. Whoever is unknown, does not play, or would sit in \
           two places is refused (409), and `problems` says who. Rematches, second byes and who is left out stand in the \
           answer's `warnings`. The same again changes nothing.",
    parameters: &[],
    body: Some("PairingsByHand"),
    answer: Answer::Json(200, "WrittenRound"),
};

/// Replaces them.
pub(crate) async fn answer(call: Call, body: Body) -> Result<Response, Problem> {
    let (tournament_id, round_id) = (call.id("event")?, call.id_in("round_id", "round")?);
    let mut sent = Sent::read(&call, body, "{\"matches\": [{\"players\": [12, 15]}]}").await?;
    let command = EditPairings { round_id, tables: rounds::pairings(&mut sent.fields) };
    let order = sent.order(&call, tournament_id)?;
    let done = call.shared.commands.edit_pairings(&order, &command).await.map_err(problems::not_done)?;
    rounds::answer(&call, StatusCode::OK, &done.folded, round_id).await
}
