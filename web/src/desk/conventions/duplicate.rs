//! `/desk/conventions/{id}/duplicate/`: makes the events of a day again on another day, at the same times on the clock. The
//! first answer is a preview.

use askama::Template;
use chrono::NaiveDate;
use domain::time_zone::Zone;
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
    /// What will be done, in words, in a preview.
    preview: Option<String>,
    /// The events, and whether the target day has one of the same name and time.
    events: Vec<(Card<'a>, bool)>,
}

impl DuplicatePage<'_> {
    /// Returns the number of events that will be created.
    fn new_events(&self) -> usize {
        self.events.iter().filter(|(_, is_there)| !is_there).count()
    }
}

pub(crate) async fn show(hub: &Hub<'_>) -> PageResult {
    hub.page(&page(hub))
}

pub(crate) async fn send(hub: &Hub<'_>) -> PageResult {
    let page = page(hub);
    let days = page.day.parse().ok().zip(page.target.parse().ok());
    let (from, to): (NaiveDate, NaiveDate) = days.ok_or_else(|| hub.fault("desk-convention-no-day"))?;
    if from == to {
        return Err(hub.fault("desk-convention-same-day"));
    }
    if page.events.is_empty() {
        return Err(hub.fault("desk-convention-empty-day"));
    }
    match hub.form.exact("step") {
        "change" => hub.page(&page),
        "create" => {
            let planned: Vec<_> = page.events.iter().map(|(card, _)| planned(card, from, to)).collect();
            let (made, refused) = create_all(hub, &planned).await;
            let name = |key: &str| page.events.iter().find(|(card, _)| card.event.id.to_string() == key);
            let fault = |(key, why): &(String, String)| {
                let name = name(key).map_or("", |(card, _)| card.event.details.name.as_str());
                hub.texts.with_all("desk-event-value", [("label", name.into()), ("value", why.as_str().into())])
            };
            if made.is_empty() && !refused.is_empty() {
                return Err(PageError::Form(refused.iter().map(fault).collect::<Vec<_>>().into()));
            }
            let done = if refused.is_empty() { "frame-done-events-created" } else { "frame-done-some-events-created" };
            let path = format!("{}?day={to}&made={}", hub.address(""), made_query(&made));
            hub.completed(&path, done).await
        }
        _ if page.new_events() == 0 => Err(hub.fault("desk-convention-empty-day")),
        _ => {
            let what = [("count", page.new_events().into()), ("day", hub.texts.long_day(to).into())];
            let preview = Some(hub.texts.with_all("desk-convention-duplicate-preview", what));
            hub.page(&DuplicatePage { preview, ..page })
        }
    }
}

/// Returns the event on the other day. All its times move by whole days on the clock, so that a change of daylight saving does
/// not move them.
fn planned(card: &Card<'_>, from: NaiveDate, to: NaiveDate) -> Planned {
    let fields = SettingsForm::of_event(card.event).moved_by(Some(to - from));
    Planned { key: card.event.id.to_string(), fields, like: Some(card.event.id) }
}

fn page<'a>(hub: &'a Hub<'a>) -> DuplicatePage<'a> {
    let field = |name: &str| Some(hub.form.text(name).to_owned()).filter(|text| !text.is_empty());
    let day = field("from").or_else(|| hub.query("day")).unwrap_or_default();
    let next = || day.parse::<NaiveDate>().ok()?.succ_opt();
    let target = field("day").or_else(|| next().map(|day| day.to_string())).unwrap_or_default();
    let zone: Zone = hub.zone();
    let cards = || hub.events.iter().map(|event| Card::new(&event.state, zone));
    let is_there = |own: &Card<'_>| {
        let mut there = cards().filter(|card| card.day() == target && !card.event.details.is_canceled);
        there.any(|card| card.start() == own.start() && card.event.details.name == own.event.details.name)
    };
    let events = cards().filter(|card| card.day() == day && is_copied(card.event));
    let events = events.map(|card| (card, is_there(&card))).collect();
    DuplicatePage { frame: hub.frame(""), day, target, preview: None, events }
}

/// Canceled and imported events are not copied, and those that a queue made belong to the players who waited.
fn is_copied(event: &Tournament) -> bool {
    !event.details.is_canceled && event.import.is_none() && !event.organizing.is_from_queue
}

#[cfg(test)]
mod tests {
    use proto_events::tournament::TournamentDetails;
    use proto_events::vocabulary::EventFormat;

    use super::*;
    use crate::desk::testing::tournament_with;

    #[test]
    fn times_on_the_clock_stay_over_a_change_of_daylight_saving() {
        let details = TournamentDetails {
            start_datetime: "2026-10-24T08:00:00Z".parse().ok(),
            registration_opens: "2026-10-17T08:00:00Z".parse().ok(),
            time_zone: Some("Europe/Berlin".into()),
            ..TournamentDetails::new("Cup", EventFormat::Modern)
        };
        let event = tournament_with(details, &[]);
        let card = Card::new(&event, Zone::of(Some("Europe/Berlin")));
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let body = planned(&card, day("2026-10-24"), day("2026-10-25")).fields.body();
        assert_eq!(body["start_datetime"], "2026-10-25T09:00:00+00:00", "ten on the clock, an hour later");
        assert_eq!(body["registration_opens"], "2026-10-18T08:00:00+00:00");
        assert_eq!(body["name"], "Cup");
    }

    #[test]
    fn events_that_a_queue_made_are_not_copied() {
        let mut event = tournament_with(TournamentDetails::new("Pod #1", EventFormat::Modern), &[]);
        assert!(is_copied(&event));
        event.organizing.is_from_queue = true;
        assert!(!is_copied(&event));
    }
}
