//! The events of the drill: a scorekeeper who changes them at random, and repeats every request until it is answered.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reqwest::Method;
use serde_json::{Value, json};

use crate::place::Door;
use crate::teller::{Teller, of_event};

/// Most rounds of an event. Afterwards only results and settings change.
const ROUNDS: usize = 5;

pub(crate) struct Organizer {
    pub(crate) teller: Teller,
    rng: StdRng,
    /// Changes that were refused, for example because the round had no such state any more.
    pub(crate) refused: usize,
    users: Vec<i64>,
    event: i64,
    /// Seats by match of the last round.
    matches: Vec<(i64, Vec<i64>)>,
}

impl Organizer {
    pub(crate) fn new(door: &Door, seed: u64) -> anyhow::Result<Self> {
        Ok(Self {
            teller: Teller::new(door, "live")?,
            rng: StdRng::seed_from_u64(seed),
            refused: 0,
            users: Vec::new(),
            event: 0,
            matches: Vec::new(),
        })
    }

    pub(crate) async fn create_players(&mut self) -> anyhow::Result<()> {
        for number in 0..8 {
            let account =
                json!({ "username": format!("player-{number}"), "best_identifier": format!("Player {number}") });
            self.users.push(self.teller.create("/api/v1/users/", account).await?);
        }
        Ok(())
    }

    /// Creates an event in progress, without a round.
    pub(crate) async fn announce(&mut self) -> anyhow::Result<i64> {
        let seed = self.teller.sent;
        let details =
            json!({ "name": "Friday Legacy", "event_format": "LEGACY", "swiss_rounds": ROUNDS, "seed": seed });
        self.event = self.teller.create("/api/v1/magic-events/", details).await?;
        self.teller.move_to(self.event, "REGISTRATION_OPEN").await?;
        for user in &self.users {
            self.teller.register(self.event, *user).await?;
        }
        for status in ["REGISTRATION_CLOSED", "EVENT_IN_PROGRESS"] {
            self.teller.move_to(self.event, status).await?;
        }
        let round = self.teller.post(self.event, "rounds/", json!({ "kind": "swiss" })).await?;
        self.seat(&round);
        Ok(self.event)
    }

    /// Ends the event. That may be refused.
    pub(crate) async fn finish(&mut self) -> anyhow::Result<()> {
        if let Some((id, status, _)) = self.last_round().await? {
            let path = self.path(&format!("rounds/{id}/"));
            let (method, below, body) = match status.as_str() {
                "UPCOMING" => (Method::DELETE, "", json!({})),
                _ => (Method::POST, "complete/", json!({ "unreported": "draw" })),
            };
            self.tell(method, &format!("{path}{below}"), body).await?;
        }
        self.tell(Method::POST, &self.path("lifecycle/"), json!({ "status": "EVENT_FINISHED" })).await.map(drop)
    }

    pub(crate) async fn change(&mut self, count: usize) -> anyhow::Result<()> {
        for _ in 0..count {
            match self.last_round().await? {
                Some((id, status, _)) if status == "UPCOMING" => self.change_upcoming(id).await?,
                Some((id, status, _)) if status == "IN_PROGRESS" => self.change_running(id).await?,
                round => self.change_between(round.map_or(0, |(.., count)| count)).await?,
            }
        }
        Ok(())
    }

    async fn change_between(&mut self, rounds: usize) -> anyhow::Result<()> {
        if rounds >= ROUNDS || self.rng.random_ratio(1, 4) {
            return if self.rng.random() { self.report().await } else { self.change_settings().await };
        }
        let answer = self.tell(Method::POST, &self.path("rounds/"), json!({ "kind": "swiss" })).await?;
        self.seat(&answer);
        Ok(())
    }

    async fn change_upcoming(&mut self, round: i64) -> anyhow::Result<()> {
        let path = self.path(&format!("rounds/{round}/"));
        let (method, below, body) = match self.rng.random_range(0..10) {
            0..2 => (Method::POST, "pair/", json!({ "by_standing": false })),
            2..5 => (Method::POST, "publish/", json!({})),
            // The first round stays, for the browser that shows it.
            5 => (Method::DELETE, "", json!({})),
            6 => return self.change_settings().await,
            _ => (Method::POST, "start/", json!({})),
        };
        let answer = self.tell(method, &format!("{path}{below}"), body).await?;
        self.seat(&answer);
        Ok(())
    }

