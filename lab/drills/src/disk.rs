//! The drill `disk`: the disk of the log, of the views or of both is full, fails or is read-only, again and again, while
//! clients write and read; the process may be killed meanwhile, or started on such a disk. No acknowledged write may be lost,
//! no refused write may be stored, reads must go on, and writes must work again without help.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};
use e2e::client::{Answer, Client, Request};

use crate::body::{creation, read_with_token};
use crate::disks::{FailingCalls, Fault, SmallDisk};
use crate::load::Load;
use crate::log;
use crate::place::Place;
use crate::read_back::PROBE;
use crate::report::{Report, bar};
use crate::server::Server;
use crate::shots::{NOTHING, Shots, Told};
use crate::site::{Elsewhere, Site};
use crate::tally::joined;
use crate::times::Times;
use crate::usual::{Usual, seconds};

/// MiB of a disk that is filled: more than a drill writes, but small enough to be filled quickly.
const SMALL: u32 = 192;
/// Time in which the service must report that writes fail, and that they work again.
const NOTICED: Duration = Duration::from_secs(10);
/// Interval between two checks.
const LOOK: Duration = Duration::from_millis(20);
/// Time in which readers are answered again after a start.
const RECONNECTED: Duration = Duration::from_millis(500);
/// The log message when writes begin to fail.
const LOUD: &str = "writes fail; reads go on";

/// The store on the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Store {
    /// The log
    Log,
    /// The views
    Views,
    /// The whole folder with the data
    Both,
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
    /// Let calls fail as on such a disk, instead of a mounted file system, which needs root
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
    /// Stop or kill the process in turn, and start it on the disk that fails
    #[arg(long, conflicts_with = "kills")]
    starts: bool,
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
    noticed: Times,
    starts: Times,
    /// How often the process reported that writes fail.
    loud: usize,
    /// Writes that were answered while the views' disk failed.
    meanwhile: usize,
}

/// Runs the drill.
pub(crate) async fn run(settings: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    let (settings, bar) = (*settings, bar(settings.rounds));
    // Batches of views are not flushed, so a failing flush does not affect them.
    ensure!(settings.fault != Fault::Flush || settings.of != Store::Views, "only the log is flushed with each write");
    let (disk, site) = ground(settings)?;
    let mut server = site.serve().await?;
    let usual = usual.careful();
    let mut load = Load::new(site, settings.clients, &usual).await?;
    load.readers = settings.clients.div_ceil(2);
    let shots = Shots::noting(&load.tally.faults);
    load.start()?;
    let firing = shots.start(&load.place.door(), settings.clients)?;
    let (noticed, starts) = (Times::default(), Times::default());
    let mut drill = Drill { settings, disk, load, shots, noticed, starts, loud: 0, meanwhile: 0 };
    for round in 0..settings.rounds {
        server = drill.round(round, server).await?;
        bar.set_message(format!("{} faults", drill.load.tally.faults.count()));
        bar.inc(1);
    }
    drill.shots.stop();
    joined(firing).await?;
    let reads = drill.load.stop().await?;
    drill.end(server, &reads, &usual).await
}

