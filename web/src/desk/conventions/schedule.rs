//! `/desk/conventions/{id}/`: the events of a day as a grid, with rooms as columns and hours as rows. An event is moved with a
//! form, or dragged with `schedule.js`.

use std::collections::BTreeSet;

use askama::Template;
use chrono::{DateTime, NaiveDateTime, NaiveTime, TimeDelta, Timelike, Utc};
use domain::permissions::Operation;
use domain::planned_end::planned_end;
use domain::series::Shift;
use domain::time_zone::Zone;
use domain::tournament::Tournament;
use proto_events::ids::TournamentId;
use proto_events::vocabulary::LifecycleStatus;
use write_api::events::event_fields::EventChange;
use write_api::{OnEvent, OrNull};

use crate::desk::conventions::create::made;
use crate::desk::conventions::hub::{Hub, HubFrame, UNDATED};
use crate::desk::event::status_word;
use crate::desk::event_form::{labelled_settings, local};
use crate::desk::players::entrants;
use crate::serving::failures::{PageResult, not_found};
use crate::serving::interface;

#[derive(Template)]
#[template(path = "desk/conventions/schedule.html")]
struct SchedulePage<'a> {
    frame: HubFrame<'a>,
    may_manage: bool,
    days: BTreeSet<String>,
    day: String,
    /// The rooms of the day; the empty one is that of events without a room.
    rooms: Vec<&'a str>,
    cards: Vec<Card<'a>>,
    all: Vec<Card<'a>>,
    moving: Option<Card<'a>>,
    /// Events that were made by the form before, and can be deleted again.
    made: Vec<TournamentId>,
}

/// An event, with its start and end on clocks at the convention.
#[derive(Clone, Copy)]
pub(crate) struct Card<'a> {
    pub(crate) event: &'a Tournament,
    at: Option<(NaiveDateTime, NaiveDateTime)>,
    /// The same as moments, which clocks show twice in a night.
    exact: Option<(DateTime<Utc>, DateTime<Utc>)>,
}

impl<'a> Card<'a> {
    pub(crate) fn new(event: &'a Tournament, zone: Zone) -> Self {
        let exact = event.details.start_datetime.zip(planned_end(&event.details, &event.organizing));
        Self { event, at: exact.map(|(from, to)| (zone.local(from), zone.local(to))), exact }
    }

    /// Returns the day on which it starts, as addresses name it.
    pub(crate) fn day(&self) -> String {
        self.at.map_or_else(|| UNDATED.to_owned(), |(from, _)| from.date().to_string())
    }

    fn room(&self) -> &'a str {
        self.event.details.venue_name.trim()
    }

    /// Returns the start as a form has it; empty without one.
    pub(crate) fn start(&self) -> String {
        self.at.map_or_else(String::new, |(from, _)| from.format("%H:%M").to_string())
    }

    /// Returns day and time of the start as the form that moves it sends them.
    fn shown(&self) -> String {
        format!("{}T{}", self.day(), self.start())
    }

    fn times(&self) -> String {
        self.at.map_or_else(String::new, |(_, to)| format!("{}–{}", self.start(), to.format("%H:%M")))
    }

    fn is_movable(&self) -> bool {
        use LifecycleStatus::{RegistrationClosed, RegistrationOpen, WaitlistOnly};
        matches!(self.event.lifecycle, RegistrationClosed | RegistrationOpen | WaitlistOnly)
            && !self.event.details.is_canceled
    }

    /// Whether both take the same room at the same time.
    fn overlaps(&self, other: &Card<'_>) -> bool {
        let is_other = self.event.id != other.event.id && self.room() == other.room() && !self.room().is_empty();
        let take_place = [self, other].iter().all(|card| !card.event.details.is_canceled);
        let meet = self.exact.zip(other.exact).is_some_and(|((from, to), (other, until))| from < until && other < to);
        is_other && take_place && meet
    }

    /// Whether it takes place during an hour of its day.
    fn is_during(&self, hour: u32) -> bool {
        self.at.is_some_and(|(from, to)| {
            let minutes = |hour: u32| from.date().and_time(NaiveTime::MIN) + TimeDelta::hours(hour.into());
            from < minutes(hour + 1) && to > minutes(hour)
        })
    }
}

