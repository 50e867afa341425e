//! Drills of several processes under the same load: parts of them are killed, restarted, frozen or full while clients write and read. No acknowledged write may be lost or doubled, and everything must work again in time.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use test_servers::Postgres;
use tokio::time::sleep;

use crate::disks::SmallDisk;
use crate::fleet::{Fleet, Shape, Target, in_background};
use crate::load::Load;
use crate::moment::Moment;
use crate::place::Place;
use crate::report::{Faults, Report, bar};
use crate::shots::{Shots, Told};
use crate::tally::joined;
use crate::times::Times;
use crate::usual::{Usual, seconds};
use crate::version::Version;
use crate::{log, read_back};

/// MiB of the disk of a database, and of that of a server, which keeps its write-ahead log there too.
const OF_DATABASE: u32 = 512;
const OF_SERVER: u32 = 4096;
/// Time in which clients must notice a full disk.
const NOTICED: Duration = Duration::from_secs(30);
/// Interval between two checks.
const LOOK: Duration = Duration::from_millis(20);
/// Least number of writes answered in the last third of the time in which a process is frozen, so that not only a few
/// stragglers are counted.
const MOST_GO_ON: usize = 10;

/// The size of the drill `outage`.
#[derive(Debug, Args)]
pub(crate) struct Outage {
    /// The parts to kill, one after the other
    #[arg(long, value_delimiter = ',', required = true)]
    of: Vec<Target>,
    /// Moments at which each of them is killed
    #[arg(long, default_value_t = 100)]
    moments: usize,
    /// Clients that write meanwhile; a quarter as many read
    #[arg(long, default_value_t = 16)]
    clients: usize,
    /// Projectors, all on one shard. They may take turns, or one may stop; the views must be as with one
    #[arg(long, default_value_t = 1)]
    projectors: usize,
}

/// Kills parts at seeded moments, and at times again before everything works.
pub(crate) async fn outage(settings: &Outage, usual: &Usual) -> anyhow::Result<Report> {
    let &Outage { ref of, moments, clients, projectors } = settings;
    let shape = Shape { projectors: projectors.max(1), ..Shape::default() };
    let (mut load, mut rng) = (Load::of_several(shape, clients, usual).await?, usual.rng());
    load.tally.written(1).await?;
    let (mut starts, mut again, mut dead, bar) = (Times::default(), 0, None, bar(moments * of.len()));
    for target in of.iter().cycle().take(moments * of.len()) {
        let moment = Moment::draw(&mut rng, 100);
        if let (Some(since), Moment::Working(_) | Moment::Written(..)) = (dead, moment) {
            load.recovered(since).await?;
        }
        let delay = match moment {
            Moment::Started(delay) => {
                again += usize::from(dead.is_some());
                delay
            }
            Moment::Working(delay) => delay,
            Moment::Written(writes, delay) => {
                load.tally.written(writes).await?;
                delay
            }
        };
        sleep(delay).await;
        let since = load.place.kill(*target, &mut rng).await?;
        starts.add(since.elapsed());
        dead = Some(since);
        bar.set_message(format!("{} faults", load.tally.faults.count()));
        bar.inc(1);
    }
    if let Some(since) = dead {
        load.recovered(since).await?;
    }
    for unit in load.place.units_of_all() {
        load.place.ready(unit).await?;
    }
    let figures = load.end().await?;
    let lines = vec![
        format!("{moments} times an end of {of:?} under {clients} writing clients, seed {}.", usual.seed),
        format!("Ended again within 150 ms of the last end: {again} times."),
        format!("From an end until it was started again: {}.", starts.summary()),
        load.recovery_line("an end"),
    ];
    Ok(load.report(lines, figures))
}

/// The size of the drill `nats-down`.
#[derive(Debug, Args)]
pub(crate) struct NatsDown {
    /// How many seconds
    #[arg(long = "seconds", default_value = "60", value_parser = seconds)]
    time: Duration,
    /// Clients that write meanwhile; a quarter as many read
    #[arg(long, default_value_t = 16)]
    clients: usize,
}