/// Creates a site with its databases, or one of them, on a disk that can be made to fail.
fn ground(settings: Settings) -> anyhow::Result<(Disk, Site)> {
    let is_mounted = settings.fault == Fault::Full || (settings.fault == Fault::ReadOnly && settings.starts);
    if is_mounted && !settings.simulated {
        let disk = SmallDisk::of(SMALL)?;
        let there = Some(disk.path());
        let site = match settings.of {
            Store::Log => Site::with(Elsewhere { log: there, views: None }, Vec::new())?,
            Store::Views => Site::with(Elsewhere { log: None, views: there }, Vec::new())?,
            Store::Both => Site::make(there)?,
        };
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
    /// Lets the disk fail for a time. Returns the server that runs afterwards.
    async fn round(&mut self, round: usize, mut server: Server) -> anyhow::Result<Server> {
        self.load.tally.written(20).await?;
        let (mut failed, stored, since) = (self.load.failed_reads(), self.shots.count(Told::Stored), Instant::now());
        let is_killed = round % 2 == 1;
        if self.settings.starts {
            server = self.start_on_it(server, is_killed).await?;
            failed = self.load.failed_reads();
        } else {
            self.begin()?;
        }
        self.expect_it_is_told(since).await?;
        tokio::time::sleep(self.settings.hold.saturating_sub(since.elapsed())).await;
        self.meanwhile += self.shots.count(Told::Stored) - stored;
        let refused = self.load.failed_reads() - failed;
        if refused > 0 {
            self.fault(format!("{refused} reads failed in round {round}, while a disk failed"));
        }
        // Files that connections share were opened read-only.
        let needs_restart = self.settings.starts && self.settings.fault == Fault::ReadOnly;
        if is_killed && (self.settings.kills || needs_restart) {
            let words = server.kill().await?;
            self.note_words(words);
            self.end_fault()?;
            server = self.load.place.serve().await?;
        } else {
            self.end_fault()?;
        }
        let ended = Instant::now();
        self.load.recovered(ended).await?;
        self.until(&self.load.place.door().client()?, Writes::Work, ended).await?;
        Ok(server)
    }

    /// Ends the process, and starts it on the failing disk. It must serve what was written before, and refuse writes.
    async fn start_on_it(&mut self, server: Server, is_killed: bool) -> anyhow::Result<Server> {
        let client = self.load.place.door().client()?;
        let name = format!("{PROBE}start-{}", self.starts.count());
        let last = client.answer(&creation(&name).with("idempotency-key", &*name)).await.context("no answer")?;
        if is_killed {
            let words = server.kill().await?;
            self.note_words(words);
        } else {
            server.stop().await?;
        }
        self.begin()?;
        let mut server = self.load.place.start()?;
        self.starts.add(server.listening().await?);
        let read = read_with_token(last.header("location"), last.header("consistency-token"));
        match client.answer(&read).await {
            Some(read) if read.status == 200 && read.json()["name"] == name.as_str() => {}
            read => self.fault(format!("after a start, the last list is {}", said(read))),
        }
        let refused = client.send(&creation("refused"), 0).await?;
        let is_refused = refused.status == 503 || (refused.status == 507 && self.settings.fault == Fault::Full);
        let says_nothing = refused.json()["detail"].as_str().is_some_and(|detail| detail.contains(NOTHING));
        if self.settings.of != Store::Views && !(is_refused && says_nothing) {
            self.fault(format!("after a start, a write is answered {}", refused.short()));
        }
        tokio::time::sleep(RECONNECTED).await;
        Ok(server)
    }

    /// Checks that the process reports the failing part and stays ready for reads.
    async fn expect_it_is_told(&mut self, since: Instant) -> anyhow::Result<()> {
        let client = self.load.place.door().client()?;
        self.until(&client, Writes::Fail, since).await?;
        self.noticed.add(since.elapsed());
        match client.send(&Request::get("/readyz"), 0).await {
            Ok(ready) if ready.status == 200 && ready.json()["status"] == "degraded" => {}
            ready => self.fault(format!("while writes fail, /readyz is {}", said(ready.ok()))),
        }
        Ok(())
    }

    /// Waits until the readiness of the failing part says this about its writes. It may fail for another reason before that:
    /// on a busy machine, the views lag.
    async fn until(&self, client: &Client, writes: Writes, since: Instant) -> anyhow::Result<()> {
        let (part, check) = match self.settings.of {
            Store::Log | Store::Both => ("/readyz/write", "log_writes"),
            Store::Views => ("/readyz/projection", "view_writes"),
        };
        loop {
            let answer = client.send(&Request::get(part), 0).await.ok();
            let is_told = answer.as_ref().is_some_and(|answer| match writes {
                Writes::Work => answer.status == 200,
                Writes::Fail => answer.status == 503 && !answer.json()["errors"][check].is_null(),
            });
            if is_told {
                return Ok(());
            }
            if since.elapsed() > NOTICED {
                self.fault(format!("{part} does not say that writes {writes:?} after {NOTICED:?}: {}", said(answer)));
                return Ok(());
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    fn begin(&self) -> anyhow::Result<()> {
        let (fault, place) = (self.settings.fault, &self.load.place);
        match &self.disk {
            Disk::Small(disk) if fault == Fault::ReadOnly => disk.read_only(true),
            Disk::Small(disk) => disk.fill(),
            Disk::Calls(calls) => {
                let files = match self.settings.of {
                    Store::Log => place.log_file(),
                    Store::Views => place.views_file(),
                    Store::Both => place.data(),
                };
                calls.begin(fault, &files)
            }
        }
    }

    fn end_fault(&self) -> anyhow::Result<()> {
        match &self.disk {
            Disk::Small(disk) if self.settings.fault == Fault::ReadOnly => disk.read_only(false),
            Disk::Small(disk) => disk.make_room(),
            Disk::Calls(calls) => calls.end(),
        }
    }

    /// Notes lines of the log. One error is expected each time writes begin to fail, and no others; a process that was started
    /// on a failing disk may say more.
    fn note_words(&mut self, words: Vec<String>) {
        let (loud, other): (Vec<_>, Vec<_>) = words.into_iter().partition(|line| line.contains(LOUD));
        self.loud += loud.len();
        let is_odd = |line: &String| !self.settings.starts || line.contains("panicked at");
        self.load.tally.faults.note_all(other.into_iter().filter(is_odd));
    }

    fn fault(&self, fault: String) {
        self.load.tally.faults.note(fault);
    }

    /// After all clients have stopped: compares their answers with the log, and the log with the server's answers.
    async fn end(mut self, server: Server, reads: &Times, usual: &Usual) -> anyhow::Result<Report> {
        self.load.tally.faults.note_all(self.load.place.settled().await.err());
        let compared = self.shots.compare(&log::read(&self.load.place).await?);
        let found = self.load.compare().await?.found;
        let words = server.kill().await?;
        self.note_words(words);
        let concluded = self.load.place.conclude(&self.load.tally.faults)?;
        let (Settings { fault, of, rounds, hold, clients, starts, .. }, seed) = (self.settings, usual.seed);
        if !starts && self.loud != rounds {
            self.fault(format!("the log has {} errors for {rounds} faults", self.loud));
        }
        if of == Store::Views && self.meanwhile == 0 {
            self.fault("nothing was written while the disk of the views failed".to_owned());
        }
        let lines = vec![
            format!("{rounds} times {fault:?} of the {of:?}'s disk for {hold:?} under {clients} clients, seed {seed}."),
            self.shots.summary(compared),
            format!(
                "With keys and retries: {} writes answered, {} attempts answered 503; {found} revisions found once.",
                *self.load.tally.acknowledged.borrow(),
                self.load.tally.put_off.load(Ordering::Relaxed)
            ),
            format!("Reads: {}. Writes stored while the disk failed: {}.", reads.count(), self.meanwhile),
            format!("Seen in /readyz after: {}. Errors in the log: {}.", self.noticed.summary(), self.loud),
            format!("Starts on the failing disk: {}.", self.starts.summary()),
            self.load.recovery_line("the end of a fault"),
        ];
        Ok(self.load.report(lines, concluded))
    }
}

fn said(answer: Option<Answer>) -> String {
    answer.map_or_else(|| "not answered".to_owned(), |answer| answer.short())
}
