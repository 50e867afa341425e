//! Runs the drills in any size: `cargo run --release -p drills --bin drill -- kill`. See `docs/reliability.md`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::ensure;
use clap::{Args, Parser, Subcommand};
use drills::disks::Fault as DiskFault;
use drills::report::bar;
use drills::{
    Fleet, NoticeFault, Report, Role, Shape, Site, Target, disk, disk_start, flipped, fresh, frozen, kill, live,
    mirrored, outage, pairs, postgres_disk, power, read_your_writes, rebuilding, retries, rolling, set_back,
    slow_readers, strangers, stream, upgrade, visible, webhooks,
};

const AFTER_HELP: &str = "\
Examples:
  drill kill --moments 200 --clients 64 --seed 1
  drill disk --fault full --of log --rounds 20
  drill strangers --slow-heads 5000 --idle 12000
  drill outage --of postgres --moments 100 --clients 16

Drills from `outage` on need PostgreSQL, nats-server and nginx, and start their own in the folder for temporary files.
They drill the program `crosstable` in this program's folder; build both with the same profile:
  cargo build --release -p crosstable && cargo run --release -p drills --bin drill -- kill
Exit codes: 0 every promise was kept, 1 a promise was broken or the drill could not run, 2 wrong usage.";

/// Tests players' promises on the real program: kills it while it works, and looks for lost, doubled or stale data
#[derive(Debug, Parser)]
#[command(name = "drill", after_help = AFTER_HELP, disable_help_subcommand = true)]
struct Cli {
    /// Folder on the disk to drill on [default: the folder for temporary files]; the drill cleans up after itself
    #[arg(long, global = true, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// Seed of all random choices: moments, lists, decisions
    #[arg(long, global = true, default_value_t = 1)]
    seed: u64,
    /// Let clients repeat requests without a key and read without a token: shows that the drill detects errors
    #[arg(long, global = true)]
    careless: bool,
    #[command(subcommand)]
    drill: Drill,
}

