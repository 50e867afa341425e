//! Shows a webhook.

use super::document::{self, WebhookDocument};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "get_webhook",
    tag: Tag::Webhooks,
    summary: "Get a webhook",
    text: "`failing_since` says since when its address accepts no message. After five days, the service disables it; \
           `disabled_reason` then says why.",
    answer: Answer::of::<WebhookDocument>(200),
    ..Route::at("GET", "/api/v1/webhooks/{id}/", Operation::ReadWebhooks)
};

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
