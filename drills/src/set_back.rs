//! The drill `set-back`: the log is replaced by an older copy, while the newer views stay. Data that the log lost must
//! not be served, tokens of lost writes must be refused, and new writes must be readable.

mod postgres;

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use indicatif::ProgressBar;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use reqwest::Method;

use crate::Site;
use crate::crawled::{Answers, Question, ask, judge_all, questions};
use crate::installation::Installation;
use crate::place::Place;
use crate::report::{Faults, Report};
use crate::server::Server;
use crate::site::copy_files;
use crate::times::Times;
use crate::verify::verify;
use e2e::client::{Answer, Client, Request};
use e2e::form::Form;

pub use postgres::run as run_on_postgres;

/// Time in which all answers must be those of the older log.
const RECOVERY: Duration = Duration::from_secs(10);
/// Interval between two checks.
const LOOK: Duration = Duration::from_millis(50);
/// Maximum number of faults noted for each check.
const NAMED: usize = 3;
/// Words of which an error in the program's log must contain one.
const LOUD: [&str; 2] = ["set back", "given up"];

/// The size of the drill.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// How often the log is set back.
    pub rounds: usize,
    /// Seed of all random choices.
    pub seed: u64,
    /// Whether the log is not replaced, although the answers of the older one are expected. The drill must then find
    /// faults.
    pub careless: bool,
}

/// A write whose event the log will lose or keep.
#[derive(Debug, Clone)]
pub(crate) struct Written {
    pub(crate) path: String,
    pub(crate) name: String,
    pub(crate) token: String,
}

/// The figures of the report.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    pub(crate) lost: usize,
    pub(crate) refused_tokens: usize,
    pub(crate) waited_tokens: usize,
    pub(crate) again: usize,
    pub(crate) recoveries: Times,
}

/// Creates and changes lists, and reads them with their tokens.
pub(crate) async fn write(
    client: &Client,
    rng: &mut StdRng,
    mark: &str,
    known: &[Written],
) -> anyhow::Result<Vec<Written>> {
    let mut written = Vec::new();
    for number in 0..rng.random_range(2..6) {
        let name = format!("{mark}-{number}");
        let fields = vec![("name", name.clone()), ("plaintext_list", format!("{number} Island"))];
        let change = known.get(rng.random_range(0..known.len().max(1) * 2));
        let (method, path) = match change {
            Some(known) => (Method::PATCH, known.path.clone()),
            None => (Method::POST, "/api/v1/decklists/".to_owned()),
        };
        let request = Request::new(method, &path, Form::Json, fields).with("idempotency-key", format!("key-{name}"));
        let answer = client.answer(&request).await.context("a write is not answered")?;
        ensure!(answer.status < 300, "a write is answered {}", answer.short());
        let path = if change.is_some() { path } else { answer.header("location").to_owned() };
        written.push(Written { path, name, token: answer.header("consistency-token").to_owned() });
    }
    Ok(written)
}

/// Reads with the token of a write.
pub(crate) async fn read(client: &Client, written: &Written) -> Option<Answer> {
    let request = Request::get(&written.path).with("consistency-token", &written.token);
    client.send(&request.with("prefer", "wait=1"), 0).await.ok()
}

/// Checks that tokens of lost writes are refused, or wait for a position that is not reached.
pub(crate) async fn expect_refusals(
    client: &Client,
    lost: &[Written],
    counts: &mut Counts,
    faults: &Faults,
    name: &str,
) {
    for written in lost {
        match read(client, written).await {
            Some(answer) if answer.status == 400 => counts.refused_tokens += 1,
            Some(answer) if answer.status == 503 => counts.waited_tokens += 1,
            Some(answer) => {
                let Written { path, name: list, .. } = written;
                faults.note(format!(
                    "{name}: {path}, read with the token of the lost `{list}`, is answered {}",
                    answer.short()
                ));
            }
            None => faults.note(format!("{name}: a read with the token of a lost write is not answered")),
        }
    }
}

/// Checks that new writes can be read with their tokens, though lost lists had the same addresses.
pub(crate) async fn expect_new(client: &Client, new: &[Written], counts: &mut Counts, faults: &Faults, name: &str) {
    for (place, written) in new.iter().enumerate() {
        // A list that was changed again has the name of its last change.
        let last = new[place..].iter().rev().find(|other| other.path == written.path).unwrap_or(written);
        match read(client, written).await {
            Some(answer) if answer.status == 200 && answer.json()["name"] == last.name => counts.again += 1,
            answer => {
                let said = answer.map_or("not at all".into(), |answer| answer.short());
                faults
                    .note(format!("{name}: `{}`, written now and read with its token, is answered {said}", last.name));
            }
        }
    }
}

struct Drill<'a> {
    site: &'a Site,
    installation: Installation,
    faults: Faults,
    counts: Counts,
    known: Vec<Written>,
    careless: bool,
}

