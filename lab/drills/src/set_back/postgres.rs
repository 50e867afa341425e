//! The drill `set-back` on PostgreSQL: the database of the log is restored to an older state, while the processes run
//! and while they do not.

use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::Context;
use e2e::client::{Client, Request};
use e2e::simulate::{self, Plan};
use rand::rngs::StdRng;
use test_servers::TestDatabase;
use test_servers::process::output;

use super::lost::{Drill, LOUD, Written, read, write};
use crate::body::creation;
use crate::crawled::{Known, LOOK};
use crate::fleet::{Fleet, Shape, in_background};
use crate::installation::Installation;
use crate::place::Place;
use crate::report::{Report, bar};
use crate::usual::Usual;

/// Time in which running processes must notice. Until then they may serve data that the log has lost.
const NOTICED: Duration = Duration::from_secs(5);

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

/// Runs the drill.
pub(super) async fn run(rounds: usize, usual: &Usual) -> anyhow::Result<Report> {
    let (fleet, mut rng, bar) = (usual.fleet(Shape::default()).await?, usual.rng(), bar(rounds));
    let door = fleet.door();
    simulate::play(&door.address, &door.key, Plan::new(8, 3, 0)).await?;
    let mut drill = Drill::new(&fleet, Installation::of_key(door)?, usual.careless);
    for round in 0..rounds {
        let meanwhile = [Meanwhile::Stopped, Meanwhile::Written, Meanwhile::Read][round % 3];
        drill.round(round, meanwhile, &mut rng).await?;
        bar.set_message(format!("{} faults", drill.faults.count()));
        bar.inc(1);
    }
    let seed = usual.seed;
    let mut lines = drill.lines(format!(
        "{rounds} times a log on PostgreSQL was set back: while processes were stopped, read from and written to, seed {seed}."
    ));
    lines.push(format!("Running processes showed what the log had lost for at most {:.1?}.", drill.counts.shown));
    lines.push(fleet.note_ends(&drill.faults));
    Ok(Report::new(lines, &drill.faults))
}

impl Drill<'_, Fleet> {
    async fn round(&mut self, round: usize, meanwhile: Meanwhile, rng: &mut StdRng) -> anyhow::Result<()> {
        let (name, client) = (format!("round {round}, {meanwhile:?}"), self.place.door().client()?);
        let kept = write(&client, rng, &format!("kept-{round}"), &self.known).await?;
        self.known.extend(kept);
        self.place.settled().await.map_err(anyhow::Error::msg)?;
        let known = Known::look(self.installation.clone()).await?;
        let older = self.dump().await?;
        let lost = write(&client, rng, &format!("lost-{round}"), &self.known).await?;
        self.counts.lost += lost.len();
        let said = self.said();
        let is_stopped = meanwhile == Meanwhile::Stopped;
        if is_stopped {
            self.place.stop_all().await?;
        }
        if !self.careless {
            // Blocking is acceptable: it is quick, and the other tasks need this database.
            self.place.events().set_to(&older)?;
        }
        let since = Instant::now();
        if is_stopped {
            self.place.resume_all()?;
        }
        let written = if meanwhile == Meanwhile::Written {
            self.write_at_once(&client, round, since, &name).await
        } else {
            let tolerated = if is_stopped { Duration::ZERO } else { NOTICED };
            self.expect_truth(&known, (since, tolerated), &name).await;
            Vec::new()
        };
        if self.said() == said && !self.careless {
            self.faults.note(format!("{name}: the log was set back, but no process says so"));
        }
        self.expect_loss(&client, rng, (&lost, round), &name).await?;
        self.expect_kept(&client, &written, &name).await;
        self.place.settled().await.map_err(anyhow::Error::msg)?;
        self.place.verify(&self.faults)
    }

    fn said(&self) -> usize {
        LOUD.iter().map(|text| self.place.has_said(text)).sum()
    }

    /// Copies the log's database as an operator does while it is in use.
    async fn dump(&self) -> anyhow::Result<TestDatabase> {
        let older = self.place.postgres.database().await?;
        let (from, to) = (self.place.events().url(), older.url());
        in_background(move || {
            let folder = test_servers::process::Folder::new()?;
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
    async fn write_at_once(&mut self, client: &Client, round: usize, since: Instant, name: &str) -> Vec<Written> {
        let mut acknowledged = Vec::new();
        for number in 0.. {
            if since.elapsed() > NOTICED {
                break;
            }
            let list = format!("at-once-{round}-{number}");
            let Ok(answer) = client.send(&creation(&list), 0).await else { continue };
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
