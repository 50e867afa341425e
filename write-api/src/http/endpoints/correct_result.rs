//! `PUT /api/v1/magic-events/{id}/matches/{match_id}/result/`: corrects a result.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::matches::correct_result::CorrectResult;
use crate::commands::matches::effects::effects;
use crate::http::call::Call;
use crate::http::documents::matches;
use crate::http::problems;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "correct_result",
    tag: Tag::Organizing,
    summary: "Correct a result",
    text: "Possible after the round is complete, too, until lists are being published. The standings of that round \
           and of later rounds change; pairings made since stay. `effects` lists the consequences, such as a cut that \
           would now be different; it can be made again until its next round starts. In a playoff, a correction of \
           the winner exchanges the two players as long as the next round has not started, and that round must be \
           paired again; afterwards only corrections that keep the winner are possible (409).",
    parameters: &[],
    body: Some("NewResult"),
    answer: Answer::Json(200, "CorrectedMatch"),
};

/// Handles the request.
pub(crate) async fn answer(call: Call, body: Body) -> Result<Response, Problem> {
    let (tournament_id, match_id) = (call.id("event")?, call.id_in("match_id", "match")?);
    let mut sent = Sent::read(&call, body, "{\"games_won\": {\"12\": 2, \"15\": 1}}").await?;
    let command = CorrectResult { match_id, score: matches::score(&mut sent.fields) };
    let order = sent.order(&call, tournament_id)?;
    let done = call.shared.commands.correct_result(&order, &command).await.map_err(problems::not_done)?;
    matches::corrected(&call, &done.folded, match_id, effects(&done.folded.state, match_id)).await
}
