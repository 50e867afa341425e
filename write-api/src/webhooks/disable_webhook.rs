//! Disables a webhook whose address does not accept messages. Only the sender does this.

use super::settings::webhook_of;
use crate::prelude::*;

/// Disables a webhook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DisableWebhook {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The webhook.
    pub webhook_id: WebhookId,
    /// Why.
    pub reason: WebhookFault,
}

decided_by_organization!(DisableWebhook);

/// Decides the command, which is refused if there is no such webhook.
fn decide(organization: &Organization, command: &DisableWebhook) -> Result<Vec<OrganizationEvent>, Refusal> {
    let DisableWebhook { webhook_id, reason, .. } = *command;
    let webhook = webhook_of(organization, webhook_id)?;
    if !webhook.settings.enabled {
        return Ok(Vec::new());
    }
    Ok(vec![OrganizationEvent::WebhookDisabled { webhook_id, reason }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::coded;
    use crate::webhooks::add_webhook::tests::with_webhook;

    #[test]
    fn a_webhook_is_disabled_once() {
        let command = DisableWebhook {
            organization_id: OrganizationId(1),
            webhook_id: WebhookId(3),
            reason: WebhookFault::Failing,
        };
        let disabled = decide(&with_webhook(&[]), &command).unwrap();
        assert_eq!(disabled.len(), 1);
        assert_eq!(decide(&with_webhook(&disabled), &command), Ok(Vec::new()));
        let unknown = DisableWebhook { webhook_id: WebhookId(4), ..command };
        assert_eq!(coded(decide(&with_webhook(&[]), &unknown)), "unknown-webhook 4");
    }
}
