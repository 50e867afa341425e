//! The schedule of a convention: its events by day, in the convention's zone, the headlining ones first.

use std::collections::BTreeSet;

use askama::Template;
use chrono::{Datelike as _, NaiveDate, NaiveDateTime, SecondsFormat, TimeDelta};
use domain::documents::{PublicConvention, PublicEvent};
use domain::time_zone::Zone;
use proto_events::ids::TournamentId;
use proto_events::vocabulary::{EventFormat, LifecycleStatus};

use crate::public::head::html;
use crate::public::tabs::{badge, places, queue, status};
use crate::texts::Texts;

/// An event that takes as long is shown with the day on which it ends.
const LONG: TimeDelta = TimeDelta::hours(24);

/// Which events of a schedule are shown. Nothing chosen shows all.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Choice {
    /// Only those of this day.
    pub day: Option<NaiveDate>,
    /// Only those of this format.
    pub format: Option<EventFormat>,
    /// Only those at this place; empty for all.
    pub place: String,
}

impl Choice {
    /// Returns the choice without what no event matches, so that made-up choices draw no pages.
    pub fn known(self, convention: &PublicConvention, events: &[u8]) -> Result<Self, serde_json::Error> {
        if self == Self::default() {
            return Ok(self);
        }
        let events = read(events)?;
        let (zone, has_format) = (zone(convention, &events), convention.details.show_game_type_filters);
        let has_place = events.iter().any(|event| event.place == self.place);
        Ok(Self {
            day: self.day.filter(|day| events.iter().any(|event| day_of(event, zone) == Some(*day))),
            format: self.format.filter(|format| has_format && events.iter().any(|event| event.format == *format)),
            place: if has_place { self.place } else { String::new() },
        })
    }

    /// Returns it as the rest of a query: `&day=2026-03-07&place=%48`. Each byte of a place is encoded.
    pub(super) fn query(&self) -> String {
        let place: String = self.place.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let parts = [
            ("day", self.day.map(|day| day.to_string())),
            ("format", self.format.map(|format| format.wire_name().to_owned())),
            ("place", Some(place).filter(|place| !place.is_empty())),
        ];
        parts.into_iter().filter_map(|(name, value)| Some(format!("&{name}={}", value?))).collect()
    }

    pub(super) fn has(&self, event: &PublicEvent<'_>, zone: Zone) -> bool {
        self.day.is_none_or(|day| day_of(event, zone) == Some(day))
            && self.format.is_none_or(|format| event.format == format)
            && (self.place.is_empty() || self.place == event.place)
    }
}

/// Returns what schedules show of the events with these documents, as JSON.
pub fn shown(bodies: &[Vec<u8>]) -> Result<String, serde_json::Error> {
    let shown = |body: &'_ Vec<u8>| {
        let event: PublicEvent<'_> = serde_json::from_slice(body)?;
        serde_json::value::to_raw_value(&PublicEvent {
            store: "".into(),
            convention: "".into(),
            convention_slug: "".into(),
            location: "".into(),
            opens: None,
            round_ends: None,
            winner: "".into(),
            description: "".into(),
            ..event
        })
    };
    serde_json::to_string(&bodies.iter().map(shown).collect::<Result<Vec<_>, _>>()?)
}

/// Reads the events that [`shown`] wrote.
pub(super) fn read(events: &[u8]) -> Result<Vec<PublicEvent<'_>>, serde_json::Error> {
    serde_json::from_slice(events)
}

