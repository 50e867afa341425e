//! A convention of three days, run over HTTP, with a record of everything.

use std::collections::BTreeSet;

use e2e::TestApp;
use e2e::crawl::{id, text};
use e2e::people::{Credential, Person};
use e2e::visitor::Visitor;
use futures::future::join_all;
use proto_events::vocabulary::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::given::{Table, asks, member};
use crate::weekend_record::{Record, SLUG, ZONE, at};

/// Swiss rounds of an event.
pub(crate) const ROUNDS: usize = 2;
/// Events at the same time, each in its own room.
const ROOMS: usize = 5;
/// Requests at the same time.
const CLIENTS: usize = 16;
/// The formats of the events of a day.
const FORMATS: [&str; 5] = ["MODERN", "LEGACY", "PIONEER", "STANDARD", "PAUPER"];

/// The size of the convention.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Size {
    pub(crate) players: usize,
    /// Events of a day.
    pub(crate) per_day: usize,
    /// Events that queues make, at least.
    pub(crate) fires: usize,
}

/// Staff with one role in the organization, or for one event.
pub(crate) struct Staff {
    /// A scorekeeper.
    pub(crate) scorekeeper: Credential,
    /// A scorekeeper of one event.
    pub(crate) of_event: (i64, Credential),
    /// A judge of one event.
    pub(crate) judge: (i64, Credential),
}

/// The convention.
pub(crate) struct Weekend {
    pub(crate) app: TestApp,
    pub(crate) organizer: Person,
    pub(crate) size: Size,
    pub(crate) convention: i64,
    /// The events of each day.
    pub(crate) days: Vec<Vec<i64>>,
    /// Those that do not take place.
    pub(crate) canceled: BTreeSet<i64>,
    /// The players, as people.
    pub(crate) players: Vec<i64>,
    pub(crate) record: Record,
}

/// A round of an event that is paired.
pub(crate) struct Paired {
    pub(crate) event: i64,
    pub(crate) round: i64,
    pub(crate) tables: Vec<Table>,
}

impl Size {
    /// The size that the environment names, or a small one.
    pub(crate) fn wanted() -> Self {
        let number = |name: &str, usual: usize| {
            std::env::var(name).map_or(usual, |value| value.parse().unwrap_or_else(|_| panic!("{name} is no number")))
        };
        let per_day = number("WEEKEND_EVENTS", 6).div_ceil(3).clamp(2, 15);
        let players = number("WEEKEND_PLAYERS", 40).max(10 * per_day);
        Self { players, per_day, fires: number("WEEKEND_FIRES", 3).max(1) }
    }

    /// Tables in a room: enough for the players of two events.
    fn room(self) -> usize {
        self.players.div_ceil(self.per_day) + 2
    }

    /// The first and the last table of an event.
    pub(crate) fn tables(self, place: usize) -> (usize, usize) {
        let before = place % ROOMS * self.room();
        (before + 1, before + self.room())
    }

    /// The hour in which an event starts.
    pub(crate) fn hour(place: usize) -> u32 {
        10 + 4 * u32::try_from(place / ROOMS).unwrap()
    }

    /// The places of a day's events that are played at the same time.
    pub(crate) fn waves(self) -> impl Iterator<Item = std::ops::Range<usize>> {
        (0..self.per_day).step_by(ROOMS).map(move |first| first..(first + ROOMS).min(self.per_day))
    }
}

impl Weekend {
    /// Plans the convention. Two events of Friday plan the same tables.
    pub(crate) async fn open(size: Size) -> Self {
        let app = TestApp::start().await;
        let organizer = member(&app, "olga", Role::Organizer).await;
        let convention = json!({
            "name": "Weekend", "status": "SCHEDULED", "event_timezone": ZONE, "name_of_location": "Old Depot",
            "start_datetime": at(0, 8), "end_datetime": at(2, 22),
        });
        let convention = id(&app.post("/api/v1/conventions/", &convention).await.created());
        let (days, canceled, record) = (vec![Vec::new(); 3], BTreeSet::new(), Record::default());
        let mut weekend = Self { app, organizer, size, convention, days, canceled, players: Vec::new(), record };
        for (day, name) in [(0, "Friday"), (1, "Saturday")] {
            for place in 0..size.per_day {
                let tables = size.tables(if (day, place) == (0, 1) { 0 } else { place });
                let event = weekend.creates(name, day, place, tables).await;
                weekend.days[usize::try_from(day).unwrap()].push(event);
            }
        }
        weekend.repeats_saturday().await;
        weekend
    }

