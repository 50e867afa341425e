//! The drill `set-back` on SQLite: the file of the log is replaced while the process does not run.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use rand::RngExt;
use rand::rngs::StdRng;

use super::lost::{Drill, LOUD, write};
use crate::crawled::Known;
use crate::installation::Installation;
use crate::place::Place;
use crate::report::{Report, bar};
use crate::server::Server;
use crate::site::{Site, copy_folder};
use crate::usual::Usual;

/// Runs the drill.
pub(super) async fn run(rounds: usize, usual: &Usual) -> anyhow::Result<Report> {
    let (site, mut rng, bar) = (usual.site()?, usual.rng(), bar(rounds));
    let mut drill = Drill::new(&site, Installation::make(&site).await?, usual.careless);
    for round in 0..rounds {
        drill.round(round, &mut rng).await?;
        bar.set_message(format!("{} faults", drill.faults.count()));
        bar.inc(1);
    }
    let head = format!(
        "{rounds} times a SQLite log was set back, every second time to a copy made while it was in use, seed {}.",
        usual.seed
    );
    Ok(Report::new(drill.lines(head), &drill.faults))
}

impl Drill<'_, Site> {
    async fn round(&mut self, round: usize, rng: &mut StdRng) -> anyhow::Result<()> {
        let (name, client) = (format!("round {round}"), self.place.door().client()?);
        let server = self.place.serve().await?;
        let kept = write(&client, rng, &format!("kept-{round}"), &self.known).await?;
        self.known.extend(kept);
        let older = tempfile::tempdir().context("a folder for the older log cannot be made")?;
        let is_in_use = round % 2 == 1;
        let known = Known::look(self.installation.clone()).await?;
        let server = if is_in_use {
            self.copy_log(older.path())?;
            server
        } else {
            server.stop().await?;
            self.copy_log(older.path())?;
            self.place.serve().await?
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
        let mut server = self.place.start()?;
        server.listening().await?;
        self.expect_truth(&known, (Instant::now(), Duration::ZERO), &name).await;
        self.expect_loud(&server, &name);
        self.expect_loss(&client, rng, (&lost, round), &name).await?;
        server.stop().await?;
        self.place.verify(&self.faults)
    }

    fn copy_log(&self, to: &Path) -> anyhow::Result<()> {
        for ending in ["", "-wal"] {
            let file = self.place.data().join(format!("events.sqlite{ending}"));
            if file.exists() {
                std::fs::copy(&file, to.join(format!("events.sqlite{ending}")))?;
            }
        }
        Ok(())
    }

    /// Replaces the log by the older copy.
    fn set_back(&self, older: &Path) -> anyhow::Result<()> {
        for ending in ["", "-wal", "-shm"] {
            let file = self.place.data().join(format!("events.sqlite{ending}"));
            if file.exists() {
                std::fs::remove_file(file)?;
            }
        }
        Ok(copy_folder(older, &self.place.data())?)
    }

    fn expect_loud(&self, server: &Server, name: &str) {
        let errors = server.alarming();
        if !self.careless && !LOUD.iter().any(|word| errors.iter().any(|error| error.contains(word))) {
            self.faults.note(format!("{name}: the log was set back, but no error says so: {errors:?}"));
        }
    }
}
