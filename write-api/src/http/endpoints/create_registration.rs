//! `POST /api/v1/magic-events/{id}/registrations/`: signs a person up.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use proto_events::ids::{RegistrationId, UserId};
use proto_events::vocabulary::RegistrationStatus;
use service_kit::problem::Problem;

use crate::commands::tournaments::register_player::RegisterPlayer;
use crate::http::body::Object;
use crate::http::call::Call;
use crate::http::documents::registrations;
use crate::http::sent::Sent;
use crate::http::{people, problems};

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "create_registration",
    tag: Tag::Organizing,
    summary: "Sign a person up for an event",
    text: "A person signs up with a token or a session, sends no field, and reaches every event with a public page; staff \
           names a person. Registration is `COMPLETE`, or `ON_WAITLIST` where no place is left, where others wait for one, \
           or while the event is `WAITLIST_ONLY`. Staff may say otherwise by `status`, and takes in late ones until the event \
           is over. A person has one registration in an event: the same again is answered with 200, and who canceled it takes \
           it up again.",
    parameters: &[],
    body: Some("NewRegistration"),
    answer: Answer::Json(201, "Registration"),
};

/// Signs the person up.
pub(crate) async fn answer(call: Call, body: Body) -> Result<Response, Problem> {
    let tournament_id = call.id("event")?;
    let mut sent = Sent::read_or_nothing(&call, body).await?;
    let user_id = person(&call, &mut sent.fields).await?;
    let status = sent.fields.choice("status", RegistrationStatus::ALL);
    let order = sent.order(&call, tournament_id)?;
    let command = RegisterPlayer { user_id, status };
    let done = call.shared.commands.register_player(&order, &command).await.map_err(problems::not_done)?;
    let status = if done.happened() { StatusCode::CREATED } else { StatusCode::OK };
    let entries = &done.folded.state.registrations;
    let id = entries.iter().find(|entry| entry.user_id == user_id).map_or(RegistrationId(0), |entry| entry.id);
    registrations::answer(&call, status, &done, id).await
}

/// Whom staff names, or who asks.
async fn person(call: &Call, fields: &mut Object) -> Result<UserId, Problem> {
    let Some(organization_id) = call.reach().organization_id else { return own(call, fields) };
    let named = people::named(call, organization_id, fields).await?;
    if let Some(user_id) = named.or_else(|| call.caller.person()) {
        return Ok(user_id);
    }
    fields.errors.add("username", "Is required, or user_id.");
    Ok(UserId(0))
}

/// The person who asks, whether it names itself or nobody.
fn own(call: &Call, fields: &mut Object) -> Result<UserId, Problem> {
    let (user_id, username) = (fields.id("user_id"), fields.text("username"));
    match call.caller.person() {
        Some(person) if username.is_none() && user_id.is_none_or(|id| id == person.0) => Ok(person),
        _ => Err(problems::staff_alone()),
    }
}
