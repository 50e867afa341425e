//! `/desk/conventions/{id}/duplicate/`: makes the events of a day again on another day, at the same times on the clock. The
//! schedule offers to take that back.

use askama::Template;
use chrono::NaiveDate;
use domain::tournament::Tournament;

use crate::desk::conventions::create::{Planned, create_all, made_query};
use crate::desk::conventions::hub::{Hub, HubFrame};
use crate::desk::conventions::schedule::Card;
use crate::desk::event_form::SettingsForm;
use crate::serving::failures::{PageError, PageResult};

#[derive(Template)]
#[template(path = "desk/conventions/duplicate.html")]
struct DuplicatePage<'a> {
    frame: HubFrame<'a>,
    day: String,
    target: String,
}

pub(crate) async fn show(hub: &Hub<'_>) -> PageResult {
    let field = |name: &str| Some(hub.form.text(name).to_owned()).filter(|text| !text.is_empty());
    let day = field("from").or_else(|| hub.query("day")).unwrap_or_default();
    let next = || day.parse::<NaiveDate>().ok()?.succ_opt();
    let target = field("day").or_else(|| next().map(|day| day.to_string())).unwrap_or_default();
    hub.page(&DuplicatePage { frame: hub.frame(""), day, target })
}

pub(crate) async fn send(hub: &Hub<'_>) -> PageResult {
    let day = |name| hub.form.text(name).parse::<NaiveDate>().ok();
    let (from, to) = day("from").zip(day("day")).ok_or_else(|| hub.fault("desk-convention-no-day"))?;
    if from == to {
        return Err(hub.fault("desk-convention-same-day"));
    }
    let is_of_day = |event: &&Tournament| Card::new(event, hub.zone()).day() == from.to_string() && is_copied(event);
    // All times move by whole days on the clock, so that a change of daylight saving does not move them.
    let planned = |event: &Tournament| Planned {
        key: event.id.to_string(),
        fields: SettingsForm::of_event(event).moved_by(Some(to - from)),
        like: Some(event.id),
    };
    let planned: Vec<_> = hub.events.iter().map(|event| &event.state).filter(is_of_day).map(planned).collect();
    if planned.is_empty() {
        return Err(hub.fault("desk-convention-empty-day"));
    }
    let (made, refused) = create_all(hub, &planned).await;
    if made.is_empty() && !refused.is_empty() {
        let fault = |(event, why): (&Planned, String)| {
            hub.texts
                .with_all("desk-event-value", [("label", event.fields.value("name").into()), ("value", why.into())])
        };
        return Err(PageError::Form(refused.into_iter().map(fault).collect::<Vec<_>>().into()));
    }
    if made.is_empty() {
        return Err(hub.fault("desk-convention-empty-day"));
    }
    let done = if refused.is_empty() { "frame-done-events-created" } else { "frame-done-some-events-created" };
    hub.completed(&format!("{}?day={to}&made={}", hub.address(""), made_query(&made)), done).await
}

/// Canceled and imported events are not copied, and those that a queue made belong to the players who waited.
fn is_copied(event: &Tournament) -> bool {
    !event.details.is_canceled && event.import.is_none() && !event.organizing.is_from_queue
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::testing::tournament;

    #[test]
    fn events_that_a_queue_made_are_not_copied() {
        let mut event = tournament(&[]);
        assert!(is_copied(&event));
        event.organizing.is_from_queue = true;
        assert!(!is_copied(&event));
    }
}
