//! An event that is run over HTTP: the requests of its staff and players, and their answers.

use std::collections::HashMap;

use e2e::crawl::id;
use e2e::people::Credential;
use e2e::{Reply, TestApp};
use futures::StreamExt;
use reqwest::Method;
use serde_json::{Value, json};

/// Number of results that are reported concurrently.
const REPORTS_AT_ONCE: usize = 6;

/// An event, with a key to run it by.
pub(super) struct Hall<'a> {
    pub(super) app: &'a TestApp,
    /// An organizer's key.
    pub(super) desk: Credential,
    pub(super) event: i64,
    /// The credentials with which players report their results, by registration. Staff report the other results.
    pub(super) phones: HashMap<i64, Credential>,
}

#[derive(Debug, Clone)]
pub(super) struct Table {
    pub(super) id: i64,
    pub(super) number: i64,
    /// Registrations, in order.
    pub(super) players: Vec<i64>,
    is_bye: bool,
}

/// A round in an answer to staff.
#[derive(Debug, Clone)]
pub(super) struct Round {
    pub(super) id: i64,
    pub(super) number: i64,
    pub(super) tables: Vec<Table>,
    pub(super) told: Value,
}

/// Games of a match: won by the first, by the second, drawn.
pub(super) type Score = [i32; 3];

/// A draw that players agree on.
pub(super) const AGREED: Score = [0, 0, 3];

impl Round {
    fn of(told: Value) -> Self {
        let table = |table: &Value| {
            let players = table["players"].as_array().unwrap().iter();
            let players = players.map(|player| player["registration"].as_i64().unwrap()).collect();
            let number = table["table_number"].as_i64().unwrap();
            Table { id: id(table), number, players, is_bye: table["match_is_bye"] == true }
        };
        let tables = told["matches"].as_array().unwrap().iter().map(table).collect();
        Self { id: id(&told), number: told["round_number"].as_i64().unwrap(), tables, told }
    }

    /// The pairs of players, as registrations.
    pub(super) fn pairs(&self) -> Vec<[i64; 2]> {
        self.tables.iter().filter_map(|table| table.players.clone().try_into().ok()).collect()
    }

    pub(super) fn byes(&self) -> Vec<i64> {
        self.tables.iter().filter(|table| table.is_bye).map(|table| table.players[0]).collect()
    }

    /// All seated players, once for each seat, in order of ids.
    pub(super) fn seated(&self) -> Vec<i64> {
        let mut seated: Vec<i64> = self.tables.iter().flat_map(|table| table.players.clone()).collect();
        seated.sort_unstable();
        seated
    }
}

/// The body of a request that reports a result.
pub(super) fn result(table: &Table, [first, second, drawn]: Score) -> Value {
    if [first, second, drawn] == AGREED {
        return json!({ "intentional_draw": true });
    }
    let [one, other] = [table.players[0], table.players[1]].map(|entry| entry.to_string());
    json!({ "games_won": { one: first, other: second }, "games_drawn": drawn })
}

impl Hall<'_> {
    /// An address below the event's.
    pub(super) fn at(&self, below: &str) -> String {
        format!("/api/v1/magic-events/{}/{below}", self.event)
    }

    /// Sends a request below the event's address.
    pub(super) async fn send(&self, by: &Credential, method: Method, below: &str, body: &Value) -> Reply {
        self.app.tell(by, method, &self.at(below), body).await
    }

    /// Sends a POST by staff.
    pub(super) async fn post(&self, below: &str, body: &Value) -> Reply {
        self.send(&self.desk, Method::POST, below, body).await
    }

    /// Reads an address as staff, once all events are served.
    pub(super) async fn read(&self, path: &str) -> Value {
        self.app.applied().await;
        self.app.ask(&self.desk, path).await.json()
    }

    /// Reads an address below the event's as staff.
    pub(super) async fn look(&self, below: &str) -> Value {
        self.read(&self.at(below)).await
    }

    pub(super) async fn lifecycle(&self, status: &str) {
        let moved = self.post("lifecycle/", &json!({ "status": status })).await;
        assert_eq!(moved.json()["settings"]["event_lifecycle_status"], status);
    }

    pub(super) async fn change(&self, entry: i64, fields: &Value) -> Value {
        self.send(&self.desk, Method::PATCH, &format!("registrations/{entry}/"), fields).await.json()
    }

    pub(super) async fn status_of(&self, entry: i64) -> String {
        let entries = self.look("registrations/").await;
        let entry = entries.as_array().unwrap().iter().find(|it| it["id"] == entry).unwrap();
        entry["registration_status"].as_str().unwrap().to_owned()
    }

    /// Adds a round of this kind.
    pub(super) async fn add(&self, kind: &str) -> Round {
        Round::of(self.post("rounds/", &json!({ "kind": kind })).await.created())
    }

    /// Starts or completes a round.
    pub(super) async fn step(&self, round: &Round, step: &str) -> Value {
        self.post(&format!("rounds/{}/{step}/", round.id), &json!({})).await.json()
    }

    /// Reports a result, by a player if possible. At every second table the opponent confirms it.
    async fn report(&self, table: &Table, score: Score) {
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
    pub(super) async fn play(&self, round: &Round, mut score: impl FnMut() -> Score) -> Vec<(Table, Score)> {
        self.step(round, "start").await;
        let matches = round.tables.iter().filter(|table| table.players.len() == 2);
        let scores: Vec<(Table, Score)> = matches.map(|table| (table.clone(), score())).collect();
        let reports = scores.iter().map(|(table, score)| self.report(table, *score));
        futures::stream::iter(reports).buffer_unordered(REPORTS_AT_ONCE).collect::<Vec<()>>().await;
        assert_eq!(self.step(round, "complete").await["status"], "COMPLETE");
        scores
    }

    /// Every player's registration and line in the standings after a round, best first.
    pub(super) async fn standings(&self, round: &Round) -> Vec<(i64, Value)> {
        let standings = self.read(&format!("/api/v1/tournament-rounds/{}/standings/", round.id)).await;
        let lines = standings["standings"].as_array().unwrap().iter();
        lines.map(|line| (line["user_event_status_ids"][0].as_i64().unwrap(), line.clone())).collect()
    }
}
