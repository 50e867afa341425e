//! The plan of a hall: which event has which tables when, where two collide, and a proposal without collisions.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use chrono::{DateTime, TimeDelta, Timelike as _, Utc};
use domain::hall::{free_tables, overlap, tables_for};
use domain::planned_end::planned_end;
use domain::time_zone::Zone;
use domain::tournament::Tournament;
use proto_events::ids::TournamentId;
use proto_events::vocabulary::LifecycleStatus;

use crate::public::head::escaped;
use crate::texts::Texts;

/// Width of the drawing, and the height of an hour and of an event without a date.
const WIDTH: f64 = 960.0;
const HOUR: f64 = 34.0;
/// Room for times on the left, and for numbers of tables above.
const LEFT: f64 = 52.0;
const ABOVE: f64 = 20.0;

/// An event of a plan, with the tables as its form has them.
#[derive(Debug, Clone, Default)]
pub(super) struct Slot {
    pub(super) id: i64,
    /// The event that it is a child of. Events of an on-demand queue have tables of the queue.
    parent: Option<i64>,
    pub(super) name: String,
    /// When it is planned; an event that runs late ends now.
    pub(super) time: Option<(DateTime<Utc>, DateTime<Utc>)>,
    pub(super) first: String,
    pub(super) last: String,
    pub(super) shares: bool,
    /// These three as they are now, as the form sends them.
    pub(super) was: String,
    pub(super) taken: Option<(i32, i32)>,
    /// How many tables it needs if it is full; a queue, for one of its events.
    pub(super) tables: i32,
    pub(super) collides: bool,
}

impl Slot {
    /// Returns an event with the tables that it has taken, if they are among those.
    pub(super) fn new(event: &Tournament, taken: &BTreeMap<TournamentId, (i32, i32)>, now: DateTime<Utc>) -> Self {
        let (details, organizing) = (&event.details, &event.organizing);
        let number = |table: Option<i32>| table.map_or_else(String::new, |table| table.to_string());
        let taken = taken.get(&event.id).copied().filter(|_| event.rounds().next().is_some());
        let is_running = event.lifecycle == LifecycleStatus::EventInProgress;
        let end = planned_end(details, organizing).map(|end| if is_running { end.max(now) } else { end });
        let here = event.registrations.iter().filter(|entry| entry.has_a_place()).count();
        let (first, last) = (number(organizing.first_table), number(organizing.last_table));
        let players = match event.is_queue() {
            true => details.queue_size,
            false => details.capacity.unwrap_or(0).max(i32::try_from(here).unwrap_or(i32::MAX)),
        };
        Self {
            id: event.id.0,
            parent: organizing.parent_id.map(|parent| parent.0),
            name: details.name.clone(),
            time: details.start_datetime.zip(end),
            was: sent(&first, &last, organizing.shares_tables),
            first,
            last,
            shares: organizing.shares_tables,
            taken,
            tables: tables_for(details, organizing, players),
            collides: false,
        }
    }

    /// Returns the first and the last table that it has or is planned to have.
    fn range(&self) -> (i32, i32) {
        let first = self.first.parse().unwrap_or(1);
        self.taken.unwrap_or_else(|| (first, self.last.parse().unwrap_or(first.saturating_add(self.tables - 1))))
    }

    /// Returns whether it is planned to have fewer tables than it needs.
    pub(super) fn is_narrow(&self) -> bool {
        let (first, last) = self.range();
        self.taken.is_none() && last.saturating_sub(first) < self.tables - 1
    }

    fn has_range(&self) -> bool {
        !self.first.is_empty() && !self.last.is_empty()
    }

    /// Returns whether two events are at the same time. Those without a date may be.
    fn meets(&self, other: &Self) -> bool {
        match (self.time, other.time) {
            (Some(own), Some(other)) => own.0 < other.1 && other.0 < own.1,
            (own, other) => own.is_none() && other.is_none(),
        }
    }

    fn collides_with(&self, other: &Self) -> bool {
        let is_family = self.parent == Some(other.id) || other.parent == Some(self.id);
        !is_family && !self.shares && !other.shares && self.meets(other) && overlap(self.range(), other.range())
    }
}

/// Returns the tables of an event as its form sends them.
pub(super) fn sent(first: &str, last: &str, shares: bool) -> String {
    format!("{first}/{last}/{}", if shares { "yes" } else { "" })
}