/// Returns the zone of all times: the convention's, or else that of the first event with one.
pub(super) fn zone(convention: &PublicConvention, events: &[PublicEvent<'_>]) -> Zone {
    let of_events = events.iter().filter_map(|event| event.time_zone.as_deref());
    convention.details.event_timezone.as_deref().into_iter().chain(of_events).find_map(Zone::named).unwrap_or(Zone::UTC)
}

/// Whether an event is an on-demand queue that is neither canceled nor over.
pub(super) fn is_open_queue(event: &PublicEvent<'_>) -> bool {
    event.queue_size > 0 && !event.is_canceled && !event.status.is_finished()
}

pub(super) fn day_of(event: &PublicEvent<'_>, zone: Zone) -> Option<NaiveDate> {
    event.start.map(|start| zone.local(start).date())
}

/// Returns the headlining events: those of the formats that the organizer chose; without a choice, the largest of each
/// day with several events. Queues and canceled events are none.
pub(super) fn headliners(convention: &PublicConvention, events: &[PublicEvent<'_>]) -> BTreeSet<TournamentId> {
    let zone = zone(convention, events);
    let may_be = |event: &&PublicEvent<'_>| event.queue_size == 0 && !event.is_canceled;
    let formats: Vec<_> = convention.details.override_headlining_formats.iter().flatten().flatten().collect();
    if !formats.is_empty() {
        let is_one = |event: &&PublicEvent<'_>| formats.contains(&&event.format);
        return events.iter().filter(may_be).filter(is_one).map(|event| event.id).collect();
    }
    let days: BTreeSet<NaiveDate> = events.iter().filter_map(|event| day_of(event, zone)).collect();
    let largest = |day: NaiveDate| {
        let of_day = || events.iter().filter(may_be).filter(|event| day_of(event, zone) == Some(day));
        let largest = of_day().filter(|event| event.capacity.is_some()).rev().max_by_key(|event| event.capacity)?;
        (of_day().count() > 1).then_some(largest.id)
    };
    days.into_iter().filter_map(largest).collect()
}

/// A day of the schedule with the events that are shown, as HTML.
pub(super) struct Day {
    pub(super) title: String,
    pub(super) slots: Vec<String>,
}

/// Returns `Saturday, 7 March 2026`.
pub(super) fn day_name(texts: &Texts, day: NaiveDate) -> String {
    let weekday = day.weekday().number_from_monday();
    texts.with_all("public-hub-day", [("weekday", weekday.into()), ("day", texts.long_day(day).into())])
}

/// Returns the days of events, in order, those without a date last. `events` are in the order in which a day has them.
pub(super) fn days(slots: &[Slot<'_>]) -> Vec<Day> {
    let mut days: Vec<Day> = Vec::new();
    let dates: BTreeSet<NaiveDate> = slots.iter().filter_map(Slot::day).collect();
    for date in dates.into_iter().map(Some).chain([None]) {
        let of_day: Vec<_> = slots.iter().filter(|slot| slot.day() == date).map(html).collect();
        if let (Some(first), false) = (slots.first(), of_day.is_empty()) {
            let title = date.map(|day| day_name(first.texts, day));
            let title = title.unwrap_or_else(|| first.texts.say("public-hub-undated"));
            days.push(Day { title, slots: of_day });
        }
    }
    days
}

#[derive(Template)]
#[template(path = "public/slot.html")]
pub(super) struct Slot<'a> {
    pub(super) texts: &'static Texts,
    pub(super) base: &'a str,
    pub(super) event: &'a PublicEvent<'a>,
    pub(super) zone: Zone,
    pub(super) is_headliner: bool,
    /// Whether it is in the agenda.
    pub(super) is_chosen: bool,
}

impl Slot<'_> {
    fn start(&self) -> Option<NaiveDateTime> {
        self.event.start.map(|start| self.zone.local(start))
    }

    fn day(&self) -> Option<NaiveDate> {
        day_of(self.event, self.zone)
    }

    fn datetime(&self) -> String {
        self.event.start.map(|start| start.to_rfc3339_opts(SecondsFormat::Secs, true)).unwrap_or_default()
    }

    /// Returns when it is expected to end: `18:30`, or `8 March 2026, 18:30`; empty if that is not known, or for a queue.
    fn end(&self) -> String {
        let times = self.event.start.zip(self.event.end).filter(|_| self.event.queue_size == 0);
        let Some((start, end)) = times else { return String::new() };
        let last = self.zone.local(end);
        if end - start >= LONG { self.texts.long_time(last) } else { last.format("%H:%M").to_string() }
    }

    fn has_badge(&self) -> bool {
        self.event.is_canceled || self.event.status != LifecycleStatus::RegistrationOpen
    }

    /// Returns the round that is played, or else the status.
    fn status(&self) -> String {
        match self.event.round.filter(|_| !self.event.is_canceled) {
            Some(round) => self.texts.round(round),
            None => status(self.texts, self.event.status, self.event.is_canceled),
        }
    }

    /// Says how many places are left, or how many wait in a queue.
    fn places(&self) -> String {
        let PublicEvent { taken, capacity, status, is_canceled, queue_size, waiting, .. } = *self.event;
        match usize::try_from(queue_size) {
            Ok(size) if is_open_queue(self.event) => queue(self.texts, size, waiting),
            Ok(1..) => String::new(),
            _ => places(self.texts, (status, is_canceled), taken, capacity),
        }
    }
}
