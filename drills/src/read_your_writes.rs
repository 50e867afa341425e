//! The drill `read-your-writes`: every write is followed at once by a read on another connection, first without a
//! token, then with `respond-async` and the token of the write.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use e2e::client::{Answer, Client, Request};
use e2e::form::Form;
use indicatif::ProgressBar;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reqwest::Method;
use tokio::task::JoinSet;

use crate::Site;
use crate::body::{fields, list, patch};
use crate::compare::receipt;
use crate::place::Place;
use crate::reads::{Own, Reader, What};
use crate::report::{Faults, Report};
use crate::times::Times;

/// The longest time for which a write waits for the views. After that a read without a token is promised nothing.
const BOUND: Duration = Duration::from_millis(500);

/// The size of the drill.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Number of writes without a token, and as many with one, each followed by a read.
    pub writes: usize,
    /// Number of clients.
    pub clients: usize,
    /// Seed of all random choices.
    pub seed: u64,
    /// Whether clients leave out the token. The drill must then find faults.
    pub careless: bool,
}

/// How a client makes sure that it reads what it wrote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Plain,
    Token,
}

struct Writer {
    way: Way,
    writes: Client,
    reads: Reader,
    rng: StdRng,
    own: Vec<Own>,
    faults: Faults,
    found: Found,
}

#[derive(Default)]
struct Found {
    write_times: Times,
    read_times: Times,
    stale: usize,
}

/// Runs the drill.
///
/// # Errors
/// If the drill cannot be carried out. Broken promises are in the report.
pub async fn run(site: &Site, settings: Settings, bar: &ProgressBar) -> anyhow::Result<Report> {
    let Settings { writes, clients, seed, careless } = settings;
    let (faults, readable) = (Faults::default(), Arc::new(AtomicU64::new(0)));
    let server = site.serve().await?;
    let mut lines = vec![format!("{writes} writes each way by {clients} clients, seed {seed}.")];
    for way in [Way::Plain, Way::Token] {
        let (mut running, begun, mut found) = (JoinSet::new(), Instant::now(), Found::default());
        for number in 0..clients {
            let own = seed.wrapping_mul(1_000_003).wrapping_add((number * 2 + way as usize) as u64);
            let writer = Writer {
                way,
                writes: site.door().client()?,
                reads: Reader {
                    client: site.door().client()?,
                    brings_token: way == Way::Token && !careless,
                    readable: Arc::clone(&readable),
                },
                rng: StdRng::seed_from_u64(own),
                own: Vec::new(),
                faults: faults.clone(),
                found: Found::default(),
            };
            let (share, bar) = (writes * (number + 1) / clients - writes * number / clients, bar.clone());
            running.spawn(async move { writer.run(&format!("{way:?}{number}").to_lowercase(), share, &bar).await });
        }
        while let Some(ended) = running.join_next().await {
            let part = ended??;
            found.stale += part.stale;
            found.write_times.merge(part.write_times);
            found.read_times.merge(part.read_times);
        }
        lines.extend(found.lines(way, writes, begun.elapsed()));
    }
    faults.note_all(server.kill().await?);
    Ok(Report::new(lines, &faults))
}

impl Found {
    fn lines(&self, way: Way, writes: usize, took: Duration) -> Vec<String> {
        #[allow(clippy::cast_precision_loss, reason = "a rate for people")]
        let rate = writes as f64 / took.as_secs_f64();
        let how = match way {
            Way::Plain => "Without a token",
            Way::Token => "With respond-async and the token",
        };
        let mut lines = vec![
            format!("{how}: {} stale reads of {writes}; {rate:.0} writes and reads a second.", self.stale),
            format!("  write: {}", self.write_times.summary()),
            format!("  read:  {}", self.read_times.summary()),
        ];
        let late = self.write_times.at_least(BOUND);
        if way == Way::Plain && late > 0 {
            lines.push(format!(
                "  {late} writes were answered after {BOUND:?} and so promised nothing to a plain reader"
            ));
        }
        lines
    }
}

impl Writer {
    async fn run(mut self, name: &str, writes: usize, bar: &ProgressBar) -> anyhow::Result<Found> {
        for step in 0..writes {
            let (place, answer, took) = self.write(&format!("{name}n{step}")).await?;
            self.found.write_times.add(took);
            let (what, begun) = (What::draw(&mut self.rng), Instant::now());
            let stale = self.reads.read(what, &self.own[place], &answer).await?;
            if what == What::List {
                self.found.read_times.add(begun.elapsed());
            }
            if let Some(stale) = stale
                && (self.way == Way::Token || took < BOUND)
            {
                self.found.stale += 1;
                self.faults.note(format!("{name}, write {step}: {stale}"));
            }
            bar.inc(1);
        }
        Ok(self.found)
    }

    /// Writes one of the client's lists. Returns its index, the answer and the time it took.
    async fn write(&mut self, mark: &str) -> anyhow::Result<(usize, Answer, Duration)> {
        let is_new = self.own.is_empty() || self.rng.random_ratio(2, 5);
        let place = if is_new { self.own.len() } else { self.rng.random_range(0..self.own.len()) };
        let (method, path, sent, body) = match self.own.get(place) {
            None => {
                let body = list(&mut self.rng, mark);
                (Method::POST, "/api/v1/decklists/".to_owned(), fields(&body), body)
            }
            Some(own) if self.rng.random() => {
                let body = list(&mut self.rng, mark);
                (Method::PUT, format!("/api/v1/decklists/{}/", own.id), fields(&body), body)
            }
            Some(own) => {
                let (sent, body) = patch(&mut self.rng, &own.body, mark);
                (Method::PATCH, format!("/api/v1/decklists/{}/", own.id), sent, body)
            }
        };
        let form = Form::ALL[self.rng.random_range(0..Form::ALL.len())];
        let mut request = Request::new(method, path, form, sent).with("idempotency-key", format!("drill-key-{mark}"));
        if self.way == Way::Token {
            request = request.with("prefer", "respond-async");
        }
        let begun = Instant::now();
        let answer = self.writes.send(&request, 0).await.with_context(|| format!("write {mark}"))?;
        let took = begun.elapsed();
        let (id, version) = self.own.get(place).map_or((None, 1), |own| (Some(own.id), own.version + 1));
        let id = receipt(&answer, if is_new { 201 } else { 200 }, id, version, &body);
        let id = id.map_err(|fault| anyhow::anyhow!("write {mark} {fault}"))?;
        let own = Own { id, version, body };
        if is_new {
            if self.way == Way::Plain && took < BOUND {
                self.reads.readable.fetch_add(1, Ordering::SeqCst);
            }
            self.own.push(own);
        } else {
            self.own[place] = own;
        }
        Ok((place, answer, took))
    }
}
