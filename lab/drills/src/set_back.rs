//! The drill `set-back`: the log is replaced by an older copy, while the newer views stay. Data that the log lost must
//! not be served, tokens of lost writes must be refused, and new writes must be readable.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::Args;
use e2e::client::{Answer, Client, Request};
use e2e::form::Form;
use e2e::simulate::{self, Plan};
use rand::RngExt;
use rand::rngs::StdRng;
use reqwest::Method;
use test_servers::TestDatabase;
use test_servers::process::{Folder, output};

use crate::body::{creation, said};
use crate::crawled::{Known, LOOK};
use crate::fleet::{Fleet, Shape, in_background};
use crate::installation::{Caller, make, of_key};
use crate::place::Place;
use crate::read_back::settled;
use crate::run::Run;
use crate::site::{Site, copy_folder};
use crate::times::Times;

/// Words of which an error in the program's log must contain one.
const LOUD: [&str; 2] = ["set back", "given up"];

/// Time in which running processes must notice. Until then they may serve data that the log has lost.
const NOTICED: Duration = Duration::from_secs(5);

#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Several processes on PostgreSQL, in half of the rounds while they run, instead of one on SQLite
    #[arg(long)]
    postgres: bool,
    /// How often
    #[arg(long, default_value_t = 20)]
    rounds: usize,
}

/// A write whose event the log will lose or keep.
#[derive(Debug, Clone)]
struct Written {
    path: String,
    name: String,
    token: String,
}

/// The state of several processes while the log is set back, in turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meanwhile {
    Stopped,
    /// All run, and clients read.
    Read,
    /// All run, and clients write from the first moment on.
    Written,
}

struct Drill<'a, P> {
    place: P,
    callers: Vec<Caller>,
    run: &'a Run,
    rng: StdRng,
    known: Vec<Written>,
    figures: Figures,
}

#[derive(Debug, Default)]
struct Figures {
    lost: usize,
    refused_tokens: usize,
    waited_tokens: usize,
    again: usize,
    recoveries: Times,
    /// The longest time for which data that the log had lost was served.
    shown: Duration,
}

/// Runs the drill. In a careless one the log is not replaced, although the answers of the older one are expected.
pub(crate) async fn run(&Settings { postgres, rounds }: &Settings, run: &Run) -> anyhow::Result<Vec<String>> {
    run.steps(rounds);
    if postgres {
        let fleet = Fleet::start(Shape::default()).await?;
        let callers = of_key(&fleet.door())?;
        return Drill::new(fleet, callers, run).on_postgres(rounds).await;
    }
    let site = Site::new(Vec::new())?;
    let callers = make(&site).await?;
    Drill::new(site, callers, run).on_sqlite(rounds).await
}

async fn read(client: &Client, written: &Written) -> Option<Answer> {
    let request = Request::get(&written.path).with("consistency-token", &written.token);
    client.send(&request.with("prefer", "wait=1"), 0).await.ok()
}

impl<'a, P> Drill<'a, P> {
    fn new(place: P, callers: Vec<Caller>, run: &'a Run) -> Self {
        Self { place, callers, run, rng: run.rng(), known: Vec::new(), figures: Figures::default() }
    }

    fn fault(&self, round: &str, fault: impl AsRef<str>) {
        self.run.faults.note(format!("{round}: {}", fault.as_ref()));
    }

    async fn write(&mut self, client: &Client, mark: &str, may_change: bool) -> anyhow::Result<Vec<Written>> {
        let mut written = Vec::new();
        for number in 0..self.rng.random_range(2..6) {
            let name = format!("{mark}-{number}");
            let fields = vec![("name", name.clone()), ("plaintext_list", format!("{number} Island"))];
            let known = if may_change { &self.known[..] } else { &[] };
            let change = known.get(self.rng.random_range(0..known.len().max(1) * 2));
            let (method, path) = match change {
                Some(known) => (Method::PATCH, known.path.clone()),
                None => (Method::POST, "/api/v1/decklists/".to_owned()),
            };
            let request = Request::new(method, &path, Form::Json, fields);
            let answer = client.answer(&request.with("idempotency-key", format!("key-{name}"))).await;
            let answer = answer.context("a write is not answered")?;
            ensure!(answer.status < 300, "a write is answered {}", answer.short());
            let path = if change.is_some() { path } else { answer.header("location").to_owned() };
            written.push(Written { path, name, token: answer.header("consistency-token").to_owned() });
        }
        Ok(written)
    }

    /// Checks that no answer is wrong from the first look on, or after the time for which wrong ones are tolerated, and that
    /// soon none is refused.
    async fn expect_truth(&mut self, known: &Known, (since, tolerated): (Instant, Duration), round: &str) {
        let shown = known.expect_true(round, since, tolerated, &self.run.faults).await;
        self.figures.shown = self.figures.shown.max(shown);
        self.figures.recoveries.add(since.elapsed());
    }