    async fn change_running(&mut self, round: i64) -> anyhow::Result<()> {
        let (method, below, body) = match self.rng.random_range(0..12) {
            0 => (Method::POST, format!("rounds/{round}/complete/"), json!({ "unreported": "draw" })),
            1 | 2 => {
                let action = ["start", "pause"][self.rng.random_range(0..2)];
                let body = json!({ "length_seconds": self.rng.random_range(30..60) * 60, "action": action });
                (Method::POST, format!("rounds/{round}/clock/"), body)
            }
            3 => {
                let Some((table, _)) = self.drawn() else { return Ok(()) };
                let body = json!({ "time_extension_seconds": self.rng.random_range(1..10) * 60 });
                (Method::PATCH, format!("matches/{table}/"), body)
            }
            4 => return self.change_settings().await,
            _ => return self.report().await,
        };
        self.tell(method, &self.path(&below), body).await.map(drop)
    }

    async fn report(&mut self) -> anyhow::Result<()> {
        let Some((table, seats)) = self.drawn() else { return Ok(()) };
        let [one, other, ..] = seats[..] else { return Ok(()) };
        let games = [(2, 0), (2, 1), (1, 2), (0, 2), (1, 1)][self.rng.random_range(0..5)];
        let body = json!({ "games_won": { one.to_string(): games.0, other.to_string(): games.1 }, "games_drawn": 0 });
        let path = self.path(&format!("matches/{table}/result/"));
        let method = if self.rng.random() { Method::POST } else { Method::PUT };
        self.tell(method, &path, body).await.map(drop)
    }

    async fn change_settings(&mut self) -> anyhow::Result<()> {
        let body = match self.rng.random_range(0..6) {
            // Its public pages are gone, or there again.
            0 => json!({ "is_unlisted": self.rng.random::<bool>() }),
            1 => json!({ "end_of_round_rule": format!("{} more turns", self.rng.random_range(1..9)) }),
            _ => json!({ "name": format!("Legacy {}", self.rng.random_range(0..1_000)), "is_unlisted": false }),
        };
        self.tell(Method::PATCH, &self.path(""), body).await.map(drop)
    }

    fn drawn(&mut self) -> Option<(i64, Vec<i64>)> {
        let place = (!self.matches.is_empty()).then(|| self.rng.random_range(0..self.matches.len()))?;
        self.matches.get(place).cloned()
    }

    /// Takes over the seats of a round, if the answer has any.
    fn seat(&mut self, round: &Value) {
        let Some(tables) = round["matches"].as_array().filter(|tables| !tables.is_empty()) else { return };
        let seats = |table: &Value| -> Vec<i64> {
            let players = table["players"].as_array().into_iter().flatten();
            players.filter_map(|player| player["registration"].as_i64()).collect()
        };
        self.matches = tables.iter().filter_map(|table| Some((table["id"].as_i64()?, seats(table)))).collect();
    }

    /// Returns the id and the status of the last round in the overview, and the number of rounds.
    async fn last_round(&mut self) -> anyhow::Result<Option<(i64, String, usize)>> {
        let overview = self.teller.read(&self.path("overview/")).await?;
        let phases = overview["tournament_phases"].as_array().into_iter().flatten();
        let rounds: Vec<&Value> = phases.filter_map(|phase| phase["rounds"].as_array()).flatten().collect();
        let round = |round: &&Value| Some((round["id"].as_i64()?, round["status"].as_str()?.to_owned(), rounds.len()));
        Ok(rounds.last().and_then(round))
    }

    fn path(&self, below: &str) -> String {
        of_event(self.event, below)
    }

    pub(crate) async fn tell(&mut self, method: Method, path: &str, body: Value) -> anyhow::Result<Value> {
        let (status, answer) = self.teller.tell(method, path, body).await?;
        self.refused += usize::from(!status.is_success());
        Ok(answer)
    }
}
