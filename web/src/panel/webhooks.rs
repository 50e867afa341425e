//! `/admin/webhooks/`: the organization's webhooks: lists, adds, shows, changes and removes them, and rotates secrets.

use askama::Template;
use domain::limits::WEBHOOKS;
use domain::organization::{Organization, Webhook};
use proto_events::ids::WebhookId;
use proto_events::organization::WebhookSettings;
use proto_events::vocabulary::{WebhookEventType, WebhookFault};
use service_kit::problem::Problem;
use service_kit::webhook_secret::WebhookSecret;
use storage::webhooks::FailingWebhook;
use write_api::CommandError;
use write_api::webhooks::{AddWebhook, ChangeWebhook, RemoveWebhook, RotateSecret};

use crate::panel::common::already_carried_out;
use crate::parts::control::{Checkbox, Control, Faults, TextField};
use crate::parts::format::{Badge, Moment};
use crate::parts::frame::Frame;
use crate::parts::page_kinds::{FormPage, Link, SecretPage};
use crate::serving::completed::Completed;
use crate::serving::failures::{PageError, PageResult, failed, not_found};
use crate::serving::form::Form;
use crate::serving::form_ids::FormIds;
use crate::serving::people::organization;
use crate::serving::request::PageRequest;
use crate::serving::session::UserRequest;
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

#[derive(Template)]
#[template(path = "panel/webhooks.html")]
struct WebhooksPage {
    frame: Frame,
    rows: Vec<WebhookRow>,
}

struct WebhookRow {
    id: i64,
    name: String,
    url: String,
    state: Badge,
    types: String,
    created: Moment,
}

/// Shows the webhooks.
pub(crate) async fn list(request: &UserRequest) -> PageResult {
    let organization = organization(request).await?;
    let failing = request.shared.commands.failing_webhooks(organization.state.id).await.map_err(failed)?;
    let rows = organization.state.webhooks.iter().map(|webhook| row(request, webhook, &failing)).collect();
    request.page(&WebhooksPage { frame: request.frame(), rows })
}

fn row(request: &PageRequest, webhook: &Webhook, failing: &[FailingWebhook]) -> WebhookRow {
    let texts = request.texts;
    let types = &webhook.settings.event_types;
    let names: Vec<_> = types.iter().map(|event_type| event_type.wire_name()).collect();
    WebhookRow {
        id: webhook.id.0,
        name: name(webhook),
        url: webhook.settings.url.clone(),
        state: state(texts, webhook, failing),
        types: if names.is_empty() { texts.say("panel-webhook-all-types") } else { names.join(", ") },
        created: Moment::utc(texts, webhook.created_at),
    }
}

/// Shows the form of a new webhook.
pub(crate) async fn add_form(request: &UserRequest) -> PageResult {
    let texts = request.texts;
    let settings = typed(&request.form);
    let settings = WebhookSettings { enabled: request.typed().is_none() || settings.enabled, ..settings };
    let (title, action) = (texts.say("panel-new-webhook"), format!("{WEBHOOKS_PATH}new/"));
    let page = FormPage::new(request.frame(), title, action, "panel-do-add-webhook")
        .lead(texts.say("panel-webhook-types-hint"))
        .cancel(WEBHOOKS_PATH, "panel-cancel")
        .controls(controls(texts, &settings))
        .control(Control::Hidden("form_id", FormIds::new_id()));
    request.page(&page)
}

/// Adds a webhook. Its secret is shown once, in this answer.
pub(crate) async fn add(request: &UserRequest) -> PageResult {
    let settings = typed(&request.form);
    let Some(claim) = request.shared.form_ids.claim(request.form.exact("form_id")) else {
        return already_carried_out(request, "panel-webhook-was-added", WEBHOOKS_PATH);
    };
    let command = AddWebhook { organization_id: request.session.organization_id()?, settings };
    let added = request.carry_out(&command).await.map_err(|error| refused(request.texts, error))?;
    claim.complete();
    request.wait_for_views().await;
    shown_once(request, find(&added.folded.state, added.webhook_id)?, &added.secret, "panel-webhook-starts-now")
}

/// Shows a webhook, and a form to change it.
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let organization = organization(request).await?;
    let webhook = find(&organization.state, request.id()?)?;
    let (texts, path) = (request.texts, format!("{WEBHOOKS_PATH}{}/", webhook.id));
    let failing = request.shared.commands.failing_webhooks(organization.state.id).await.map_err(failed)?;
    let title = texts.with("panel-webhook-title", "name", name(webhook));
    let settings = request.typed().map_or_else(|| webhook.settings.clone(), typed);
    let page = FormPage::new(request.frame(), title, path.as_str(), "panel-do-save")
        .points(facts(request, webhook, &failing))
        .lead(texts.say("panel-webhook-types-hint"))
        .cancel(WEBHOOKS_PATH, "panel-to-webhooks")
        .link(format!("{path}deliveries/"), "panel-to-deliveries")
        .link(format!("{path}rotate/"), "panel-to-rotate-secret")
        .link(format!("{path}remove/"), "panel-to-remove-webhook")
        .controls(controls(texts, &settings));
    request.page(&page)
}

