//! The drill `disk`: the disk of the log or of the views is full, fails or is read-only, again and again, while clients
//! write and read; the process may be killed meanwhile. No acknowledged write may be lost, no refused write may be
//! stored, reads must go on, and writes must work again without help.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::ensure;
use clap::{Args, ValueEnum};
use e2e::client::{Client, Request};
use tokio::task::JoinSet;

use crate::disks::{FailingCalls, Fault, SmallDisk};
use crate::load::Load;
use crate::log;
use crate::place::Place;
use crate::report::{Faults, Report, bar};
use crate::server::Server;
use crate::shots::{Shots, Told};
use crate::site::{Elsewhere, Site};
use crate::tally::{Tally, joined};
use crate::times::Times;
use crate::usual::{Usual, seconds};

/// MiB of a disk that is filled: more than a drill writes, but small enough to be filled quickly.
const SMALL: u32 = 192;
/// Time in which the service must report that writes fail, and that they work again.
const NOTICED: Duration = Duration::from_secs(10);
/// Interval between two checks.
const LOOK: Duration = Duration::from_millis(20);
/// The log message when writes begin to fail.
const LOUD: &str = "writes fail; reads go on";

/// The store on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Store {
    /// The log
    Log,
    /// The views
    Views,
}

/// The size of the drill.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Settings {
    /// How it fails
    #[arg(long)]
    fault: Fault,
    /// The store on the failing disk
    #[arg(long)]
    of: Store,
    /// Let calls fail as on a full disk, instead of a mounted file system that is filled, which needs root
    #[arg(long, hide = true)]
    simulated: bool,
    /// How often it fails
    #[arg(long, default_value_t = 20)]
    rounds: usize,
    /// Seconds of each failure
    #[arg(long, default_value = "3", value_parser = seconds)]
    hold: Duration,
    /// Kill the process in every other round before the disk works again
    #[arg(long)]
    kills: bool,
    /// Clients that write with keys; as many send each request once, and half as many read
    #[arg(long, default_value_t = 16)]
    clients: usize,
}

/// The disk, by the way in which it is made to fail.
enum Disk {
    Small(SmallDisk),
    Calls(FailingCalls),
}

/// The state of the drill.
struct Drill {
    settings: Settings,
    disk: Disk,
    load: Load<Site>,
    shots: Arc<Shots>,
    reads: Arc<Reads>,
    noticed: Times,
    /// How often the process reported that writes fail.
    loud: usize,
    /// Writes that were answered while the views' disk failed.
    meanwhile: usize,
}

/// The state of the clients that only read.
#[derive(Debug, Default)]
struct Reads {
    done: AtomicU64,
    /// Set while the process is killed and started again.
    is_down: AtomicBool,
}

/// Runs the drill.
pub(crate) async fn run(settings: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    let (settings, bar) = (*settings, bar(settings.rounds));
    // Batches of views are not flushed, so a failing flush does not affect them.
    ensure!(settings.fault != Fault::Flush || settings.of == Store::Log, "only the log is flushed with each write");
    let (disk, site) = ground(settings)?;
    let mut server = site.serve().await?;
    let usual = usual.careful();
    let mut load = Load::new(site, settings.clients, &usual).await?;
    let (shots, reads) = (Shots::noting(&load.tally.faults), Arc::default());
    load.start()?;
    let firing = shots.start(&load.place.door(), settings.clients)?;
    let mut drill = Drill { settings, disk, load, shots, reads, noticed: Times::default(), loud: 0, meanwhile: 0 };
    let reading = drill.start_readers()?;
    for round in 0..settings.rounds {
        server = drill.round(round, server).await?;
        bar.set_message(format!("{} faults", drill.load.tally.faults.count()));
        bar.inc(1);
    }
    drill.load.tally.stop.store(true, Ordering::Relaxed);
    drill.shots.stop();
    joined(firing).await?;
    joined(reading).await?;
    drill.load.stop().await?;
    drill.end(server, &usual).await
}

