//! `POST /api/v1/magic-events/{id}/registrations/`: registers a person.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use proto_events::ids::{RegistrationId, UserId};
use proto_events::vocabulary::RegistrationStatus;
use service_kit::problem::Problem;

use crate::commands::tournaments::register_player::RegisterPlayer;
use crate::http::body::Object;
use crate::http::documents::registrations;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;
use crate::http::{people, problems};

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "create_registration",
    tag: Tag::Organizing,
    summary: "Register a player for an event",
    text: "People register themselves with a token or a session and send no field; they reach every event with a \
           public page. Staff names a person. The registration is `COMPLETE`, or `ON_WAITLIST` if no place is free, \
           if others are waiting, or while the event is `WAITLIST_ONLY`. Staff may choose another `status`, and may \
           register late players until the event is over. A person has one registration in an event: the same request \
           again is answered with 200, and a canceled registration is taken up again.",
    parameters: &[],
    body: Some("NewRegistration"),
    answer: Answer::Json(201, "Registration"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let tournament_id = request.id("event")?;
    let mut sent = Sent::read_or_nothing(&request, body).await?;
    let user_id = person(&request, &mut sent.fields).await?;
    let status = sent.fields.choice("status", RegistrationStatus::ALL);
    let order = sent.order(&request, tournament_id)?;
    let command = RegisterPlayer { user_id, status };
    let done = request.shared.commands.register_player(&order, &command).await.map_err(problems::not_done)?;
    let status = if done.happened() { StatusCode::CREATED } else { StatusCode::OK };
    let entries = &done.folded.state.registrations;
    let id = entries.iter().find(|entry| entry.user_id == user_id).map_or(RegistrationId(0), |entry| entry.id);
    registrations::answer(&request, status, &done, id).await
}

/// Returns the person whom staff names, or the caller.
async fn person(request: &WriteRequest, fields: &mut Object) -> Result<UserId, Problem> {
    let Some(organization_id) = request.reach().organization_id else { return own(request, fields) };
    let named = people::named(request, organization_id, fields).await?;
    if let Some(user_id) = named.or_else(|| request.caller.person()) {
        return Ok(user_id);
    }
    fields.errors.add("username", "Is required if user_id is not given.");
    Ok(UserId(0))
}

/// Returns the caller. People may name only themselves.
fn own(request: &WriteRequest, fields: &mut Object) -> Result<UserId, Problem> {
    let (user_id, username) = (fields.id("user_id"), fields.text("username"));
    match request.caller.person() {
        Some(person) if username.is_none() && user_id.is_none_or(|id| id == person.0) => Ok(person),
        _ => Err(problems::staff_alone()),
    }
}