/// Stops nats-server for a while. No write or read may fail.
pub(crate) async fn nats_down(settings: &NatsDown, usual: &Usual) -> anyhow::Result<Report> {
    let NatsDown { time, clients } = *settings;
    let mut load = Load::of_several(Shape::default(), clients, &usual.careful()).await?;
    let bar = bar(usize::try_from(time.as_secs())?);
    sleep(time / 4).await;
    let before = load.tally.take_times();
    let failures = |load: &Load<Fleet>| {
        let tally = &load.tally;
        let writes = tally.in_doubt.load(Ordering::Relaxed) + tally.put_off.load(Ordering::Relaxed);
        (writes, load.failed_reads())
    };
    let failed_before = failures(&load);
    let server = load.place.nats.clone();
    in_background(move || {
        server.crash();
        Ok(())
    })
    .await?;
    let down = Instant::now();
    load.tally.take_times();
    while down.elapsed() < time {
        sleep(Duration::from_millis(500)).await;
        bar.set_position(down.elapsed().as_secs());
    }
    let (meanwhile, failed) = (load.tally.take_times(), failures(&load));
    let failed = (failed.0 - failed_before.0, failed.1 - failed_before.1);
    let server = load.place.nats.clone();
    in_background(move || Ok(server.start()?)).await?;
    load.tally.written(100).await?;
    let figures = load.end().await?;
    if failed != (0, 0) || meanwhile.count() == 0 {
        let ((writes, reads), answered) = (failed, meanwhile.count());
        let fault = format!("without NATS {writes} writes and {reads} reads failed; {answered} were answered");
        load.tally.faults.note(fault);
    }
    let lines = vec![
        format!("NATS down for {} s under {clients} writing clients, seed {}.", time.as_secs(), usual.seed),
        format!("Writes before: {}, {}.", before.count(), before.summary()),
        format!("Writes meanwhile: {}, {}; failed attempts: {}.", meanwhile.count(), meanwhile.summary(), failed.0),
        format!("Failed reads meanwhile: {}.", failed.1),
    ];
    Ok(load.report(lines, figures))
}

/// The part of PostgreSQL that is on a small disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Full {
    /// The database of the log
    Log,
    /// The database of the views
    Views,
    /// The whole server, which ends when its write-ahead log has no space, and is restarted
    Server,
}

/// The size of the drill `postgres-disk`.
#[derive(Debug, Args)]
pub(crate) struct PostgresDisk {
    /// The part that is on the disk
    #[arg(long)]
    of: Full,
    /// How often it is full
    #[arg(long, default_value_t = 10)]
    rounds: usize,
}

/// How long the disk is full after clients have noticed it.
const HOLD: Duration = Duration::from_secs(3);
/// Clients that write with keys and a quarter as many that read; as many send each request once.
const CLIENTS: usize = 16;