#[derive(Debug, Subcommand)]
enum Drill {
    /// Kill the server again and again while clients write; no acknowledged write may be lost, doubled or changed
    Kill {
        /// Moments at which the server is killed
        #[arg(long, default_value_t = 200)]
        moments: usize,
        /// Clients that write meanwhile
        #[arg(long, default_value_t = 64)]
        clients: usize,
        /// How often everything is compared, including at the end
        #[arg(long, default_value_t = 10)]
        checkpoints: usize,
    },
    /// Render all views anew, as after an upgrade, and kill the server meanwhile; reads and writes must go on as usual
    Upgrade {
        /// Events in the log
        #[arg(long, default_value_t = 280_000)]
        events: usize,
        /// How often the server is killed
        #[arg(long, default_value_t = 50)]
        kills: usize,
        /// Several processes on PostgreSQL behind nginx, of which the projector is killed, instead of one on SQLite
        #[arg(long)]
        several: bool,
    },
    /// Send one request with one key from many clients while the server is killed; all must get the same answer
    Retries {
        /// Keys, each for another request: POST, PUT and PATCH in turn
        #[arg(long, default_value_t = 30)]
        rounds: usize,
        /// Clients that send it at once
        #[arg(long, default_value_t = 100)]
        clients: usize,
        /// Kills in each round
        #[arg(long, default_value_t = 3)]
        kills: usize,
    },
    /// Follow every write by a read on another connection; no read may be stale
    ReadYourWrites {
        /// Writes without a token, and as many with one
        #[arg(long, default_value_t = 100_000)]
        writes: usize,
        /// Clients
        #[arg(long, default_value_t = 32)]
        clients: usize,
    },
    /// Read a list and the export slowly, and request pages of many decklists; other clients must not notice
    SlowReaders {
        #[command(flatten)]
        load: slow_readers::Arguments,
        /// Several processes on PostgreSQL behind nginx instead of one on SQLite
        #[arg(long)]
        several: bool,
    },
    /// Kill processes and cut connections while clients follow events by their streams; all must stay up to date
    Live(live::Options),
    /// Follow the export into folders by `crosstable mirror`, and kill both sides; the folders must equal the export
    Mirror(mirrored::Options),
    /// Use up connections, memory and time as unknown clients; no ordinary client that reads may be refused
    Strangers(strangers::Options),
    /// Let the disk of the log or of the views be full or fail while clients write; `--fault full` needs root
    Disk {
        /// How it fails
        #[arg(long)]
        fault: DiskFault,
        /// The store on the failing disk
        #[arg(long)]
        of: disk::Store,
        /// How often it fails
        #[arg(long, default_value_t = 20)]
        rounds: usize,
        /// Seconds of each failure
        #[arg(long, default_value_t = 3)]
        hold: u64,
        /// Kill the process in every other round before the disk works again
        #[arg(long)]
        kills: bool,
        /// Clients that write with keys; as many send each request once, and half as many read
        #[arg(long, default_value_t = 16)]
        clients: usize,
    },
    /// Start the program on a disk that is full or read-only; needs root
    DiskStart {
        /// How often, in each of four combinations of disk and earlier exit
        #[arg(long, default_value_t = 5)]
        rounds: usize,
    },
    /// Change bytes of the views' and the log's files; every answer must be true or refused
    FlippedBytes {
        /// Number of damages; every second one is in the log
        #[arg(long, default_value_t = 200)]
        damages: usize,
        /// Number of the first damage, to repeat a single one
        #[arg(long, default_value_t = 0)]
        from: usize,
    },
    /// Cut the power and start on what the disk may hold then; every acknowledged write must be there
    PowerCut {
        /// Copy the device of an ext4 file system while it is written, instead of tracing system calls; needs root
        #[arg(long)]
        ext4: bool,
        /// Moments at which the power is cut [default: 200 of a trace, 30 on file systems]
        #[arg(long)]
        moments: Option<usize>,
        /// Writes that are traced
        #[arg(long, default_value_t = 240)]
        writes: usize,
    },
    /// Replace the log by an older copy; nothing that is lost with it may be served
    SetBack {
        /// Several processes on PostgreSQL, in half of the rounds while they run, instead of one on SQLite
        #[arg(long)]
        postgres: bool,
        /// How often
        #[arg(long, default_value_t = 20)]
        rounds: usize,
    },
    /// Send messages to webhooks whose receivers misbehave, and kill the server; all must be delivered, and in order
    Webhooks(webhooks::Options),
    #[command(flatten)]
    Several(Several),
}

