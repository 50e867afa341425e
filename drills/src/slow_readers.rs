//! The drill `slow-readers`. Some clients read a large list and the export as slowly as possible, and one person's token requests
//! pages of thousands of decklists as fast as possible. Meanwhile other clients read small documents, lists and the export, and
//! are served as if they were alone.

mod clients;
mod fixture;
mod settings;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use indicatif::ProgressBar;
use tokio::sync::Mutex;
use tokio::task::JoinSet;

use self::clients::{Load, Measured};
use self::fixture::Fixture;
pub use self::settings::{Arguments, Settings};
use crate::place::Place;
use crate::report::{Faults, Report};

/// Clients that read small documents.
const READERS: usize = 4;
/// The 99th percentile of small reads under load may be this many times that without load.
const BAR_SLOWER: u32 = 2;
/// Memory that the process may use, in MiB.
const BAR_MEMORY: u64 = 512;

/// Runs the drill; `memory` returns the peak memory of the service in MiB.
///
/// # Errors
/// If the drill cannot be carried out. Violations are in the report.
pub async fn run(
    place: &impl Place,
    settings: Settings,
    memory: impl Fn() -> Option<u64>,
    bar: &ProgressBar,
) -> anyhow::Result<Report> {
    let faults = Faults::default();
    let fixture = Arc::new(Fixture::create(place, settings, bar).await?);
    let before = memory();
    let (mut quiet, mut loaded, mut done) = (Measured::default(), Measured::default(), String::new());
    for _ in 0..settings.rounds {
        quiet.add_round(others(&fixture, settings.time, &faults).await?);
        let load = Load::start(&fixture, settings).await?;
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
    if settings.bar {
        let (quiet, loaded) = (quiet.median_p99(), loaded.median_p99());
        if loaded > quiet * BAR_SLOWER {
            faults.note(format!("p99 of small reads is {loaded:.1?} under load, and {quiet:.1?} without"));
        }
        if after.is_some_and(|after| after > BAR_MEMORY) {
            faults.note(format!("the service used {}; the limit is {BAR_MEMORY} MiB", mebibytes(after)));
        }
    }
    Ok(Report::new(lines, &faults))
}

/// Measures the requests of other clients for a time.
async fn others(fixture: &Arc<Fixture>, time: Duration, faults: &Faults) -> anyhow::Result<Measured> {
    let (over, measured) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(Measured::default())));
    let mut reading = JoinSet::new();
    for number in 0..READERS {
        let (fixture, over, measured, faults) =
            (Arc::clone(fixture), Arc::clone(&over), Arc::clone(&measured), faults.clone());
        reading.spawn(async move { clients::read_small(number, &fixture, &over, &measured, &faults).await });
    }
    let (shared, ended, into, faults) = (Arc::clone(fixture), Arc::clone(&over), Arc::clone(&measured), faults.clone());
    reading.spawn(async move { clients::read_longer(&shared, &ended, &into, &faults).await });
    tokio::time::sleep(time).await;
    over.store(true, Ordering::Relaxed);
    while let Some(read) = reading.join_next().await {
        read??;
    }
    Ok(std::mem::take(&mut *measured.lock().await))
}
