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

answers!(within RemoveWebhook => answer::done());

body! {
    /// Removes a webhook.
    pub struct RemoveWebhook within organization_id of webhook_id: WebhookId {}
}

decided_by!(organization: RemoveWebhook, decide);

/// Decides the command, which is refused if there is no such webhook.
fn decide(organization: &Organization, command: &RemoveWebhook) -> Result<Vec<OrganizationEvent>, Refusal> {
    let webhook_id = command.webhook_id;
    if organization.removed_webhooks.contains(&webhook_id) {
        return Ok(Vec::new());
    }
    webhook_of(organization, webhook_id)?;
    Ok(vec![OrganizationEvent::WebhookRemoved { webhook_id }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use crate::webhooks::add_webhook::tests::with_webhook;

    #[test]
    fn a_webhook_is_removed_once() {
        let command = |id| RemoveWebhook { organization_id: OrganizationId(1), webhook_id: WebhookId(id) };
        let removed = decide(&with_webhook(&[]), &command(3)).unwrap();
        assert_eq!(removed, [OrganizationEvent::WebhookRemoved { webhook_id: WebhookId(3) }]);
        assert_eq!(decide(&with_webhook(&removed), &command(3)), Ok(Vec::new()));
        assert_eq!(coded(decide(&with_webhook(&[]), &command(4))), "not-found webhook 4");
    }
}
