//! Plays whole events through the HTTP API with many clients, as a load test and to compare standings.
//!
//! The seed and the players' indexes determine everything, in any order of the requests: winners, drops,
//! disqualifications and wrong first results. Clients wait for each other where people do: lists are locked when all
//! are in, and a round ends when all tables have reported.

mod client;
mod course;
mod crowd;
mod report;
mod round;
mod standings;

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context, ensure};
use proto_events::vocabulary::{EventFormat, Role};
use service_kit::random;

use self::client::Clients;
use self::course::Course;

pub use self::client::Figures;
pub use self::report::{EventReport, Report, RoundReport};

/// The plan of a run.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Players per event.
    pub players: usize,
    /// Swiss rounds.
    pub rounds: i32,
    /// Size of the playoff; 0 for none.
    pub top_cut: usize,
    /// Game format.
    pub format: EventFormat,
    /// Number of events at the same time, played by the same people.
    pub events: usize,
    /// Number of repetitions.
    pub repeat: usize,
    /// Seed of the random choices.
    pub seed: u64,
    /// Number of requests at the same time.
    pub clients: usize,
}

impl Plan {
    /// One event of this size, with a few clients.
    pub fn new(players: usize, rounds: i32, top_cut: usize) -> Self {
        Self { players, rounds, top_cut, format: EventFormat::Modern, events: 1, repeat: 1, seed: 1, clients: 16 }
    }
}

/// A run: events on one server.
pub struct Run {
    plan: Plan,
    clients: Clients,
    /// Distinguishes this run's accounts from those of other runs on the same server.
    name: String,
    begun: Instant,
    played: Mutex<Vec<EventReport>>,
}

/// Plays a plan on a server, with an administrator's key.
///
/// # Errors
/// If a request is refused, the server does not answer, or the standings do not match the results.
pub async fn play(address: &str, key: &str, plan: Plan) -> anyhow::Result<Report> {
    let run = Run::new(plan, address, key)?;
    run.play().await?;
    Ok(run.report())
}

impl Run {
    /// Prepares a run.
    ///
    /// # Errors
    /// If the address is not valid.
    pub fn new(plan: Plan, address: &str, key: &str) -> anyhow::Result<Self> {
        let clients = Clients::new(address, key.to_owned(), plan.clients)?;
        let name = random::secret_base62(8).to_ascii_lowercase();
        Ok(Self { plan, clients, name, begun: Instant::now(), played: Mutex::default() })
    }

    /// Plays all events.
    ///
    /// # Errors
    /// As [`play`].
    pub async fn play(&self) -> anyhow::Result<()> {
        let role = self.clients.role().await?;
        ensure!(role == Role::Admin.wire_name(), "the key's role is {role}; to create accounts it must be ADMIN");
        let accounts = crowd::make_accounts(self).await.context("the accounts cannot be created")?;
        for turn in 0..self.plan.repeat {
            // Begun one after the other, so that ids within an event ascend without gaps for any order of requests.
            let mut courses = Vec::with_capacity(self.plan.events);
            for place in 0..self.plan.events {
                let number = turn * self.plan.events + place + 1;
                courses.push(Course::begin(self, &accounts, number).await?);
            }
            let played = futures::future::join_all(courses.into_iter().map(Course::play)).await;
            for (report, done) in played {
                self.played.lock().unwrap_or_else(PoisonError::into_inner).push(report);
                done?;
            }
        }
        Ok(())
    }

    /// Returns the figures so far.
    pub fn report(&self) -> Report {
        let events = self.played.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Report::new(&self.plan, events, self.clients.figures(), self.begun.elapsed())
    }
}
