//! `/desk/events/{id}/deliveries/`: mail and push messages about the event that people did not get, newest first.

use std::collections::HashMap;

use askama::Template;
use proto_events::ids::{DeliveryId, UserId};
use storage::deliveries::{ChannelKind, Delivery};
use write_api::letters::{Contents, Letter};
use write_api::webhooks::{DELIVERIES_ON_A_PAGE, without_next};

use crate::desk::event::{Desk, EventFrame};
use crate::parts::format::last_answer;
use crate::serving::failures::{PageResult, failed, store_problem};
use crate::texts::Texts;

#[derive(Template)]
#[template(path = "desk/deliveries.html")]
struct DeliveriesPage<'a> {
    frame: EventFrame<'a>,
    /// Messages that did not arrive, with the people. The page shows no address.
    rows: Vec<(Delivery, UserId)>,
    names: HashMap<UserId, String>,
    is_older: bool,
    older: Option<i64>,
}

pub(crate) async fn show(desk: &Desk<'_>) -> PageResult {
    let (events, before) = (&desk.shared.events, desk.query_id::<DeliveryId>("before"));
    let read = events.failed_messages(desk.state().id, before, DELIVERIES_ON_A_PAGE + 1).await;
    let (deliveries, has_older) = without_next(read.map_err(store_problem)?, DELIVERIES_ON_A_PAGE);
    let is_phone = |it: &&Delivery| it.message.recipient.channel == ChannelKind::Push;
    let phones: Vec<_> = deliveries.iter().filter(is_phone).map(|it| it.message.recipient.id).collect();
    let phones = events.push_subscriptions_with_ids(&phones).await.map_err(store_problem)?;
    let phones: HashMap<_, _> = phones.into_iter().map(|phone| (phone.id, phone.user_id)).collect();
    let person = |delivery: &Delivery| match delivery.message.recipient.channel {
        ChannelKind::Push => phones.get(&delivery.message.recipient.id).copied().unwrap_or(UserId(0)),
        _ => UserId(delivery.message.recipient.id),
    };
    let people: Vec<_> = deliveries.iter().map(person).collect();
    let names = desk.shared.commands.names_of(&people).await.map_err(failed)?;
    let older = deliveries.last().filter(|_| has_older).map(|last| last.id.0);
    let rows = deliveries.into_iter().zip(people).collect();
    desk.page(&DeliveriesPage { frame: desk.frame("players"), rows, names, is_older: before.is_some(), older })
}

fn link(desk: &Desk<'_>, person: UserId) -> Option<String> {
    let entry = desk.state().registrations.iter().rev().find(|entry| entry.user_id == person);
    entry.map(|entry| desk.address(&format!("players/{}", entry.id)))
}

fn what(texts: &Texts, delivery: &Delivery) -> String {
    match Letter::read(&delivery.message.payload).map(|letter| letter.contents) {
        Ok(Contents::Notification(about)) => texts.term(about.what.kind()),
        _ => texts.say("desk-failed-link"),
    }
}