/// Marks the events that collide, and returns the pairs of them.
pub(super) fn collisions(slots: &mut [Slot]) -> Vec<(usize, usize)> {
    let pairs = (0..slots.len()).flat_map(|one| (one + 1..slots.len()).map(move |other| (one, other)));
    let found: Vec<_> = pairs.filter(|(one, other)| slots[*one].collides_with(&slots[*other])).collect();
    found.iter().flat_map(|(one, other)| [*one, *other]).for_each(|at| slots[at].collides = true);
    found
}

/// Gives tables within the hall to all events, so that none collide. Events keep the tables that they have taken, and ranges
/// that no other event has. Returns the names of those for which there is no room.
pub(super) fn propose(slots: &mut [Slot], within: (i32, Option<i32>)) -> Vec<String> {
    let mut order: Vec<usize> = (0..slots.len()).filter(|at| !slots[*at].shares).collect();
    order.sort_by_key(|at| (slots[*at].taken.is_none(), *at));
    let (mut placed, mut without_room) = (Vec::<usize>::new(), Vec::new());
    for (is_new, at) in order.iter().map(|at| (false, *at)).chain(order.iter().map(|at| (true, *at))) {
        let slot = &slots[at];
        if placed.contains(&at) {
            continue;
        }
        let busy: Vec<_> = placed.iter().map(|at| &slots[*at]).filter(|it| it.meets(slot)).map(Slot::range).collect();
        let keeps = slot.taken.is_some() || slot.has_range() && !busy.iter().any(|it| overlap(*it, slot.range()));
        match free_tables(&busy, within, slot.tables) {
            _ if keeps => placed.push(at),
            _ if !is_new => {}
            Some(first) => {
                let last = first.saturating_add(slot.tables - 1).to_string();
                (slots[at].first, slots[at].last) = (first.to_string(), last);
                placed.push(at);
            }
            None => without_room.push(slot.name.clone()),
        }
    }
    without_room
}

