//! What a test of a whole convention knows by itself: who is in which event, who sits where, and who won.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use domain::time_zone::Zone;
use e2e::TestApp;
use e2e::crawl::id;
use proto_events::ids::{RegistrationId, RoundId, UserId};
use proto_events::tournament::{Pairing, PairingKind};
use proto_events::vocabulary::{LifecycleStatus, QueueCheckInStatus, RegistrationStatus};
use proto_events::{DomainEvent, StreamKind, TournamentEvent};
use serde_json::json;

use crate::given::Table;

/// The address of the convention.
pub(crate) const SLUG: &str = "weekend";
/// Its time zone.
pub(crate) const ZONE: &str = "Europe/Berlin";

/// The record.
#[derive(Debug, Default)]
pub(crate) struct Record {
    /// The registration of each person, by event.
    places: BTreeMap<i64, BTreeMap<i64, i64>>,
    /// When the events of the schedule start.
    starts: BTreeMap<i64, DateTime<Utc>>,
    /// Registrations of players who are not in the event any more, with their status.
    gone: BTreeMap<i64, &'static str>,
    /// The tables of each round.
    rounds: BTreeMap<i64, Vec<Table>>,
    /// The tables at which running events play.
    running: BTreeMap<i64, BTreeSet<i64>>,
    /// Matches that were won and lost, by registration.
    won: BTreeMap<i64, i64>,
    lost: BTreeMap<i64, i64>,
}

fn berlin() -> Zone {
    Zone::named(ZONE).unwrap()
}

/// The time on the clocks of the convention.
pub(crate) fn at(day: u32, hour: u32) -> DateTime<Utc> {
    let day = chrono::NaiveDate::from_ymd_opt(2026, 10, 23 + day).unwrap();
    berlin().instant(day.and_hms_opt(hour, 0, 0).unwrap()).unwrap()
}

impl Record {
    pub(crate) fn starts(&mut self, event: i64, start: DateTime<Utc>) {
        self.starts.insert(event, start);
    }

    /// Whether an event is in the schedule. Those that queues make are not.
    pub(crate) fn is_planned(&self, event: i64) -> bool {
        self.starts.contains_key(&event)
    }

    pub(crate) fn enters(&mut self, event: i64, user: i64, registration: i64) {
        let before = self.places.entry(event).or_default().insert(user, registration);
        assert!(before.is_none(), "person {user} is in event {event} twice");
    }

    pub(crate) fn leaves(&mut self, registration: i64, status: &'static str) {
        self.gone.insert(registration, status);
    }

    /// The registrations in an event, by person.
    pub(crate) fn entries(&self, event: i64) -> BTreeMap<i64, i64> {
        self.places.get(&event).cloned().unwrap_or_default()
    }

    /// Notes the tables of a round that was paired now. No other running event has one of them.
    pub(crate) fn pairs(&mut self, event: i64, round: i64, tables: &[Table]) {
        let of_two = || tables.iter().filter(|table| table.players.len() == 2);
        let own: BTreeSet<i64> = of_two().map(|table| table.number).collect();
        assert_eq!(own.len(), of_two().count(), "two matches at one table of event {event}");
        for (other, taken) in self.running.iter().filter(|(other, _)| **other != event) {
            let both: Vec<_> = own.intersection(taken).collect();
            assert!(both.is_empty(), "events {event} and {other} both have tables {both:?}");
        }
        self.running.insert(event, own);
        self.sees(round, tables);
    }

    /// Notes the tables of a round that the service paired by itself.
    pub(crate) fn sees(&mut self, round: i64, tables: &[Table]) {
        for table in tables.iter().filter(|table| table.players.len() == 1) {
            *self.won.entry(table.players[0]).or_default() += 1;
        }
        assert!(self.rounds.insert(round, tables.to_vec()).is_none());
    }

    pub(crate) fn has_seen(&self, round: i64) -> bool {
        self.rounds.contains_key(&round)
    }

    /// The first seat of a table wins.
    pub(crate) fn wins(&mut self, table: &Table) {
        *self.won.entry(table.players[0]).or_default() += 1;
        *self.lost.entry(table.players[1]).or_default() += 1;
    }

    pub(crate) fn is_over(&mut self, event: i64) {
        self.running.remove(&event);
    }

