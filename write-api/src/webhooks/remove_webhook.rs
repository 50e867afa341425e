//! Removes a webhook. Pending messages are not sent any more.

use super::settings::webhook_of;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "remove_webhook",
    tag: Tag::Webhooks,
    summary: "Remove a webhook",
    text: "Permanent: pending messages are not sent any more, and its log of deliveries cannot be read any more. \
           Removing it again gives the same answer. To pause a webhook, set `enabled` to false.",
    is_always_possible: true,
    ..Route::at("DELETE", "/api/v1/webhooks/{id}/", Operation::ManageWebhooks)
};

pub(crate) async fn answer(request: WriteRequest, _: Body) -> Result<Response, Problem> {
    let organization_id = request.caller.organization()?;
    let command = RemoveWebhook { organization_id, webhook_id: request.id("webhook")? };
    let written = request.carry_out(&command).await?;
    Ok(answer::nothing(&request, written.folded.position).await)
}

/// Removes a webhook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RemoveWebhook {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The webhook.
    pub webhook_id: WebhookId,
}

impl DirectCommand for RemoveWebhook {
    type Done = Written<Organization>;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        api.change_organization(actor, self.organization_id, |organization, _| decide(organization, self.webhook_id))
            .await
    }
}

/// Decides the command, which is refused if there is no such webhook.
fn decide(organization: &Organization, webhook_id: WebhookId) -> Result<Vec<OrganizationEvent>, Refusal> {
    if organization.removed_webhooks.contains(&webhook_id) {
        return Ok(Vec::new());
    }
    webhook_of(organization, webhook_id)?;
    Ok(vec![OrganizationEvent::WebhookRemoved { webhook_id }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::coded;
    use crate::webhooks::add_webhook::tests::with_webhook;

    #[test]
    fn a_webhook_is_removed_once() {
        let removed = decide(&with_webhook(&[]), WebhookId(3)).unwrap();
        assert_eq!(removed, [OrganizationEvent::WebhookRemoved { webhook_id: WebhookId(3) }]);
        assert_eq!(decide(&with_webhook(&removed), WebhookId(3)), Ok(Vec::new()));
        assert_eq!(coded(decide(&with_webhook(&[]), WebhookId(4))), "unknown-webhook 4");
    }
}
