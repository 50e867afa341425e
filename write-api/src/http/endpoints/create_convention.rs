//! `POST /api/v1/conventions/`: creates a convention.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use proto_events::convention::ConventionDetails;
use proto_events::vocabulary::ConventionStatus;
use service_kit::problem::Problem;

use crate::commands::conventions::create_convention::CreateConvention;
use crate::commands::conventions::slugs::slug_of;
use crate::http::documents::conventions;
use crate::http::problems;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "create_convention",
    tag: Tag::Organizing,
    summary: "Create a convention",
    text: "`name` is required. `slug` is the name of the convention in addresses; if not given, it is made from the \
           name. A slug is unique in your organization, and stays taken after its convention gets another one. \
           `status` is `SCHEDULED` if not given. The same request again is answered with 200 and creates no second \
           convention.",
    parameters: &[],
    body: Some("NewConvention"),
    answer: Answer::Json(201, "Convention"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let organization_id = request.caller.organization()?;
    let mut sent = Sent::read(&request, body, "{\"name\": \"Moxhall Open\"}").await?;
    let mut changes = conventions::changes(&mut sent.fields);
    let status = sent.fields.choice("status", ConventionStatus::ALL).unwrap_or(ConventionStatus::Scheduled);
    sent.fields.required("name", changes.name.as_deref(), "");
    changes.slug = changes.slug.or_else(|| changes.name.as_deref().map(slug_of));
    let (key, _) = sent.finish(&request)?;
    let details = changes.made_to(&ConventionDetails::default());
    let command = CreateConvention { organization_id, details, status };
    let done = request.shared.commands.create_convention(&request.caller.actor(), &command, key.as_ref()).await;
    let done = done.map_err(problems::not_done)?;
    let status = if done.happened() { StatusCode::CREATED } else { StatusCode::OK };
    conventions::answer(&request, status, &done.folded).await
}
