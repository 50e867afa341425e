//! `POST /api/v1/magic-events/`: creates an event.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::tournaments::create_event::CreateEvent;
use crate::http::body::whole;
use crate::http::documents::events;
use crate::http::problems;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "create_event",
    tag: Tag::Organizing,
    summary: "Create an event",
    text: "`name` and `event_format` are required; other fields have defaults. Registration is open from then on. \
           Events may share a name: send an `Idempotency-Key`, so that a repeated request creates no second event.",
    parameters: &[],
    body: Some("NewEvent"),
    answer: Answer::Json(201, "OrganizedEvent"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let organization_id = request.caller.organization()?;
    let mut sent = Sent::read(&request, body, "{\"name\": \"Friday Legacy\", \"event_format\": \"LEGACY\"}").await?;
    let given = events::changes(&request, &mut sent.fields).await?;
    sent.fields.required("name", given.name.as_deref(), "");
    sent.fields.required("event_format", given.event_format.map(|_| ()), ());
    let seed = sent.fields.take("seed", |value| whole(&value).ok_or_else(|| "Must be an integer.".to_owned()));
    let (key, _) = sent.finish(&request)?;
    let command = CreateEvent { organization_id, given, seed };
    let done = request.shared.commands.create_event(&request.caller.actor(), &command, key.as_ref()).await;
    let done = done.map_err(problems::not_done)?;
    events::answer(&request, StatusCode::CREATED, &done.folded).await
}