    /// Compares the whole service with the record.
    pub(crate) async fn agrees(&self, app: &TestApp) {
        app.applied().await;
        for (event, places) in &self.places {
            self.entries_agree(app, *event, places).await;
        }
        for (round, tables) in &self.rounds {
            seats_agree(app, *round, tables).await;
        }
        let mut agendas = BTreeSet::new();
        let people: BTreeSet<i64> = self.places.values().flat_map(BTreeMap::keys).copied().collect();
        for person in people {
            let events = self.starts.keys().copied().filter(|event| {
                let entry = self.places.get(event).and_then(|places| places.get(&person));
                entry.is_some_and(|entry| self.gone.get(entry) != Some(&"MOVED_TO_CHILD_EVENT"))
            });
            agendas.insert(events.collect::<BTreeSet<_>>());
        }
        agendas.insert(self.starts.keys().copied().collect());
        for events in agendas.iter().filter(|events| !events.is_empty()) {
            self.agenda_agrees(app, events).await;
        }
    }

    async fn entries_agree(&self, app: &TestApp, event: i64, places: &BTreeMap<i64, i64>) {
        let listed = app.get(&format!("/api/v1/magic-events/{event}/registrations/")).await.list();
        assert_eq!(listed.len(), places.len(), "players of event {event}");
        for entry in listed {
            let (user, entry_id) = (id(&entry["user"]), id(&entry));
            assert_eq!(places.get(&user), Some(&entry_id), "person {user} in event {event}");
            let status = self.gone.get(&entry_id).copied().unwrap_or("COMPLETE");
            assert_eq!(entry["registration_status"], status, "{entry}");
            let number = |counted: &BTreeMap<i64, i64>| counted.get(&entry_id).copied().unwrap_or(0);
            let expected = json!([number(&self.won), number(&self.lost), 0, 3 * number(&self.won)]);
            let fields = ["matches_won", "matches_lost", "matches_drawn", "total_match_points"];
            assert_eq!(json!(fields.map(|field| &entry[field])), expected, "registration {entry_id} in event {event}");
        }
    }

    /// The agenda of these events shows them and no others, on the page and in calendars.
    async fn agenda_agrees(&self, app: &TestApp, events: &BTreeSet<i64>) {
        // More events than an agenda can have are the calendar of the whole convention.
        let is_all = events.len() == self.starts.len();
        let query: Vec<_> = events.iter().map(|event| format!("event={event}")).collect();
        let query = if is_all { String::new() } else { format!("?{}", query.join("&")) };
        if !is_all {
            let page = app.send(app.anonymous(&format!("/conventions/{SLUG}/agenda/{query}"))).await;
            assert_eq!(page.status, 200, "{}", page.text());
            let boxes = page.text().split("name=\"event\" value=\"").skip(1);
            let boxes = boxes.map(|rest| rest.split_once('"').unwrap().0.parse().unwrap());
            assert_eq!(&boxes.collect::<BTreeSet<i64>>(), events, "{}", page.asked);
            for event in events {
                let shown = format!(">{}", berlin().local(self.starts[event]).format("%H:%M"));
                assert!(page.text().contains(&shown), "event {event} at {shown} in {}", page.text());
            }
        }
        let calendar = app.send(app.anonymous(&format!("/conventions/{SLUG}/agenda.ics{query}"))).await;
        assert_eq!(calendar.status, 200, "{}", calendar.text());
        let mut shown = BTreeMap::new();
        let mut event = 0_i64;
        for line in calendar.text().lines() {
            if let Some(of) = line.strip_prefix("UID:event-") {
                event = of.split_once('@').unwrap().0.parse().unwrap();
            } else if let Some(start) = line.strip_prefix("DTSTART:") {
                assert!(shown.insert(event, start.to_owned()).is_none(), "event {event} is in the calendar twice");
            }
        }
        let expected = events.iter().map(|event| (*event, self.starts[event].format("%Y%m%dT%H%M%SZ").to_string()));
        assert_eq!(shown, expected.collect::<BTreeMap<_, _>>(), "{}", calendar.asked);
    }
}

async fn seats_agree(app: &TestApp, round: i64, tables: &[Table]) {
    let document = app.get(&format!("/api/v1/tournament-rounds/{round}/matches/")).await.json();
    let by_game = |tables: Vec<Table>| tables.into_iter().map(|table| (table.game, table)).collect::<BTreeMap<_, _>>();
    assert_eq!(by_game(Table::published(&document)), by_game(tables.to_vec()), "seats of round {round}");
    for game in document["matches"].as_array().unwrap() {
        let players = game["players"].as_array().unwrap();
        if let [one, other] = &players[..] {
            assert_eq!((&one["games_won"], &other["games_won"]), (&json!(2), &json!(0)), "{game}");
        }
    }
}

