//! The report of a run: figures for people, and the same as JSON.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use super::meter::{Figures, Meter};
use super::round::RoundReport;
use super::run::Plan;
use super::standings::Final;
use crate::out;

/// The report of a run.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    seed: u64,
    players: usize,
    rounds: i32,
    top_cut: usize,
    clients: usize,
    seconds: f64,
    requests: u64,
    pub(crate) errors: u64,
    retries: u64,
    requests_per_second: f64,
    /// Figures by operation name.
    kinds: BTreeMap<&'static str, Figures>,
    pub(crate) events: Vec<EventReport>,
}

/// The report of an event.
#[derive(Debug, Serialize)]
pub(crate) struct EventReport {
    /// The event's id.
    pub(crate) id: i64,
    /// Its number in the run.
    pub(crate) number: usize,
    name: String,
    players: usize,
    /// Rounds played.
    pub(crate) rounds: Vec<RoundReport>,
    /// Number of lines in the final standings; `None` if the event ended early.
    listed: Option<usize>,
    champion: Option<String>,
    /// Hash of the standings without names: the same results give the same hash.
    standings_sha256: Option<String>,
}

impl EventReport {
    pub(super) fn new(id: i64, number: usize, name: String, players: usize) -> Self {
        Self { id, number, name, players, rounds: Vec::new(), listed: None, champion: None, standings_sha256: None }
    }

    pub(super) fn ends(&mut self, last: Final) {
        self.listed = Some(last.players);
        self.champion = Some(last.champion);
        self.standings_sha256 = Some(last.sha256);
    }
}

impl Report {
    pub(super) fn new(plan: &Plan, events: Vec<EventReport>, meter: &Meter, took: Duration) -> Self {
        let kinds = meter.figures();
        let sum = |of: fn(&Figures) -> u64| kinds.values().map(of).sum();
        let requests: u64 = sum(|figures| figures.requests);
        Self {
            seed: plan.seed,
            players: plan.players,
            rounds: plan.rounds,
            top_cut: plan.top_cut,
            clients: plan.clients,
            seconds: took.as_secs_f64(),
            requests,
            errors: sum(|figures| figures.errors),
            retries: sum(|figures| figures.retries),
            requests_per_second: per_second(requests, took),
            kinds,
            events,
        }
    }

    /// Prints the report on stderr.
    pub(crate) fn say(&self) {
        let Self { requests, errors, retries, seconds, requests_per_second, .. } = self;
        for event in &self.events {
            event.say();
        }
        out::say(format_args!(
            "{requests} requests in {seconds:.1} s ({requests_per_second:.0} a second), {errors} errors, {retries} sent again"
        ));
        out::say(format_args!(
            "{:<22} {:>9} {:>7} {:>10} {:>10} {:>10}",
            "", "requests", "errors", "p50 ms", "p99 ms", "max ms"
        ));
        for (kind, figures) in &self.kinds {
            let Figures { requests, errors, p50_ms, p99_ms, max_ms, .. } = figures;
            out::say(format_args!("{kind:<22} {requests:>9} {errors:>7} {p50_ms:>10.1} {p99_ms:>10.1} {max_ms:>10.1}"));
        }
    }
}

impl EventReport {
    fn say(&self) {
        out::say(format_args!("Event {}: {}", self.id, self.name));
        for round in &self.rounds {
            let RoundReport { number, kind, tables, seconds, reporting_seconds, pairing_ms, standings_visible_ms } =
                round;
            out::say(format_args!(
                "  {kind} round {number}: {tables} tables in {seconds:.2} s; pairing {pairing_ms:.0} ms, reports {reporting_seconds:.2} s, \
                 standings visible after {standings_visible_ms:.0} ms"
            ));
        }
        match (&self.champion, &self.standings_sha256, self.listed) {
            (Some(champion), Some(sha256), Some(listed)) => {
                let short = sha256.get(..12).unwrap_or_default();
                out::say(format_args!("  {champion} won; {listed} in the final standings ({short})"));
            }
            _ => out::say("  The event was not played to its end."),
        }
    }
}

#[allow(clippy::cast_precision_loss, reason = "a float holds every count of requests")]
fn per_second(requests: u64, took: Duration) -> f64 {
    if took.is_zero() { 0.0 } else { requests as f64 / took.as_secs_f64() }
}