/// Drills of several processes on PostgreSQL and NATS behind nginx.
#[derive(Debug, Subcommand)]
enum Several {
    /// Replace the processes by those of another version, one role after the other; no request may fail
    Rolling {
        /// Program of the old version [default: this version with other settings, which makes all views outdated]
        #[arg(long, value_name = "PROGRAM")]
        old: Option<PathBuf>,
        /// Roles in the order in which they are replaced
        #[arg(long, value_delimiter = ',', default_value = "read-api,projector,write-api")]
        order: Vec<Role>,
        /// Events in the log
        #[arg(long, default_value_t = 100_000)]
        events: usize,
        /// Average time between two replacements
        #[arg(long, default_value_t = 10)]
        seconds: u64,
    },
    /// Kill one part of several processes again and again; no write may be lost or doubled, and all must work in 10 s
    Outage {
        /// The part to kill
        #[arg(long)]
        of: Target,
        /// Moments at which it is killed
        #[arg(long, default_value_t = 100)]
        moments: usize,
        #[command(flatten)]
        clients: Clients,
    },
    /// Fill the disk of a PostgreSQL database, or of the whole server, under load; needs root
    PostgresDisk {
        /// The part that is on the disk
        #[arg(long)]
        of: postgres_disk::Full,
        /// How often it is full
        #[arg(long, default_value_t = 10)]
        rounds: usize,
        /// Seconds for which it is full
        #[arg(long, default_value_t = 3)]
        seconds: u64,
        #[command(flatten)]
        clients: Clients,
    },
    /// Freeze one of two write-api processes; the other must go on with most writes
    Frozen {
        /// How long
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        #[command(flatten)]
        clients: Clients,
    },
    /// Stop PostgreSQL gracefully and start it again
    PostgresRestart {
        /// How often
        #[arg(long, default_value_t = 20)]
        times: usize,
        #[command(flatten)]
        clients: Clients,
    },
    /// Delete, cut off or roll back JetStream's folder while nats-server does not run
    Stream {
        /// The fault of the folder
        #[arg(long)]
        fault: stream::Fault,
        /// How often
        #[arg(long, default_value_t = 20)]
        rounds: usize,
        #[command(flatten)]
        clients: Clients,
    },
    /// Stop nats-server for a while; writes and reads must go on
    NatsDown {
        /// How long
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        #[command(flatten)]
        clients: Clients,
    },
    /// Kill two write-api processes that relay to one stream
    TwoRelays(Pair),
    /// Kill two projectors on one shard
    TwoProjectors(Pair),
    /// Drop, delay or double notices to two read-apis; reads with a token must not be stale, others not older than 2 s
    Notices {
        /// The fault of the notices
        #[arg(long)]
        fault: NoticeFault,
        /// Reads, half of them with a token
        #[arg(long, default_value_t = 50_000)]
        reads: usize,
    },
    /// Measure how long it takes until other clients can read what is written, at a given rate of writes
    Visible {
        /// Writes a second
        #[arg(long, default_value_t = 500)]
        rate: u32,
        /// How long
        #[arg(long, default_value_t = 60)]
        seconds: u64,
    },
    /// Rebuild all views from a long log while readers poll; readers must not notice
    Rebuild {
        /// Events in the log
        #[arg(long, default_value_t = 1_000_000)]
        events: usize,
        /// Readers
        #[arg(long, default_value_t = 3)]
        readers: usize,
    },
    /// Read with tokens while all notices are dropped for a third of the time; no read may be stale
    TokenedReads {
        /// Number of read-api processes
        #[arg(long, default_value_t = 3)]
        nodes: usize,
        /// Reads
        #[arg(long, default_value_t = 100_000)]
        reads: usize,
    },
}

#[derive(Debug, Args)]
struct Clients {
    /// Clients that write meanwhile; a quarter as many read
    #[arg(long, default_value_t = 16)]
    clients: usize,
}

#[derive(Debug, Args)]
struct Pair {
    /// Writes, at least
    #[arg(long, default_value_t = 10_000)]
    writes: u64,
    /// How often each is killed
    #[arg(long, default_value_t = 20)]
    kills: usize,
    #[command(flatten)]
    clients: Clients,
}

