//! Changes the settings of a webhook: address, types, description, whether messages are sent.

use proto_events::organization::WebhookSettings;

use super::document::{self, WebhookDocument};
use super::settings::{faults, in_order, webhook_of};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "change_webhook",
    tag: Tag::Webhooks,
    summary: "Change a webhook",
    text: "Fields that are not given stay as they are. A webhook with `enabled` false gets no messages about what \
           happens meanwhile, and pending messages become undelivered. Setting `enabled` to true also enables a webhook \
           that the service disabled.",
    body: Some(body_schema::<ChangeWebhook>()),
    answer: Answer::of::<WebhookDocument>(200),
    is_always_possible: true,
    ..Route::at("PATCH", "/api/v1/webhooks/{id}/", Operation::ManageWebhooks)
};

body! {
    /// Changes of a webhook. Fields that are not given stay as they are.
    pub struct ChangeWebhook as WebhookChange within organization_id of webhook_id: WebhookId
        such as r#"{"enabled": true}"# {
        /// The address that messages are sent to.
        url: Option<String> => WEBHOOK_URL,
        /// The types of messages; none means all.
        event_types: Option<Vec<WebhookEventType>>,
        /// Description for people.
        description: Option<String> => WEBHOOK_DESCRIPTION,
        /// Whether messages are sent.
        enabled: Option<bool>,
    }
}

answers!(within ChangeWebhook => document::answer(webhook_id));

impl DirectCommand for ChangeWebhook {
    type Done = Written<Organization>;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let id = self.organization_id;
        let organization = api.expect_organization(id).await?;
        // Decided once before the address is looked up.
        decide(&organization.state, self)?;
        if let Some(url) = &self.url {
            let address = api.check_target("url", url).await;
            address.check().map_err(Refusal::from)?;
        }
        api.change_organization(actor, id, |organization, _| decide(organization, self)).await
    }
}

/// Decides the command, which is refused if there is no such webhook, or a setting is invalid.
fn decide(organization: &Organization, command: &ChangeWebhook) -> Result<Vec<OrganizationEvent>, Refusal> {
    let webhook_id = command.webhook_id;
    let webhook = webhook_of(organization, webhook_id)?;
    let fields = applied!(WebhookSettings: command => webhook.settings, [url, event_types, description, enabled]);
    let settings = in_order(fields);
    faults(&settings).check()?;
    if settings == webhook.settings {
        return Ok(Vec::new());
    }
    Ok(vec![OrganizationEvent::WebhookChanged { webhook_id, settings }])
}

/// Disables a webhook whose address does not accept messages. Only the sender does this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DisableWebhook {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The webhook.
    pub webhook_id: WebhookId,
    /// Why.
    pub reason: WebhookFault,
}

decided_by!(organization: DisableWebhook, decide_to_disable);

/// Decides to disable a webhook, which is refused if there is no such webhook.
fn decide_to_disable(organization: &Organization, command: &DisableWebhook) -> Result<Vec<OrganizationEvent>, Refusal> {
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
    use crate::testing::*;
    use crate::webhooks::add_webhook::tests::{settings, with_webhook};

    const WEBHOOK: WebhookId = WebhookId(3);

    fn nothing() -> ChangeWebhook {
        let (organization_id, webhook_id) = (OrganizationId(1), WEBHOOK);
        ChangeWebhook { organization_id, webhook_id, url: None, event_types: None, description: None, enabled: None }
    }

    #[test]
    fn given_fields_change_and_the_rest_stays() {
        assert_eq!(decide(&with_webhook(&[]), &nothing()), Ok(Vec::new()));
        let change = ChangeWebhook { url: Some("https://b.example/".into()), ..nothing() };
        let changed =
            OrganizationEvent::WebhookChanged { webhook_id: WEBHOOK, settings: settings("https://b.example/") };
        assert_eq!(decide(&with_webhook(&[]), &change).unwrap(), std::slice::from_ref(&changed));
        assert_eq!(decide(&with_webhook(&[changed]), &change), Ok(Vec::new()));
    }

    #[test]
    fn a_webhook_that_the_service_disabled_is_enabled_again() {
        let disabled = OrganizationEvent::WebhookDisabled { webhook_id: WEBHOOK, reason: WebhookFault::Gone };
        let state = with_webhook(std::slice::from_ref(&disabled));
        assert!(state.webhooks[0].disabled.is_some() && !state.webhooks[0].settings.enabled);
        let enabled = decide(&state, &ChangeWebhook { enabled: Some(true), ..nothing() }).unwrap();
        let state = with_webhook(&[&[disabled][..], &enabled].concat());
        assert!(state.webhooks[0].disabled.is_none() && state.webhooks[0].settings.enabled);
    }

    #[test]
    fn unknown_webhooks_and_bad_fields_are_refused() {
        let unknown = ChangeWebhook { webhook_id: WebhookId(9), ..nothing() };
        assert_eq!(coded(decide(&with_webhook(&[]), &unknown)), "not-found webhook 9");
        let empty = ChangeWebhook { url: Some(String::new()), ..nothing() };
        assert_eq!(decide(&with_webhook(&[]), &empty).unwrap_err().code(), "invalid");
    }

    #[test]
    fn a_webhook_is_disabled_once() {
        let (organization_id, reason) = (OrganizationId(1), WebhookFault::Failing);
        let command = DisableWebhook { organization_id, webhook_id: WEBHOOK, reason };
        let disabled = decide_to_disable(&with_webhook(&[]), &command).unwrap();
        assert_eq!(disabled.len(), 1);
        assert_eq!(decide_to_disable(&with_webhook(&disabled), &command), Ok(Vec::new()));
        let unknown = DisableWebhook { webhook_id: WebhookId(4), ..command };
        assert_eq!(coded(decide_to_disable(&with_webhook(&[]), &unknown)), "not-found webhook 4");
    }
}
