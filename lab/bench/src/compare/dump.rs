//! `bench dump`: `crosstable dump` of tournaments of 24 players in ten years: everything, again without a change, and after
//! one tournament was added; time and memory by number of tournaments.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use e2e::generate::{Plan, generate};

use super::Size;
use super::export::exported;
use super::idle::mebibytes;
use crate::figures::{Samples, count, number, scaled};
use crate::report::{Table, say};
use crate::subject::{Measured, Subject};

/// Players and rounds of each tournament.
const PLAYERS: usize = 24;
const ROUNDS: i32 = 3;
/// Months in which the tournaments start, one after the other.
const MONTHS: usize = 120;
/// Time limit for the views of all tournaments.
const PATIENCE: Duration = Duration::from_secs(1_800);

/// Runs the benchmark.
pub(crate) async fn run(size: &Size) -> anyhow::Result<Vec<Table>> {
    let columns = "tournaments of 24 | MB | everything, s | MiB | nothing new, s | one more, s | its files, MiB";
    let mut table = Table::new("Dumps", columns);
    let subject = Subject::on_sqlite()?;
    let mut there = 0;
    for tournaments in size.pick(vec![30], vec![300, 1_000], vec![1_000, 5_000, 10_000]) {
        add(&subject, there, tournaments)?;
        there = tournaments;
        settle(&subject, there).await?;
        let [mut all, mut memory, mut nothing] = [(); 3].map(|()| Samples::default());
        let out = subject.folder().join("dumps");
        for _ in 0..size.runs {
            if out.exists() {
                std::fs::remove_dir_all(&out)?;
            }
            let whole = dump(&subject, &out).await?;
            all.add(whole.took.as_secs_f64());
            memory.add(mebibytes(whole.peak));
            nothing.add(dump(&subject, &out).await?.took.as_secs_f64());
        }
        let bytes = bytes_in(&out, Duration::MAX)?;
        add(&subject, there, there + 1)?;
        there += 1;
        settle(&subject, there).await?;
        let one_more = dump(&subject, &out).await?;
        let written = bytes_in(&out, one_more.took)?;
        say(format_args!("{tournaments} tournaments: {} s, {} MiB", all.told(), memory.told()));
        table.row(vec![
            count(tournaments),
            scaled(bytes, 1e6),
            all.told(),
            memory.told(),
            nothing.told(),
            number(one_more.took.as_secs_f64()),
            scaled(written, f64::from(1 << 20)),
        ]);
    }
    table.note("On SQLite, without a server. Memory: the peak of the resident memory of the command.");
    Ok(vec![table])
}

async fn dump(subject: &Subject, out: &Path) -> anyhow::Result<Measured> {
    let out = out.to_str().context("a path")?;
    subject.measure(&["dump", "--out", out, "--public-url", "https://crosstable.example"]).await
}

/// Imports tournaments from one number up to another.
fn add(subject: &Subject, from: usize, to: usize) -> anyhow::Result<()> {
    let files = tempfile::tempdir().context("a folder for files")?;
    let make = |number: usize| -> PathBuf {
        let mut made = generate(&Plan::new(&format!("bench-{number:05}"), PLAYERS, ROUNDS, number as u64));
        let month = number % MONTHS;
        made.date = format!("{}-{:02}-04T09:00:00+00:00", 2016 + month / 12, month % 12 + 1);
        made.write_into(files.path())
    };
    let files: Vec<_> = (from..to).map(make).collect();
    subject.import(&files).map(drop)
}

/// Waits until the views have all tournaments, and stops the service.
async fn settle(subject: &Subject, tournaments: usize) -> anyhow::Result<()> {
    let (running, begun) = (subject.serve().await?, Instant::now());
    // Their ids do not say how many there are: each import reserves more ids than it needs.
    while exported(&running, &subject.key).await? < tournaments {
        ensure!(begun.elapsed() < PATIENCE, "{tournaments} tournaments are not rendered after {PATIENCE:?}");
        running.settles().await;
    }
    running.settles().await;
    Ok(())
}

/// Returns the size of the files that were written within this time.
fn bytes_in(folder: &Path, within: Duration) -> anyhow::Result<usize> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(folder)? {
        let found = entry?.metadata()?;
        if found.modified()?.elapsed().unwrap_or_default() <= within {
            bytes += usize::try_from(found.len())?;
        }
    }
    ensure!(bytes > 0, "the dump is empty");
    Ok(bytes)
}
