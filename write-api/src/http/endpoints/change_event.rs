//! `PATCH /api/v1/magic-events/{id}/`: changes an event.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::tournaments::change_event::ChangeEvent;
use crate::http::documents::events;
use crate::http::problems;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "change_event",
    tag: Tag::Organizing,
    summary: "Change an event",
    text: "Fields that are not given stay as they are; null clears an optional field. `rules` and `team_size`, on \
           which results depend, cannot be changed once play has begun (409). A larger capacity does not admit \
           players from the waitlist: promote the waitlist.",
    parameters: &[],
    body: Some("EventChange"),
    answer: Answer::Json(200, "OrganizedEvent"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let tournament_id = request.id("event")?;
    let mut sent = Sent::read(&request, body, "{\"capacity\": 64}").await?;
    let changes = events::changes(&request, &mut sent.fields).await?;
    let order = sent.order(&request, tournament_id)?;
    let done = request.shared.commands.change_event(&order, &ChangeEvent { changes }).await;
    events::answer(&request, StatusCode::OK, &done.map_err(problems::not_done)?.folded).await
}
