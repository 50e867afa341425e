//! `POST /api/v1/magic-events/{id}/cut/`: makes a cut.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::rounds::make_cut::{CutTo, MakeCut};
use crate::http::documents::rounds::WrittenCut;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;
use crate::http::{answer as answers, problems};

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "make_cut",
    tag: Tag::Organizing,
    summary: "Make a cut",
    text: "After a Swiss round: the best `size` by its standings advance, or everybody with `match_points`. The \
           others are `ELIMINATED`. A playoff follows, or the Swiss rounds of another day. Before any round, lots \
           decide. The same request again changes nothing. Until the next round starts, a cut can be made again, \
           after a correction or a drop; that round must then be paired again.",
    parameters: &[],
    body: Some("NewCut"),
    answer: Answer::Json(200, "WrittenCut"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let tournament_id = request.id("event")?;
    let mut sent = Sent::read(&request, body, "{\"size\": 8}").await?;
    let size = sent.fields.number("size", 2..=i32::MAX).and_then(|size| usize::try_from(size).ok());
    let points = sent.fields.number("match_points", 0..=i32::MAX);
    let is_wrong = sent.fields.errors.names("size") || sent.fields.errors.names("match_points");
    if size.is_some() == points.is_some() && !is_wrong {
        sent.fields.errors.add("size", "Give one of size and match_points.");
    }
    let order = sent.order(&request, tournament_id)?;
    let to = size.map(CutTo::Best).or(points.map(CutTo::Points)).unwrap_or(CutTo::Best(0));
    let done = request.shared.commands.make_cut(&order, &MakeCut { to }).await.map_err(problems::not_done)?;
    // The new cut is the last one.
    let state = &done.folded.state;
    let document = state.cuts.last().map(|cut| WrittenCut::new(state, cut));
    answers::versioned(&request, StatusCode::OK, &done.folded, &document).await
}