    /// Checks that tokens of lost writes are refused, before and after new writes, and that new writes can be read with
    /// their tokens, though lost lists had the same addresses.
    async fn expect_loss(
        &mut self,
        client: &Client,
        (lost, number): (&[Written], usize),
        round: &str,
    ) -> anyhow::Result<()> {
        self.expect_refusals(client, lost, round).await;
        let new = self.write(client, &format!("new-{number}"), false).await?;
        self.expect_new(client, &new, round).await;
        self.expect_refusals(client, lost, round).await;
        self.known.extend(new);
        Ok(())
    }

    /// Checks that tokens of lost writes are refused, or wait for a position that is not reached.
    async fn expect_refusals(&mut self, client: &Client, lost: &[Written], round: &str) {
        for written in lost {
            match read(client, written).await {
                Some(answer) if answer.status == 400 => self.figures.refused_tokens += 1,
                Some(answer) if answer.status == 503 => self.figures.waited_tokens += 1,
                Some(answer) => {
                    let (Written { path, name, .. }, said) = (written, answer.short());
                    self.fault(round, format!("{path}, read with the token of the lost `{name}`, is answered {said}"));
                }
                None => self.fault(round, "a read with the token of a lost write is not answered"),
            }
        }
    }

    async fn expect_new(&mut self, client: &Client, new: &[Written], round: &str) {
        for (place, written) in new.iter().enumerate() {
            // A list that was changed again has the name of its last change.
            let last = new[place..].iter().rev().find(|other| other.path == written.path).unwrap_or(written);
            match read(client, written).await {
                Some(answer) if answer.status == 200 && answer.json()["name"] == last.name => self.figures.again += 1,
                answer => {
                    let (name, said) = (&last.name, said(answer));
                    self.fault(round, format!("`{name}`, written now and read with its token, is answered {said}"));
                }
            }
        }
    }

    fn lines(&self, head: String) -> Vec<String> {
        let Figures { lost, refused_tokens, waited_tokens, again, recoveries, .. } = &self.figures;
        vec![
            head,
            format!(
                "Writes lost with the log: {lost}; their tokens: {refused_tokens} times refused, {waited_tokens} times asked to wait."
            ),
            format!("Writes after that, each read with its token: {again}."),
            format!("Until all answers were those of the older log: {}.", recoveries.summary()),
        ]
    }
}

/// On SQLite, the file of the log is replaced while the process does not run.
impl Drill<'_, Site> {
    async fn on_sqlite(mut self, rounds: usize) -> anyhow::Result<Vec<String>> {
        for round in 0..rounds {
            self.round_on_sqlite(round).await?;
            self.run.step();
        }
        Ok(self.lines(format!(
            "{rounds} times a SQLite log was set back, every second time to a copy made while it was in use, seed {}.",
            self.run.seed
        )))
    }

    async fn round_on_sqlite(&mut self, round: usize) -> anyhow::Result<()> {
        let (name, client) = (format!("round {round}"), self.place.door().client()?);
        let server = self.place.serve().await?;
        let kept = self.write(&client, &format!("kept-{round}"), true).await?;
        self.known.extend(kept);
        let older = tempfile::tempdir().context("a folder for the older log cannot be made")?;
        let is_in_use = round % 2 == 1;
        let known = Known::look(self.callers.clone()).await?;
        let server = if is_in_use {
            self.copy_log(older.path())?;
            server
        } else {
            server.stop().await?;
            self.copy_log(older.path())?;
            self.place.serve().await?
        };
        let lost = self.write(&client, &format!("lost-{round}"), true).await?;
        self.figures.lost += lost.len();
        if self.rng.random() {
            server.stop().await?;
        } else {
            drop(server.kill().await?);
        }
        if !self.run.careless {
            self.set_back(older.path())?;
        }
        let mut server = self.place.start()?;
        server.listening().await?;
        self.expect_truth(&known, (Instant::now(), Duration::ZERO), &name).await;
        let errors = server.alarming();
        if !self.run.careless && !LOUD.iter().any(|word| errors.iter().any(|error| error.contains(word))) {
            self.fault(&name, format!("the log was set back, but no error says so: {errors:?}"));
        }
        self.expect_loss(&client, (&lost, round), &name).await?;
        server.stop().await?;
        self.place.verify(&self.run.faults)
    }

    fn copy_log(&self, to: &Path) -> anyhow::Result<()> {
        for ending in ["", "-wal"] {
            let file = self.place.data.join(format!("events.sqlite{ending}"));
            if file.exists() {
                std::fs::copy(&file, to.join(format!("events.sqlite{ending}")))?;
            }
        }
        Ok(())
    }

    fn set_back(&self, older: &Path) -> anyhow::Result<()> {
        for ending in ["", "-wal", "-shm"] {
            let file = self.place.data.join(format!("events.sqlite{ending}"));
            if file.exists() {
                std::fs::remove_file(file)?;
            }
        }
        Ok(copy_folder(older, &self.place.data)?)
    }
}

