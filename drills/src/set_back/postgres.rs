//! The drill `set-back` on PostgreSQL: the database of the log is restored to an older state, while the processes run
//! and while they do not.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::Context;
use e2e::client::{Client, Request};
use e2e::form::Form;
use e2e::people::Credential;
use e2e::simulate::{self, Plan};
use indicatif::ProgressBar;
use rand::SeedableRng;
use rand::rngs::StdRng;
use test_servers::TestDatabase;
use test_servers::process::output;

use super::{Counts, LOOK, NAMED, RECOVERY, Settings, Written, expect_new, expect_refusals, lines, read, write};
use crate::Fleet;
use crate::crawled::{Answers, Question, ask, judge_all, questions};
use crate::fleet::in_background;
use crate::installation::{Caller, Installation};
use crate::place::Place;
use crate::report::{Faults, Report};
use crate::verify::verify;

/// Time in which running processes must notice. Until then they may serve data that the log has lost.
const NOTICED: Duration = Duration::from_secs(5);
/// Words in the log of a process that notices.
const LOUD: [&str; 2] = ["set back", "given up"];

/// The state of the processes while the log is set back, in turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meanwhile {
    /// No process runs.
    Stopped,
    /// All run, and clients read.
    Read,
    /// All run, and clients write from the first moment on.
    Written,
}

struct Drill<'a> {
    fleet: &'a Fleet,
    installation: Installation,
    faults: Faults,
    counts: Counts,
    known: Vec<Written>,
    /// The longest time for which data that the log had lost was served.
    shown: Duration,
    careless: bool,
}

/// Runs the drill on PostgreSQL.
///
/// # Errors
/// If the drill cannot be carried out. Broken promises are in the report.
pub async fn run(fleet: &Fleet, settings: Settings, bar: &ProgressBar) -> anyhow::Result<Report> {
    let Settings { rounds, seed, careless } = settings;
    let door = fleet.door();
    simulate::play(&door.address, &door.key, Plan::new(8, 3, 0)).await?;
    let caller = |name, credential| Caller::new(name, credential, door.address.clone());
    let callers = vec![
        caller("the key of an administrator", Credential::Key(door.key.clone()))?,
        caller("a caller without a credential", Credential::Nothing)?,
    ];
    let (faults, counts, known) = (Faults::default(), Counts::default(), Vec::new());
    let (installation, shown) = (Installation { callers }, Duration::ZERO);
    let mut drill = Drill { fleet, installation, faults, counts, known, shown, careless };
    let mut rng = StdRng::seed_from_u64(seed);
    for round in 0..rounds {
        let meanwhile = [Meanwhile::Stopped, Meanwhile::Written, Meanwhile::Read][round % 3];
        drill.round(round, meanwhile, &mut rng).await?;
        bar.set_message(format!("{} faults", drill.faults.count()));
        bar.inc(1);
    }
    drill.faults.note_all(fleet.panics());
    let head = format!(
        "{rounds} times a log on PostgreSQL was set back: while processes were stopped, read from and written to, seed {seed}."
    );
    let mut lines = lines(head, &drill.counts);
    lines.push(format!("Running processes showed what the log had lost for at most {:.1?}.", drill.shown));
    lines.push(format!("Processes that ended by themselves: {}.", fleet.ended_by_themselves()));
    Ok(Report::new(lines, &drill.faults))
}

