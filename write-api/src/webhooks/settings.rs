//! The settings of a webhook: their faults, and the check of the address.

use domain::limits::{WEBHOOK_DESCRIPTION, WEBHOOK_URL};
use proto_events::organization::WebhookSettings;
use service_kit::outbound::NotAllowed;

use crate::{FieldErrors, WriteApi};

/// Returns the faults of settings, apart from where the address leads.
pub(super) fn faults(settings: &WebhookSettings) -> FieldErrors {
    let mut errors = FieldErrors::default();
    errors.required_line("url", &settings.url, WEBHOOK_URL);
    errors.line("description", &settings.description, WEBHOOK_DESCRIPTION);
    errors
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
fn said(refused: &NotAllowed) -> String {
    let text = refused.to_string();
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    format!("{}{rest}.", first.to_uppercase())
}

/// Removes repeated types, in a fixed order.
pub(super) fn in_order(mut settings: WebhookSettings) -> WebhookSettings {
    settings.event_types.sort_unstable();
    settings.event_types.dedup();
    settings
}
