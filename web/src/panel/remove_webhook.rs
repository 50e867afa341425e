//! `/admin/webhooks/{id}/remove/`: removes a webhook.

use axum::response::Response;
use service_kit::problem::Problem;
use write_api::webhooks::RemoveWebhook;

use crate::panel::common::webhook_parts::{WEBHOOKS_PATH, find, name};
use crate::parts::page_kinds::{FormPage, Link};
use crate::serving::completed::Completed;
use crate::serving::failures::unexpected;
use crate::serving::people::organization;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

/// Asks for confirmation.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let organization = organization(&request, &session).await?;
    let webhook = find(&organization.state, request.id()?)?;
    let (texts, path) = (request.texts, format!("{WEBHOOKS_PATH}{}/", webhook.id));
    let title = texts.with("panel-remove-webhook-title", "name", name(webhook));
    let (action, submit) = (format!("{path}remove/"), texts.say("panel-do-remove-webhook"));
    let mut page = FormPage::new(session.frame(&request), title, action, submit);
    page.lead.push(texts.say("panel-remove-webhook-means"));
    page.danger = true;
    page.cancel = Some(Link::new(path, texts.say("panel-keep-it")));
    request.page(&page)
}

/// Removes the webhook.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let command = RemoveWebhook { organization_id: session.organization_id()?, webhook_id: request.id()? };
    if let Err(error) = request.shared.commands.remove_webhook(&session.actor(), &command).await {
        return Err(unexpected(error));
    }
    request.wait_for_views().await?;
    request.redirect_with(WEBHOOKS_PATH, Completed::WebhookRemoved)
}
