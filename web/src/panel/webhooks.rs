//! `/admin/webhooks/`: the organization's webhooks.

use askama::Template;
use axum::response::Response;
use domain::organization::Webhook;
use service_kit::problem::Problem;
use storage::webhooks::FailingWebhook;

use crate::panel::common::webhook_parts::{name, state};
use crate::parts::format::{Badge, Moment};
use crate::parts::frame::Frame;
use crate::serving::failures::failed;
use crate::serving::people::organization;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

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
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let organization = organization(&request, &session).await?;
    let failing = request.shared.commands.failing_webhooks(organization.state.id).await.map_err(failed)?;
    let rows = organization.state.webhooks.iter().map(|webhook| row(&request, webhook, &failing)).collect();
    request.page(&WebhooksPage { frame: session.frame(&request), rows })
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
