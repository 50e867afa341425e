//! Shows a webhook.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::response::Response;
use domain::organization::Organization;
use service_kit::problem::Problem;

use super::document;
use crate::Folded;
use crate::http::request::WriteRequest;
use crate::http::{answer, problems};

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_webhook",
    tag: Tag::Webhooks,
    summary: "Get a webhook",
    text: "`failing_since` says since when its address accepts no message. After five days, the service disables it; \
           `disabled_reason` then says why.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "Webhook"),
};

/// Handles the request, which has no body.
pub(crate) async fn answer(request: WriteRequest, _: Body) -> Result<Response, Problem> {
    let organization = organization(&request).await?;
    answer::read(&document::webhook(&request, &organization.state, request.id("webhook")?).await?)
}

/// Returns the caller's organization.
pub(super) async fn organization(request: &WriteRequest) -> Result<std::sync::Arc<Folded<Organization>>, Problem> {
    let id = request.caller.organization()?;
    let organization = request.api().organization(id).await.map_err(problems::unanswered)?;
    organization.ok_or_else(|| Problem::internal("the caller's organization does not exist"))
}
