//! The stream in JetStream, which may lose any data at any time: the drills `stream` and `nats-down`, and the check of
//! a stream that two relays fill.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use clap::ValueEnum;
use indicatif::ProgressBar;
use proto_events::wire::POSITION_HEADER;
use proto_events::{Position, stream_name};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use service_kit::nats::Nats;
use storage::{Access, open_events};
use test_servers::Error;

use crate::fleet::{Fleet, PREFIX, in_background};
use crate::load::Load;
use crate::place::Place;
use crate::report::{Faults, Report};
use crate::times::Times;

/// Time in which the stream must have caught up after any fault.
const CATCH_UP: Duration = Duration::from_secs(60);
/// Interval between two checks.
const LOOK: Duration = Duration::from_millis(20);

/// The fault of JetStream's folder while nats-server does not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Fault {
    /// It is deleted
    Deleted,
    /// The ends of its message files are cut off
    Truncated,
    /// It is replaced by an older copy
    RolledBack,
}

/// The size of the drill `stream`.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The fault of the folder.
    pub fault: Fault,
    /// How often.
    pub rounds: usize,
    /// Clients that write meanwhile; a quarter as many read.
    pub clients: usize,
    /// Seed of all random choices.
    pub seed: u64,
    /// Whether clients retry without a key.
    pub careless: bool,
}

/// The size of the drill `nats-down`.
#[derive(Debug, Clone, Copy)]
pub struct DownSettings {
    /// How long nats-server is down.
    pub time: Duration,
    /// Clients that write meanwhile; a quarter as many read.
    pub clients: usize,
    /// Seed of all random choices.
    pub seed: u64,
}

/// Runs the drill `stream`.
///
/// # Errors
/// If the drill cannot be carried out. Broken promises are in the report.
pub async fn run(fleet: &Fleet, settings: Settings, bar: &ProgressBar) -> anyhow::Result<Report> {
    let Settings { fault, rounds, clients, seed, careless } = settings;
    let mut rng = StdRng::seed_from_u64(seed);
    let nats = fleet.listen().await?;
    let mut load = Load::new(fleet, seed, clients, careless).await?;
    load.start()?;
    let (mut recoveries, mut caught_up, mut bytes) = (Times::default(), Times::default(), 0);
    for _ in 0..rounds {
        let kept = tempfile::tempdir().context("a folder for a copy")?;
        load.written(rng.random_range(50..=200)).await?;
        if fault == Fault::RolledBack {
            let (nats, to) = (fleet.nats.clone(), kept.path().join("jetstream"));
            in_background(move || {
                nats.stop();
                copy(&nats.folder(), &to)?;
                nats.start()
            })
            .await?;
            load.written(rng.random_range(50..=200)).await?;
        }
        let (server, share) = (fleet.nats.clone(), rng.random_range(0.05..0.95));
        let from = kept.path().join("jetstream");
        let (begun, changed) = in_background(move || {
            server.crash();
            let changed = break_it(&server.folder(), fault, share, &from)?;
            let begun = Instant::now();
            server.start().map(|()| (begun, changed))
        })
        .await?;
        bytes += changed;
        recoveries.add(load.recovered(begun).await);
        caught_up.add(wait_for_stream(fleet, &nats).await?);
        bar.inc(1);
    }
    let (figures, tally) = load.end().await?;
    check_order(fleet, &nats, &tally.faults, false).await?;
    if bytes == 0 {
        tally.faults.note("no message file was found to damage");
    }
    let mut lines = vec![
        format!("JetStream's folder {fault:?} {rounds} times ({bytes} bytes of messages), seed {seed}."),
        format!("From the start until a write and a read with its token work: {}.", recoveries.summary()),
        format!("And until the stream ends with the log's newest event: {}.", caught_up.summary()),
    ];
    lines.extend(figures);
    Ok(Report::new(lines, &tally.faults))
}

