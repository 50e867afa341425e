//! `POST /api/v1/magic-events/{id}/registrations/{registration_id}/check-in/`: checks a player in.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use proto_events::vocabulary::QueueCheckInStatus;
use service_kit::problem::Problem;

use crate::commands::tournaments::check_in::{CheckIn, SAID_BY_PLAYERS};
use crate::http::documents::registrations;
use crate::http::problems;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "check_in",
    tag: Tag::Organizing,
    summary: "Check a player in",
    text: "Players check themselves in; staff checks in any player. Without a body, the player is `CHECKED_IN`. With \
           `status`, the player declines (`DECLINED`) or joins the queue (`WAITING_FOR_CHECK_IN_REQUEST`, `STANDBY`). \
           A step that is not possible is refused (409), and `legal` lists the possible ones. Staff calls players, \
           and removes them from the queue, by changing the registration.",
    parameters: &[],
    body: Some("CheckInAnswer"),
    answer: Answer::Json(200, "Registration"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let tournament_id = request.id("event")?;
    let registration_id = request.id_in("registration_id", "registration")?;
    let mut sent = Sent::read_or_nothing(&request, body).await?;
    let status = sent.fields.choice("status", SAID_BY_PLAYERS).unwrap_or(QueueCheckInStatus::CheckedIn);
    let order = sent.order(&request, tournament_id)?;
    let done = request.shared.commands.check_in(&order, &CheckIn { registration_id, status }).await;
    registrations::answer(&request, StatusCode::OK, &done.map_err(problems::not_done)?, registration_id).await
}
