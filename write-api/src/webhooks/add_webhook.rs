//! Adds a webhook. Its secret is shown once, in the answer.

use proto_events::organization::WebhookSettings;
use service_kit::webhook_secret::WebhookSecret;

use super::document::{self, IssuedWebhook};
use super::settings::{faults, in_order};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "create_webhook",
    tag: Tag::Webhooks,
    summary: "Add a webhook",
    text: "Messages about later changes of your organization's events are sent to `url`, signed as in Standard Webhooks \
           1.0. The address must be public and begin with `https://`. Without `event_types`, all types are sent, also \
           those of later versions. The answer contains the secret in `secret`. It is shown only once and cannot be \
           recovered. Therefore an `Idempotency-Key` has no effect: if the answer is lost, rotate the secret.",
    body: Some(body_schema::<NewWebhook>()),
    answer: Answer::of::<IssuedWebhook>(201),
    ..Route::at("POST", "/api/v1/webhooks/", Operation::ManageWebhooks)
};

body! {
    /// A new webhook.
    pub(crate) struct NewWebhook such as r#"{"url": "https://hooks.example.org/crosstable"}"# foreseeing foreseen {
        /// The address that messages are sent to.
        url: Required<String> => WEBHOOK_URL,
        /// The types of messages; none, or not given, means all.
        event_types: Option<Vec<WebhookEventType>>,
        /// Description for people.
        description: Option<String> => WEBHOOK_DESCRIPTION,
        /// Whether messages are sent; true if not given.
        enabled: Option<bool>,
    }
}

pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let organization_id = request.caller.organization()?;
    let (new, _) = request.read_body::<NewWebhook>(body).await?.finish(&request)?;
    let command = AddWebhook { organization_id, settings: new.settings() };
    issued(&request, &request.carry_out(&command).await?).await
}

/// Answers with a webhook and its new secret.
pub(super) async fn issued(request: &WriteRequest, added: &AddedWebhook) -> Result<Response, Problem> {
    let entry = document::webhook(request, &added.folded.state, added.webhook_id).await?;
    let document = IssuedWebhook { entry, secret: added.secret.expose() };
    answer::json(request, added.folded.position, &document).await
}
fn foreseen(new: &NewWebhook) -> FieldErrors {
    faults(&new.clone().settings())
}

impl NewWebhook {
    fn settings(self) -> WebhookSettings {
        WebhookSettings {
            url: self.url.0.unwrap_or_default(),
            event_types: self.event_types.unwrap_or_default(),
            description: self.description.unwrap_or_default(),
            enabled: self.enabled.unwrap_or(true),
        }
    }
}

/// Adds a webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddWebhook {
    /// The organization.
    pub organization_id: OrganizationId,
    /// Its settings.
    pub settings: WebhookSettings,
}

/// A webhook with a new secret.
#[derive(Debug, Clone)]
pub struct AddedWebhook {
    /// The webhook.
    pub webhook_id: WebhookId,
    /// Its secret.
    pub secret: WebhookSecret,
    /// The organization with the webhook.
    pub folded: Arc<Folded<Organization>>,
}
impl DirectCommand for AddWebhook {
    type Done = AddedWebhook;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let id = self.organization_id;
        let organization = api.expect_organization(id).await?;
        let settings = in_order(self.settings.clone());
        // Decided once before anything is stored for it.
        check(&organization.state, &settings)?;
        let address = api.check_target("url", &settings.url).await;
        address.check().map_err(Refusal::from)?;

        let webhook_id = WebhookId(api.events.reserve_ids(Sequence::Webhook, 1).await?);
        let (secret_id, secret) = api.keep_webhook_secret(webhook_id).await?;
        let decide = |organization: &Organization, _: &mut _| decide(organization, &settings, webhook_id, secret_id);
        let folded = api.change_organization(actor, id, decide).await?.folded;
        Ok(AddedWebhook { webhook_id, secret, folded })
    }
}

/// Checks settings and the limit.
fn check(organization: &Organization, settings: &WebhookSettings) -> Result<(), Refusal> {
    faults(settings).check()?;
    if organization.webhooks.len() < WEBHOOKS {
        return Ok(());
    }
    Err(Refusal::conflict(message!(
        "webhook-too-many",
        "This organization has {most} webhooks, which is the limit. Change or remove one of them.",
        most = WEBHOOKS
    )))
}

/// Decides the command, which is refused if a setting is invalid, or the organization has reached the limit of
/// webhooks.
fn decide(
    organization: &Organization,
    settings: &WebhookSettings,
    webhook_id: WebhookId,
    secret_id: WebhookSecretId,
) -> Result<Vec<OrganizationEvent>, Refusal> {
    check(organization, settings)?;
    Ok(vec![OrganizationEvent::WebhookAdded { webhook_id, settings: settings.clone(), secret_id }])
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::testing::*;

    pub(crate) fn settings(url: &str) -> WebhookSettings {
        WebhookSettings { url: url.into(), event_types: Vec::new(), description: String::new(), enabled: true }
    }

    /// Organization 1 with webhook 3, after these events.
    pub(crate) fn with_webhook(events: &[OrganizationEvent]) -> Organization {
        let settings = settings("https://hooks.example.org/");
        let added =
            OrganizationEvent::WebhookAdded { webhook_id: WebhookId(3), settings, secret_id: WebhookSecretId(1) };
        organization(&[&[added][..], events].concat())
    }

    fn decided(organization: &Organization, settings: &WebhookSettings) -> Result<Vec<OrganizationEvent>, Refusal> {
        decide(organization, settings, WebhookId(4), WebhookSecretId(2))
    }

    #[test]
    fn an_organization_has_webhooks_up_to_the_limit() {
        let mut full = with_webhook(&[]);
        full.webhooks = vec![full.webhooks[0].clone(); WEBHOOKS - 1];
        assert_eq!(decided(&full, &settings("https://a.example/")).unwrap().len(), 1);
        full.webhooks.push(full.webhooks[0].clone());
        assert_eq!(coded(decided(&full, &settings("https://a.example/"))), format!("webhook-too-many {WEBHOOKS}"));
    }

    #[test]
    fn long_fields_are_refused_and_repeated_types_are_removed() {
        let long =
            WebhookSettings { description: "x".repeat(WEBHOOK_DESCRIPTION + 1), ..settings("https://a.example") };
        for wrong in [long, settings(""), settings(&"x".repeat(WEBHOOK_URL + 1))] {
            assert_eq!(decided(&with_webhook(&[]), &wrong).unwrap_err().code(), "invalid", "{wrong:?}");
        }
        let types = [WebhookEventType::RoundPublished, WebhookEventType::TournamentCreated];
        let twice = WebhookSettings { event_types: [types, types].concat(), ..settings("https://a.example") };
        assert_eq!(in_order(twice).event_types, [types[1], types[0]]);
    }
}