/// Runs the drill `nats-down`.
///
/// # Errors
/// If the drill cannot be carried out. Broken promises are in the report.
pub async fn nats_down(fleet: &Fleet, settings: DownSettings, bar: &ProgressBar) -> anyhow::Result<Report> {
    let DownSettings { time, clients, seed } = settings;
    let nats = fleet.listen().await?;
    let mut load = Load::new(fleet, seed, clients, false).await?;
    load.start()?;
    tokio::time::sleep(time / 4).await;
    let before = load.tally.take_times();
    let count = |load: &Load<'_>| {
        let (tally, reads) = (&load.tally, load.failed_reads());
        (tally.in_doubt.load(Ordering::Relaxed) + tally.put_off.load(Ordering::Relaxed), reads)
    };
    let failed_before = count(&load);
    let server = fleet.nats.clone();
    in_background(move || {
        server.crash();
        Ok(())
    })
    .await?;
    let down = Instant::now();
    load.tally.take_times();
    while down.elapsed() < time {
        tokio::time::sleep(Duration::from_millis(500)).await;
        bar.set_position(down.elapsed().as_secs());
    }
    let meanwhile = load.tally.take_times();
    let failed = (count(&load).0 - failed_before.0, count(&load).1 - failed_before.1);
    let server = fleet.nats.clone();
    in_background(move || server.start()).await?;
    let caught_up = wait_for_stream(fleet, &nats).await?;
    load.tally.take_times();
    load.written(100).await?;
    let (figures, tally) = load.end().await?;
    check_order(fleet, &nats, &tally.faults, false).await?;
    if failed != (0, 0) || meanwhile.count() == 0 {
        let (writes, reads) = failed;
        let answered = meanwhile.count();
        tally.faults.note(format!("without NATS {writes} writes and {reads} reads failed; {answered} were answered"));
    }
    let mut lines = vec![
        format!("NATS down for {} s under {clients} writing clients, seed {seed}.", time.as_secs()),
        format!("Writes before: {}, {}.", before.count(), before.summary()),
        format!("Writes meanwhile: {}, {}; failed attempts: {}.", meanwhile.count(), meanwhile.summary(), failed.0),
        format!("Failed reads meanwhile: {}.", failed.1),
        format!("From the start of nats-server until the stream ends with the newest event: {caught_up:.1?}."),
    ];
    lines.extend(figures);
    Ok(Report::new(lines, &tally.faults))
}

/// Waits until the stream ends with the event that is now the newest, or a later one. Returns how long that took.
async fn wait_for_stream(fleet: &Fleet, nats: &Nats) -> anyhow::Result<Duration> {
    let begun = Instant::now();
    let events = open_events(&fleet.log(), Access::Write).await?;
    let head = events.head().await?;
    events.close().await;
    let mut last = None;
    while begun.elapsed() < CATCH_UP {
        last = end(nats).await;
        if last >= Some(head) {
            return Ok(begun.elapsed());
        }
        tokio::time::sleep(LOOK).await;
    }
    bail!("the stream ends with {last:?} a minute after the log had {head}")
}

/// The last event in the stream, if there is one.
async fn end(nats: &Nats) -> Option<Position> {
    let stream = nats.jetstream().get_stream(stream_name(PREFIX)).await.ok()?;
    let last = stream.cached_info().state.last_sequence;
    let message = stream.get_raw_message(last).await.ok()?;
    message.headers.get(POSITION_HEADER)?.as_str().parse().ok().map(Position)
}

/// Checks that every event in the stream follows the one before it, without a gap if the stream was never lost. Returns
/// the number of events.
pub(crate) async fn check_order(fleet: &Fleet, nats: &Nats, faults: &Faults, gapless: bool) -> anyhow::Result<u64> {
    wait_for_stream(fleet, nats).await?;
    let stream = nats.jetstream().get_stream(stream_name(PREFIX)).await?;
    let state = &stream.cached_info().state;
    let (mut before, mut count) = (None, 0);
    for sequence in state.first_sequence..=state.last_sequence {
        // A stream that lost its end may have gaps in its sequence numbers.
        let Ok(message) = stream.get_raw_message(sequence).await else { continue };
        let position = message.headers.get(POSITION_HEADER).and_then(|value| value.as_str().parse::<i64>().ok());
        let position = position.context("a message without a position")?;
        if let Some(before) = before
            && (position <= before || (gapless && position != before + 1))
        {
            faults.note(format!("in the stream event {position} follows {before}"));
        }
        (before, count) = (Some(position), count + 1);
    }
    Ok(count)
}

/// Damages JetStream's folder. Returns how many bytes of messages it had.
fn break_it(folder: &Path, fault: Fault, share: f64, kept: &Path) -> test_servers::Result<u64> {
    let messages = messages(folder)?;
    let bytes = messages.iter().map(|(_, bytes)| bytes).sum();
    let failed = |error| Error::while_doing(folder.display(), error);
    match fault {
        Fault::Deleted => std::fs::remove_dir_all(folder).map_err(failed)?,
        Fault::Truncated => {
            for (file, bytes) in messages {
                let file = std::fs::File::options().write(true).open(file).map_err(failed)?;
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
                file.set_len((bytes as f64 * share) as u64).map_err(failed)?;
            }
        }
        Fault::RolledBack => {
            std::fs::remove_dir_all(folder).map_err(failed)?;
            copy(kept, folder)?;
        }
    }
    Ok(bytes)
}

/// The message files below a folder, and their sizes.
fn messages(folder: &Path) -> test_servers::Result<Vec<(PathBuf, u64)>> {
    let failed = |error| Error::while_doing(folder.display(), error);
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.is_dir() {
            found.extend(messages(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "blk") {
            let bytes = path.metadata().map_err(failed)?.len();
            found.push((path, bytes));
        }
    }
    Ok(found)
}

fn copy(from: &Path, to: &Path) -> test_servers::Result<()> {
    let failed = |error| Error::while_doing(from.display(), error);
    std::fs::create_dir_all(to).map_err(failed)?;
    for entry in std::fs::read_dir(from).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let to = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &to)?;
        } else {
            std::fs::copy(&path, &to).map_err(failed)?;
        }
    }
    Ok(())
}
