//! `/admin/webhooks/`: the organization's webhooks: lists, adds, shows, changes and removes them, and rotates secrets.
//! `/admin/webhooks/{id}/deliveries/`: the log of a webhook's deliveries, and sending them again: one, or those of a period.

use api_kit::path::integer;
use askama::Template;
use domain::organization::{Organization, Webhook};
use proto_events::ids::{DeliveryId, WebhookId};
use proto_events::organization::WebhookSettings;
use proto_events::vocabulary::{WebhookEventType, WebhookFault};
use service_kit::problem::Problem;
use service_kit::webhook_secret::WebhookSecret;
use storage::deliveries::{Delivery, DeliveryState};
use storage::webhooks::{FailingWebhook, WebhookMessage};
use write_api::FieldErrors;
use write_api::webhooks::{
    AddWebhook, ChangeWebhook, DELIVERIES_ON_A_PAGE, RemoveWebhook, ResendDeliveries, ResendDelivery, RotateSecret,
};

use crate::desk::event_form::local;
use crate::panel::common::{field, form, once};
use crate::parts::control::{Checkbox, Control, TextField};
use crate::parts::format::{Badge, Moment, last_answer};
use crate::parts::frame::Frame;
use crate::parts::page_kinds::{FormPage, Link, SecretPage};
use crate::serving::failures::{PageResult, not_found, store_problem};
use crate::serving::form::Form;
use crate::serving::people::organization;
use crate::serving::request::{PageRequest, UserRequest};
use crate::texts::{Texts, said};

pub(crate) const WEBHOOKS_PATH: &str = "/admin/webhooks/";

#[derive(Template)]
#[template(path = "panel/webhooks.html")]
struct WebhooksPage<'a> {
    frame: Frame,
    organization: &'a Organization,
    failing: Vec<FailingWebhook>,
}

pub(crate) async fn list(request: &UserRequest<'_>) -> PageResult {
    let organization = organization(request).await?;
    let failing = request.shared.events.failing_webhooks(organization.state.id).await.map_err(store_problem)?;
    request.page(&WebhooksPage { frame: request.frame(), organization: &organization.state, failing })
}

fn types(texts: &Texts, webhook: &Webhook) -> String {
    let names: Vec<_> = webhook.settings.event_types.iter().map(|event_type| event_type.wire_name()).collect();
    if names.is_empty() { texts.say("panel-webhook-all-types") } else { names.join(", ") }
}

pub(crate) async fn add_form(request: &UserRequest<'_>) -> PageResult {
    let texts = request.texts;
    let settings = typed(&request.form);
    let settings = WebhookSettings { enabled: request.typed().is_none() || settings.enabled, ..settings };
    let page = form(request, texts.say("panel-new-webhook"), "panel-do-add-webhook")
        .lead(texts.say("panel-webhook-types-hint"))
        .cancel(WEBHOOKS_PATH, "desk-cancel")
        .controls(controls(texts, &settings))
        .once();
    request.page(&page)
}

pub(crate) async fn add(request: &UserRequest<'_>) -> PageResult {
    let settings = typed(&request.form);
    let command = AddWebhook { organization_id: request.session.organization_id()?, settings };
    let added = once(request, ("panel-webhook-was-added", WEBHOOKS_PATH), request.carry_out(&command)).await?;
    shown_once(request, find(&added.folded.state, added.webhook_id)?, &added.secret, "panel-webhook-starts-now")
}