impl SchedulePage<'_> {
    /// Returns what was typed in a field of the form that moves an event, if it was refused, or else its value now.
    fn typed(&self, name: &str, now: &str) -> String {
        self.frame.hub.typed().map_or(now, |form| form.text(name)).to_owned()
    }

    fn hours(&self) -> Vec<u32> {
        let starts = self.cards.iter().filter_map(|card| card.at).map(|(from, _)| from.hour());
        let first = starts.min().unwrap_or_default();
        let is_used = |hour: &u32| self.cards.iter().any(|card| card.is_during(*hour));
        let end = (0..24).rfind(is_used).map_or(first, |last| last + 1);
        (first..end).collect()
    }

    fn cell(&self, room: &str, hour: u32) -> Vec<&Card<'_>> {
        let is_here = |card: &&Card<'_>| card.room() == room && card.at.is_some_and(|(from, _)| from.hour() == hour);
        self.cards.iter().filter(is_here).collect()
    }

    fn is_busy(&self, room: &str, hour: u32) -> bool {
        !room.is_empty() && self.cards.iter().any(|card| card.room() == room && card.is_during(hour))
    }

    fn overlaps(&self, card: &Card<'_>) -> bool {
        self.all.iter().any(|other| card.overlaps(other))
    }

    fn facts(&self, card: &Card<'_>) -> (String, String, String) {
        let (texts, details) = (self.frame.texts, &card.event.details);
        let players = entrants(card.event);
        let players = details.capacity.map_or_else(|| players.to_string(), |most| format!("{players}/{most}"));
        let status = status_word(texts, card.event.lifecycle, details.is_canceled);
        (texts.game_format(details.event_format), texts.with("desk-convention-players", "players", players), status)
    }
}

pub(crate) async fn show(hub: &Hub<'_>) -> PageResult {
    let (frame, zone) = (hub.frame(""), hub.zone());
    let all: Vec<_> = hub.events.iter().map(|event| Card::new(&event.state, zone)).collect();
    let days: BTreeSet<_> = all.iter().map(Card::day).collect();
    let day = hub.day("from", &days);
    let asked = hub.form.id("event").or_else(|| hub.query_id::<i64>("event").map(TournamentId));
    let moving = all.iter().find(|card| Some(card.event.id) == asked && card.is_movable()).copied();
    let cards: Vec<_> = all.iter().filter(|card| card.day() == day).copied().collect();
    let rooms: BTreeSet<_> = cards.iter().map(Card::room).collect();
    let mut rooms: Vec<_> = rooms.into_iter().collect();
    rooms.sort_by_key(|room| room.is_empty());
    let may_manage = hub.may(Operation::ManageEvents);
    hub.page(&SchedulePage { frame, may_manage, days, day, rooms, cards, all, moving, made: made(hub) })
}

/// Moves an event to a day, a time and a room. Its other dates move along with its start. A time or a room that is
/// as the page showed it is not sent: another person may have changed it meanwhile.
pub(crate) async fn send(hub: &Hub<'_>) -> PageResult {
    let (form, texts) = (&hub.form, hub.texts);
    let event = form.id("event").and_then(|id| hub.event(id)).ok_or_else(not_found)?;
    let (time, room) = (format!("{}T{}", form.text("day"), form.text("time")), form.text("place"));
    let at = local(&time).and_then(|typed| hub.zone().instant(typed));
    let at = at.ok_or_else(|| hub.fault("desk-convention-no-time"))?;
    let is_as_shown = |name: &str, value: &str| form.is_checked(name) && form.text(name) == value;
    let new_room = (!is_as_shown("was_place", room)).then_some(room);
    let change = moved(event, (!is_as_shown("was", &time)).then_some(at), new_room);
    let moved = interface::run(hub, hub.terms(), &OnEvent(event.id, change)).await;
    moved.map_err(|refusal| labelled_settings(texts, refusal))?;
    let day = hub.zone().local(at).date();
    hub.completed(&format!("{}?day={day}", hub.address("")), "frame-done-saved").await
}

