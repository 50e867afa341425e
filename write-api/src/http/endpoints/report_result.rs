//! `POST /api/v1/magic-events/{id}/matches/{match_id}/result/`: reports a result.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::matches::report_result::ReportResult;
use crate::http::call::Call;
use crate::http::documents::matches;
use crate::http::problems;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "report_result",
    tag: Tag::Organizing,
    summary: "Report a result",
    text: "While the round is `IN_PROGRESS`. Players report their own match, in a team event any member of the two \
           teams; staff reports any match. The same result from the other side confirms it. The reporter may change \
           it until it is confirmed; otherwise another result is refused (409), and staff corrects it.",
    parameters: &[],
    body: Some("NewResult"),
    answer: Answer::Json(200, "WrittenMatch"),
};

/// Handles the request.
pub(crate) async fn answer(call: Call, body: Body) -> Result<Response, Problem> {
    let (tournament_id, match_id) = (call.id("event")?, call.id_in("match_id", "match")?);
    let mut sent = Sent::read(&call, body, "{\"games_won\": {\"12\": 2, \"15\": 1}}").await?;
    let command = ReportResult { match_id, score: matches::score(&mut sent.fields) };
    let order = sent.order(&call, tournament_id)?;
    let done = call.shared.commands.report_result(&order, &command).await.map_err(problems::not_done)?;
    matches::answer(&call, &done.folded, match_id).await
}
