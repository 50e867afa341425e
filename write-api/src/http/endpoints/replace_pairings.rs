//! `PUT /api/v1/magic-events/{id}/rounds/{round_id}/pairings/`: replaces the pairings of a round by pairings made by
//! hand.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::rounds::edit_pairings::EditPairings;
use crate::http::documents::rounds;
use crate::http::problems;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "replace_pairings",
    tag: Tag::Organizing,
    summary: "Replace the pairings of a round",
    text: "While the round is `UPCOMING`. `matches` are all of its tables. Players who are unknown, not active or \
           paired twice are refused (409), and `problems` names them. Rematches, second byes and players who are left \
           out are listed in the answer's `warnings`. The same request again changes nothing.",
    parameters: &[],
    body: Some("PairingsByHand"),
    answer: Answer::Json(200, "WrittenRound"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let (tournament_id, round_id) = (request.id("event")?, request.id_in("round_id", "round")?);
    let mut sent = Sent::read(&request, body, "{\"matches\": [{\"players\": [12, 15]}]}").await?;
    let command = EditPairings { round_id, tables: rounds::pairings(&mut sent.fields) };
    let order = sent.order(&request, tournament_id)?;
    let done = request.shared.commands.edit_pairings(&order, &command).await.map_err(problems::not_done)?;
    rounds::answer(&request, StatusCode::OK, &done.folded, round_id).await
}
