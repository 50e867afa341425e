//! The drill `slow-readers`. Some clients read a large list and the export as slowly as possible, and one person's token requests
//! pages of thousands of decklists as fast as possible. Meanwhile other clients read small documents, lists and the export, and
//! are served as if they were alone.

mod clients;
mod fixture;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::Args;
use tokio::task::JoinSet;

use self::clients::{Load, Measured};
use self::fixture::Fixture;
use crate::fleet::Shape;
use crate::place::Place;
use crate::report::{Faults, Report};
use crate::tally::joined;
use crate::usual::{Usual, seconds};

/// Clients that read small documents.
const READERS: usize = 4;
/// The 99th percentile of small reads under load may be this many times that without load.
const BAR_SLOWER: u32 = 2;
/// Memory that the process may use, in MiB.
const BAR_MEMORY: u64 = 512;

/// The size of the drill.
#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Slow readers of the list, and as many of the export
    #[arg(long, default_value_t = 64)]
    slow: usize,
    /// Tournaments of 100 players in the list and the export; seventy make 8 MB
    #[arg(long, default_value_t = 70)]
    tournaments: usize,
    /// Decklists of one person
    #[arg(long, default_value_t = 30_000)]
    lists: usize,
    /// Concurrent requests for pages of them
    #[arg(long, default_value_t = 150)]
    pages: usize,
    /// Measurements without load, and as many under load, in turn
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Seconds of each measurement
    #[arg(long = "seconds", default_value = "30", value_parser = seconds)]
    time: Duration,
    /// Several processes on PostgreSQL behind nginx instead of one on SQLite
    #[arg(long)]
    several: bool,
}

/// Runs the drill.
pub(crate) async fn run(settings: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    if settings.several {
        return drill(&usual.fleet(Shape::default()).await?, settings, || None).await;
    }
    let site = usual.site()?;
    let server = site.serve().await?;
    drill(&site, settings, || server.peak_memory()).await
}

/// Runs the drill; `memory` returns the peak memory of the service in MiB.
async fn drill(place: &impl Place, settings: &Settings, memory: impl Fn() -> Option<u64>) -> anyhow::Result<Report> {
    let faults = Faults::default();
    let fixture = Arc::new(Fixture::create(place, settings.tournaments, settings.lists).await?);
    let before = memory();
    let (mut quiet, mut loaded, mut done) = (Measured::default(), Measured::default(), String::new());
    for _ in 0..settings.rounds {
        quiet.add_round(others(&fixture, settings.time, &faults).await?);
        let load = Load::start(&fixture, settings.slow, settings.pages).await?;
        loaded.add_round(others(&fixture, settings.time, &faults).await?);
        done = load.stop().await?;
    }
    let after = memory();
    let mut lines = vec![format!(
        "{} slow readers of a list of {} bytes, {} of the export; {} concurrent requests for pages of {} decklists.",
        settings.slow, fixture.list_bytes, settings.slow, settings.pages, settings.lists
    )];
    lines.extend([("without load", &quiet), ("under load", &loaded)].map(|(when, measured)| measured.line(when)));
    lines.extend([("without load", &quiet), ("under load", &loaded)].map(|(when, measured)| measured.longer(when)));
    lines.push(done);
    let mebibytes = |memory: Option<u64>| memory.map_or_else(|| "unknown".to_owned(), |mib| format!("{mib} MiB"));
    lines.push(format!("Peak memory: {} before, {} after the load.", mebibytes(before), mebibytes(after)));
    let (quiet, loaded) = (quiet.small.median_p99(), loaded.small.median_p99());
    if loaded > quiet * BAR_SLOWER {
        faults.note(format!("p99 of small reads is {loaded:.1?} under load, and {quiet:.1?} without"));
    }
    if after.is_some_and(|after| after > BAR_MEMORY) {
        faults.note(format!("the service used {}; the limit is {BAR_MEMORY} MiB", mebibytes(after)));
    }
    Ok(Report::new(lines, &faults))
}

/// Measures the requests of other clients for a time.
async fn others(fixture: &Arc<Fixture>, time: Duration, faults: &Faults) -> anyhow::Result<Measured> {
    let (over, mut small) = (Arc::new(AtomicBool::new(false)), JoinSet::new());
    for number in 0..READERS {
        let (fixture, over, faults) = (Arc::clone(fixture), Arc::clone(&over), faults.clone());
        small.spawn(async move { clients::read_small(number, &fixture, &over, &faults).await });
    }
    let (fixture, ended, faults) = (Arc::clone(fixture), Arc::clone(&over), faults.clone());
    let longer = tokio::spawn(async move { clients::read_longer(&fixture, &ended, &faults).await });
    tokio::time::sleep(time).await;
    over.store(true, Ordering::Relaxed);
    let mut measured = Measured::default();
    for times in joined(small).await? {
        measured.small.all.merge(times?);
    }
    measured.longer = longer.await??;
    Ok(measured)
}