pub(crate) async fn show(request: &UserRequest<'_>) -> PageResult {
    let organization = organization(request).await?;
    let webhook = find(&organization.state, request.id()?)?;
    let (texts, path) = (request.texts, format!("{WEBHOOKS_PATH}{}/", webhook.id));
    let failing = request.shared.events.failing_webhooks(organization.state.id).await.map_err(store_problem)?;
    let settings = request.typed().map_or_else(|| webhook.settings.clone(), typed);
    let page = form(request, texts.with("panel-webhook-title", "name", name(webhook)), "desk-do-save")
        .points(facts(request, webhook, &failing))
        .lead(texts.say("panel-webhook-types-hint"))
        .cancel(WEBHOOKS_PATH, "panel-to-webhooks")
        .link(format!("{path}deliveries/"), "panel-deliveries")
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

pub(crate) async fn change(request: &UserRequest<'_>) -> PageResult {
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
    request.carry_out(&command).await?;
    request.completed(WEBHOOKS_PATH, "frame-done-saved").await
}

pub(crate) async fn ask_to_rotate(request: &UserRequest<'_>) -> PageResult {
    let page = question(request, "panel-rotate-webhook-title", "panel-to-rotate-secret").await?;
    let page = page.lead(request.texts.say("panel-rotate-webhook-means"));
    request.page(&page.once())
}

pub(crate) async fn rotate(request: &UserRequest<'_>) -> PageResult {
    let webhook_id: WebhookId = request.id()?;
    find(&organization(request).await?.state, webhook_id)?;
    let command = RotateSecret { organization_id: request.session.organization_id()?, webhook_id };
    let rotated = once(request, ("panel-webhook-was-rotated", WEBHOOKS_PATH), request.carry_out(&command)).await?;
    shown_once(request, find(&rotated.folded.state, webhook_id)?, &rotated.secret, "panel-webhook-rotation")
}

pub(crate) async fn ask_to_remove(request: &UserRequest<'_>) -> PageResult {
    let page = question(request, "panel-remove-webhook-title", "panel-do-remove-webhook").await?;
    request.page(&page.lead(request.texts.say("panel-remove-webhook-means")).danger())
}

pub(crate) async fn remove(request: &UserRequest<'_>) -> PageResult {
    let command = RemoveWebhook { organization_id: request.session.organization_id()?, webhook_id: request.id()? };
    request.carry_out(&command).await?;
    request.completed(WEBHOOKS_PATH, "frame-done-webhook-removed").await
}

/// Returns a question about the webhook in the path. `title` and `submit` are keys.
async fn question(request: &UserRequest<'_>, title: &str, submit: &str) -> Result<FormPage, Problem> {
    let organization = organization(request).await?;
    let webhook = find(&organization.state, request.id()?)?;
    let page = form(request, request.texts.with(title, "name", name(webhook)), submit);
    Ok(page.cancel(format!("{WEBHOOKS_PATH}{}/", webhook.id), "panel-keep-it"))
}

/// Answers with a page that shows a secret once. `point` is the key of what follows.
fn shown_once(request: &UserRequest<'_>, webhook: &Webhook, secret: &WebhookSecret, point: &str) -> PageResult {
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

pub(crate) fn find(organization: &Organization, id: WebhookId) -> Result<&Webhook, Problem> {
    organization.webhook(id).ok_or_else(not_found)
}

/// Returns the name of a webhook for people: its description, or its address.
pub(crate) fn name(webhook: &Webhook) -> String {
    let WebhookSettings { url, description, .. } = &webhook.settings;
    if description.is_empty() { url.clone() } else { description.clone() }
}

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
    let types = WebhookEventType::ALL.iter().filter(|event_type| form.is_checked(event_type.wire_name()));
    WebhookSettings {
        url: form.text("url").to_owned(),
        event_types: types.copied().collect(),
        description: form.text("description").to_owned(),
        enabled: form.is_checked("enabled"),
    }
}

fn controls(texts: &Texts, settings: &WebhookSettings) -> Vec<Control> {
    let url = TextField::new("url", texts.say("panel-webhook-url"), &settings.url).required();
    let url = TextField { kind: "url", hint: texts.say("panel-webhook-url-hint"), ..url };
    let description = TextField::new("description", texts.say("desk-event-description"), &settings.description);
    let enabled = Checkbox {
        name: "enabled",
        label: texts.say("panel-webhook-enabled"),
        hint: texts.say("panel-webhook-enabled-hint"),
        checked: settings.enabled,
    };
    let types = WebhookEventType::ALL.iter().map(|event_type| {
        Control::Checkbox(Checkbox {
            name: event_type.wire_name(),
            label: event_type.wire_name().to_owned(),
            hint: texts.term(*event_type),
            checked: settings.event_types.contains(event_type),
        })
    });
    let fields = [Control::Text(url), description.hint(texts.say("panel-webhook-description-hint")).into()];
    fields.into_iter().chain([Control::Checkbox(enabled)]).chain(types).collect()
}

#[derive(Template)]
#[template(path = "panel/deliveries.html")]
struct DeliveriesPage<'a> {
    frame: Frame,
    webhook: &'a Webhook,
    only_undelivered: bool,
    /// Each with the type of its message, its state and the last answer.
    rows: Vec<(Delivery, &'static str, Badge, String)>,
    is_older: bool,
    older: Option<i64>,
    from: TextField,
    to: TextField,
}

pub(crate) async fn show_deliveries(request: &UserRequest<'_>) -> PageResult {
    let texts = request.texts;
    let organization = organization(request).await?;
    let webhook = find(&organization.state, request.id()?)?;
    let before = request.query("before").and_then(|text| integer(&text)).map(DeliveryId);
    let only_undelivered = request.query("state").is_some_and(|state| state == "UNDELIVERED");
    let state = only_undelivered.then_some(DeliveryState::Undelivered);
    let commands = &request.shared.commands;
    let read = commands.webhook_deliveries(webhook.id, state, before, DELIVERIES_ON_A_PAGE).await;
    let (deliveries, has_older) = read.map_err(store_problem)?;
    let frame = request.frame();
    let row = |delivery: Delivery| {
        let event_type = WebhookMessage::read(&delivery.message).map_err(store_problem)?.event_type.wire_name();
        let (state, answer) = (Badge::of_delivery(texts, delivery.state), last_answer(&delivery));
        Ok::<_, Problem>((delivery, event_type, state, answer))
    };
    let field = |name, label| {
        TextField { kind: "datetime-local", ..field(request, name, label).required() }.checked(texts, &frame.faults)
    };
    let (from, to) = (field("from", "panel-webhook-from"), field("to", "panel-webhook-to"));
    request.page(&DeliveriesPage {
        frame,
        webhook,
        only_undelivered,
        is_older: before.is_some(),
        older: deliveries.last().filter(|_| has_older).map(|delivery| delivery.id.0),
        rows: deliveries.into_iter().map(row).collect::<Result<_, _>>()?,
        from,
        to,
    })
}

pub(crate) async fn resend_period(request: &UserRequest<'_>) -> PageResult {
    let (texts, webhook_id) = (request.texts, request.id::<WebhookId>()?);
    let mut errors = FieldErrors::default();
    let mut time = |field: &'static str| {
        let time = local(request.form.text(field)).map(|time| time.and_utc());
        if time.is_none() {
            errors.add(field, said(texts.say("panel-webhook-no-time")));
        }
        time.unwrap_or_default()
    };
    let (from, to) = (time("from"), time("to"));
    errors.check()?;
    let command = ResendDeliveries { organization_id: request.session.organization_id()?, webhook_id, from, to };
    request.carry_out(&command).await?;
    request.redirect_with(&format!("{WEBHOOKS_PATH}{webhook_id}/deliveries/"), "frame-done-messages-resent")
}

pub(crate) async fn resend(request: &UserRequest<'_>) -> PageResult {
    let webhook_id: WebhookId = request.id()?;
    let delivery_id = integer(request.param("delivery_id")).map(DeliveryId).ok_or_else(not_found)?;
    let command = ResendDelivery { organization_id: request.session.organization_id()?, webhook_id, delivery_id };
    request.carry_out(&command).await?;
    request.redirect_with(&format!("{WEBHOOKS_PATH}{webhook_id}/deliveries/"), "frame-done-messages-resent")
}
