//! Plays whole tournaments through the HTTP commands with many clients, as a load test or a demo.
//!
//! The seed and the players' indexes determine everything, in any order of the requests: winners, drops,
//! disqualifications and wrong first results. Clients wait for each other where people do: lists are locked when all
//! are in, and a round ends when all tables have reported.

mod client;
mod course;
mod crowd;
mod entry;
mod event;
mod meter;
mod pool;
mod report;
mod round;
mod run;
mod server;
mod standings;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use indicatif::ProgressBar;
use proto_events::vocabulary::Role;
use service_kit::random;
use tokio_util::sync::CancellationToken;

use self::client::{Ask, Client};
use self::course::Course;
use self::crowd::Accounts;
use self::meter::Meter;
use self::pool::Pool;
use self::run::Run;

pub(crate) use self::client::{Interrupted, Target};
pub(crate) use self::report::{EventReport, Report};
pub(crate) use self::run::Plan;
pub(crate) use self::server::Own;

/// Plays a run and reports its figures, even if it ends early.
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
        let accounts = Accounts::make(self).await.context("the accounts cannot be created")?;
        for turn in 0..self.plan.repeat {
            // Begun one after the other, so that ids within an event ascend without gaps for any order of requests.
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
    /// Checks that the server answers and that the key's role is sufficient.
    async fn look_at_the_key(&self) -> anyhow::Result<()> {
        let ask = Ask { patience: Duration::ZERO, ..Ask::get("whoami", "/api/v1/api-keys/whoami/") };
        let key = self.pool.ask(ask).await?.body;
        let role = key["role"].as_str().unwrap_or_default();
        ensure!(
            role == Role::Admin.wire_name(),
            "the key's role is {role}; to create accounts it must be {}",
            Role::Admin
        );
        Ok(())
    }
}
