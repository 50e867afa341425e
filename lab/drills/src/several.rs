//! Drills of several processes under the same load: parts of them are killed, restarted, frozen or full while clients
//! write and read. No acknowledged write may be lost or doubled, and everything must work again in time.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::{Args, ValueEnum};
use test_servers::Postgres;
use tokio::time::sleep;

use crate::disks::SmallDisk;
use crate::fleet::{Fleet, Role, Shape, Target, in_background};
use crate::load::Load;
use crate::log;
use crate::place::{Place, Version};
use crate::read_back::{pages, settled};
use crate::run::{Run, seconds};
use crate::server::Moment;
use crate::shots::{Shots, Told};
use crate::times::Times;

/// Time in which clients must notice a full disk.
const NOTICED: Duration = Duration::from_secs(30);
/// Least number of writes answered in the last third of the time in which a process is frozen, so that not only a few
/// stragglers are counted.
const MOST_GO_ON: usize = 10;

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
pub(crate) async fn outage(settings: &Outage, run: &Run) -> anyhow::Result<Vec<String>> {
    let &Outage { ref of, moments, clients, projectors } = settings;
    let shape = Shape { projectors: projectors.max(1), ..Shape::default() };
    let (mut load, mut rng) = (Load::on(Fleet::start(shape).await?, clients, run).await?, run.rng());
    load.tally.written(1).await?;
    let (mut starts, mut again, mut dead) = (Times::default(), 0, None);
    run.steps(moments * of.len());
    for target in of.iter().cycle().take(moments * of.len()) {
        let moment = Moment::draw(&mut rng, 100);
        match (dead, moment) {
            (Some(_), Moment::Started(_)) => again += 1,
            (Some(since), _) => load.recovered(since).await?,
            (None, _) => {}
        }
        let delay = match moment {
            Moment::Started(delay) | Moment::Working(delay) => delay,
            Moment::Written(writes, delay) => {
                load.tally.written(writes).await?;
                delay
            }
        };
        sleep(delay).await;
        let since = load.place.kill(*target, &mut rng).await?;
        starts.add(since.elapsed());
        dead = Some(since);
        run.step();
    }
    if let Some(since) = dead {
        load.recovered(since).await?;
    }
    for unit in &load.place.units {
        load.place.ready(unit).await?;
    }
    let mut lines = vec![
        format!("{moments} times an end of {of:?} under {clients} writing clients, seed {}.", run.seed),
        format!("Ended again within 150 ms of the last end: {again} times."),
        format!("From an end until it was started again: {}.", starts.summary()),
        load.recovery_line("an end"),
    ];
    lines.extend(load.end().await?);
    Ok(lines)
}

/// The size of the drills `nats-down` and `frozen`.
#[derive(Debug, Args)]
pub(crate) struct Interrupted {
    /// How many seconds
    #[arg(long = "seconds", default_value = "60", value_parser = seconds)]
    time: Duration,
    /// Clients that write meanwhile; with `nats-down`, a quarter as many read
    #[arg(long, default_value_t = 16)]
    clients: usize,
}

