//! `/admin/webhooks/{id}/deliveries/`: the log of a webhook's deliveries, with a form that sends those of a period again.

use api_kit::path::integer;
use askama::Template;
use axum::response::Response;
use chrono::{DateTime, NaiveDateTime, Utc};
use proto_events::ids::{DeliveryId, WebhookId};
use service_kit::problem::Problem;
use storage::webhooks::{Delivery, DeliveryState};
use write_api::FieldErrors;
use write_api::webhooks::{DELIVERIES_ON_A_PAGE, ResendDeliveries};

use crate::panel::common::webhook_parts::{WEBHOOKS_PATH, find, name};
use crate::parts::control::TextField;
use crate::parts::format::{Badge, Moment};
use crate::parts::frame::Frame;
use crate::serving::completed::Completed;
use crate::serving::failures::{failed, refusal};
use crate::serving::people::organization;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::Texts;
use crate::texts::said;

/// The form of a time in a form's field.
const TIME: &str = "%Y-%m-%dT%H:%M";

#[derive(Template)]
#[template(path = "panel/deliveries.html")]
struct DeliveriesPage {
    frame: Frame,
    id: i64,
    name: String,
    /// Whether messages can be sent again.
    is_enabled: bool,
    only_undelivered: bool,
    rows: Vec<DeliveryRow>,
    is_older: bool,
    older: Option<i64>,
    from: TextField,
    to: TextField,
}

struct DeliveryRow {
    id: i64,
    event_type: &'static str,
    event: i64,
    state: Badge,
    attempts: i64,
    happened: Moment,
    last: Option<Moment>,
    answer: String,
}

/// Shows the log, newest first.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let typed = (String::new(), String::new());
    let page = page(&request, &session, typed, &FieldErrors::default()).await?;
    request.page(&page)
}

/// Sends the deliveries of a period again.
pub(crate) async fn send(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let webhook_id: WebhookId = request.id()?;
    let (from, to) = (request.form.text("from").to_owned(), request.form.text("to").to_owned());
    let mut errors = FieldErrors::default();
    let mut time = |field: &'static str, text: &str| {
        let time = time_of(text);
        if time.is_none() {
            errors.add(field, said(request.texts.say("panel-webhook-no-time")));
        }
        time.unwrap_or_default()
    };
    let period = (time("from", &from), time("to", &to));
    if errors.is_empty() {
        let (organization_id, (from, to)) = (session.organization_id()?, period);
        let command = ResendDeliveries { organization_id, webhook_id, from, to };
        match request.shared.commands.resend_deliveries(&command).await {
            Ok(_) => {
                let path = format!("{WEBHOOKS_PATH}{webhook_id}/deliveries/");
                return request.redirect_with(&path, Completed::MessagesResent);
            }
            Err(error) => {
                let refused = refusal(error)?;
                match refused.code() {
                    "end-before-from" => errors.add("to", said(request.texts.say("panel-webhook-ends-before"))),
                    "webhook-disabled" => errors.add("from", said(request.texts.say("panel-webhook-off-no-resend"))),
                    _ => return Err(Problem::internal(refused)),
                }
            }
        }
    }
    let page = page(&request, &session, (from, to), &errors).await?;
    request.refused(&page)
}

/// Reads a time in UTC.
fn time_of(text: &str) -> Option<DateTime<Utc>> {
    NaiveDateTime::parse_from_str(text, TIME).ok().map(|time| time.and_utc())
}

async fn page(
    request: &PageRequest,
    session: &UserSession,
    (from, to): (String, String),
    errors: &FieldErrors,
) -> Result<DeliveriesPage, Problem> {
    let texts = request.texts;
    let organization = organization(request, session).await?;
    let webhook = find(&organization.state, request.id()?)?;
    let before = request.query("before").and_then(|text| integer(&text)).map(DeliveryId);
    let only_undelivered = request.query("state").is_some_and(|state| state == "UNDELIVERED");
    let state = only_undelivered.then_some(DeliveryState::Undelivered);
    let commands = &request.shared.commands;
    let read = commands.webhook_deliveries(webhook.id, state, before, DELIVERIES_ON_A_PAGE).await;
    let (deliveries, has_older) = read.map_err(failed)?;
    let field = |name, label, value| {
        let field = TextField::new(name, texts.say(label), value);
        TextField { kind: "datetime-local", required: true, ..field }.checked(texts, errors)
    };
    Ok(DeliveriesPage {
        frame: session.frame(request),
        id: webhook.id.0,
        name: name(webhook),
        is_enabled: webhook.settings.enabled,
        only_undelivered,
        is_older: before.is_some(),
        older: deliveries.last().filter(|_| has_older).map(|delivery| delivery.id.0),
        rows: deliveries.into_iter().map(|delivery| row(texts, delivery)).collect(),
        from: field("from", "panel-webhook-from", from),
        to: field("to", "panel-webhook-to", to),
    })
}

fn row(texts: &Texts, delivery: Delivery) -> DeliveryRow {
    let (label, tone) = match delivery.state {
        DeliveryState::Pending => ("panel-delivery-pending", "warn"),
        DeliveryState::Delivered => ("panel-delivery-delivered", "good"),
        DeliveryState::Undelivered => ("panel-delivery-undelivered", "bad"),
    };
    let answer = delivery.last.as_ref().map(|last| match (last.status, &last.error) {
        (Some(status), _) => status.to_string(),
        (None, error) => error.clone().unwrap_or_default(),
    });
    DeliveryRow {
        id: delivery.id.0,
        event_type: delivery.message.event_type.wire_name(),
        event: delivery.message.tournament_id.0,
        state: Badge { label: texts.say(label), tone },
        attempts: delivery.attempts,
        happened: Moment::utc(texts, delivery.message.recorded_at),
        last: delivery.last.map(|last| Moment::utc(texts, last.at)),
        answer: answer.unwrap_or_default(),
    }
}