#[tokio::main]
async fn main() -> ExitCode {
    let (mut stdout, mut stderr) = (std::io::stdout(), std::io::stderr());
    let cli = Cli::parse();
    // When the drill is interrupted, dropping `run` still ends the server and removes the folder.
    let done = tokio::select! {
        done = run(cli) => done,
        signal = told_to_end() => Err(anyhow::anyhow!("ended by {signal}")),
    };
    // Errors of writing are ignored: the other end of the pipe may be closed.
    match done {
        Ok(report) => {
            let _ = write!(stdout, "{report}");
            if report.is_sound() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            let _ = writeln!(stderr, "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Waits for Ctrl-C or the signal TERM.
async fn told_to_end() -> &'static str {
    #[cfg(unix)]
    if let Ok(mut term) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        return tokio::select! {
            _ = term.recv() => "the signal TERM",
            _ = tokio::signal::ctrl_c() => "Ctrl-C",
        };
    }
    let _ = tokio::signal::ctrl_c().await;
    "Ctrl-C"
}

async fn run(cli: Cli) -> anyhow::Result<Report> {
    let Cli { folder, seed, careless, drill } = cli;
    if let Drill::Several(drill) = drill {
        ensure!(folder.is_none(), "this drill works where temporary files go; set TMPDIR instead of --folder");
        return several(drill, seed, careless).await;
    }
    if let Drill::SlowReaders { load, several: true } = drill {
        let fleet = Fleet::start(Shape::default()).await?;
        return slow_readers::run(&fleet, load.settings(), || None, &bar(load.lists)).await;
    }
    if let Drill::Live(live @ live::Options { moments, several: true }) = drill {
        let fleet = Fleet::start(Shape { read_apis: 3, ..Shape::default() }).await?;
        return live::run_on_services(&fleet, live.settings(seed, careless), &bar(moments)).await;
    }
    if let Drill::Upgrade { events, kills, several: true } = drill {
        return upgrade_of_several(upgrade::Settings { events, kills, seed }).await;
    }
    if let Drill::Disk { fault, of, rounds, hold, kills, clients } = drill {
        let (mounted, hold) = (true, Duration::from_secs(hold));
        let settings = disk::Settings { fault, of, mounted, rounds, hold, kills, clients, seed };
        return disk::run(settings, &bar(rounds)).await;
    }
    if let Drill::DiskStart { rounds } = drill {
        return disk_start::run(rounds, &bar(rounds)).await;
    }
    if let Drill::SetBack { postgres: true, rounds } = drill {
        let settings = set_back::Settings { rounds, seed, careless };
        return set_back::run_on_postgres(&Fleet::start(Shape::default()).await?, settings, &bar(rounds)).await;
    }
    if let Drill::PowerCut { ext4, moments, writes } = drill {
        let moments = moments.unwrap_or(if ext4 { 30 } else { 200 });
        return power_cut(ext4, power::Settings { moments, writes, seed, careless }).await;
    }
    let site = Site::make(folder.as_deref())?;
    match drill {
        Drill::Upgrade { events, kills, .. } => {
            upgrade::run(&site, upgrade::Settings { events, kills, seed }, &bar(kills)).await
        }
        Drill::Kill { moments, clients, checkpoints } => {
            let settings = kill::Settings { moments, clients, checkpoints: checkpoints.max(1), seed, careless };
            kill::run(&site, settings, &bar(moments)).await
        }
        Drill::Retries { rounds, clients, kills } => {
            let settings = retries::Settings { rounds, clients, kills, seed, careless };
            retries::run(&site, settings, &bar(rounds)).await
        }
        Drill::ReadYourWrites { writes, clients } => {
            let settings = read_your_writes::Settings { writes, clients: clients.max(1), seed, careless };
            read_your_writes::run(&site, settings, &bar(2 * writes)).await
        }
        Drill::SlowReaders { load, .. } => {
            let server = site.serve().await?;
            slow_readers::run(&site, load.settings(), || server.peak_memory(), &bar(load.lists)).await
        }
        Drill::Mirror(it) => mirrored::run(&site, it.settings(seed, careless), &bar(it.commands)).await,
        Drill::Live(live) => live::run(&site, live.settings(seed, careless), &bar(live.moments)).await,
        Drill::Webhooks(it) => webhooks::run(&site, it.settings(seed), &bar(it.kills)).await,
        Drill::Strangers(strangers) => strangers::run(&site, strangers.settings(), &bar(5)).await,
        Drill::FlippedBytes { damages, from } => {
            let settings = flipped::Settings { damages, from, seed, careless };
            flipped::run(&site, settings, &bar(damages)).await
        }
        Drill::SetBack { rounds, .. } => {
            set_back::run(&site, set_back::Settings { rounds, seed, careless }, &bar(rounds)).await
        }
        Drill::Disk { .. } | Drill::DiskStart { .. } | Drill::PowerCut { .. } | Drill::Several(_) => {
            anyhow::bail!("this drill makes a place of its own")
        }
    }
}

async fn power_cut(ext4: bool, settings: power::Settings) -> anyhow::Result<Report> {
    let bar = bar(settings.moments);
    match ext4 {
        true => power::run_on_volumes(settings, &bar).await,
        false => power::run(settings, &bar).await,
    }
}

async fn upgrade_of_several(settings: upgrade::Settings) -> anyhow::Result<Report> {
    let mut fleet = Fleet::start(Shape::default()).await?;
    upgrade::run_on_services(&mut fleet, settings, &bar(settings.kills)).await
}

async fn several(drill: Several, seed: u64, careless: bool) -> anyhow::Result<Report> {
    let usual = Shape::default();
    match drill {
        Several::Rolling { old, order, events, seconds } => {
            let settings = rolling::Settings { old, order, events, time: Duration::from_secs(seconds), seed };
            rolling::run(settings, &bar(events)).await
        }
        Several::Outage { of, moments, clients } => {
            let settings = outage::Settings { target: of, moments, clients: clients.clients, seed, careless };
            outage::run(&Fleet::start(usual).await?, settings, &bar(moments)).await
        }
        Several::PostgresDisk { of, rounds, seconds, clients } => {
            let hold = Duration::from_secs(seconds);
            let settings = postgres_disk::Settings { of, rounds, hold, clients: clients.clients, seed };
            postgres_disk::run(settings, &bar(rounds)).await
        }
        Several::Frozen { seconds, clients } => {
            let settings = frozen::Settings { clients: clients.clients, time: Duration::from_secs(seconds) };
            frozen::run(&Fleet::start(Shape { write_apis: 2, ..usual }).await?, settings).await
        }
        Several::PostgresRestart { times, clients } => {
            let settings =
                outage::Settings { target: Target::Postgres, moments: times, clients: clients.clients, seed, careless };
            outage::restart_postgres(&Fleet::start(usual).await?, settings, &bar(times)).await
        }
        Several::Stream { fault, rounds, clients } => {
            let settings = stream::Settings { fault, rounds, clients: clients.clients, seed, careless };
            stream::run(&Fleet::start(usual).await?, settings, &bar(rounds)).await
        }
        Several::NatsDown { seconds, clients } => {
            let time = Duration::from_secs(seconds);
            let settings = stream::DownSettings { time, clients: clients.clients, seed };
            let bar = bar(usize::try_from(seconds)?);
            stream::nats_down(&Fleet::start(usual).await?, settings, &bar).await
        }
        Several::TwoRelays(pair) => {
            let fleet = Fleet::start(Shape { write_apis: 2, ..usual }).await?;
            pairs::two_relays(&fleet, pair.settings(seed), &bar(pair.kills)).await
        }
        Several::TwoProjectors(pair) => {
            let fleet = Fleet::start(Shape { projectors: 2, ..usual }).await?;
            pairs::two_projectors(&fleet, pair.settings(seed), &bar(pair.kills)).await
        }
        Several::Notices { fault, reads } => {
            let settings = fresh::Settings { fault, reads, plain: 2, writers: 4, readers: 12, seed, careless };
            fresh::run(&Fleet::start(Shape { far_readers: true, ..usual }).await?, settings, &bar(reads)).await
        }
        Several::Visible { rate, seconds } => {
            let settings =
                visible::Settings { rate: rate.max(1), time: Duration::from_secs(seconds), bar: true, careless };
            visible::run(&Fleet::start(usual).await?, settings, &bar(usize::try_from(u64::from(rate) * seconds)?)).await
        }
        Several::Rebuild { events, readers } => {
            let settings = rebuilding::Settings { events, readers };
            rebuilding::run(&Fleet::start(usual).await?, settings, &bar(events)).await
        }
        Several::TokenedReads { nodes, reads } => {
            let fault = NoticeFault::DroppedAtTimes;
            let settings = fresh::Settings { fault, reads, plain: 0, writers: 4, readers: 16, seed, careless };
            let shape = Shape { read_apis: nodes.max(1), far_readers: true, ..usual };
            fresh::run(&Fleet::start(shape).await?, settings, &bar(reads)).await
        }
    }
}

impl Pair {
    fn settings(&self, seed: u64) -> pairs::Settings {
        let Self { writes, kills, clients: Clients { clients } } = *self;
        pairs::Settings { writes, kills, clients, seed }
    }
}
