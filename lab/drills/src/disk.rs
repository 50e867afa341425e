//! The drill `disk`: the disk of the log, of the views or of both is full, fails or is read-only, again and again, while
//! clients write and read; the process may be killed meanwhile, or started on such a disk. No acknowledged write may be lost,
//! no refused write may be stored, reads must go on, and writes must work again without help.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};
use e2e::client::{Client, Request};

use crate::body::{creation, read_with_token, said};
use crate::disks::{FailingCalls, Fault, SmallDisk};
use crate::load::Load;
use crate::log;
use crate::place::Place;
use crate::read_back::{PROBE, settled};
use crate::run::{Run, seconds};
use crate::server::Server;
use crate::shots::{NOTHING, Shots, Told};
use crate::site::Site;
use crate::times::Times;

/// Time in which the service must report that writes fail, and that they work again.
const NOTICED: Duration = Duration::from_secs(10);
const LOUD: &str = "writes fail; reads go on";

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Store {
    /// The log
    Log,
    /// The views
    Views,
    /// The whole folder with the data
    Both,
}

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

enum Disk {
    Small(SmallDisk),
    Calls(FailingCalls),
}

struct Drill<'a> {
    settings: Settings,
    run: &'a Run,
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

pub(crate) async fn run(settings: &Settings, run: &Run) -> anyhow::Result<Vec<String>> {
    let settings = *settings;
    // Batches of views are not flushed, so a failing flush does not affect them.
    ensure!(settings.fault != Fault::Flush || settings.of != Store::Views, "only the log is flushed with each write");
    let (disk, site) = ground(settings)?;
    let mut server = site.serve().await?;
    let mut load = Load::new(site, settings.clients, &run.careful()).await?;
    load.readers = settings.clients.div_ceil(2);
    let shots = Shots::noting(&run.faults, false);
    load.start()?;
    let firing = shots.start(&load.place.door(), settings.clients)?;
    let (noticed, starts) = (Times::default(), Times::default());
    let mut drill = Drill { settings, run, disk, load, shots, noticed, starts, loud: 0, meanwhile: 0 };
    run.steps(settings.rounds);
    for round in 0..settings.rounds {
        server = drill.round(round, server).await?;
        run.step();
    }
    drill.shots.stop(firing).await;
    drill.load.stop().await;
    drill.end(server).await
}

/// Creates a site with its databases, or one of them, on a disk that can be made to fail.
fn ground(settings: Settings) -> anyhow::Result<(Disk, Site)> {
    let is_mounted = settings.fault == Fault::Full || (settings.fault == Fault::ReadOnly && settings.starts);
    if !is_mounted || settings.simulated {
        let calls = FailingCalls::make()?;
        let site = Site::new(calls.environment())?;
        return Ok((Disk::Calls(calls), site));
    }
    // More than a drill writes, but quickly filled.
    let disk = SmallDisk::of(192)?;
    let mut site = Site::bare((settings.of == Store::Both).then_some(disk.path()))?;
    let moved = match settings.of {
        Store::Log => Some(site.log_file()),
        Store::Views => Some(site.views_file()),
        Store::Both => None,
    };
    if let Some(file) = moved {
        let there = disk.path().join(file.file_name().context("a file has no name")?);
        std::os::unix::fs::symlink(there, file).context("a link cannot be made")?;
    }
    site.found()?;
    Ok((Disk::Small(disk), site))
}

