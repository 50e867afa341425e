//! The drill `disk-start`: the program is started on a disk that is full or read-only. It must serve the stored data,
//! refuse writes, report that they fail, and accept writes again without help once the disk works.

use std::time::{Duration, Instant};

use clap::Args;
use e2e::client::{Answer, Client, Request};

use crate::body::{creation, read_with_token};
use crate::disks::SmallDisk;
use crate::load::RECOVERY;
use crate::place::Place;
use crate::read_back::probe;
use crate::report::{Faults, Report, bar};
use crate::server::Server;
use crate::site::Site;
use crate::times::Times;

/// MiB of the disk.
const SMALL: u32 = 64;
/// Lists written before the failure.
const LISTS: usize = 20;
/// Time in which a change of the disk must be noticed.
const NOTICED: Duration = Duration::from_secs(10);
/// Interval between two checks.
const LOOK: Duration = Duration::from_millis(20);

/// The state of the disk when the program is started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Condition {
    /// No space is left
    Full,
    /// It is mounted read-only
    ReadOnly,
}

/// How the previous process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    /// It was stopped, so that everything is in the databases
    Stopped,
    /// It was killed with SIGKILL, so that there are write-ahead logs next to the databases
    Killed,
}

/// The size of the drill.
#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// How often, in each of four combinations of disk and earlier exit
    #[arg(long, default_value_t = 5)]
    rounds: usize,
}

/// Runs the drill.
pub(crate) async fn run(&Settings { rounds }: &Settings) -> anyhow::Result<Report> {
    let (faults, mut starts, mut recoveries) = (Faults::default(), Times::default(), Times::default());
    let bar = bar(rounds);
    let mut restarted = 0;
    for round in 0..rounds {
        for condition in [Condition::Full, Condition::ReadOnly] {
            for before in [Before::Stopped, Before::Killed] {
                let disk = SmallDisk::of(SMALL)?;
                let site = Site::make(Some(disk.path()))?;
                let start = Start { disk: &disk, site: &site, condition, before, faults: &faults };
                let (started, recovered) = start.run(round).await?;
                starts.add(started);
                match recovered {
                    Some(recovered) => recoveries.add(recovered),
                    None => restarted += 1,
                }
            }
        }
        bar.inc(1);
    }
    let lines = vec![
        format!("{} starts on a disk that is full or read-only, after a stop or a kill.", rounds * 4),
        format!("From the start until it serves: {}.", starts.summary()),
        format!("From the disk's recovery until a write and a read with its token work: {}.", recoveries.summary()),
        format!("Restarted for that, on a read-only disk after a kill: {restarted}."),
    ];
    Ok(Report::new(lines, &faults))
}

struct Start<'a> {
    disk: &'a SmallDisk,
    site: &'a Site,
    condition: Condition,
    before: Before,
    faults: &'a Faults,
}

impl Start<'_> {
    /// Returns how long the start and the recovery took; no recovery if a restart was needed.
    async fn run(&self, round: usize) -> anyhow::Result<(Duration, Option<Duration>)> {
        let client = self.site.door().client()?;
        let server = self.site.serve().await?;
        let mut last = None;
        for number in 0..LISTS {
            last = Some(write(&client, &format!("start-{round}-{number}")).await?);
        }
        match self.before {
            Before::Stopped => server.stop().await?,
            Before::Killed => self.faults.note_all(server.kill().await?),
        }
        self.spoil()?;
        let mut server = self.site.start()?;
        let started = server.listening().await?;
        // Right after that it may answer for a moment that it is starting.
        let serves = client.answer(&Request::get("/api/v1/api-keys/whoami/")).await;
        if serves.is_none_or(|answer| answer.status != 200) {
            self.fault("it does not serve");
        }
        if let Some(last) = last {
            self.expect_reads(&client, &last, round).await?;
        }
        self.expect_writes_fail(&client).await?;
        self.mend()?;
        let recovered = self.expect_recovery(&client, server).await?;
        self.site.verify(self.faults)?;
        Ok((started, recovered))
    }

    fn spoil(&self) -> anyhow::Result<()> {
        match self.condition {
            Condition::Full => self.disk.fill(),
            Condition::ReadOnly => self.disk.read_only(true),
        }
    }

    fn mend(&self) -> anyhow::Result<()> {
        match self.condition {
            Condition::Full => self.disk.make_room(),
            Condition::ReadOnly => self.disk.read_only(false),
        }
    }

    fn fault(&self, what: &str) {
        self.faults.note(format!("{:?} after it was {:?}: {what}", self.condition, self.before));
    }

    /// Checks that the last written list can be read with its token, and the page of all lists.
    async fn expect_reads(&self, client: &Client, last: &Answer, round: usize) -> anyhow::Result<()> {
        let request = read_with_token(last.header("location"), last.header("consistency-token"));
        let read = client.send(&request, 0).await?;
        if read.status != 200 || read.json()["name"] != format!("start-{round}-{}", LISTS - 1) {
            self.fault(&format!("the last list is answered {}", read.short()));
        }
        let page = client.send(&Request::get("/api/v1/decklists/?page_size=100"), 0).await?;
        if page.json()["count"] != LISTS {
            self.fault(&format!("the page of lists is {}", page.short()));
        }
        Ok(())
    }

    async fn expect_writes_fail(&self, client: &Client) -> anyhow::Result<()> {
        let refused = client.send(&creation("refused"), 0).await?;
        let expected = if self.condition == Condition::Full { [507, 503] } else { [503, 503] };
        let detail = refused.json()["detail"].as_str().unwrap_or_default().to_owned();
        if !expected.contains(&refused.status) || !detail.contains("Nothing was saved.") {
            self.fault(&format!("a write is answered {}", refused.short()));
        }
        let since = Instant::now();
        loop {
            let write = client.send(&Request::get("/readyz/write"), 0).await?;
            if write.status == 503 {
                break;
            }
            if since.elapsed() > NOTICED {
                self.fault(&format!("/readyz/write is {}", write.short()));
                break;
            }
            tokio::time::sleep(LOOK).await;
        }
        let ready = client.send(&Request::get("/readyz"), 0).await?;
        if ready.status != 200 || ready.json()["status"] != "degraded" {
            self.fault(&format!("/readyz is {}", ready.short()));
        }
        Ok(())
    }

    /// Checks that a write and a read with its token work again without help. Only if the files that connections share
    /// were opened read-only, the process must be restarted.
    async fn expect_recovery(&self, client: &Client, server: Server) -> anyhow::Result<Option<Duration>> {
        let since = Instant::now();
        let needs_restart = (self.condition, self.before) == (Condition::ReadOnly, Before::Killed);
        let server = if needs_restart {
            drop(server.kill().await?);
            self.site.serve().await?
        } else {
            server
        };
        let worked = probe(client, &[]).await;
        let took = since.elapsed();
        if let Err(fault) = worked {
            self.fault(&fault);
        } else if took > RECOVERY {
            self.fault(&format!("writes work again only after {took:?}"));
        }
        server.stop().await?;
        Ok((!needs_restart).then_some(took))
    }
}

/// Writes a list and checks that it can be read.
async fn write(client: &Client, name: &str) -> anyhow::Result<Answer> {
    let written = client.send(&creation(name), 0).await?;
    anyhow::ensure!(written.status == 201, "a list is answered {}", written.short());
    let request = read_with_token(written.header("location"), written.header("consistency-token"));
    let read = client.send(&request, 0).await?;
    anyhow::ensure!(read.status == 200, "a new list is answered {}", read.short());
    Ok(written)
}
