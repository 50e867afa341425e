//! `POST /api/v1/conventions/{slug}/status/`: moves a convention on.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use proto_events::vocabulary::ConventionStatus;
use service_kit::problem::Problem;

use crate::commands::conventions::change_convention_status::ChangeConventionStatus;
use crate::http::call::Call;
use crate::http::documents::conventions;
use crate::http::problems;
use crate::http::sent::Sent;

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "change_convention_status",
    tag: Tag::Organizing,
    summary: "Move a convention on",
    text: "A step that is not possible from where it stands is refused (409), and `legal` says which ones are. Where it stands \
           already, nothing changes.",
    parameters: &[],
    body: Some("ConventionStep"),
    answer: Answer::Json(200, "Convention"),
};

/// Moves it.
pub(crate) async fn answer(call: Call, body: Body) -> Result<Response, Problem> {
    let organization_id = call.caller.organization()?;
    let mut sent = Sent::read(&call, body, "{\"status\": \"CANCELED\"}").await?;
    let status = sent.fields.choice("status", ConventionStatus::ALL);
    let status = sent.fields.required("status", status, ConventionStatus::Scheduled);
    let (key, expected) = sent.finish(&call)?;
    let convention_id = conventions::named(&call).await?;
    let command = ChangeConventionStatus { organization_id, convention_id, status, expected };
    let done = call.shared.commands.change_convention_status(&call.caller.actor(), &command, key.as_ref()).await;
    let done = done.map_err(problems::not_done)?;
    conventions::answer(&call, StatusCode::OK, &done.folded).await
}
