//! `POST /api/v1/magic-events/{id}/matches/{match_id}/confirm/`: confirms a result.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::matches::confirm_result::ConfirmResult;
use crate::http::call::Call;
use crate::http::documents::matches;
use crate::http::problems;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "confirm_result",
    tag: Tag::Organizing,
    summary: "Confirm a result",
    text: "By the side that did not report the result, or by staff. A confirmed result stays confirmed.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "WrittenMatch"),
};

/// Handles the request.
pub(crate) async fn answer(call: Call, body: Body) -> Result<Response, Problem> {
    let (tournament_id, match_id) = (call.id("event")?, call.id_in("match_id", "match")?);
    let order = Sent::read_or_nothing(&call, body).await?.order(&call, tournament_id)?;
    let command = ConfirmResult { match_id };
    let done = call.shared.commands.confirm_result(&order, &command).await.map_err(problems::not_done)?;
    matches::answer(&call, &done.folded, match_id).await
}
