//! `/admin/webhooks/{id}/deliveries/`: the log of a webhook's deliveries, and sending them again: one, or those of a period.

use api_kit::path::integer;
use askama::Template;
use chrono::NaiveDateTime;
use proto_events::ids::{DeliveryId, WebhookId};
use service_kit::problem::Problem;
use storage::webhooks::{Delivery, DeliveryState};
use write_api::FieldErrors;
use write_api::webhooks::{DELIVERIES_ON_A_PAGE, ResendDeliveries, ResendDelivery};

use crate::panel::webhooks::{WEBHOOKS_PATH, find, name};
use crate::parts::control::{Faults, TextField};
use crate::parts::format::{Badge, Moment};
use crate::parts::frame::Frame;
use crate::parts::page_kinds::{Link, MessagePage};
use crate::serving::completed::Completed;
use crate::serving::failures::{PageError, PageResult, failed, not_found, refusal};
use crate::serving::people::organization;
use crate::serving::session::UserRequest;
use crate::texts::{Texts, said};

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
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let texts = request.texts;
    let organization = organization(request).await?;
    let webhook = find(&organization.state, request.id()?)?;
    let before = request.query("before").and_then(|text| integer(&text)).map(DeliveryId);
    let only_undelivered = request.query("state").is_some_and(|state| state == "UNDELIVERED");
    let state = only_undelivered.then_some(DeliveryState::Undelivered);
    let commands = &request.shared.commands;
    let read = commands.webhook_deliveries(webhook.id, state, before, DELIVERIES_ON_A_PAGE).await;
    let (deliveries, has_older) = read.map_err(failed)?;
    let frame = request.frame();
    let field = |name, label| {
        let field = TextField::new(name, texts.say(label), request.form.text(name)).required();
        TextField { kind: "datetime-local", ..field }.checked(texts, &frame.faults)
    };
    let (from, to) = (field("from", "panel-webhook-from"), field("to", "panel-webhook-to"));
    request.page(&DeliveriesPage {
        frame,
        id: webhook.id.0,
        name: name(webhook),
        is_enabled: webhook.settings.enabled,
        only_undelivered,
        is_older: before.is_some(),
        older: deliveries.last().filter(|_| has_older).map(|delivery| delivery.id.0),
        rows: deliveries.into_iter().map(|delivery| row(texts, delivery)).collect(),
        from,
        to,
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

/// Sends the deliveries of a period again.
pub(crate) async fn resend_period(request: &UserRequest) -> PageResult {
    let (texts, webhook_id) = (request.texts, request.id::<WebhookId>()?);
    let mut errors = FieldErrors::default();
    let mut time = |field: &'static str| {
        let time = NaiveDateTime::parse_from_str(request.form.text(field), TIME).ok().map(|time| time.and_utc());
        if time.is_none() {
            errors.add(field, said(texts.say("panel-webhook-no-time")));
        }
        time.unwrap_or_default()
    };
    let (from, to) = (time("from"), time("to"));
    errors.check()?;
    let command = ResendDeliveries { organization_id: request.session.organization_id()?, webhook_id, from, to };
    request.carry_out(&command).await.map_err(|error| {
        PageError::of_command(error, |refusal| {
            let (field, key) = match refusal.code() {
                "end-before-from" => ("to", "panel-webhook-ends-before"),
                "webhook-disabled" => ("from", "panel-webhook-off-no-resend"),
                _ => return None,
            };
            Some(Faults::at(field, texts.say(key)).into())
        })
    })?;
    request.redirect_with(&format!("{WEBHOOKS_PATH}{webhook_id}/deliveries/"), Completed::MessagesResent)
}

/// Sends one delivery again.
pub(crate) async fn resend(request: &UserRequest) -> PageResult {
    let webhook_id: WebhookId = request.id()?;
    let delivery_id = integer(request.param("delivery_id")).map(DeliveryId).ok_or_else(not_found)?;
    let command = ResendDelivery { organization_id: request.session.organization_id()?, webhook_id, delivery_id };
    let path = format!("{WEBHOOKS_PATH}{webhook_id}/deliveries/");
    let Err(error) = request.carry_out(&command).await else {
        return request.redirect_with(&path, Completed::MessagesResent);
    };
    let refused = refusal(error)?;
    if refused.code() != "webhook-disabled" {
        return Err(Problem::internal(refused).into());
    }
    let (texts, frame) = (request.texts, request.frame());
    let lead = vec![texts.say("panel-webhook-off-no-resend")];
    let links = vec![Link::new(path, texts.say("panel-to-deliveries"))];
    request.refused(&MessagePage { frame, title: texts.say("panel-webhook-off"), lead, links })
}