/// Runs the drill on SQLite.
///
/// # Errors
/// If the drill cannot be carried out. Broken promises are in the report.
pub async fn run(site: &Site, settings: Settings, bar: &ProgressBar) -> anyhow::Result<Report> {
    let Settings { rounds, seed, careless } = settings;
    let mut rng = StdRng::seed_from_u64(seed);
    let installation = Installation::make(site).await?;
    let (faults, counts, known) = (Faults::default(), Counts::default(), Vec::new());
    let mut drill = Drill { site, installation, faults, counts, known, careless };
    for round in 0..rounds {
        drill.round(round, &mut rng).await?;
        bar.set_message(format!("{} faults", drill.faults.count()));
        bar.inc(1);
    }
    let head = format!(
        "{rounds} times a SQLite log was set back, every second time to a copy made while it was in use, seed {seed}."
    );
    Ok(Report::new(lines(head, &drill.counts), &drill.faults))
}

/// The lines of a report.
pub(crate) fn lines(head: String, counts: &Counts) -> Vec<String> {
    let Counts { lost, refused_tokens, waited_tokens, again, recoveries } = counts;
    vec![
        head,
        format!(
            "Writes lost with the log: {lost}; their tokens: {refused_tokens} times refused, {waited_tokens} times asked to wait."
        ),
        format!("Writes after that, each read with its token: {again}."),
        format!("Until all answers were those of the older log: {}.", recoveries.summary()),
    ]
}

impl Drill<'_> {
    async fn round(&mut self, round: usize, rng: &mut StdRng) -> anyhow::Result<()> {
        let (name, client) = (format!("round {round}"), self.site.door().client()?);
        let server = self.site.serve().await?;
        let kept = write(&client, rng, &format!("kept-{round}"), &self.known).await?;
        self.known.extend(kept.iter().cloned());
        let questions = questions(&self.installation).await?;
        let older = tempfile::tempdir().context("a folder for the older log cannot be made")?;
        let is_in_use = round % 2 == 1;
        let truth = ask(&self.installation, &questions).await;
        let server = if is_in_use {
            self.copy_log(older.path())?;
            server
        } else {
            server.stop().await?;
            self.copy_log(older.path())?;
            self.site.serve().await?
        };
        let lost = write(&client, rng, &format!("lost-{round}"), &self.known).await?;
        self.counts.lost += lost.len();
        if rng.random() {
            server.stop().await?;
        } else {
            drop(server.kill().await?);
        }
        if !self.careless {
            self.set_back(older.path())?;
        }
        let mut server = self.site.start()?;
        server.listening().await?;
        self.expect_truth(&questions, &truth, &name).await;
        self.expect_loud(&server, &name);
        expect_refusals(&client, &lost, &mut self.counts, &self.faults, &name).await;
        let new = write(&client, rng, &format!("new-{round}"), &[]).await?;
        expect_new(&client, &new, &mut self.counts, &self.faults, &name).await;
        expect_refusals(&client, &lost, &mut self.counts, &self.faults, &name).await;
        self.known.extend(new);
        server.stop().await?;
        verify(self.site, &self.faults)
    }

    fn copy_log(&self, to: &std::path::Path) -> anyhow::Result<()> {
        for ending in ["", "-wal"] {
            let file = self.site.data().join(format!("events.sqlite{ending}"));
            if file.exists() {
                std::fs::copy(&file, to.join(format!("events.sqlite{ending}")))?;
            }
        }
        Ok(())
    }

    /// Replaces the log by the older copy.
    fn set_back(&self, older: &std::path::Path) -> anyhow::Result<()> {
        for ending in ["", "-wal", "-shm"] {
            let file = self.site.data().join(format!("events.sqlite{ending}"));
            if file.exists() {
                std::fs::remove_file(file)?;
            }
        }
        Ok(copy_files(older, &self.site.data())?)
    }

    /// Checks that no answer is wrong from the first on, and that soon none is refused.
    async fn expect_truth(&mut self, questions: &[Question], truth: &Answers, name: &str) {
        let since = Instant::now();
        loop {
            let judged = judge_all(&self.installation, truth, &ask(&self.installation, questions).await);
            for wrong in judged.wrong.iter().take(NAMED) {
                self.faults.note(format!("{name}: {wrong}"));
            }
            if judged.refused == 0 || !judged.wrong.is_empty() {
                self.counts.recoveries.add(since.elapsed());
                return;
            }
            if since.elapsed() > RECOVERY {
                self.faults.note(format!("{name}: {} answers are still refused after {RECOVERY:?}", judged.refused));
                return;
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    fn expect_loud(&self, server: &Server, name: &str) {
        let errors = server.alarming();
        if !self.careless && !LOUD.iter().any(|word| errors.iter().any(|error| error.contains(word))) {
            self.faults.note(format!("{name}: the log was set back, but no error says so: {errors:?}"));
        }
    }
}