fn facts(request: &PageRequest, webhook: &Webhook, failing: &[FailingWebhook]) -> Vec<String> {
    let (texts, now) = (request.texts, request.shared.clock.now());
    let state = texts.with("panel-key-state", "state", state(texts, webhook, failing).label);
    let failing = failing.iter().find(|failing| failing.webhook_id == webhook.id);
    let failing = failing.map(|it| ("panel-webhook-fails-since", it.since));
    let disabled = webhook.disabled.map(|(at, _)| ("panel-webhook-disabled-at", at));
    let rotated = webhook.previous_secret.filter(|(_, until)| *until > now);
    let rotated = rotated.map(|(_, until)| ("panel-webhook-two-secrets", until));
    let times = failing.into_iter().chain(disabled).chain(rotated);
    [state].into_iter().chain(times.map(|(key, at)| texts.with(key, "time", Moment::utc(texts, at).shown))).collect()
}

/// Changes a webhook.
pub(crate) async fn change(request: &UserRequest) -> PageResult {
    let webhook_id: WebhookId = request.id()?;
    let organization = organization(request).await?;
    let webhook = find(&organization.state, webhook_id)?;
    let WebhookSettings { url, event_types, description, enabled } = typed(&request.form);
    let command = ChangeWebhook {
        organization_id: organization.state.id,
        webhook_id,
        // An address that stays is not looked up again.
        url: Some(url).filter(|url| *url != webhook.settings.url),
        event_types: Some(event_types),
        description: Some(description),
        enabled: Some(enabled),
    };
    request.carry_out(&command).await.map_err(|error| refused(request.texts, error))?;
    request.completed(WEBHOOKS_PATH, Completed::Saved).await
}

/// Asks whether a webhook is to get another secret.
pub(crate) async fn ask_to_rotate(request: &UserRequest) -> PageResult {
    let page = question(request, "rotate", "panel-rotate-webhook-title", "panel-do-rotate-webhook").await?;
    let page = page.lead(request.texts.say("panel-rotate-webhook-means"));
    request.page(&page.control(Control::Hidden("form_id", FormIds::new_id())))
}

/// Gives a webhook another secret, which is shown once, in this answer.
pub(crate) async fn rotate(request: &UserRequest) -> PageResult {
    let webhook_id: WebhookId = request.id()?;
    find(&organization(request).await?.state, webhook_id)?;
    let Some(claim) = request.shared.form_ids.claim(request.form.exact("form_id")) else {
        return already_carried_out(request, "panel-webhook-was-rotated", WEBHOOKS_PATH);
    };
    let command = RotateSecret { organization_id: request.session.organization_id()?, webhook_id };
    let rotated = request.carry_out(&command).await.map_err(|error| refused(request.texts, error))?;
    claim.complete();
    request.wait_for_views().await;
    shown_once(request, find(&rotated.folded.state, webhook_id)?, &rotated.secret, "panel-webhook-rotation")
}

/// Asks whether a webhook is to be removed.
pub(crate) async fn ask_to_remove(request: &UserRequest) -> PageResult {
    let page = question(request, "remove", "panel-remove-webhook-title", "panel-do-remove-webhook").await?;
    request.page(&page.lead(request.texts.say("panel-remove-webhook-means")).danger())
}

/// Removes a webhook.
pub(crate) async fn remove(request: &UserRequest) -> PageResult {
    let command = RemoveWebhook { organization_id: request.session.organization_id()?, webhook_id: request.id()? };
    request.carry_out(&command).await.map_err(|error| refused(request.texts, error))?;
    request.completed(WEBHOOKS_PATH, Completed::WebhookRemoved).await
}

/// Returns a question about the webhook in the path. `title` and `submit` are keys.
async fn question(request: &UserRequest, step: &str, title: &str, submit: &str) -> Result<FormPage, Problem> {
    let organization = organization(request).await?;
    let webhook = find(&organization.state, request.id()?)?;
    let path = format!("{WEBHOOKS_PATH}{}/", webhook.id);
    let title = request.texts.with(title, "name", name(webhook));
    let page = FormPage::new(request.frame(), title, format!("{path}{step}/"), submit);
    Ok(page.cancel(path, "panel-keep-it"))
}

/// Says why a webhook was not added, changed or removed.
fn refused(texts: &Texts, error: CommandError) -> PageError {
    PageError::of_command(error, |refusal| {
        let too_many = || Faults::at("url", texts.with("panel-too-many-webhooks", "most", WEBHOOKS)).into();
        (refusal.code() == "webhook-too-many").then(too_many)
    })
}

/// Answers with a page that shows a secret once. `point` is the key of what follows.
fn shown_once(request: &UserRequest, webhook: &Webhook, secret: &WebhookSecret, point: &str) -> PageResult {
    let texts = request.texts;
    request.page(&SecretPage {
        frame: request.frame(),
        title: texts.say("panel-webhook-your-secret"),
        lead: vec![texts.with("panel-webhook-secret-of", "name", name(webhook))],
        label: texts.say("panel-webhook-secret"),
        value: secret.expose(),
        points: vec![texts.say(point)],
        next: Link::new(WEBHOOKS_PATH, texts.say("panel-saved-it")),
    })
}

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
fn state(texts: &Texts, webhook: &Webhook, failing: &[FailingWebhook]) -> Badge {
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
fn typed(form: &Form) -> WebhookSettings {
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
fn controls(texts: &Texts, settings: &WebhookSettings) -> Vec<Control> {
    let url = TextField::new("url", texts.say("panel-webhook-url"), &settings.url).required();
    let url = TextField { kind: "url", hint: texts.say("panel-webhook-url-hint"), ..url };
    let description = TextField::new("description", texts.say("panel-webhook-description"), &settings.description);
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
    let fields = [Control::Text(url), description.hint(texts.say("panel-webhook-description-hint")).into()];
    fields.into_iter().chain([Control::Checkbox(enabled)]).chain(types).collect()
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