    async fn creates(&mut self, name: &str, day: u32, place: usize, (first, last): (usize, usize)) -> i64 {
        let start = at(day, Size::hour(place));
        let event = json!({
            "name": format!("{name} {}", place + 1), "event_format": FORMATS[place % FORMATS.len()],
            "convention_slug": SLUG, "time_zone": ZONE, "start_datetime": start, "swiss_rounds": ROUNDS,
            "round_minutes": 50, "venue_name": format!("Room {}", place % ROOMS + 1), "first_table": first,
            "last_table": last,
        });
        let event = id(&self.app.post("/api/v1/magic-events/", &event).await.created());
        self.record.starts(event, start);
        event
    }

    /// Sunday is like Saturday, at the same times on the clock, although the clocks change in the night.
    async fn repeats_saturday(&mut self) {
        self.app.applied().await;
        let mut desk = Visitor::signed_in(&self.app, &self.organizer).await;
        let page = format!("/desk/conventions/{}/duplicate/", self.convention);
        let made = desk.fill(&page, &[("from", "2026-10-24"), ("day", "2026-10-25")]).await;
        assert_eq!(made.status, 303, "{}", made.text());
        let events = self.events().await;
        for place in 0..self.size.per_day {
            let name = format!("Saturday {}", place + 1);
            let start = at(2, Size::hour(place));
            let is_copy = |event: &&Value| event["name"] == name && event["start_datetime"] == json!(start);
            let copy = id(events.iter().find(is_copy).unwrap_or_else(|| panic!("no {name} on Sunday: {events:?}")));
            let name = json!({ "name": format!("Sunday {}", place + 1) });
            self.app.patch(&format!("/api/v1/magic-events/{copy}/"), &name).await.json();
            self.record.starts(copy, start);
            self.days[2].push(copy);
        }
    }

    /// The events of the convention.
    pub(crate) async fn events(&self) -> Vec<Value> {
        self.app.applied().await;
        let convention = self.app.get(&format!("/api/v1/conventions/{SLUG}/")).await.json();
        convention["magic_events"].as_array().unwrap().clone()
    }

    /// Registers each player for one event of each day.
    pub(crate) async fn registers(&mut self) {
        let places: Vec<_> = (0..self.size.players).collect();
        for some in places.chunks(CLIENTS) {
            let registered = join_all(some.iter().map(|player| self.registers_one(*player))).await;
            for (user, entries) in registered {
                self.players.push(user);
                entries.into_iter().for_each(|(event, entry)| self.record.enters(event, user, entry));
            }
        }
    }

    async fn registers_one(&self, player: usize) -> (i64, Vec<(i64, i64)>) {
        let (mut user, mut entries) = (0, Vec::new());
        for (day, events) in self.days.iter().enumerate() {
            let event = events[(player + day) % events.len()];
            let body = match day {
                0 => json!({ "name": format!("Player {:04}", player + 1) }),
                _ => json!({ "user_id": user }),
            };
            let entry = self.app.post(&format!("/api/v1/magic-events/{event}/registrations/"), &body).await.created();
            user = id(&entry["user"]);
            entries.push((event, id(&entry)));
        }
        (user, entries)
    }

    /// Hires a scorekeeper, and two people with a role for one event of Friday each.
    pub(crate) async fn hires(&self) -> Staff {
        let [judged, counted] = [self.days[0][0], self.days[0][1]];
        let scorekeeper = self.works("sam", Role::Scorekeeper).await;
        let of_event = self.works_for("rita", counted, "SCOREKEEPER").await;
        let judge = self.works_for("jo", judged, "JUDGE").await;
        self.app.applied().await;
        Staff { scorekeeper, of_event: (counted, of_event), judge: (judged, judge) }
    }

    async fn works(&self, name: &str, role: Role) -> Credential {
        let person = member(&self.app, name, role).await;
        Credential::Token(self.app.token(&person, Some(self.app.organization)).await)
    }

