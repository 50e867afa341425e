//! Plays whole events through the HTTP API with many clients, as a load test and to compare standings.
//!
//! The seed and the players' indexes determine everything, in any order of the requests: winners, drops,
//! disqualifications and wrong first results. Clients wait for each other where people do: lists are locked when all
//! are in, and a round ends when all tables have reported.

mod client;
mod course;
mod crowd;
mod event;
mod report;
mod round;
mod run;
mod standings;

use std::sync::PoisonError;

use anyhow::{Context, ensure};
use proto_events::vocabulary::Role;

use self::course::Course;

pub use self::client::Figures;
pub use self::report::{EventReport, Report, RoundReport};
pub use self::run::{Plan, Run};

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
        let (plan, kinds) = (self.plan, self.clients.figures());
        Report {
            seed: plan.seed,
            players: plan.players,
            rounds: plan.rounds,
            top_cut: plan.top_cut,
            clients: plan.clients,
            seconds: self.begun.elapsed().as_secs_f64(),
            errors: kinds.values().map(|figures| figures.errors).sum(),
            kinds,
            events,
        }
    }
}
