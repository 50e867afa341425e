//! `POST /api/v1/magic-events/{id}/lifecycle/`: changes an event's lifecycle status.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use proto_events::vocabulary::LifecycleStatus;
use service_kit::problem::Problem;

use crate::commands::tournaments::change_lifecycle::ChangeLifecycle;
use crate::http::documents::events;
use crate::http::problems;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "change_lifecycle",
    tag: Tag::Organizing,
    summary: "Change an event's lifecycle status",
    text: "A step that is not possible from the current status is refused (409), and `legal` lists the possible ones. \
           An event can be finished when every round is complete. Publishing fixes the lists: of each list, the last \
           revision that was in time or made by staff is shown from then on, whatever is changed later.",
    parameters: &[],
    body: Some("EventStep"),
    answer: Answer::Json(200, "OrganizedEvent"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let tournament_id = request.id("event")?;
    let mut sent = Sent::read(&request, body, "{\"status\": \"REGISTRATION_CLOSED\"}").await?;
    let status = sent.fields.choice("status", LifecycleStatus::ALL);
    let status = sent.fields.required("status", status, LifecycleStatus::RegistrationOpen);
    let order = sent.order(&request, tournament_id)?;
    let done = request.shared.commands.change_lifecycle(&order, &ChangeLifecycle { status }).await;
    events::answer(&request, StatusCode::OK, &done.map_err(problems::not_done)?.folded).await
}
