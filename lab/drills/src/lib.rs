//! Drills, which test on the real program what players are promised.
//!
//! The program runs as a separate process and is killed with SIGKILL while clients write. The command
//! `cargo run -p drills --bin drill` runs the drills in any size, and `tests/drills.rs` runs small ones. The commands and
//! the figures are in `docs/reliability.md`.
//!
//! A drill is a place, a load, faults and promises. A place is a `Site` (one process on SQLite) or a `Fleet`
//! (several processes behind a gateway). Most drills share the clients of `Load`, and most promises are checked by `Load`
//! and `Place::conclude`. A drill does not stop at the first fault: it notes every fault
//! in its report and goes on.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "drills are tests that run as a program")]

mod body;
mod compare;
mod contested;
mod crawled;
mod disk;
mod disks;
mod fill;
mod fleet;
mod flipped;
mod fresh;
mod installation;
mod installed;
mod kill;
mod live;
mod load;
mod log;
mod messages;
mod mirrored;
mod place;
mod power;
mod queues;
mod read_back;
mod read_your_writes;
mod reader;
mod registrations;
mod retries;
mod rolling;
mod run;
mod server;
mod set_back;
mod several;
mod shots;
mod site;
mod strangers;
mod tally;
mod teller;
mod times;
mod upgrade;
mod visible;
mod writers;

use clap::{Parser, Subcommand};

pub use self::run::Report;
use self::run::Run;

const AFTER_HELP: &str = "\
Examples:
  drill kill --moments 200 --clients 64 --seed 1
  drill disk --fault full --of log --rounds 20
  drill strangers --slow-heads 5000 --idle 12000
  drill outage --of postgres --moments 100 --clients 16

Drills from `rolling` on, and those with `--several` or `--postgres`, need PostgreSQL, nats-server and nginx, and start
their own in the folder for temporary files.
They drill the program `crosstable` in this program's folder; build both with the same profile:
  cargo build --release -p crosstable && cargo run --release -p drills --bin drill -- kill
Exit codes: 0 every promise was kept, 1 a promise was broken or the drill could not run, 2 wrong usage.";

/// Tests players' promises on the real program: kills it while it works, and looks for lost, doubled or stale data
#[derive(Debug, Parser)]
#[command(name = "drill", after_help = AFTER_HELP, disable_help_subcommand = true)]
pub struct Cli {
    #[command(flatten)]
    run: Run,
    #[command(subcommand)]
    drill: Drill,
}

#[derive(Debug, Subcommand)]
enum Drill {
    /// Kill the server again and again while clients write; no acknowledged write may be lost, doubled or changed
    Kill(kill::Settings),
    /// Render all views anew, as after an upgrade, and kill the server meanwhile; reads and writes must go on as usual
    Upgrade(upgrade::Settings),
    /// Send one request with one key from many clients while the server is killed; all must get the same answer
    Retries(retries::Settings),
    /// Follow every write by a read on another connection; no read may be stale
    ReadYourWrites(read_your_writes::Settings),
    /// Kill processes and cut connections while clients follow events by their streams; all must stay up to date
    Live(live::Settings),
    /// Follow the export into folders by `crosstable mirror`, and kill both sides; the folders must equal the export
    Mirror(mirrored::Settings),
    /// Use up connections, memory and time, as unknown clients and as slow readers; no ordinary client that reads may be refused
    Strangers(strangers::Settings),
    /// Let the disk of the log or of the views be full or fail while clients write, or the program start on it; `--fault full`
    /// needs root
    Disk(disk::Settings),
    /// Change bytes of the views' and the log's files; every answer must be true or refused
    FlippedBytes(flipped::Settings),
    /// Cut the power and start on what the disk may hold then; every acknowledged write must be there
    PowerCut(power::Settings),
    /// Replace the log by an older copy; nothing that is lost with it may be served
    SetBack(set_back::Settings),
    /// Send mail, push messages, posts and webhooks to receivers that fail, and kill processes; none may be lost, or come twice
    /// without a kill
    Messages(messages::Settings),
    /// Register guests while processes are killed, and offer places that become free; no one may be registered twice or missed
    Registrations(registrations::Settings),
    /// Let players join on-demand queues and play in their events while processes are killed; none may be called by two at once
    Queues(queues::Settings),
    /// Replace the processes by those of another version, one role after the other; no request may fail
    Rolling(rolling::Settings),
    /// Kill parts of several processes again and again; no write may be lost or doubled, and all must work in 10 s
    Outage(several::Outage),
    /// Fill the disk of a PostgreSQL database, or of the whole server, under load; needs root
    PostgresDisk(several::PostgresDisk),
    /// Freeze one of two write-api processes; the other must go on with most writes
    Frozen(several::Interrupted),
    /// Stop nats-server for a while; writes and reads must go on
    NatsDown(several::Interrupted),
    /// Drop, delay or double notices to two read-apis; reads with a token must not be stale, others not older than 2 s
    Notices(fresh::Settings),
    /// Measure how long it takes until other clients can read what is written, at a given rate of writes
    Visible(visible::Settings),
    /// Rebuild all views from a long log while readers poll; readers must not notice
    Rebuild(rolling::Rebuild),
}

impl Cli {
    /// Runs the drill.
    ///
    /// # Errors
    /// If the drill cannot be carried out. Broken promises are in the report.
    pub async fn run(self) -> anyhow::Result<Report> {
        let run = &self.run;
        let lines = match &self.drill {
            Drill::Kill(it) => kill::run(it, run).await,
            Drill::Upgrade(it) => upgrade::run(it, run).await,
            Drill::Retries(it) => retries::run(it, run).await,
            Drill::ReadYourWrites(it) => read_your_writes::run(it, run).await,
            Drill::Live(it) => live::run(it, run).await,
            Drill::Mirror(it) => mirrored::run(it, run).await,
            Drill::Strangers(it) => strangers::run(it, run).await,
            Drill::Disk(it) => disk::run(it, run).await,
            Drill::FlippedBytes(it) => flipped::run(it, run).await,
            Drill::PowerCut(it) => power::run(it, run).await,
            Drill::SetBack(it) => set_back::run(it, run).await,
            Drill::Messages(it) => messages::run(it, run).await,
            Drill::Registrations(it) => registrations::run(it, run).await,
            Drill::Queues(it) => queues::run(it, run).await,
            Drill::Rolling(it) => rolling::run(it, run).await,
            Drill::Outage(it) => several::outage(it, run).await,
            Drill::PostgresDisk(it) => several::postgres_disk(it, run).await,
            Drill::Frozen(it) => several::frozen(it, run).await,
            Drill::NatsDown(it) => several::nats_down(it, run).await,
            Drill::Notices(it) => fresh::run(it, run).await,
            Drill::Visible(it) => visible::run(it, run).await,
            Drill::Rebuild(it) => rolling::rebuild(it, run).await,
        }?;
        Ok(run.report(lines))
    }
}