impl Drill<'_> {
    async fn round(&mut self, round: usize, meanwhile: Meanwhile, rng: &mut StdRng) -> anyhow::Result<()> {
        let (name, client) = (format!("round {round}, {meanwhile:?}"), self.fleet.door().client()?);
        let kept = write(&client, rng, &format!("kept-{round}"), &self.known).await?;
        self.known.extend(kept);
        self.fleet.wait_for_views().await.map_err(anyhow::Error::msg)?;
        let questions = questions(&self.installation).await?;
        let truth = ask(&self.installation, &questions).await;
        let older = self.dump().await?;
        let lost = write(&client, rng, &format!("lost-{round}"), &self.known).await?;
        self.counts.lost += lost.len();
        let said = self.said();
        let is_stopped = meanwhile == Meanwhile::Stopped;
        if is_stopped {
            self.fleet.stop_all().await?;
        }
        if !self.careless {
            // Blocking is acceptable: it is quick, and the other tasks need this database.
            self.fleet.events().set_to(&older)?;
        }
        let since = Instant::now();
        if is_stopped {
            self.fleet.resume_all()?;
        }
        let written = if meanwhile == Meanwhile::Written {
            self.write_at_once(&client, round, since, &name).await
        } else {
            self.expect_truth(&questions, &truth, since, is_stopped, &name).await;
            Vec::new()
        };
        if self.said() == said && !self.careless {
            self.faults.note(format!("{name}: the log was set back, but no process says so"));
        }
        expect_refusals(&client, &lost, &mut self.counts, &self.faults, &name).await;
        let new = write(&client, rng, &format!("new-{round}"), &[]).await?;
        expect_new(&client, &new, &mut self.counts, &self.faults, &name).await;
        expect_refusals(&client, &lost, &mut self.counts, &self.faults, &name).await;
        self.expect_kept(&client, &written, &name).await;
        self.known.extend(new);
        self.fleet.wait_for_views().await.map_err(anyhow::Error::msg)?;
        verify(self.fleet, &self.faults)
    }

    fn said(&self) -> usize {
        LOUD.iter().map(|text| self.fleet.has_said(text)).sum()
    }

    /// Copies the log's database as an operator does while it is in use.
    async fn dump(&self) -> anyhow::Result<TestDatabase> {
        let older = self.fleet.postgres.database().await?;
        let (from, to) = (self.fleet.events().url(), older.url());
        in_background(move || {
            let folder = test_servers::process::Folder::new()?;
            let file = folder.path().join("dump.sql");
            output(Command::new("pg_dump").arg("-f").arg(&file).arg(from))?;
            let psql = ["-q", "-X", "-o", "/dev/null", "-v", "ON_ERROR_STOP=1", "-f"];
            output(Command::new("psql").args(psql).arg(&file).arg(to))
        })
        .await
        .context("the database cannot be copied")?;
        Ok(older)
    }

    /// Checks that no answer is wrong: from the first on if processes were stopped, else after a time. Soon all must be
    /// true.
    async fn expect_truth(
        &mut self,
        questions: &[Question],
        truth: &Answers,
        since: Instant,
        is_stopped: bool,
        name: &str,
    ) {
        loop {
            let begun = since.elapsed();
            let judged = judge_all(&self.installation, truth, &ask(&self.installation, questions).await);
            if !judged.wrong.is_empty() && (is_stopped || begun > NOTICED) {
                let wrong = judged.wrong.iter().take(NAMED);
                self.faults.note_all(wrong.map(|wrong| format!("{name}, after {begun:.1?}: {wrong}")));
                return;
            }
            if !judged.wrong.is_empty() {
                self.shown = self.shown.max(since.elapsed());
            } else if judged.refused == 0 {
                return self.counts.recoveries.add(since.elapsed());
            }
            if begun > RECOVERY {
                self.faults.note(format!("{name}: {} answers are still refused after {RECOVERY:?}", judged.refused));
                return;
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Writes from the first moment on. The token of an acknowledged write must not read another list.
    async fn write_at_once(&mut self, client: &Client, round: usize, since: Instant, name: &str) -> Vec<Written> {
        let mut acknowledged = Vec::new();
        for number in 0.. {
            if since.elapsed() > NOTICED {
                break;
            }
            let list = format!("at-once-{round}-{number}");
            let fields = vec![("name", list.clone()), ("plaintext_list", "1 Island".to_owned())];
            let request = Request::new(reqwest::Method::POST, "/api/v1/decklists/", Form::Json, fields);
            let Ok(answer) = client.send(&request, 0).await else { continue };
            if answer.status == 201 {
                let header = |name: &str| answer.header(name).to_owned();
                let written =
                    Written { path: header("location"), name: list.clone(), token: header("consistency-token") };
                if let Some(read) = read(client, &written).await {
                    let is_it = read.status == 200 && read.json()["name"] == written.name.as_str();
                    // The log may have got another id between write and read.
                    let is_refused = read.status == 400 || read.status >= 500;
                    if !is_it && !is_refused {
                        let short = read.short();
                        self.faults.note(format!("{name}: `{}`, read with its token at once: {short}", written.name));
                    }
                }
                acknowledged.push(written);
            } else if answer.status < 500 {
                self.faults.note(format!("{name}: `{list}` is answered {}", answer.short()));
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
                let said = answer.map_or("not at all".into(), |answer| answer.short());
                self.faults.note(format!("{name}: `{}` was acknowledged, but is answered {said}", written.name));
            }
        }
    }
}