/// Draws the plan: tables from left to right, time downwards.
pub(super) fn drawing(title: &str, slots: &[Slot], zone: Zone, texts: &Texts) -> String {
    let begins = slots.iter().filter_map(|slot| slot.time).map(|(start, _)| start).min().unwrap_or_default();
    let begins = begins - TimeDelta::minutes(i64::from(begins.minute()));
    let lowest = slots.iter().map(|slot| slot.range().0).min().unwrap_or(1);
    let highest = slots.iter().map(|slot| slot.range().1).max().unwrap_or(1);
    let table = (WIDTH - LEFT) / (f64::from(highest) - f64::from(lowest) + 1.0);
    let x = |number: i32| LEFT + (f64::from(number) - f64::from(lowest)) * table;
    let y = |at: DateTime<Utc>| ABOVE + (at - begins).as_seconds_f64() / 3_600.0 * HOUR;
    let (mut drawn, mut low) = (String::new(), ABOVE);
    for (line, slot) in (0_u32..).zip(slots) {
        let alone = ABOVE + f64::from(line) * HOUR;
        let (top, end) = slot.time.map_or((alone, alone + HOUR), |(start, end)| (y(start), y(end)));
        let (first, last) = slot.range();
        let (width, height) = (f64::from(last) - f64::from(first) + 1.0, (end - top).max(HOUR / 2.0));
        let class = if slot.collides {
            "bad"
        } else if slot.taken.is_some() {
            "taken"
        } else {
            ""
        };
        let _ = write!(
            drawn,
            r#"<svg x="{:.1}" y="{top:.1}" width="{:.1}" height="{height:.1}"><rect class="{class}" width="100%" height="100%" rx="4"/><text x="6" y="15">{}</text><text x="6" y="30">{first}–{last}</text></svg>"#,
            x(first),
            (width * table).max(2.0),
            escaped(&slot.name),
        );
        low = low.max(top + height);
    }
    let mut axis =
        format!(r#"<text x="{LEFT}" y="14">{lowest}</text><text class="end" x="{WIDTH}" y="14">{highest}</text>"#);
    let hours = (0..=72).map(|hour| begins + TimeDelta::hours(hour)).take_while(|at| y(*at) < low);
    for at in hours.filter(|_| slots.iter().any(|slot| slot.time.is_some())) {
        let (line, time) = (y(at), zone.local(at).format("%H:%M"));
        let _ = write!(
            axis,
            r#"<path class="axis" d="M{LEFT} {line:.1}H{WIDTH}"/><text x="0" y="{:.1}">{time}</text>"#,
            line + 12.0
        );
    }
    let (title, about) = (escaped(title), escaped(&texts.say("desk-hall-drawing")));
    format!(
        r#"<svg class="chart hall" role="img" width="{WIDTH}" height="{low:.0}" viewBox="0 0 {WIDTH} {low:.0}"><title>{title}</title><desc>{about}</desc>{axis}{drawn}</svg>"#
    )
}

#[cfg(test)]
mod tests {
    use proto_events::tournament::TournamentDetails;
    use proto_events::vocabulary::EventFormat;

    use super::*;
    use crate::desk::testing::tournament_with;

    fn slot(name: &str, hours: Option<(i64, i64)>, tables: (&str, &str), needs: i32) -> Slot {
        let at = |hour| DateTime::<Utc>::UNIX_EPOCH + TimeDelta::hours(hour);
        Slot {
            id: i64::try_from(name.len()).unwrap(),
            name: name.to_owned(),
            time: hours.map(|(start, end)| (at(start), at(end))),
            first: tables.0.to_owned(),
            last: tables.1.to_owned(),
            tables: needs,
            ..Slot::default()
        }
    }

    fn ranges(slots: &[Slot]) -> Vec<(i32, i32)> {
        slots.iter().map(Slot::range).collect()
    }

    #[test]
    fn two_events_collide_at_the_same_time_and_tables() {
        let mut slots = vec![
            slot("Main", Some((9, 18)), ("1", "40"), 40),
            slot("Side", Some((12, 16)), ("40", "50"), 8),
            slot("Late", Some((18, 22)), ("1", "40"), 40),
            slot("Shared", Some((9, 18)), ("1", "8"), 8),
            slot("Open", Some((9, 10)), ("", ""), 3),
            slot("Some day", None, ("1", "4"), 4),
        ];
        slots[3].shares = true;
        assert_eq!(collisions(&mut slots), [(0, 1), (0, 4)]);
        assert_eq!(slots.iter().map(|slot| slot.collides).collect::<Vec<_>>(), [true, true, false, false, true, false]);
    }

    #[test]
    fn a_queue_needs_the_tables_of_one_event_however_many_wait() {
        let details = TournamentDetails { queue_size: 8, ..TournamentDetails::new("Draft", EventFormat::Legacy) };
        let mut queue = tournament_with(details, &[]);
        for (last_table, is_narrow) in [(None, false), (Some(14), false), (Some(13), true)] {
            (queue.organizing.first_table, queue.organizing.last_table) = (Some(11), last_table);
            let slot = Slot::new(&queue, &BTreeMap::new(), DateTime::UNIX_EPOCH);
            assert_eq!((slot.tables, slot.is_narrow()), (4, is_narrow), "{last_table:?}");
        }
    }

    #[test]
    fn a_proposal_has_no_collisions_and_keeps_what_it_can() {
        let mut slots = vec![
            slot("Main", Some((9, 18)), ("", ""), 40),
            slot("Side", Some((12, 16)), ("1", "8"), 8),
            slot("Side too", Some((12, 16)), ("8", "16"), 8),
            slot("Late", Some((18, 22)), ("", ""), 20),
            slot("Runs", Some((9, 18)), ("", ""), 4),
        ];
        slots[4].taken = Some((3, 6));
        assert_eq!(propose(&mut slots, (1, None)), Vec::<String>::new());
        assert_eq!(ranges(&slots), [(17, 56), (57, 64), (8, 16), (1, 20), (3, 6)]);
        assert_eq!(collisions(&mut slots), []);
        let mut crowded = vec![slot("Main", None, ("", ""), 40), slot("Side", None, ("", ""), 8)];
        assert_eq!(propose(&mut crowded, (1, Some(44))), ["Side"]);
        assert_eq!(ranges(&crowded)[0], (1, 40));
    }

    #[test]
    fn a_drawing_names_events_tables_and_hours() {
        let texts = Texts::of(crate::texts::Language::English);
        let slots = [slot("<Main>", Some((9, 11)), ("11", "20"), 8), slot("Side", Some((10, 12)), ("21", "30"), 8)];
        let svg = drawing("Saturday", &slots, Zone::UTC, texts);
        assert!(svg.contains("&lt;Main&gt;") && svg.contains("11–20") && svg.contains(">10:00<"), "{svg}");
        assert!(!svg.contains(">12:00<"), "{svg}");
    }
}
