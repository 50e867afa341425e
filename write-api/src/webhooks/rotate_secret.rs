//! Gives a webhook another secret. The one before it signs as well for a day.

use super::add_webhook::{AddedWebhook, issued};
use super::document::IssuedWebhook;
use super::settings::webhook_of;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "rotate_webhook_secret",
    tag: Tag::Webhooks,
    summary: "Rotate the secret of a webhook",
    text: "The answer contains the new secret in `secret`. It is shown only once and cannot be recovered. For 24 hours, \
           messages have two signatures: one with the new secret, and one with the secret before it. Secrets from \
           before that no longer sign. An `Idempotency-Key` has no effect: if the answer is lost, rotate the secret \
           again.",
    answer: Answer::of::<IssuedWebhook>(200),
    is_always_possible: true,
    ..Route::at("POST", "/api/v1/webhooks/{id}/rotate-secret/", Operation::ManageWebhooks)
};

answers!(within RotateSecret => issued());

body! {
    /// Rotates a secret.
    pub struct RotateSecret within organization_id of webhook_id: WebhookId {}
}

impl DirectCommand for RotateSecret {
    type Done = AddedWebhook;

    async fn run(&self, api: &WriteApi, actor: &Actor) -> Result<Self::Done, CommandError> {
        let RotateSecret { organization_id, webhook_id } = *self;
        let organization = api.expect_organization(organization_id).await?;
        decide(&organization.state, webhook_id, WebhookSecretId(0))?;
        let (secret_id, secret) = api.keep_webhook_secret(webhook_id).await?;
        let decide = |organization: &Organization, _: &mut _| decide(organization, webhook_id, secret_id);
        let folded = api.change_organization(actor, organization_id, decide).await?.folded;
        if let Some(webhook) = folded.state.webhook(webhook_id) {
            api.forget_other_secrets(webhook).await;
        }
        Ok(AddedWebhook { webhook_id, secret, folded })
    }
}

/// Decides the command, which is refused if there is no such webhook.
fn decide(
    organization: &Organization,
    webhook_id: WebhookId,
    secret_id: WebhookSecretId,
) -> Result<Vec<OrganizationEvent>, Refusal> {
    webhook_of(organization, webhook_id)?;
    Ok(vec![OrganizationEvent::WebhookSecretRotated { webhook_id, secret_id }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;
    use crate::webhooks::add_webhook::tests::with_webhook;

    #[test]
    fn the_secret_before_the_new_one_signs_for_a_day() {
        let rotated = decide(&with_webhook(&[]), WebhookId(3), WebhookSecretId(7)).unwrap();
        let state = with_webhook(&rotated);
        let webhook = &state.webhooks[0];
        assert_eq!(webhook.secret_id, WebhookSecretId(7));
        let (previous, until) = webhook.previous_secret.unwrap();
        // The events of the test are a second apart.
        let rotated_at = webhook.created_at + TimeDelta::seconds(1);
        assert_eq!((previous, until - rotated_at), (WebhookSecretId(1), TimeDelta::hours(24)));
        assert_eq!(coded(decide(&state, WebhookId(4), WebhookSecretId(8))), "not-found webhook 4");
    }
}
