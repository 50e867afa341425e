//! Lists the webhooks of the organization.

use storage::webhooks::FailingWebhook;

use super::document::WebhookDocument;
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
    let (api, organization_id) = (request.api(), request.caller.organization()?);
    let organization = api.organization(organization_id).await.map_err(problems::unanswered)?;
    let failing = api.failing_webhooks(organization_id).await.map_err(problems::unanswered)?;
    let webhooks = organization.iter().flat_map(|organization| &organization.state.webhooks);
    let documents: Vec<_> = webhooks.map(|webhook| WebhookDocument::new(webhook, &failing, api.now())).collect();
    answer::read(&documents)
}

impl WriteApi {
    /// Returns the webhooks of an organization whose address accepts no messages.
    pub async fn failing_webhooks(&self, id: OrganizationId) -> Result<Vec<FailingWebhook>, Failure> {
        Ok(self.events.failing_webhooks(id).await?)
    }
}
