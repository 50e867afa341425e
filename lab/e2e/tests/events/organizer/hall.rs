//! An event that is run over HTTP: the requests of its staff, and their answers.

use std::collections::HashMap;

use e2e::crawl::id;
use e2e::people::Credential;
use e2e::{Reply, TestApp};
use futures::StreamExt;
use proto_events::vocabulary::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::organizer::players::Player;

/// Number of results that are reported concurrently.
const REPORTS_AT_ONCE: usize = 6;

/// An event, with a key to run it by.
pub(crate) struct Hall<'a> {
    pub(crate) app: &'a TestApp,
    /// An organizer's key.
    pub(crate) desk: Credential,
    /// The event's id.
    pub(crate) event: i64,
    /// The credentials with which players report their results, by registration. Staff report the other results.
    phones: HashMap<i64, Credential>,
}

/// A table of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) id: i64,
    pub(crate) number: i64,
    /// Registrations, in order.
    pub(crate) players: Vec<i64>,
    pub(crate) is_bye: bool,
    pub(crate) is_loss: bool,
}

/// A round in an answer to staff.
#[derive(Debug, Clone)]
pub(crate) struct Round {
    pub(crate) id: i64,
    pub(crate) number: i32,
    pub(crate) tables: Vec<Table>,
    /// The whole answer.
    pub(crate) told: Value,
}

/// Games of a match: won by the first, by the second, drawn.
pub(crate) type Score = [i32; 3];

/// A draw that players agree on.
pub(crate) const AGREED: Score = [0, 0, 3];

impl Table {
    fn of(table: &Value) -> Self {
        let players = table["players"].as_array().unwrap().iter();
        Self {
            id: id(table),
            number: table["table_number"].as_i64().unwrap(),
            players: players.map(|player| player["registration"].as_i64().unwrap()).collect(),
            is_bye: table["match_is_bye"] == true,
            is_loss: table["match_is_loss"] == true,
        }
    }

    /// Whether two players meet at this table.
    pub(crate) fn is_match(&self) -> bool {
        self.players.len() == 2
    }
}

impl Round {
    pub(crate) fn of(told: Value) -> Self {
        let tables = told["matches"].as_array().unwrap().iter().map(Table::of).collect();
        let number = i32::try_from(told["round_number"].as_i64().unwrap()).unwrap();
        Self { id: id(&told), number, tables, told }
    }

    /// The pairs of players, as registrations.
    pub(crate) fn pairs(&self) -> Vec<[i64; 2]> {
        self.tables.iter().filter_map(|table| table.players.clone().try_into().ok()).collect()
    }

    /// The players with a bye.
    pub(crate) fn byes(&self) -> Vec<i64> {
        self.tables.iter().filter(|table| table.is_bye).map(|table| table.players[0]).collect()
    }

    /// All seated players, once for each seat, in order of ids.
    pub(crate) fn seated(&self) -> Vec<i64> {
        let mut seated: Vec<i64> = self.tables.iter().flat_map(|table| table.players.clone()).collect();
        seated.sort_unstable();
        seated
    }

    /// The codes of the pairings' warnings.
    pub(crate) fn warnings(&self) -> Vec<&str> {
        let warnings = self.told["warnings"].as_array().unwrap().iter();
        warnings.map(|warning| warning["code"].as_str().unwrap()).collect()
    }
}

/// The body of a request that reports a result.
pub(crate) fn result(table: &Table, [first, second, drawn]: Score) -> Value {
    if [first, second, drawn] == AGREED {
        return json!({ "intentional_draw": true });
    }
    let [one, other] = [table.players[0], table.players[1]].map(|entry| entry.to_string());
    json!({ "games_won": { one: first, other: second }, "games_drawn": drawn })
}

impl<'a> Hall<'a> {
    /// Announces an event of this format with these fields.
    pub(crate) async fn announce(app: &'a TestApp, name: &str, event_format: &str, fields: Value) -> Self {
        let desk = Credential::Key(app.key_for(app.organization, Role::Organizer, None).await);
        // A fixed seed makes failures reproducible.
        let mut body = json!({ "name": name, "event_format": event_format, "seed": 64 });
        body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let event = app.tell(&desk, Method::POST, "/api/v1/magic-events/", &body).await;
        let (event, location) = (id(&event.created()), event.header("location").to_owned());
        assert_eq!(location, format!("/api/v1/magic-events/{event}/"));
        Self { app, desk, event, phones: HashMap::new() }
    }

    /// Lets players report their own results.
    pub(crate) fn knows(&mut self, players: &[Player]) {
        self.phones.extend(players.iter().map(|player| (player.entry, player.phone.clone())));
    }

    /// An address below the event's.
    pub(crate) fn at(&self, below: &str) -> String {
        format!("/api/v1/magic-events/{}/{below}", self.event)
    }

