//! Random commands that change what an export shows: events are announced, renamed, moved to other days, hidden, shown,
//! cancelled and deleted, and one after the other is played.

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reqwest::Method;
use serde_json::json;

use crate::live::Organizer;
use crate::place::Door;

/// Changes of the event that is being played, before another one is.
const CHANGES_PER_EVENT: usize = 20;

/// Sends the commands.
pub(super) struct Commander {
    organizer: Organizer,
    rng: StdRng,
    /// All events but the one that is being played.
    events: Vec<i64>,
    playing: i64,
    count: usize,
    /// Changes until another event is played.
    left: usize,
}

impl Commander {
    /// Creates the people who play.
    pub(super) async fn new(door: &Door, seed: u64) -> anyhow::Result<Self> {
        let mut organizer = Organizer::new(door, seed)?;
        organizer.create_players().await?;
        Ok(Self { organizer, rng: StdRng::seed_from_u64(seed ^ 1), events: Vec::new(), playing: 0, count: 0, left: 0 })
    }

    /// Number of commands so far.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Number of commands that were refused.
    pub(super) fn refused(&self) -> usize {
        self.organizer.refused
    }

    /// The token of the last write.
    pub(super) fn token(&self) -> &str {
        self.organizer.token()
    }

    /// Carries out this many commands.
    pub(super) async fn carry_out(&mut self, count: usize) -> anyhow::Result<()> {
        for _ in 0..count {
            self.count += 1;
            match self.rng.random_range(0..10) {
                0 | 1 => self.announce().await?,
                2..=4 if !self.events.is_empty() => self.change().await?,
                _ => self.play().await?,
            }
        }
        Ok(())
    }

    async fn play(&mut self) -> anyhow::Result<()> {
        match self.left {
            0 => {
                self.left = CHANGES_PER_EVENT;
                self.playing = self.organizer.announce().await?;
                Ok(())
            }
            1 => {
                self.left = 0;
                self.events.push(self.playing);
                self.organizer.finish().await
            }
            _ => {
                self.left -= 1;
                self.organizer.change(1).await
            }
        }
    }

    async fn announce(&mut self) -> anyhow::Result<()> {
        let details = json!({ "name": self.name(), "event_format": self.format(), "start_datetime": self.start() });
        let event = self.organizer.tell(Method::POST, "/api/v1/magic-events/", details).await?;
        self.events.extend(event["id"].as_i64());
        Ok(())
    }

    async fn change(&mut self) -> anyhow::Result<()> {
        let place = self.rng.random_range(0..self.events.len());
        let path = format!("/api/v1/magic-events/{}/", self.events[place]);
        let (method, below, body) = match self.rng.random_range(0..9) {
            0 => (Method::DELETE, "", json!({})),
            1 => (Method::POST, "lifecycle/", json!({ "status": "REGISTRATION_OPEN" })),
            2 => (Method::POST, "lifecycle/", json!({ "status": "CANCELED" })),
            7 => (Method::POST, "lifecycle/", json!({ "status": "DECKLISTS_PUBLISHED" })),
            3 => (Method::PATCH, "", json!({ "start_datetime": self.start() })),
            4 => (Method::PATCH, "", json!({ "event_format": self.format() })),
            5 | 6 => (Method::PATCH, "", json!({ "is_unlisted": self.rng.random::<bool>() })),
            _ => (Method::PATCH, "", json!({ "name": self.name() })),
        };
        self.organizer.tell(method, &format!("{path}{below}"), body).await.map(drop)
    }

    fn name(&mut self) -> String {
        format!("Event {}", self.rng.random_range(0..10_000))
    }

    fn format(&mut self) -> &'static str {
        ["LEGACY", "MODERN", "PAUPER", "VINTAGE"][self.rng.random_range(0..4)]
    }

    fn start(&mut self) -> String {
        format!("2026-{:02}-{:02}T18:00:00Z", self.rng.random_range(1..=12), self.rng.random_range(1..=28))
    }
}
