//! The events of the drill: a scorekeeper who changes them at random, and repeats every request until it is answered.

use e2e::crawl::id;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reqwest::Method;
use serde_json::{Value, json};

use crate::place::Door;
use crate::teller::{Teller, of_event};

/// Players of each event.
const PLAYERS: usize = 8;
/// Most rounds of an event. Afterwards only results and settings change.
const ROUNDS: usize = 5;

/// The scorekeeper.
pub(crate) struct Organizer {
    teller: Teller,
    rng: StdRng,
    /// Changes that were refused, for example because the round had no such state any more.
    pub(crate) refused: usize,
    users: Vec<i64>,
    event: i64,
    /// Seats by match of the last round.
    matches: Vec<(i64, Vec<i64>)>,
}

/// A round in the overview.
struct Round {
    id: i64,
    status: String,
    count: usize,
}

impl Organizer {
    /// Creates a scorekeeper with the key of the door.
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

    /// Returns the token of the last write.
    pub(crate) fn token(&self) -> &str {
        self.teller.token()
    }

    /// Creates the people who play.
    pub(crate) async fn create_players(&mut self) -> anyhow::Result<()> {
        for number in 0..PLAYERS {
            let account =
                json!({ "username": format!("player-{number}"), "best_identifier": format!("Player {number}") });
            let user = self.done(Method::POST, "/api/v1/users/", account).await?;
            self.users.push(id(&user));
        }
        Ok(())
    }

    /// Creates an event in progress, without a round.
    pub(crate) async fn announce(&mut self) -> anyhow::Result<i64> {
        let details = json!({ "name": "Friday Legacy", "event_format": "LEGACY", "swiss_rounds": ROUNDS, "seed": self.teller.sent() });
        let event = id(&self.done(Method::POST, "/api/v1/magic-events/", details).await?);
        self.event = event;
        self.moves_to("REGISTRATION_OPEN").await?;
        for user in self.users.clone() {
            let entry = json!({ "user_id": user, "status": "COMPLETE" });
            self.done(Method::POST, &self.path("registrations/"), entry).await?;
        }
        for status in ["REGISTRATION_CLOSED", "EVENT_IN_PROGRESS"] {
            self.moves_to(status).await?;
        }
        let round = self.done(Method::POST, &self.path("rounds/"), json!({ "kind": "swiss" })).await?;
        self.seat(&round);
        Ok(event)
    }

    /// Ends the event. That may be refused.
    pub(crate) async fn finish(&mut self) -> anyhow::Result<()> {
        if let Some(Round { id, status, .. }) = self.last_round().await? {
            let path = self.path(&format!("rounds/{id}/"));
            match status.as_str() {
                "UPCOMING" => drop(self.tell(Method::DELETE, &path, json!({})).await?),
                _ => {
                    let body = json!({ "unreported": "draw" });
                    self.tell(Method::POST, &format!("{path}complete/"), body).await?;
                }
            }
        }
        self.tell(Method::POST, &self.path("lifecycle/"), json!({ "status": "EVENT_FINISHED" })).await.map(drop)
    }

    /// Makes this many changes.
    pub(crate) async fn change(&mut self, count: usize) -> anyhow::Result<()> {
        for _ in 0..count {
            let round = self.last_round().await?;
            match round.as_ref().map(|round| round.status.as_str()) {
                Some("UPCOMING") => self.change_upcoming(round.as_ref().map_or(0, |round| round.id)).await?,
                Some("IN_PROGRESS") => self.change_running(round.as_ref().map_or(0, |round| round.id)).await?,
                _ => self.change_between(round.map_or(0, |round| round.count)).await?,
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
        let path = self.path(&format!("rounds/{round}/"));
        match self.rng.random_range(0..12) {
            0 => {
                let body = json!({ "unreported": "draw" });
                self.tell(Method::POST, &format!("{path}complete/"), body).await.map(drop)
            }
            1 | 2 => {
                let action = ["start", "pause"][self.rng.random_range(0..2)];
                let body = json!({ "length_seconds": self.rng.random_range(30..60) * 60, "action": action });
                self.tell(Method::POST, &format!("{path}clock/"), body).await.map(drop)
            }
            3 => {
                let Some((table, _)) = self.drawn() else { return Ok(()) };
                let body = json!({ "time_extension_seconds": self.rng.random_range(1..10) * 60 });
                self.tell(Method::PATCH, &self.path(&format!("matches/{table}/")), body).await.map(drop)
            }
            4 => self.change_settings().await,
            _ => self.report().await,
        }
    }

    /// Reports a result, or corrects it.
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

    async fn moves_to(&mut self, status: &str) -> anyhow::Result<()> {
        self.done(Method::POST, &self.path("lifecycle/"), json!({ "status": status })).await.map(drop)
    }

    async fn last_round(&mut self) -> anyhow::Result<Option<Round>> {
        let path = self.path("overview/");
        let overview = self.done(Method::GET, &path, Value::Null).await?;
        let phases = overview["tournament_phases"].as_array().into_iter().flatten();
        let rounds: Vec<&Value> = phases.filter_map(|phase| phase["rounds"].as_array()).flatten().collect();
        let round = |round: &&Value| {
            let status = round["status"].as_str()?.to_owned();
            Some(Round { id: round["id"].as_i64()?, status, count: rounds.len() })
        };
        Ok(rounds.last().and_then(round))
    }

    fn path(&self, below: &str) -> String {
        of_event(self.event, below)
    }

    async fn done(&mut self, method: Method, path: &str, body: Value) -> anyhow::Result<Value> {
        self.teller.done(method, path, body).await
    }

    /// Sends a request until it is answered. It may be refused.
    pub(crate) async fn tell(&mut self, method: Method, path: &str, body: Value) -> anyhow::Result<Value> {
        let (status, answer) = self.teller.tell(method, path, body).await?;
        self.refused += usize::from(!status.is_success());
        Ok(answer)
    }
}
