//! Lists the webhooks of the organization.

use super::document::{self, WebhookDocument};
use super::get_webhook::organization;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "list_webhooks",
    tag: Tag::Webhooks,
    summary: "List webhooks",
    text: "The webhooks of your organization, in the order in which they were added, without secrets.",
    answer: Answer::array_of::<WebhookDocument>(),
    ..Route::at("GET", "/api/v1/webhooks/", Operation::ReadWebhooks)
};

pub(crate) async fn answer(request: WriteRequest, _: Body) -> Result<Response, Problem> {
    let organization = organization(&request).await?;
    let failing = document::failing(&request, organization.state.id).await?;
    let now = request.api().now();
    let webhooks = organization.state.webhooks.iter().map(|webhook| WebhookDocument::new(webhook, &failing, now));
    answer::read(&webhooks.collect::<Vec<_>>())
}
