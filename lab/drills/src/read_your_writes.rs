//! The drill `read-your-writes`: every write is followed at once by a read on another connection, first without a
//! token, then with `respond-async` and the token of the write.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use clap::Args;

use crate::load::Load;
use crate::place::Place;
use crate::reader::{BOUND, Reader, Way};
use crate::run::Run;
use crate::site::Site;
use crate::times::Times;

#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Writes without a token, and as many with one
    #[arg(long, default_value_t = 100_000)]
    writes: u64,
    /// Clients
    #[arg(long, default_value_t = 32)]
    clients: usize,
}

pub(crate) async fn run(&Settings { writes, clients }: &Settings, run: &Run) -> anyhow::Result<Vec<String>> {
    let site = Site::new(Vec::new())?;
    let (server, readable) = (site.serve().await?, Arc::new(AtomicU64::new(0)));
    let mut load = Load::new(site, clients.max(1), run).await?;
    let mut lines = vec![format!("{writes} writes each way by {clients} clients, seed {}.", run.seed)];
    run.steps(usize::try_from(2 * writes)?);
    for way in [Way::Plain, Way::Token] {
        let door = load.place.door();
        for writer in &mut load.idle {
            writer.reader = Some(Reader::new(way, &door, run.careless, &readable)?);
        }
        let (begun, before) = (Instant::now(), *load.tally.acknowledged.borrow());
        load.start()?;
        while *load.tally.acknowledged.borrow() < before + writes {
            load.tally.written(1).await?;
            run.bar.set_position(*load.tally.acknowledged.borrow());
        }
        load.stop().await;
        let (took, mut read, mut stale) = (begun.elapsed(), Times::default(), 0);
        for reader in load.idle.iter_mut().filter_map(|writer| writer.reader.take()) {
            read.merge(reader.times);
            stale += reader.stale;
        }
        lines.extend(figures(way, (&load.tally.take_times(), &read), stale, took.as_secs_f64()));
    }
    let comparison = load.compare().await?;
    run.faults.note_all(server.kill().await?);
    lines.extend(load.lines(&comparison));
    Ok(lines)
}

fn figures(way: Way, (written, read): (&Times, &Times), stale: usize, seconds: f64) -> Vec<String> {
    #[allow(clippy::cast_precision_loss, reason = "a rate for people")]
    let rate = written.count() as f64 / seconds;
    let how = match way {
        Way::Plain => "Without a token",
        Way::Token => "With respond-async and the token",
    };
    let mut lines = vec![
        format!("{how}: {stale} stale reads of {}; {rate:.0} writes and reads a second.", written.count()),
        format!("  write: {}", written.summary()),
        format!("  read:  {}", read.summary()),
    ];
    let late = written.at_least(BOUND);
    if way == Way::Plain && late > 0 {
        lines.push(format!("  {late} writes were answered after {BOUND:?} and so promised nothing to a plain reader"));
    }
    lines
}
