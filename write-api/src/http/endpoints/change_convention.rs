//! `PATCH /api/v1/conventions/{slug}/`: changes a convention.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::conventions::change_convention::ChangeConvention;
use crate::http::call::Call;
use crate::http::documents::conventions;
use crate::http::problems;
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
pub(crate) async fn answer(call: Call, body: Body) -> Result<Response, Problem> {
    let organization_id = call.caller.organization()?;
    let mut sent = Sent::read(&call, body, "{\"description\": \"Three days.\"}").await?;
    let changes = conventions::changes(&mut sent.fields);
    let (key, expected) = sent.finish(&call)?;
    let convention_id = conventions::named(&call).await?;
    let command = ChangeConvention { organization_id, convention_id, changes, expected };
    let done = call.shared.commands.change_convention(&call.caller.actor(), &command, key.as_ref()).await;
    let done = done.map_err(problems::not_done)?;
    conventions::answer(&call, StatusCode::OK, &done.folded).await
}
