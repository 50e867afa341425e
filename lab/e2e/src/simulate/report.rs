//! The report of a run: figures for people, and the same as JSON.

use std::collections::BTreeMap;
use std::fmt::{Display, Formatter};

use serde::Serialize;

use super::client::Figures;

/// The report of a run.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    pub(super) seed: u64,
    pub(super) players: usize,
    pub(super) rounds: i32,
    pub(super) top_cut: usize,
    pub(super) clients: usize,
    pub(super) seconds: f64,
    /// Requests that were refused or never answered.
    pub errors: u64,
    /// Figures by operation name.
    pub kinds: BTreeMap<&'static str, Figures>,
    /// The events that were played.
    pub events: Vec<EventReport>,
}

/// The report of an event.
#[derive(Debug, Clone, Serialize)]
pub struct EventReport {
    /// The event's id.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Rounds played.
    pub rounds: Vec<RoundReport>,
    /// Name of the winner; `None` if the event ended early.
    pub champion: Option<String>,
    /// Hash of the standings without names: the same results give the same hash.
    pub standings_sha256: Option<String>,
}

/// Figures of a round.
#[derive(Debug, Clone, Serialize)]
pub struct RoundReport {
    /// Its number.
    pub number: i64,
    /// `swiss` or `playoff`.
    pub kind: &'static str,
    /// Number of matches between players.
    pub tables: usize,
    /// From the first report to the last.
    pub reporting_ms: f64,
    /// Time for pairing.
    pub pairing_ms: f64,
    /// From the answer to the last report until the standings show all results.
    pub standings_visible_ms: f64,
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        for event in &self.events {
            writeln!(f, "Event {}: {}", event.id, event.name)?;
            for round in &event.rounds {
                let RoundReport { number, kind, tables, reporting_ms, pairing_ms, standings_visible_ms } = round;
                writeln!(
                    f,
                    "  {kind} round {number}: {tables} tables; pairing {pairing_ms:.0} ms, reports {reporting_ms:.0} ms, \
                     standings visible after {standings_visible_ms:.0} ms"
                )?;
            }
            match &event.champion {
                Some(champion) => writeln!(f, "  {champion} won.")?,
                None => writeln!(f, "  The event was not played to its end.")?,
            }
        }
        writeln!(f, "{:22} requests  errors retries     p50 ms     p99 ms     max ms", "")?;
        for (kind, Figures { requests, errors, retries, p50_ms, p99_ms, max_ms }) in &self.kinds {
            writeln!(
                f,
                "{kind:<22} {requests:>8} {errors:>7} {retries:>7} {p50_ms:>10.1} {p99_ms:>10.1} {max_ms:>10.1}"
            )?;
        }
        write!(f, "{} errors in {:.1} s", self.errors, self.seconds)
    }
}
