//! `PATCH /api/v1/conventions/{slug}/`: changes a convention.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::conventions::change_convention::ChangeConvention;
use crate::http::documents::conventions;
use crate::http::problems;
use crate::http::request::WriteRequest;
use crate::http::sent::Sent;

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "change_convention",
    tag: Tag::Organizing,
    summary: "Change a convention",
    text: "Fields that are not given stay as they are; null clears an optional field. A convention that is `ARCHIVED` \
           cannot be changed (409). After a change of `slug`, the convention has only its new address.",
    parameters: &[],
    body: Some("ConventionChange"),
    answer: Answer::Json(200, "Convention"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let organization_id = request.caller.organization()?;
    let mut sent = Sent::read(&request, body, "{\"description\": \"Three days.\"}").await?;
    let changes = conventions::changes(&mut sent.fields);
    let (key, expected) = sent.finish(&request)?;
    let convention_id = conventions::named(&request).await?;
    let command = ChangeConvention { organization_id, convention_id, changes, expected };
    let done = request.shared.commands.change_convention(&request.caller.actor(), &command, key.as_ref()).await;
    let done = done.map_err(problems::not_done)?;
    conventions::answer(&request, StatusCode::OK, &done.folded).await
}
