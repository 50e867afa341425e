//! The settings of a webhook: their faults, and the check of the address.

use domain::limits::{WEBHOOK_DESCRIPTION, WEBHOOK_URL};
use domain::organization::{Organization, Webhook};
use proto_events::ids::WebhookId;
use proto_events::organization::WebhookSettings;
use service_kit::message;
use service_kit::message::Message;
use service_kit::outbound::{NotAllowed, TargetFault};

use crate::{FieldErrors, Refusal, WriteApi};

/// Returns the faults of settings, apart from where the address leads.
pub(super) fn faults(settings: &WebhookSettings) -> FieldErrors {
    let mut errors = FieldErrors::default();
    errors.required_line("url", &settings.url, WEBHOOK_URL);
    errors.line("description", &settings.description, WEBHOOK_DESCRIPTION);
    errors
}

/// Returns the webhook with this id.
pub(super) fn webhook_of(organization: &Organization, id: WebhookId) -> Result<&Webhook, Refusal> {
    let said = || message!("unknown-webhook", "There is no webhook {value}.", value = id);
    organization.webhook(id).ok_or_else(|| Refusal::not_found("webhook", id, said()))
}

impl WriteApi {
    /// Checks where the address of a webhook leads. The sender checks it again for each attempt.
    pub(super) async fn check_webhook_address(&self, url: &str) -> FieldErrors {
        let mut errors = FieldErrors::default();
        if let Err(refused) = self.outbound.check(url).await {
            errors.add("url", said(&refused));
        }
        errors
    }
}

/// Returns the message for the field.
fn said(refused: &NotAllowed) -> Message {
    match refused {
        NotAllowed::Target(fault) => said_of_target(fault),
        NotAllowed::Unresolved { host, .. } => {
            message!("webhook-unresolved", "The name {host} cannot be resolved.", host)
        }
        NotAllowed::NotPublic(host) => {
            message!("webhook-not-public", "{host} leads to an address that is not public.", host)
        }
    }
}

/// Returns the message for an address that is not written as it must be.
fn said_of_target(fault: &TargetFault) -> Message {
    match fault {
        TargetFault::NotHttps => message!("webhook-not-https", "The address must begin with https://."),
        TargetFault::NotHttp => message!("webhook-not-http", "The address must begin with https:// or http://."),
        TargetFault::Credentials => message!("webhook-credentials", "The address must have no user and no password."),
        TargetFault::Fragment => message!("webhook-fragment", "The address must have no part after #."),
        TargetFault::Characters => message!(
            "webhook-characters",
            "The address must consist of ASCII characters without spaces; write names of other letters as xn--…."
        ),
        TargetFault::Host => message!(
            "webhook-host",
            "The host must be a name such as hooks.example.org, or an IP address in its usual form."
        ),
        TargetFault::Port => message!("webhook-port", "The port must be 443, 80, or from 1024 to 65535."),
        TargetFault::Path => message!("webhook-path", "The path of the address is not valid."),
    }
}

/// Removes repeated types, in a fixed order.
pub(super) fn in_order(mut settings: WebhookSettings) -> WebhookSettings {
    settings.event_types.sort_unstable();
    settings.event_types.dedup();
    settings
}
