//! `/admin/webhooks/{id}/`: a webhook, and a form to change it.

use axum::response::Response;
use domain::organization::Webhook;
use proto_events::ids::WebhookId;
use proto_events::organization::WebhookSettings;
use service_kit::problem::Problem;
use storage::webhooks::FailingWebhook;
use write_api::FieldErrors;
use write_api::webhooks::ChangeWebhook;

use crate::panel::common::webhook_parts::{WEBHOOKS_PATH, controls, find, name, state, typed};
use crate::parts::format::Moment;
use crate::parts::page_kinds::{FormPage, Link};
use crate::serving::completed::Completed;
use crate::serving::failures::{failed, refusal};
use crate::serving::people::organization;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

/// Shows the webhook.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let organization = organization(&request, &session).await?;
    let webhook = find(&organization.state, request.id()?)?;
    let page = form(&request, &session, webhook, &webhook.settings, &FieldErrors::default()).await?;
    request.page(&page)
}

/// Applies the changes.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let webhook_id: WebhookId = request.id()?;
    let organization = organization(&request, &session).await?;
    let webhook = find(&organization.state, webhook_id)?;
    let settings = typed(&request.form);
    let WebhookSettings { url, event_types, description, enabled } = settings.clone();
    let command = ChangeWebhook {
        organization_id: session.organization_id()?,
        webhook_id,
        // An address that stays is not looked up again.
        url: Some(url).filter(|url| *url != webhook.settings.url),
        event_types: Some(event_types),
        description: Some(description),
        enabled: Some(enabled),
    };
    match request.shared.commands.change_webhook(&session.actor(), &command).await {
        Ok(_) => {
            request.wait_for_views().await?;
            request.redirect_with(WEBHOOKS_PATH, Completed::Saved)
        }
        Err(error) => {
            let refused = refusal(error)?;
            match refused.fields() {
                Some(errors) => request.refused(&form(&request, &session, webhook, &settings, errors).await?),
                None => Err(Problem::internal(refused)),
            }
        }
    }
}

async fn form(
    request: &PageRequest,
    session: &UserSession,
    webhook: &Webhook,
    settings: &WebhookSettings,
    errors: &FieldErrors,
) -> Result<FormPage, Problem> {
    let (texts, path) = (request.texts, format!("{WEBHOOKS_PATH}{}/", webhook.id));
    let organization_id = session.organization_id()?;
    let failing = request.shared.commands.failing_webhooks(organization_id).await.map_err(failed)?;
    let title = texts.with("panel-webhook-title", "name", name(webhook));
    let mut page = FormPage::new(session.frame(request), title, path.as_str(), texts.say("panel-do-save"));
    page.points = facts(request, webhook, &failing);
    page.lead.push(texts.say("panel-webhook-types-hint"));
    page.cancel = Some(Link::new(WEBHOOKS_PATH, texts.say("panel-to-webhooks")));
    page.links = vec![
        Link::new(format!("{path}deliveries/"), texts.say("panel-to-deliveries")),
        Link::new(format!("{path}rotate/"), texts.say("panel-to-rotate-secret")),
        Link::new(format!("{path}remove/"), texts.say("panel-to-remove-webhook")),
    ];
    Ok(page.with_controls(controls(texts, settings, errors), errors))
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