/// Creates a site with one of its databases on a disk that can be made to fail.
fn ground(settings: Settings) -> anyhow::Result<(Disk, Site)> {
    if settings.fault == Fault::Full && !settings.simulated {
        let disk = SmallDisk::of(SMALL)?;
        let there = Some(disk.path());
        let elsewhere = match settings.of {
            Store::Log => Elsewhere { log: there, views: None },
            Store::Views => Elsewhere { log: None, views: there },
        };
        let site = Site::with(elsewhere, Vec::new())?;
        return Ok((Disk::Small(disk), site));
    }
    let calls = FailingCalls::make()?;
    let site = Site::with(Elsewhere::default(), calls.environment())?;
    Ok((Disk::Calls(calls), site))
}

/// What readiness says about the writes of a store.
#[derive(Debug, Clone, Copy)]
enum Writes {
    Work,
    Fail,
}

impl Drill {
    /// Starts the clients that only read.
    fn start_readers(&self) -> anyhow::Result<JoinSet<()>> {
        let mut reading = JoinSet::new();
        for _ in 0..self.settings.clients.div_ceil(2) {
            let (client, lists) = (self.load.place.door().client()?, self.load.lists());
            reading.spawn(read(client, lists, Arc::clone(&self.reads), Arc::clone(&self.load.tally)));
        }
        Ok(reading)
    }

    /// Lets the disk fail for a time. Returns the server that runs afterwards.
    async fn round(&mut self, round: usize, mut server: Server) -> anyhow::Result<Server> {
        self.load.tally.written(20).await?;
        let stored = self.shots.count(Told::Stored);
        let since = Instant::now();
        self.begin()?;
        self.expect_it_is_told(since).await?;
        tokio::time::sleep(self.settings.hold.saturating_sub(since.elapsed())).await;
        self.meanwhile += self.shots.count(Told::Stored) - stored;
        let is_killed = self.settings.kills && round % 2 == 1;
        if is_killed {
            self.reads.is_down.store(true, Ordering::Relaxed);
            self.note_words(server.kill().await?);
            self.end_fault()?;
            server = self.load.place.serve().await?;
            self.reads.is_down.store(false, Ordering::Relaxed);
        } else {
            self.end_fault()?;
        }
        let ended = Instant::now();
        self.load.recovered(ended).await?;
        self.until(&self.load.place.door().client()?, Writes::Work, ended).await?;
        Ok(server)
    }

    /// Checks that the process reports the failing part and stays ready for reads.
    async fn expect_it_is_told(&mut self, since: Instant) -> anyhow::Result<()> {
        let client = self.load.place.door().client()?;
        self.until(&client, Writes::Fail, since).await?;
        self.noticed.add(since.elapsed());
        match client.send(&Request::get("/readyz"), 0).await {
            Ok(ready) if ready.status == 200 && ready.json()["status"] == "degraded" => {}
            Ok(ready) => self.load.tally.faults.note(format!("while writes fail, /readyz is {}", ready.short())),
            Err(error) => self.load.tally.faults.note(format!("while writes fail, /readyz is not answered: {error}")),
        }
        Ok(())
    }