/// Stops nats-server for a while. No write or read may fail.
pub(crate) async fn nats_down(settings: &Interrupted, run: &Run) -> anyhow::Result<Vec<String>> {
    let Interrupted { time, clients } = *settings;
    let mut load = Load::on(Fleet::start(Shape::default()).await?, clients, &run.careful()).await?;
    run.steps(usize::try_from(time.as_secs())?);
    sleep(time / 4).await;
    let before = load.tally.take_times();
    let failures = |load: &Load<Fleet>| {
        let tally = &load.tally;
        let writes = tally.in_doubt.load(Ordering::Relaxed) + tally.put_off.load(Ordering::Relaxed);
        [writes, load.failed_reads()]
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
        run.bar.set_position(down.elapsed().as_secs());
    }
    let (meanwhile, failed) = (load.tally.take_times(), failures(&load));
    let [writes, reads] = [0, 1].map(|kind| failed[kind] - failed_before[kind]);
    let server = load.place.nats.clone();
    in_background(move || Ok(server.start()?)).await?;
    load.tally.written(100).await?;
    let answered = meanwhile.count();
    if writes + reads > 0 || answered == 0 {
        run.faults.note(format!("without NATS {writes} writes and {reads} reads failed; {answered} were answered"));
    }
    let mut lines = vec![
        format!("NATS down for {} s under {clients} writing clients, seed {}.", time.as_secs(), run.seed),
        format!("Writes before: {}, {}.", before.count(), before.summary()),
        format!("Writes meanwhile: {answered}, {}; failed attempts: {writes}.", meanwhile.summary()),
        format!("Failed reads meanwhile: {reads}."),
    ];
    lines.extend(load.end().await?);
    Ok(lines)
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
pub(crate) async fn postgres_disk(settings: &PostgresDisk, run: &Run) -> anyhow::Result<Vec<String>> {
    let PostgresDisk { of, rounds } = *settings;
    // A server keeps its write-ahead log there too.
    let disk = SmallDisk::of(if of == Full::Server { 4096 } else { 512 })?;
    let mut load = Load::on(fleet_on(of, disk.path()).await?, CLIENTS, &run.careful()).await?;
    let shots = Shots::noting(&run.faults, false);
    let firing = shots.start(&load.place.door(), CLIENTS)?;
    let unread = || shots.unread.load(Ordering::Relaxed);
    let mut meanwhile = 0;
    run.steps(rounds);
    for round in 0..rounds {
        load.tally.written(20).await?;
        let (refused, read) = (shots.not_stored(), unread());
        disk.fill()?;
        let is_met = || if of == Full::Views { unread() > read } else { shots.not_stored() > refused };
        let begun = Instant::now();
        while !is_met() && begun.elapsed() < NOTICED {
            sleep(Duration::from_millis(20)).await;
        }
        if !is_met() {
            run.faults.note(format!("round {round}: no client notices the full disk within {NOTICED:?}"));
        }
        let stored = shots.count(Told::Stored);
        sleep(HOLD).await;
        meanwhile += shots.count(Told::Stored) - stored;
        disk.make_room()?;
        let (since, postgres) = (Instant::now(), load.place.postgres.clone());
        tokio::select! {
            recovered = load.recovered(since) => recovered?,
            ended = supervised(&postgres) => ended?,
        }
        run.step();
    }
    shots.stop(firing).await;
    let compared = shots.compare(&log::read(&load.place).await?);
    if of == Full::Views && meanwhile == 0 {
        run.faults.note("nothing was written while the disk of the views was full");
    }
    let mut lines = vec![
        format!("{rounds} times a full disk of the {of:?} for {HOLD:?} under {CLIENTS} clients, seed {}.", run.seed),
        shots.summary(compared),
        format!("Stored while the disk was full: {meanwhile}. Reads with a token answered 503: {}.", unread()),
        load.recovery_line("when there was room"),
    ];
    lines.extend(load.end().await?);
    Ok(lines)
}

/// Starts the server whenever it has ended, as its supervisor would: also if the end comes while it recovers. Ends if it
/// cannot be started.
async fn supervised(postgres: &Postgres) -> anyhow::Result<()> {
    loop {
        let server = postgres.clone();
        in_background(move || Ok(server.start()?)).await?;
        sleep(Duration::from_millis(100)).await;
    }
}

/// Starts a fleet with this part of PostgreSQL on the disk.
async fn fleet_on(of: Full, disk: &Path) -> anyhow::Result<Fleet> {
    let postgres = if of == Full::Server { Postgres::private_in(disk)? } else { Postgres::private()? };
    let events = if of == Full::Log { postgres.database_in(disk).await? } else { postgres.database().await? };
    let views = if of == Full::Views { postgres.database_in(disk).await? } else { postgres.database().await? };
    Fleet::start_on(postgres, (events, views), Version::current(Vec::new())?, Shape::default()).await
}

/// Freezes one of two write-apis with SIGSTOP, so that it accepts connections but does not answer. The other must go on
/// with most writes, and no write may be carried out twice.
pub(crate) async fn frozen(settings: &Interrupted, run: &Run) -> anyhow::Result<Vec<String>> {
    let (fleet, faults) = (Fleet::start(Shape { write_apis: 2, ..Shape::default() }).await?, &run.faults);
    let frozen = fleet.of(Role::WriteApi).next().context("no write-api")?;
    let shots = Shots::noting(faults, true);
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
    shots.stop(firing).await;
    if thirds[2] < MOST_GO_ON {
        faults.note(format!("in the last {third:?} before it continued, only {} writes were answered", thirds[2]));
    }
    settled(&fleet).await?;
    let truth = log::read(&fleet).await?;
    pages(&fleet.door().client()?, &truth, faults).await;
    Ok(vec![
        format!("Writes answered in {third:?} before: {before}; while it was frozen: {thirds:?}; after: {after}."),
        shots.summary(shots.compare(&truth)),
    ])
}