/// Returns the change that moves an event to another time or room, if one is given. Clocks show the same distances before and
/// after, also over a change of daylight saving.
fn moved(event: &Tournament, at: Option<DateTime<Utc>>, room: Option<&str>) -> EventChange {
    let (details, zone) = (&event.details, Zone::of(event.details.time_zone.as_deref()));
    let from = at.zip(details.start_datetime);
    let shift = from.map(|(at, start)| Shift::new(zone, zone.local(start), zone.local(at)));
    let moved = |time: Option<DateTime<Utc>>| shift.filter(|_| time.is_some()).map(|shift| OrNull(shift.moved(time)));
    EventChange {
        start_datetime: at.map(|at| OrNull(Some(at))),
        end_datetime: moved(details.end_datetime),
        registration_closes: moved(details.registration_closes),
        decklist_deadline: moved(event.organizing.decklist_deadline),
        venue_name: room.map(str::to_owned),
        ..EventChange::default()
    }
}

#[cfg(test)]
mod tests {
    use proto_events::tournament::TournamentDetails;
    use proto_events::vocabulary::EventFormat;

    use super::*;
    use crate::desk::testing::tournament_with;

    fn event(id: i64, start: &str, room: &str) -> Tournament {
        let details = TournamentDetails {
            start_datetime: start.parse().ok(),
            end_datetime: None,
            time_zone: Some("Europe/Berlin".into()),
            venue_name: room.into(),
            ..TournamentDetails::new("Cup", EventFormat::Modern)
        };
        let mut event = tournament_with(details, &[]);
        event.id = TournamentId(id);
        event
    }

    #[test]
    fn events_of_a_room_overlap_if_their_times_meet() {
        let zone = Zone::of(Some("Europe/Berlin"));
        let events = [
            event(1, "2026-10-24T08:00:00Z", "Hall A"),
            event(2, "2026-10-24T11:59:00Z", "Hall A"),
            event(3, "2026-10-24T12:00:00Z", "Hall A"),
            event(4, "2026-10-24T08:00:00Z", "Hall B"),
            event(5, "2026-10-24T08:00:00Z", ""),
            event(6, "2026-10-24T08:00:00Z", ""),
            event(7, "2026-10-24T20:00:00Z", "Hall C"),
            event(8, "2026-10-24T22:30:00Z", "Hall C"),
        ];
        let cards: Vec<_> = events.iter().map(|event| Card::new(event, zone)).collect();
        let pairs = |card: &Card<'_>| -> Vec<i64> {
            cards.iter().filter(|other| card.overlaps(other)).map(|other| other.event.id.0).collect()
        };
        assert_eq!(
            cards.iter().map(pairs).collect::<Vec<_>>(),
            [vec![2], vec![1, 3], vec![2], vec![], vec![], vec![], vec![8], vec![7]]
        );
        assert_eq!((cards[0].day().as_str(), cards[0].times().as_str()), ("2026-10-24", "10:00–14:00"));
        assert_eq!(
            (9..15).map(|hour| cards[0].is_during(hour)).collect::<Vec<_>>(),
            [false, true, true, true, true, false]
        );
    }

    #[test]
    fn what_has_a_date_moves_along_over_a_change_of_daylight_saving() {
        let mut event = event(1, "2026-10-24T08:00:00Z", "Hall A");
        event.details.end_datetime = "2026-10-24T16:00:00Z".parse().ok();
        let change = moved(&event, "2026-10-25T09:00:00Z".parse().ok(), Some("Hall B"));
        let at = |text: &str| Some(OrNull(text.parse().ok()));
        let room = EventChange { venue_name: Some("Hall B".into()), ..EventChange::default() };
        let (start_datetime, end_datetime) = (at("2026-10-25T09:00:00Z"), at("2026-10-25T17:00:00Z"));
        assert_eq!(change, EventChange { start_datetime, end_datetime, ..room.clone() });
        assert_eq!(moved(&event, None, Some("Hall B")), room);
        assert_eq!(moved(&event, None, None), EventChange::default());
    }
}