    /// Waits until the readiness of the failing part says this about its writes. It may fail for another reason before that:
    /// on a busy machine, the views lag.
    async fn until(&self, client: &Client, writes: Writes, since: Instant) -> anyhow::Result<()> {
        let (part, check) = self.part();
        loop {
            let answer = client.send(&Request::get(part), 0).await;
            let is_told = answer.as_ref().is_ok_and(|answer| match writes {
                Writes::Work => answer.status == 200,
                Writes::Fail => answer.status == 503 && !answer.json()["errors"][check].is_null(),
            });
            if is_told {
                return Ok(());
            }
            if since.elapsed() > NOTICED {
                let said = answer.map_or_else(|error| error.to_string(), |answer| answer.short());
                self.load
                    .tally
                    .faults
                    .note(format!("{part} does not say that writes {writes:?} after {NOTICED:?}: {said}"));
                return Ok(());
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// The address of the failing part's readiness, and the name of the check of its writes.
    fn part(&self) -> (&'static str, &'static str) {
        match self.settings.of {
            Store::Log => ("/readyz/write", "log_writes"),
            Store::Views => ("/readyz/projection", "view_writes"),
        }
    }

    fn begin(&self) -> anyhow::Result<()> {
        match &self.disk {
            Disk::Small(disk) => disk.fill(),
            Disk::Calls(calls) => {
                let file = match self.settings.of {
                    Store::Log => self.load.place.log_file(),
                    Store::Views => self.load.place.views_file(),
                };
                calls.begin(self.settings.fault, &file)
            }
        }
    }

    fn end_fault(&self) -> anyhow::Result<()> {
        match &self.disk {
            Disk::Small(disk) => disk.make_room(),
            Disk::Calls(calls) => calls.end(),
        }
    }

    /// Notes lines of the log. One error is expected each time writes begin to fail, and no others.
    fn note_words(&mut self, words: Vec<String>) {
        let (loud, other): (Vec<_>, Vec<_>) = words.into_iter().partition(|line| line.contains(LOUD));
        self.loud += loud.len();
        self.load.tally.faults.note_all(other);
    }

    /// After all clients have stopped: compares their answers with the log, and the log with the server's answers.
    async fn end(mut self, server: Server, usual: &Usual) -> anyhow::Result<Report> {
        self.load.tally.faults.note_all(self.load.place.settled().await.err());
        let compared = self.shots.compare(&log::read(&self.load.place).await?);
        let found = self.load.compare().await?.found;
        self.note_words(server.kill().await?);
        let concluded = self.load.place.conclude(&self.load.tally.faults)?;
        self.expect_it_was_loud();
        let (Settings { fault, of, rounds, hold, clients, .. }, seed) = (self.settings, usual.seed);
        let lines = vec![
            format!("{rounds} times {fault:?} of the {of:?}'s disk for {hold:?} under {clients} clients, seed {seed}."),
            self.shots.summary(compared),
            format!(
                "With keys and retries: {} writes answered, {} attempts answered 503; {found} revisions found once.",
                *self.load.tally.acknowledged.borrow(),
                self.load.tally.put_off.load(Ordering::Relaxed)
            ),
            format!(
                "Reads meanwhile: {}, none refused. Writes stored while the disk failed: {}.",
                self.reads.done.load(Ordering::Relaxed),
                self.meanwhile
            ),
            format!("Seen in /readyz after: {}. Errors in the log: {}.", self.noticed.summary(), self.loud),
            self.load.recovery_line("the end of a fault"),
        ];
        Ok(self.load.report(lines, concluded))
    }

    fn expect_it_was_loud(&self) {
        let Settings { rounds, of, .. } = self.settings;
        let faults: &Faults = &self.load.tally.faults;
        if self.loud != rounds {
            faults.note(format!("the log has {} errors for {rounds} faults", self.loud));
        }
        if of == Store::Views && self.meanwhile == 0 {
            faults.note("nothing was written while the disk of the views failed");
        }
    }
}

/// Reads existing lists until the drill ends. Only a kill of the process may keep a reader waiting.
async fn read(client: Client, lists: Vec<i64>, reads: Arc<Reads>, tally: Arc<Tally>) {
    for list in lists.iter().cycle() {
        if tally.stop.load(Ordering::Relaxed) {
            return;
        }
        let was_up = !reads.is_down.load(Ordering::Relaxed);
        let answer = client.send(&Request::get(format!("/api/v1/decklists/{list}/")), 0).await;
        let is_up = was_up && !reads.is_down.load(Ordering::Relaxed);
        match answer {
            Ok(answer) if answer.status == 200 => drop(reads.done.fetch_add(1, Ordering::Relaxed)),
            _ if !is_up => {}
            Ok(answer) => tally.faults.note(format!("a read is answered {}", answer.short())),
            Err(error) => tally.faults.note(format!("a read is not answered: {error}")),
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}