/// On PostgreSQL, the database of the log is restored to an older state, while the processes run and while they do not.
impl Drill<'_, Fleet> {
    async fn on_postgres(mut self, rounds: usize) -> anyhow::Result<Vec<String>> {
        let door = self.place.door();
        simulate::play(&door.address, &door.key, Plan::new(8, 3, 0)).await?;
        for round in 0..rounds {
            let meanwhile = [Meanwhile::Stopped, Meanwhile::Written, Meanwhile::Read][round % 3];
            self.round_on_postgres(round, meanwhile).await?;
            self.run.step();
        }
        let mut lines = self.lines(format!(
            "{rounds} times a log on PostgreSQL was set back: while processes were stopped, read from and written to, seed {}.",
            self.run.seed
        ));
        lines.push(format!("Running processes showed what the log had lost for at most {:.1?}.", self.figures.shown));
        lines.push(self.place.note_ends(&self.run.faults));
        Ok(lines)
    }

    async fn round_on_postgres(&mut self, round: usize, meanwhile: Meanwhile) -> anyhow::Result<()> {
        let (name, client) = (format!("round {round}, {meanwhile:?}"), self.place.door().client()?);
        let kept = self.write(&client, &format!("kept-{round}"), true).await?;
        self.known.extend(kept);
        settled(&self.place).await?;
        let known = Known::look(self.callers.clone()).await?;
        let older = self.dump().await?;
        let lost = self.write(&client, &format!("lost-{round}"), true).await?;
        self.figures.lost += lost.len();
        let loud = self.loud();
        let is_stopped = meanwhile == Meanwhile::Stopped;
        if is_stopped {
            for unit in &self.place.units {
                unit.stop().await?;
            }
        }
        if !self.run.careless {
            // Blocking is acceptable: it is quick, and the other tasks need this database.
            self.place.events.set_to(&older)?;
        }
        let since = Instant::now();
        if is_stopped {
            self.place.units.iter().try_for_each(|unit| unit.resume(None))?;
        }
        let mut written = Vec::new();
        if meanwhile == Meanwhile::Written {
            written = self.write_at_once(&client, round, since, &name).await;
        } else {
            let tolerated = if is_stopped { Duration::ZERO } else { NOTICED };
            self.expect_truth(&known, (since, tolerated), &name).await;
        }
        if self.loud() == loud && !self.run.careless {
            self.fault(&name, "the log was set back, but no process says so");
        }
        self.expect_loss(&client, (&lost, round), &name).await?;
        self.expect_kept(&client, &written, &name).await;
        settled(&self.place).await?;
        self.place.verify(&self.run.faults)
    }

    /// Number of lines in the logs of all processes that say so.
    fn loud(&self) -> usize {
        LOUD.iter().flat_map(|text| self.place.units.iter().map(move |unit| unit.said(text).len())).sum()
    }

    /// Copies the log's database as an operator does while it is in use.
    async fn dump(&self) -> anyhow::Result<TestDatabase> {
        let older = self.place.postgres.database().await?;
        let (from, to) = (self.place.events.url(), older.url());
        in_background(move || {
            let folder = Folder::new()?;
            let file = folder.path().join("dump.sql");
            output(Command::new("pg_dump").arg("-f").arg(&file).arg(from))?;
            let psql = ["-q", "-X", "-o", "/dev/null", "-v", "ON_ERROR_STOP=1", "-f"];
            Ok(output(Command::new("psql").args(psql).arg(&file).arg(to))?)
        })
        .await
        .context("the database cannot be copied")?;
        Ok(older)
    }

    /// Writes from the first moment on. The token of an acknowledged write must not read another list.
    async fn write_at_once(&self, client: &Client, round: usize, since: Instant, name: &str) -> Vec<Written> {
        let mut acknowledged = Vec::new();
        for number in 0.. {
            if since.elapsed() > NOTICED {
                break;
            }
            let list = format!("at-once-{round}-{number}");
            let Ok(answer) = client.send(&creation(&list), 0).await else { continue };
            if answer.status == 201 {
                let [path, token] = ["location", "consistency-token"].map(|name| answer.header(name).to_owned());
                let written = Written { path, name: list, token };
                if let Some(read) = read(client, &written).await {
                    let is_it = read.status == 200 && read.json()["name"] == written.name.as_str();
                    // The log may have got another id between write and read.
                    let is_refused = read.status == 400 || read.status >= 500;
                    if !is_it && !is_refused {
                        self.fault(name, format!("`{}`, read with its token at once: {}", written.name, read.short()));
                    }
                }
                acknowledged.push(written);
            } else if answer.status < 500 {
                self.fault(name, format!("`{list}` is answered {}", answer.short()));
            }
            tokio::time::sleep(LOOK).await;
        }
        acknowledged
    }

    /// Checks that writes acknowledged after the log was set back are kept.
    async fn expect_kept(&self, client: &Client, written: &[Written], name: &str) {
        for written in written {
            let answer = client.answer(&Request::get(&written.path)).await;
            if !answer.as_ref().is_some_and(|answer| answer.json()["name"] == written.name.as_str()) {
                self.fault(name, format!("`{}` was acknowledged, but is answered {}", written.name, said(answer)));
            }
        }
    }
}
