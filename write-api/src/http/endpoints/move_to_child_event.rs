//! `POST /api/v1/magic-events/{id}/registrations/{registration_id}/move/`: moves a player to a child event.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use proto_events::ids::TournamentId;
use service_kit::problem::Problem;

use crate::commands::tournaments::move_to_child_event::MoveToChildEvent;
use crate::http::documents::registrations;
use crate::http::problems;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "move_to_child_event",
    tag: Tag::Organizing,
    summary: "Move a player to a child event",
    text: "`event_id` is the id of an event whose `parent_id` is this one. The player is registered there as \
           `COMPLETE`, with the same list. The registration here stays and becomes `MOVED_TO_CHILD_EVENT`, as the \
           answer shows. Moving the player there again gives the same answer.",
    parameters: &[],
    body: Some("RegistrationMove"),
    answer: Answer::Json(200, "Registration"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let tournament_id = request.id("event")?;
    let registration_id = request.id_in("registration_id", "registration")?;
    let mut sent = Sent::read(&request, body, "{\"event_id\": 8}").await?;
    let child_id = sent.fields.id("event_id");
    let child_id = TournamentId(sent.fields.required("event_id", child_id, 0));
    let order = sent.order(&request, tournament_id)?;
    let command = MoveToChildEvent { registration_id, child_id };
    let done = request.shared.commands.move_to_child_event(&order, &command).await.map_err(problems::not_done)?;
    registrations::answer(&request, StatusCode::OK, &done, registration_id).await
}
