//! `PATCH /api/v1/conventions/{slug}/`: changes what is known of a convention.

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

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "change_convention",
    tag: Tag::Organizing,
    summary: "Change a convention",
    text: "What is not given stays; null takes away what need not be known. A convention that is `ARCHIVED` is not changed any \
           more (409). After a change of `slug` the convention has its new address alone.",
    parameters: &[],
    body: Some("ConventionChange"),
    answer: Answer::Json(200, "Convention"),
};

/// Changes it.
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
