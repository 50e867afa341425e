//! Plays whole tournaments through the HTTP commands, with many clients at a time: a load test, a demo and a soak in one.
//!
//! Everything that happens follows from the seed and the players' places, whatever the order in which requests arrive: who
//! wins, who drops, who is disqualified, which results are first reported wrong. Clients meet at the points where people do:
//! lists are shut once all are in, a round ends once all tables have reported.

mod client;
mod course;
mod crowd;
mod entry;
mod meter;
mod pool;
mod report;
mod round;
mod server;
mod standings;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use indicatif::ProgressBar;
use proto_events::vocabulary::{EventFormat, Role};
use service_kit::random;
use tokio_util::sync::CancellationToken;

use self::client::{Ask, Client};
use self::course::Course;
use self::crowd::Accounts;
use self::meter::Meter;
use self::pool::Pool;

pub(crate) use self::client::{Interrupted, Target};
pub(crate) use self::report::{EventReport, Report};
pub(crate) use self::server::Own;

/// What is played.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    /// Players of an event.
    pub(crate) players: usize,
    /// Swiss rounds.
    pub(crate) rounds: i32,
    /// Size of the playoff; 0 for none.
    pub(crate) top_cut: usize,
    /// Game format.
    pub(crate) format: EventFormat,
    /// Events at a time.
    pub(crate) events: usize,
    /// How often they are played, one after the other.
    pub(crate) repeat: usize,
    /// Seed of all that happens.
    pub(crate) seed: u64,
    /// Requests at a time.
    pub(crate) clients: usize,
}

impl Plan {
    /// Steps that the bar shows.
    pub(crate) fn steps(&self) -> usize {
        let rounds = usize::try_from(self.rounds).unwrap_or(0);
        let event = 3 * self.players + rounds * (self.players / 2);
        self.players + self.repeat * self.events * event
    }
}

/// What all events of a run share.
struct Run {
    plan: Plan,
    pool: Pool,
    /// Tells this run's accounts and requests apart from those of others on the same server.
    name: String,
    bar: ProgressBar,
}

/// Plays it all, and tells how it went. What was measured until an end before time is told as well.
pub(crate) async fn run(
    plan: Plan,
    target: Target,
    stop: &CancellationToken,
    bar: ProgressBar,
) -> (Report, anyhow::Result<()>) {
    let (begun, meter, target) = (Instant::now(), Arc::new(Meter::default()), Arc::new(target));
    let pool = Pool::new(plan.clients, || Client::new(Arc::clone(&target), Arc::clone(&meter), stop.clone()));
    let name = random::secret_base62(8).to_ascii_lowercase();
    let run = Run { plan, pool, name, bar };
    let mut events = Vec::new();
    let done = run.play(&mut events).await;
    run.bar.finish_and_clear();
    (Report::new(&run.plan, events, &meter, begun.elapsed()), done)
}

impl Run {
    async fn play(&self, told: &mut Vec<EventReport>) -> anyhow::Result<()> {
        self.look_at_the_key().await?;
        self.bar.set_message("making accounts");
        let accounts = Accounts::make(self).await.context("no accounts could be made")?;
        for turn in 0..self.plan.repeat {
            // One after the other: so ids within an event ascend without gaps, whatever the order of requests.
            let mut courses = Vec::with_capacity(self.plan.events);
            for place in 0..self.plan.events {
                let number = turn * self.plan.events + place + 1;
                courses.push(Course::begin(self, &accounts, number).await?);
            }
            let played = futures::future::join_all(courses.into_iter().map(Course::play)).await;
            for (report, done) in played {
                told.push(report);
                done?;
            }
        }
        Ok(())
    }
}

impl Run {
    /// Finds out at once whether there is a server, and whether the key will do.
    async fn look_at_the_key(&self) -> anyhow::Result<()> {
        let ask = Ask { patience: Duration::ZERO, ..Ask::get("whoami", "/api/v1/api-keys/whoami/") };
        let key = self.pool.ask(ask).await?.body;
        let role = key["role"].as_str().unwrap_or_default();
        ensure!(
            role == Role::Admin.wire_name(),
            "the key's role is {role}; to make accounts it has to be {}",
            Role::Admin
        );
        Ok(())
    }
}

/// The id of what was answered.
fn id(body: &serde_json::Value) -> anyhow::Result<i64> {
    body["id"].as_i64().context("an answer has no id")
}