impl Drill<'_> {
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
            self.note_words(server.kill().await?);
            self.end_fault()?;
            server = self.load.place.serve().await?;
        } else {
            self.end_fault()?;
        }
        let ended = Instant::now();
        self.load.recovered(ended).await?;
        self.until(&self.load.place.door().client()?, false, ended).await?;
        Ok(server)
    }

    /// Ends the process, and starts it on the failing disk. It must serve what was written before, and refuse writes.
    async fn start_on_it(&mut self, server: Server, is_killed: bool) -> anyhow::Result<Server> {
        let client = self.load.place.door().client()?;
        let name = format!("{PROBE}start-{}", self.starts.count());
        let last = client.answer(&creation(&name).with("idempotency-key", &*name)).await.context("no answer")?;
        if is_killed {
            self.note_words(server.kill().await?);
        } else {
            server.stop().await?;
        }
        self.begin()?;
        let mut server = self.load.place.start()?;
        self.starts.add(server.listening().await?);
        let read = read_with_token(last.header("location"), last.header("consistency-token"));
        match client.answer(&read).await {
            Some(read) if read.status == 200 && read.json()["name"] == name.as_str() => {}
            read => self.fault(format!("after a start, the last list is answered {}", said(read))),
        }
        let refused = client.send(&creation("refused"), 0).await?;
        let is_refused = refused.status == 503 || (refused.status == 507 && self.settings.fault == Fault::Full);
        let says_nothing = refused.json()["detail"].as_str().is_some_and(|detail| detail.contains(NOTHING));
        if self.settings.of != Store::Views && !(is_refused && says_nothing) {
            self.fault(format!("after a start, a write is answered {}", refused.short()));
        }
        // Readers connect again.
        tokio::time::sleep(Duration::from_millis(500)).await;
        Ok(server)
    }

    /// Checks that the process reports the failing part and stays ready for reads.
    async fn expect_it_is_told(&mut self, since: Instant) -> anyhow::Result<()> {
        let client = self.load.place.door().client()?;
        self.until(&client, true, since).await?;
        self.noticed.add(since.elapsed());
        match client.send(&Request::get("/readyz"), 0).await {
            Ok(ready) if ready.status == 200 && ready.json()["status"] == "degraded" => {}
            ready => self.fault(format!("while writes fail, /readyz is answered {}", said(ready.ok()))),
        }
        Ok(())
    }

    /// Waits until the readiness of the failing part says whether writes fail. It may fail for another reason before that:
    /// on a busy machine, the views lag.
    async fn until(&self, client: &Client, writes_fail: bool, since: Instant) -> anyhow::Result<()> {
        let (part, check) = match self.settings.of {
            Store::Log | Store::Both => ("/readyz/write", "log_writes"),
            Store::Views => ("/readyz/projection", "view_writes"),
        };
        loop {
            let answer = client.send(&Request::get(part), 0).await.ok();
            let is_told = answer.as_ref().is_some_and(|answer| match writes_fail {
                true => answer.status == 503 && !answer.json()["errors"][check].is_null(),
                false => answer.status == 200,
            });
            if is_told {
                return Ok(());
            }
            if since.elapsed() > NOTICED {
                let writes = if writes_fail { "fail" } else { "work" };
                self.fault(format!("{part} does not say that writes {writes} after {NOTICED:?}, but {}", said(answer)));
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
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
                    Store::Both => place.data.clone(),
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
        self.run.faults.note_all(other.into_iter().filter(is_odd));
    }

    fn fault(&self, fault: String) {
        self.run.faults.note(fault);
    }

    /// After all clients have stopped: compares their answers with the log, and the log with the server's answers.
    async fn end(mut self, server: Server) -> anyhow::Result<Vec<String>> {
        self.run.faults.check(settled(&self.load.place).await);
        let compared = self.shots.compare(&log::read(&self.load.place).await?);
        let found = self.load.compare().await?.found;
        self.note_words(server.kill().await?);
        let Settings { fault, of, rounds, hold, clients, starts, .. } = self.settings;
        if !starts && self.loud != rounds {
            self.fault(format!("the log has {} errors for {rounds} faults", self.loud));
        }
        if of == Store::Views && self.meanwhile == 0 {
            self.fault("nothing was written while the disk of the views failed".to_owned());
        }
        let tally = &self.load.tally;
        let mut lines = vec![
            format!(
                "{rounds} times {fault:?} of the {of:?}'s disk for {hold:?} under {clients} clients, seed {}.",
                self.run.seed
            ),
            self.shots.summary(compared),
            format!(
                "With keys and retries: {} writes answered, {} attempts answered 503; {found} revisions found once.",
                *tally.acknowledged.borrow(),
                tally.put_off.load(Ordering::Relaxed)
            ),
            format!(
                "Reads: {}. Writes stored while the disk failed: {}.",
                tally.reads.lock().unwrap().count(),
                self.meanwhile
            ),
            format!("Seen in /readyz after: {}. Errors in the log: {}.", self.noticed.summary(), self.loud),
            format!("Starts on the failing disk: {}.", self.starts.summary()),
            self.load.recovery_line("the end of a fault"),
        ];
        lines.extend(self.load.place.conclude(&self.run.faults)?);
        Ok(lines)
    }
}
