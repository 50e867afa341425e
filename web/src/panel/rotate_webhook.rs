//! `/admin/webhooks/{id}/rotate/`: gives a webhook another secret, which is shown once.

use axum::response::Response;
use proto_events::ids::WebhookId;
use service_kit::problem::Problem;
use write_api::webhooks::RotateSecret;

use crate::panel::common::already_carried_out::already_carried_out;
use crate::panel::common::webhook_parts::{WEBHOOKS_PATH, find, name, shown_once};
use crate::parts::control::Control;
use crate::parts::page_kinds::{FormPage, Link};
use crate::serving::failures::unexpected;
use crate::serving::form_ids::FormIds;
use crate::serving::people::organization;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

/// Asks for confirmation.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let organization = organization(&request, &session).await?;
    let webhook = find(&organization.state, request.id()?)?;
    let (texts, path) = (request.texts, format!("{WEBHOOKS_PATH}{}/", webhook.id));
    let title = texts.with("panel-rotate-webhook-title", "name", name(webhook));
    let (action, submit) = (format!("{path}rotate/"), texts.say("panel-do-rotate-webhook"));
    let mut page = FormPage::new(session.frame(&request), title, action, submit);
    page.lead.push(texts.say("panel-rotate-webhook-means"));
    page.controls.push(Control::Hidden("form_id", FormIds::new_id()));
    page.cancel = Some(Link::new(path, texts.say("panel-keep-it")));
    request.page(&page)
}

/// Rotates the secret and shows it.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let webhook_id: WebhookId = request.id()?;
    find(&organization(&request, &session).await?.state, webhook_id)?;
    let Some(claim) = request.shared.form_ids.claim(request.form.exact("form_id")) else {
        return already_carried_out(&request, &session, "panel-webhook-was-rotated", WEBHOOKS_PATH);
    };
    let command = RotateSecret { organization_id: session.organization_id()?, webhook_id };
    match request.shared.commands.rotate_webhook_secret(&session.actor(), &command).await {
        Ok(rotated) => {
            claim.complete();
            request.wait_for_views().await?;
            let points = vec![request.texts.say("panel-webhook-rotation")];
            shown_once(&request, &session, find(&rotated.folded.state, webhook_id)?, &rotated.secret, points)
        }
        Err(error) => Err(unexpected(error)),
    }
}
