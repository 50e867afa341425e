//! `POST /api/v1/conventions/{slug}/status/`: changes a convention's status.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use proto_events::vocabulary::ConventionStatus;
use service_kit::problem::Problem;

use crate::commands::conventions::change_convention_status::ChangeConventionStatus;
use crate::http::documents::conventions;
use crate::http::problems;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "change_convention_status",
    tag: Tag::Organizing,
    summary: "Change a convention's status",
    text: "A step that is not possible from the current status is refused (409), and `legal` lists the possible ones. \
           Setting the current status again changes nothing.",
    parameters: &[],
    body: Some("ConventionStep"),
    answer: Answer::Json(200, "Convention"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let organization_id = request.caller.organization()?;
    let mut sent = Sent::read(&request, body, "{\"status\": \"CANCELED\"}").await?;
    let status = sent.fields.choice("status", ConventionStatus::ALL);
    let status = sent.fields.required("status", status, ConventionStatus::Scheduled);
    let (key, expected) = sent.finish(&request)?;
    let convention_id = conventions::named(&request).await?;
    let command = ChangeConventionStatus { organization_id, convention_id, status, expected };
    let done = request.shared.commands.change_convention_status(&request.caller.actor(), &command, key.as_ref()).await;
    let done = done.map_err(problems::not_done)?;
    conventions::answer(&request, StatusCode::OK, &done.folded).await
}
