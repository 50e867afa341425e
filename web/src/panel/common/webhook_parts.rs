//! What the pages of webhooks share: the form, the state, and the page with a secret.

use axum::response::Response;
use domain::organization::{Organization, Webhook};
use proto_events::ids::WebhookId;
use proto_events::organization::WebhookSettings;
use proto_events::vocabulary::{WebhookEventType, WebhookFault};
use service_kit::problem::Problem;
use service_kit::webhook_secret::WebhookSecret;
use storage::webhooks::FailingWebhook;
use write_api::FieldErrors;

use crate::parts::control::{Checkbox, Control, TextField};
use crate::parts::format::Badge;
use crate::parts::page_kinds::{Link, SecretPage};
use crate::serving::failures::not_found;
use crate::serving::form::Form;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::Texts;

/// The address of the list of webhooks.
pub(crate) const WEBHOOKS_PATH: &str = "/admin/webhooks/";

/// The checkbox of a type: its name is that of the type.
const TYPES: [(&str, WebhookEventType); 9] = [
    ("tournament.created", WebhookEventType::TournamentCreated),
    ("tournament.changed", WebhookEventType::TournamentChanged),
    ("round.published", WebhookEventType::RoundPublished),
    ("round.completed", WebhookEventType::RoundCompleted),
    ("result.corrected", WebhookEventType::ResultCorrected),
    ("standings.final", WebhookEventType::StandingsFinal),
    ("lists.published", WebhookEventType::ListsPublished),
    ("registration.added", WebhookEventType::RegistrationAdded),
    ("registration.dropped", WebhookEventType::RegistrationDropped),
];

/// Returns a webhook of the organization.
pub(crate) fn find(organization: &Organization, id: WebhookId) -> Result<&Webhook, Problem> {
    organization.webhook(id).ok_or_else(not_found)
}

/// Returns the name of a webhook for people: its description, or its address.
pub(crate) fn name(webhook: &Webhook) -> String {
    let WebhookSettings { url, description, .. } = &webhook.settings;
    if description.is_empty() { url.clone() } else { description.clone() }
}

/// Returns the state of a webhook.
pub(crate) fn state(texts: &Texts, webhook: &Webhook, failing: &[FailingWebhook]) -> Badge {
    let fails = failing.iter().any(|failing| failing.webhook_id == webhook.id);
    let (label, tone) = match webhook.disabled {
        Some((_, WebhookFault::Gone)) => ("panel-webhook-gone", "bad"),
        Some((_, WebhookFault::Failing)) => ("panel-webhook-given-up", "bad"),
        None if !webhook.settings.enabled => ("panel-webhook-off", ""),
        None if fails => ("panel-webhook-fails", "warn"),
        None => ("panel-webhook-on", "good"),
    };
    Badge { label: texts.say(label), tone }
}

/// Returns the settings in a form. No chosen type means all of them.
pub(crate) fn typed(form: &Form) -> WebhookSettings {
    WebhookSettings {
        url: form.text("url").to_owned(),
        event_types: TYPES
            .iter()
            .filter(|(name, _)| form.is_checked(name))
            .map(|(_, event_type)| *event_type)
            .collect(),
        description: form.text("description").to_owned(),
        enabled: form.is_checked("enabled"),
    }
}

/// Returns the controls of the form.
pub(crate) fn controls(texts: &Texts, settings: &WebhookSettings, errors: &FieldErrors) -> Vec<Control> {
    let url = TextField::new("url", texts.say("panel-webhook-url"), &settings.url);
    let url = TextField { kind: "url", required: true, hint: texts.say("panel-webhook-url-hint"), ..url };
    let description = TextField::new("description", texts.say("panel-webhook-description"), &settings.description);
    let description = TextField { hint: texts.say("panel-webhook-description-hint"), ..description };
    let enabled = Checkbox {
        name: "enabled",
        label: texts.say("panel-webhook-enabled"),
        hint: texts.say("panel-webhook-enabled-hint"),
        checked: settings.enabled,
    };
    let types = TYPES.iter().map(|(name, event_type)| {
        Control::Checkbox(Checkbox {
            name,
            label: (*name).to_owned(),
            hint: texts.term(*event_type),
            checked: settings.event_types.contains(event_type),
        })
    });
    let fields = [Control::Text(url.checked(texts, errors)), Control::Text(description.checked(texts, errors))];
    fields.into_iter().chain([Control::Checkbox(enabled)]).chain(types).collect()
}

/// Answers with a page that shows a secret once.
pub(crate) fn shown_once(
    request: &PageRequest,
    session: &UserSession,
    webhook: &Webhook,
    secret: &WebhookSecret,
    points: Vec<String>,
) -> Result<Response, Problem> {
    let texts = request.texts;
    request.page(&SecretPage {
        frame: session.frame(request),
        title: texts.say("panel-webhook-your-secret"),
        lead: vec![texts.with("panel-webhook-secret-of", "name", name(webhook))],
        label: texts.say("panel-webhook-secret"),
        value: secret.expose(),
        points,
        next: Link::new(WEBHOOKS_PATH, texts.say("panel-saved-it")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_has_a_checkbox() {
        for event_type in WebhookEventType::ALL {
            assert!(TYPES.contains(&(event_type.wire_name(), *event_type)), "{event_type}");
        }
    }
}