/// Fills the disk of a database or of the server. No refused write may be stored either.
pub(crate) async fn postgres_disk(settings: &PostgresDisk, usual: &Usual) -> anyhow::Result<Report> {
    let PostgresDisk { of, rounds } = *settings;
    let usual = &usual.careful();
    let disk = SmallDisk::of(if of == Full::Server { OF_SERVER } else { OF_DATABASE })?;
    let mut load = Load::on(fleet_on(of, disk.path()).await?, CLIENTS, usual).await?;
    let (shots, bar) = (Shots::noting(&load.tally.faults), bar(rounds));
    let firing = shots.start(&load.place.door(), CLIENTS)?;
    let mut meanwhile = 0;
    for round in 0..rounds {
        load.tally.written(20).await?;
        let (refused, read) = (shots.not_stored(), shots.unread());
        disk.fill()?;
        let is_met = || if of == Full::Views { shots.unread() > read } else { shots.not_stored() > refused };
        let begun = Instant::now();
        while !is_met() && begun.elapsed() < NOTICED {
            sleep(LOOK).await;
        }
        if !is_met() {
            load.tally.faults.note(format!("round {round}: no client notices the full disk within {NOTICED:?}"));
        }
        let stored = shots.count(Told::Stored);
        sleep(HOLD).await;
        meanwhile += shots.count(Told::Stored) - stored;
        disk.make_room()?;
        let since = Instant::now();
        let postgres = load.place.postgres.clone();
        in_background(move || Ok(postgres.start()?)).await?; // as its supervisor would, if it has ended
        load.recovered(since).await?;
        bar.set_message(format!("{} faults", load.tally.faults.count()));
        bar.inc(1);
    }
    shots.stop();
    joined(firing).await?;
    let compared = shots.compare(&log::read(&load.place).await?);
    if of == Full::Views && meanwhile == 0 {
        load.tally.faults.note("nothing was written while the disk of the views was full");
    }
    let figures = load.end().await?;
    let lines = vec![
        format!("{rounds} times a full disk of the {of:?} for {HOLD:?} under {CLIENTS} clients, seed {}.", usual.seed),
        shots.summary(compared),
        format!("Stored while the disk was full: {meanwhile}. Reads with a token answered 503: {}.", shots.unread()),
        load.recovery_line("when there was room"),
    ];
    Ok(load.report(lines, figures))
}

/// Starts a fleet with this part of PostgreSQL on the disk.
async fn fleet_on(of: Full, disk: &Path) -> anyhow::Result<Fleet> {
    let postgres = if of == Full::Server { Postgres::private_in(disk)? } else { Postgres::private()? };
    let events = if of == Full::Log { postgres.database_in(disk).await? } else { postgres.database().await? };
    let views = if of == Full::Views { postgres.database_in(disk).await? } else { postgres.database().await? };
    Fleet::start_on(postgres, (events, views), Version::current()?, Shape::default()).await
}

/// The size of the drill `frozen`.
#[derive(Debug, Args)]
pub(crate) struct Frozen {
    /// How many seconds
    #[arg(long = "seconds", default_value = "60", value_parser = seconds)]
    time: Duration,
    /// Clients that write meanwhile
    #[arg(long, default_value_t = 16)]
    clients: usize,
}

/// Freezes one of two write-apis with SIGSTOP, so that it accepts connections but does not answer. The other must go on
/// with most writes, and no write may be carried out twice.
pub(crate) async fn frozen(settings: &Frozen, usual: &Usual) -> anyhow::Result<Report> {
    let fleet = usual.fleet(Shape { write_apis: 2, ..Shape::default() }).await?;
    let (frozen, faults) = (&fleet.write_apis[0], Faults::default());
    let shots = Shots::at_frozen(&faults);
    let firing = shots.start(&fleet.door(), settings.clients)?;
    let third = settings.time / 3;
    let during = async |time| {
        let before = shots.count(Told::Stored);
        sleep(time).await;
        shots.count(Told::Stored) - before
    };
    let before = during(third).await;
    frozen.freeze(true).await?;
    let thirds = [during(third).await, during(third).await, during(third).await];
    frozen.freeze(false).await?;
    let after = during(third).await;
    shots.stop();
    joined(firing).await?;
    if thirds[2] < MOST_GO_ON {
        faults.note(format!("in the last {third:?} before it continued, only {} writes were answered", thirds[2]));
    }
    fleet.settled().await.map_err(anyhow::Error::msg)?;
    let truth = log::read(&fleet).await?;
    read_back::pages(&fleet.door().client()?, &truth, &faults).await;
    let lines = vec![
        format!("Writes answered in {third:?} before: {before}; while it was frozen: {thirds:?}; after: {after}."),
        shots.summary(shots.compare(&truth)),
    ];
    Ok(Report::new(lines, &faults))
}
