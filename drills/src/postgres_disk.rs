//! The drill `postgres-disk`: the disk of the log, of the views or of the whole PostgreSQL server is full, again and
//! again, while clients write and read. No acknowledged write may be lost, no refused write may be stored, and
//! everything must work again without help once there is space.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::ValueEnum;
use indicatif::ProgressBar;
use test_servers::Postgres;
use tokio::task::JoinSet;

use crate::disks::SmallDisk;
use crate::fleet::{Fleet, Shape, in_background};
use crate::load::Load;
use crate::log;
use crate::place::Place;
use crate::report::Report;
use crate::shots::{Shots, Told};
use crate::times::Times;
use crate::version::Version;

/// MiB of the disk of a database, and of that of a server, which keeps its write-ahead log there too.
const OF_DATABASE: u32 = 512;
const OF_SERVER: u32 = 4096;
/// Time in which clients must notice the full disk.
const NOTICED: Duration = Duration::from_secs(30);
/// Interval between two checks.
const LOOK: Duration = Duration::from_millis(20);

/// The part that is on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Full {
    /// The database of the log
    Log,
    /// The database of the views
    Views,
    /// The whole server, which ends when its write-ahead log has no space, and is restarted
    Server,
}

/// The size of the drill.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The part that is on the disk.
    pub of: Full,
    /// How often it is full.
    pub rounds: usize,
    /// How long it stays full after clients have noticed it.
    pub hold: Duration,
    /// Clients that write with keys and retries; as many send each request once.
    pub clients: usize,
    /// Seed of all random choices.
    pub seed: u64,
}

/// Runs the drill.
///
/// # Errors
/// If the drill cannot be carried out. Broken promises are in the report.
pub async fn run(settings: Settings, bar: &ProgressBar) -> anyhow::Result<Report> {
    let Settings { of, rounds, hold, clients, seed } = settings;
    let disk = SmallDisk::of(if of == Full::Server { OF_SERVER } else { OF_DATABASE })?;
    let fleet = fleet_on(of, disk.path()).await?;
    let mut load = Load::new(&fleet, seed, clients, false).await?;
    let shots = Shots::noting(&load.tally.faults);
    load.start()?;
    let mut firing = JoinSet::new();
    for number in 0..clients {
        firing.spawn(Arc::clone(&shots).fire(fleet.door().client()?, number));
    }
    let (mut recoveries, mut meanwhile) = (Times::default(), 0);
    for round in 0..rounds {
        load.written(20).await?;
        let (refused, read) = (not_stored(&shots), shots.unread());
        disk.fill()?;
        let met = met(|| if of == Full::Views { shots.unread() > read } else { not_stored(&shots) > refused }).await;
        if !met {
            load.tally.faults.note(format!("round {round}: no client notices the full disk within {NOTICED:?}"));
        }
        let stored = shots.count(Told::Stored);
        tokio::time::sleep(hold).await;
        meanwhile += shots.count(Told::Stored) - stored;
        disk.make_room()?;
        let since = Instant::now();
        let postgres = fleet.postgres.clone();
        in_background(move || postgres.start()).await?; // as its supervisor would, if it has ended
        recoveries.add(load.recovered(since).await);
        bar.set_message(format!("{} faults", load.tally.faults.count()));
        bar.inc(1);
    }
    shots.stop();
    while let Some(ended) = firing.join_next().await {
        ended?;
    }
    let truth = log::read(&fleet).await?;
    load.others = Shots::lists(&truth);
    let compared = shots.compare(&truth);
    if of == Full::Views && meanwhile == 0 {
        load.tally.faults.note("nothing was written while the disk of the views was full");
    }
    let (figures, tally) = load.end().await?;
    let mut lines = vec![
        format!("{rounds} times a full disk of the {of:?} for {hold:?} under {clients} clients, seed {seed}."),
        shots.summary(compared),
        format!("Stored while the disk was full: {meanwhile}. Reads with a token answered 503: {}.", shots.unread()),
        format!("From when there was room until a write and a read with its token work: {}.", recoveries.summary()),
    ];
    lines.extend(figures);
    Ok(Report::new(lines, &tally.faults))
}

/// Starts a fleet with this part on the disk.
async fn fleet_on(of: Full, disk: &Path) -> anyhow::Result<Fleet> {
    let postgres = if of == Full::Server { Postgres::private_in(disk)? } else { Postgres::private()? };
    let events = if of == Full::Log { postgres.database_in(disk).await? } else { postgres.database().await? };
    let views = if of == Full::Views { postgres.database_in(disk).await? } else { postgres.database().await? };
    Fleet::start_on(postgres, (events, views), Version::current()?, Shape::default()).await
}

/// Number of requests whose answer says that they were not, or may not be, stored.
fn not_stored(shots: &Shots) -> usize {
    [Told::NoRoom, Told::Refused, Told::Uncertain].into_iter().map(|told| shots.count(told)).sum()
}

async fn met(condition: impl Fn() -> bool) -> bool {
    let begun = Instant::now();
    while !condition() && begun.elapsed() < NOTICED {
        tokio::time::sleep(LOOK).await;
    }
    condition()
}