    /// Sends a request below the event's address.
    pub(crate) async fn send(&self, by: &Credential, method: Method, below: &str, body: &Value) -> Reply {
        self.app.tell(by, method, &self.at(below), body).await
    }

    /// Sends a POST by staff.
    pub(crate) async fn post(&self, below: &str, body: &Value) -> Reply {
        self.send(&self.desk, Method::POST, below, body).await
    }

    /// Reads an address as staff, once all events are served.
    pub(crate) async fn read(&self, path: &str) -> Value {
        self.app.applied().await;
        self.app.ask(&self.desk, path).await.json()
    }

    /// Reads an address below the event's as staff.
    pub(crate) async fn look(&self, below: &str) -> Value {
        self.read(&self.at(below)).await
    }

    /// Changes the event's lifecycle status.
    pub(crate) async fn lifecycle(&self, status: &str) -> Reply {
        let moved = self.post("lifecycle/", &json!({ "status": status })).await;
        assert_eq!(moved.json()["settings"]["event_lifecycle_status"], status);
        moved
    }

    /// Changes a registration.
    pub(crate) async fn change(&self, entry: i64, fields: &Value) -> Value {
        self.send(&self.desk, Method::PATCH, &format!("registrations/{entry}/"), fields).await.json()
    }

    /// The status of a registration.
    pub(crate) async fn status_of(&self, entry: i64) -> String {
        let entries = self.look("registrations/").await;
        let entry = entries.as_array().unwrap().iter().find(|it| it["id"] == entry).unwrap().clone();
        entry["registration_status"].as_str().unwrap().to_owned()
    }

    /// Drops or disqualifies a player.
    pub(crate) async fn lets_go(&self, entry: i64, how: &str) -> Value {
        self.post(&format!("registrations/{entry}/{how}/"), &json!({})).await.json()
    }

    /// Adds a round of this kind.
    pub(crate) async fn add(&self, kind: &str) -> Round {
        Round::of(self.post("rounds/", &json!({ "kind": kind })).await.created())
    }

    /// Sends a request for a step of a round.
    pub(crate) async fn to_round(&self, round: &Round, step: &str, body: &Value) -> Reply {
        self.post(&format!("rounds/{}/{step}/", round.id), body).await
    }

    pub(crate) async fn start(&self, round: &Round) -> Round {
        Round::of(self.to_round(round, "start", &json!({})).await.json())
    }

    pub(crate) async fn complete(&self, round: &Round) -> Round {
        Round::of(self.to_round(round, "complete", &json!({})).await.json())
    }

    /// Reports a result, by a player if possible. At every second table the opponent confirms it.
    pub(crate) async fn report(&self, table: &Table, score: Score) {
        let (path, body) = (format!("matches/{}/result/", table.id), result(table, score));
        let phones = [0, 1].map(|place| self.phones.get(&table.players[place]));
        let first = phones[0].unwrap_or(&self.desk);
        let reported = self.send(first, Method::POST, &path, &body).await.json();
        assert_eq!((&reported["is_reported"], &reported["status"]), (&json!(true), &json!("COMPLETE")));
        if let Some(second) = phones[1].filter(|_| table.number % 2 == 0) {
            let confirmed = self.send(second, Method::POST, &path, &body).await.json();
            assert_eq!(confirmed["is_confirmed"], true);
        }
    }

    /// Plays an added round: starts it, reports all results and completes it. Returns the score of each match.
    pub(crate) async fn play(&self, round: &Round, mut score: impl FnMut(&Table) -> Score) -> Vec<(Table, Score)> {
        self.start(round).await;
        let scores: Vec<(Table, Score)> =
            round.tables.iter().filter(|table| table.is_match()).map(|table| (table.clone(), score(table))).collect();
        let reports = scores.iter().map(|(table, score)| self.report(table, *score));
        futures::stream::iter(reports).buffer_unordered(REPORTS_AT_ONCE).collect::<Vec<()>>().await;
        assert_eq!(self.complete(round).await.told["status"], "COMPLETE");
        scores
    }

    /// Makes a cut to the best `size`. Returns the registrations that advanced, by seed.
    pub(crate) async fn cut(&self, size: usize) -> Vec<Vec<i64>> {
        let cut = self.post("cut/", &json!({ "size": size })).await.json();
        let ids = |seed: &Value| {
            seed["registrations"].as_array().unwrap().iter().map(|entry| entry.as_i64().unwrap()).collect()
        };
        cut["advancing"].as_array().unwrap().iter().map(ids).collect()
    }

    /// Every player's registration and line in the standings after a round, best first.
    pub(crate) async fn standings(&self, round: i64) -> Vec<(i64, Value)> {
        let standings = self.read(&format!("/api/v1/tournament-rounds/{round}/standings/")).await;
        let lines = standings["standings"].as_array().unwrap().iter();
        lines.map(|line| (line["user_event_status_ids"][0].as_i64().unwrap(), line.clone())).collect()
    }
}