/// What the log says of the present: who sits where, and who is called.
#[derive(Default)]
struct Present {
    /// The tables of the newest round of each running event.
    tables: BTreeMap<i64, (RoundId, BTreeSet<i32>)>,
    /// The people of registrations, by event.
    users: BTreeMap<(i64, RegistrationId), UserId>,
    /// The queue that has called a person, or has the person here.
    held: BTreeMap<UserId, i64>,
    /// Events that queues made, and the event of these that a person plays.
    made: BTreeSet<i64>,
    plays: BTreeMap<UserId, i64>,
}

impl Present {
    fn pairs(&mut self, own: i64, round_id: RoundId, pairings: &[Pairing]) {
        let versus = pairings.iter().filter(|pairing| pairing.kind == PairingKind::Versus);
        let numbers: BTreeSet<i32> = versus.map(|pairing| pairing.table_number).collect();
        for (other, (_, taken)) in self.tables.iter().filter(|(other, _)| **other != own) {
            let both: Vec<_> = numbers.intersection(taken).collect();
            assert!(both.is_empty(), "events {own} and {other} both have tables {both:?}");
        }
        let (round, taken) = self.tables.entry(own).or_insert_with(|| (round_id, BTreeSet::new()));
        if *round != round_id {
            (*round, *taken) = (round_id, BTreeSet::new());
        }
        taken.extend(numbers);
    }

    fn steps(&mut self, queue: i64, registration_id: RegistrationId, status: Option<QueueCheckInStatus>) {
        use QueueCheckInStatus::{CheckedIn, WaitingForPlayerResponse};
        let user = self.users[&(queue, registration_id)];
        if matches!(status, Some(WaitingForPlayerResponse | CheckedIn)) {
            let before = self.held.insert(user, queue);
            assert!(before.is_none_or(|before| before == queue), "{user} is called by {before:?} and {queue}");
            let event = self.plays.get(&user);
            assert!(event.is_none(), "{user} is called by {queue} and plays in {event:?}");
        } else if self.held.get(&user) == Some(&queue) {
            self.held.remove(&user);
        }
    }

    fn registers(&mut self, event: i64, registration_id: RegistrationId, user: UserId) {
        self.users.insert((event, registration_id), user);
        if self.made.contains(&event) {
            let before = self.plays.insert(user, event);
            assert!(before.is_none(), "{user} plays in {before:?} and {event}");
        }
    }

    fn ends(&mut self, event: i64) {
        self.tables.remove(&event);
        self.plays.retain(|_, played| *played != event);
    }
}

/// Reads the whole log. At each pairing, no two running events have a table in common. At no time is a person called by two
/// queues, or called while playing in an event of a queue.
pub(crate) async fn log_agrees(app: &TestApp, queues: &[i64]) {
    let mut present = Present::default();
    for recorded in app.log().await {
        if recorded.stream.kind != StreamKind::Tournament {
            continue;
        }
        let envelope = recorded.decode().expect("an event");
        let own = envelope.stream.id;
        let DomainEvent::Tournament(event) = envelope.event else { continue };
        match event {
            TournamentEvent::OrganizingChanged { organizing } => {
                let parent = organizing.parent_id.map(|parent| parent.0);
                present.made.extend(parent.filter(|parent| queues.contains(parent)).map(|_| own));
            }
            TournamentEvent::MatchesPaired { round_id, pairings } => present.pairs(own, round_id, &pairings),
            TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventFinished } => present.ends(own),
            TournamentEvent::PlayerRegistered { registration_id, user_id, .. } => {
                present.registers(own, registration_id, user_id);
            }
            TournamentEvent::CheckInChanged { registration_id, status } if queues.contains(&own) => {
                present.steps(own, registration_id, status);
            }
            TournamentEvent::RegistrationStatusChanged { registration_id, status } if queues.contains(&own) => {
                assert_eq!(status, RegistrationStatus::MovedToChildEvent);
                present.steps(own, registration_id, None);
            }
            _ => {}
        }
    }
    assert!(present.held.is_empty() && present.plays.is_empty() && present.tables.is_empty(), "all events are over");
}