    async fn works_for(&self, name: &str, event: i64, role: &str) -> Credential {
        let person = member(&self.app, name, Role::ReadOnly).await;
        let path = format!("/api/v1/magic-events/{event}/staff/{}/", person.user_id.0);
        self.app.put(&path, &json!({ "role": role })).await.json();
        Credential::Token(self.app.token(&person, Some(self.app.organization)).await)
    }

    /// Waits for a time of the weekend.
    pub(crate) fn until(&self, day: u32, hour: u32) {
        self.app.clock.advance(at(day, hour) - self.app.clock_now());
    }

    /// Sends a request of staff about an event.
    pub(crate) async fn asks(&self, event: i64, below: &str, body: &Value) -> Value {
        asks(&self.app, event, below, body).await
    }

    pub(crate) async fn begins(&self, events: &[i64]) {
        for event in events {
            self.asks(*event, "lifecycle/", &json!({ "status": "EVENT_IN_PROGRESS" })).await;
        }
    }

    pub(crate) async fn ends(&mut self, events: &[i64]) {
        for event in events {
            self.asks(*event, "lifecycle/", &json!({ "status": "EVENT_FINISHED" })).await;
            self.record.is_over(*event);
        }
    }

    pub(crate) async fn pairs(&mut self, event: i64) -> Paired {
        let round = self.asks(event, "rounds/", &json!({ "kind": "swiss" })).await;
        let tables = Table::all(&round, |player| &player["registration"]);
        let seated: BTreeSet<i64> = tables.iter().flat_map(|table| table.players.iter().copied()).collect();
        let entries: BTreeSet<i64> = self.record.entries(event).into_values().collect();
        assert!(seated.is_subset(&entries), "strangers play in event {event}");
        self.record.pairs(event, id(&round), &tables);
        Paired { event, round: id(&round), tables }
    }

    /// Reports results at these tables, where the first seat wins.
    pub(crate) async fn reports(&mut self, staff: &Credential, event: i64, tables: &[Table]) {
        let tables: Vec<_> = tables.iter().filter(|table| table.players.len() == 2).collect();
        for some in tables.chunks(CLIENTS) {
            let sent = some.iter().map(|table| self.reports_one(staff, event, table));
            for reply in join_all(sent).await {
                assert!((200..300).contains(&reply.status), "{}: {}", reply.asked, reply.text());
            }
        }
        tables.into_iter().for_each(|table| self.record.wins(table));
    }

    /// Reports the result of a table, or tries to.
    pub(crate) async fn reports_one(&self, staff: &Credential, event: i64, table: &Table) -> e2e::Reply {
        let games = json!({ table.players[0].to_string(): 2, table.players[1].to_string(): 0 });
        let result = json!({ "games_won": games, "games_drawn": 0 });
        let path = format!("/api/v1/magic-events/{event}/matches/{}/result/", table.game);
        self.app.tell(staff, Method::POST, &path, &result).await
    }

    /// Plays a round of these events, which run at the same time.
    pub(crate) async fn plays(&mut self, events: &[i64], staff: impl Fn(i64) -> Credential) {
        let mut rounds = Vec::new();
        for event in events {
            rounds.push(self.pairs(*event).await);
        }
        for Paired { event, round, tables } in rounds {
            self.asks(event, &format!("rounds/{round}/start/"), &json!({})).await;
            self.reports(&staff(event), event, &tables).await;
            self.asks(event, &format!("rounds/{round}/complete/"), &json!({})).await;
        }
    }

    /// Plays the events of a day in these places, from the beginning to the end.
    pub(crate) async fn plays_wave(&mut self, day: usize, places: std::ops::Range<usize>) {
        let takes_place = |event: &i64| !self.canceled.contains(event);
        let events: Vec<_> = self.days[day][places].iter().copied().filter(takes_place).collect();
        self.begins(&events).await;
        for _ in 0..ROUNDS {
            let key = Credential::Key(self.app.key.clone());
            self.plays(&events, |_| key.clone()).await;
        }
        self.ends(&events).await;
    }

    /// The name of a player by registration, as the service has it.
    pub(crate) async fn name(&self, event: i64, registration: i64) -> String {
        let entries = self.app.get(&format!("/api/v1/magic-events/{event}/registrations/")).await.list();
        let entry = entries.iter().find(|entry| id(entry) == registration).unwrap();
        text(&entry["user_identifier"]).to_owned()
    }
}
