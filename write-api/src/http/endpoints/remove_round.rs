//! `DELETE /api/v1/magic-events/{id}/rounds/{round_id}/`: removes a round that has not started.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::rounds::remove_round::RemoveRound;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;
use crate::http::{answer, problems};

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "remove_round",
    tag: Tag::Organizing,
    summary: "Remove a round",
    text: "Removes a round that is `UPCOMING`, for example one that was added by mistake; its phase is removed with \
           it if it has no other round. The next round takes its number. A cut that was made before it stays. \
           Removing a round again gives the same answer.",
    parameters: &[],
    body: None,
    answer: Answer::Nothing,
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let (tournament_id, round_id) = (request.id("event")?, request.id_in("round_id", "round")?);
    let order = Sent::read_or_nothing(&request, body).await?.order(&request, tournament_id)?;
    let done = request.shared.commands.remove_round(&order, &RemoveRound { round_id }).await;
    Ok(answer::removed(&request, &done.map_err(problems::not_done)?.folded).await)
}
