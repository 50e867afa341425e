//! Runs the drills in any size: `cargo run --release -p e2e --bin drill -- kill`. See `docs/reliability.md`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use std::time::Duration;

use anyhow::ensure;
use clap::{Args, Parser, Subcommand};
use e2e::drill::disks::Fault as DiskFault;
use e2e::drill::report::bar;
use e2e::drill::{
    Fleet, NoticeFault, Report, Shape, Site, Target, disk, disk_start, flipped, fresh, frozen, kill, outage, pairs,
};
use e2e::drill::{
    postgres_disk, power, read_your_writes, rebuilding, retries, set_back, slow_readers, strangers, stream, visible,
};

const AFTER_HELP: &str = "\
Examples:
  drill kill --moments 200 --clients 64 --seed 1
  drill disk --fault full --of log --rounds 20
  drill strangers --slow-heads 5000 --idle 12000
  drill outage --of postgres --moments 100 --clients 16

Drills from `outage` on need PostgreSQL, nats-server and nginx, of which they start their own, where temporary files go.
The program drilled is the `crosstable` that lies beside this one; build both with the same profile:
  cargo build --release -p crosstable && cargo run --release -p e2e --bin drill -- kill
Exit codes: 0 every promise was kept, 1 one was broken, or the drill could not be carried out, 2 wrong usage.";

/// Tries what players are promised on the real program: kills it while it works, and looks for what is lost, doubled or stale.
#[derive(Debug, Parser)]
#[command(name = "drill", after_help = AFTER_HELP, disable_help_subcommand = true)]
struct Cli {
    /// Folder on the disk to drill on [default: where temporary files go]; what is made there is removed
    #[arg(long, global = true, value_name = "FOLDER")]
    folder: Option<PathBuf>,
    /// What everything random follows from: moments, lists, choices
    #[arg(long, global = true, default_value_t = 1)]
    seed: u64,
    /// Let clients repeat requests without a key and read without a token: shows that a drill finds what it looks for
    #[arg(long, global = true)]
    careless: bool,
    #[command(subcommand)]
    drill: Drill,
}

#[derive(Debug, Subcommand)]
enum Drill {
    /// Kill the server again and again while clients write; nothing acknowledged may be lost, doubled or changed
    Kill {
        /// Moments at which the server is killed
        #[arg(long, default_value_t = 200)]
        moments: usize,
        /// Clients that write meanwhile
        #[arg(long, default_value_t = 64)]
        clients: usize,
        /// Times at which everything is compared, the end included
        #[arg(long, default_value_t = 10)]
        checkpoints: usize,
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
    /// Follow every write at once by a read on another connection; none may be stale
    ReadYourWrites {
        /// Writes without a token, and as many with one
        #[arg(long, default_value_t = 100_000)]
        writes: usize,
        /// Clients
        #[arg(long, default_value_t = 32)]
        clients: usize,
    },
    /// Slow readers of a list and the export, and pages of many decklists: other clients must not notice
    SlowReaders {
        #[command(flatten)]
        load: slow_readers::Arguments,
        /// Several processes on PostgreSQL behind nginx instead of one on SQLite
        #[arg(long)]
        several: bool,
    },
    /// Take connections, memory and time as unknown clients, while ordinary clients read; none of these may be refused
    Strangers(Strangers),
    /// Let the disk of the log or of the views be full or fail while clients write; takes root where it is `full`
    Disk {
        /// How it fails
        #[arg(long)]
        fault: DiskFault,
        /// The store on it
        #[arg(long)]
        of: disk::Store,
        /// How often it does
        #[arg(long, default_value_t = 20)]
        rounds: usize,
        /// How long, in seconds
        #[arg(long, default_value_t = 3)]
        hold: u64,
        /// Kill the process in every other round before the disk works again
        #[arg(long)]
        kills: bool,
        /// Clients that write with keys; as many send each request once, and half as many read
        #[arg(long, default_value_t = 16)]
        clients: usize,
    },
    /// Start the program on a disk that is full or read-only; takes root
    DiskStart {
        /// How often, in each of four ways
        #[arg(long, default_value_t = 5)]
        rounds: usize,
    },
    /// Change bytes of the views' and the log's files; every answer must be true or refused
    FlippedBytes {
        /// Damages; every second one is of the log
        #[arg(long, default_value_t = 200)]
        damages: usize,
        /// Number of the first one, to repeat one alone
        #[arg(long, default_value_t = 0)]
        from: usize,
    },
    /// Cut the power: start on what a disk may hold then. All that was acknowledged must be there
    PowerCut {
        /// Copy the device of an ext4 file system while it is written, instead of tracing calls; takes root
        #[arg(long)]
        ext4: bool,
        /// Moments at which the power is cut [default: 200 of a trace, 30 on file systems]
        #[arg(long)]
        moments: Option<usize>,
        /// Writes that are traced
        #[arg(long, default_value_t = 240)]
        writes: usize,
    },
    /// Put an older copy of the log in the place of the newer one; nothing of what is lost may be shown
    SetBack {
        /// PostgreSQL and several processes, half of the time while they run, instead of SQLite
        #[arg(long)]
        postgres: bool,
        /// How often
        #[arg(long, default_value_t = 20)]
        rounds: usize,
    },
    #[command(flatten)]
    Several(Several),
}

#[derive(Debug, Args)]
struct Strangers {
    /// Connections that send a head and never end it
    #[arg(long, default_value_t = 5_000)]
    slow_heads: usize,
    /// Bytes of each such head
    #[arg(long, default_value_t = 250_000)]
    head_bytes: usize,
    /// Connections that send the form to sign in and never end it
    #[arg(long, default_value_t = 5_000)]
    login_bodies: usize,
    /// Connections that ask again and again and take no answer
    #[arg(long, default_value_t = 5_000)]
    pipeliners: usize,
    /// Connections that send nothing
    #[arg(long, default_value_t = 12_000)]
    idle: usize,
    /// Addresses of this machine that strangers come from
    #[arg(long, default_value_t = 8)]
    addresses: u8,
    /// How often each part is repeated, after as long a time without strangers
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Seconds of each round
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Memory that the process may have together with its sockets, in MiB
    #[arg(long, default_value_t = 512)]
    memory: u64,
}

/// Drills of several processes on PostgreSQL and NATS behind nginx.
#[derive(Debug, Subcommand)]
enum Several {
    /// Kill one part of several processes again and again; nothing may be lost or doubled, and all work again in 10 s
    Outage {
        /// What is killed
        #[arg(long)]
        of: Target,
        /// Moments at which it is
        #[arg(long, default_value_t = 100)]
        moments: usize,
        #[command(flatten)]
        clients: Clients,
    },
    /// Fill the disk of a PostgreSQL database, or of the whole server, under load (root)
    PostgresDisk {
        /// What lies on the disk
        #[arg(long)]
        of: postgres_disk::Full,
        /// How often it is full
        #[arg(long, default_value_t = 10)]
        rounds: usize,
        /// How long, in seconds
        #[arg(long, default_value_t = 3)]
        seconds: u64,
        #[command(flatten)]
        clients: Clients,
    },
    /// Freeze one of two write-api; the other must go on with most writes
    Frozen {
        /// How long
        #[arg(long, default_value_t = 60)]
        seconds: u64,
        #[command(flatten)]
        clients: Clients,
    },
    /// Stop and start PostgreSQL in good order
    PostgresRestart {
        /// How often
        #[arg(long, default_value_t = 20)]
        times: usize,
        #[command(flatten)]
        clients: Clients,
    },
    /// Delete, cut off or roll back JetStream's folder while nats-server does not run
    Stream {
        /// What becomes of it
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
    /// Two write-api, which relay to one stream
    TwoRelays(Pair),
    /// Two projectors on one shard
    TwoProjectors(Pair),
    /// Drop, delay or double notices to two read-api; no tokened read may be stale, no plain one older than 2 s
    Notices {
        /// What becomes of notices
        #[arg(long)]
        fault: NoticeFault,
        /// Reads, half of them with a token
        #[arg(long, default_value_t = 50_000)]
        reads: usize,
    },
    /// Measure how long it takes until others can read what is written, at so many writes a second
    Visible {
        /// Writes a second
        #[arg(long, default_value_t = 500)]
        rate: u32,
        /// How long
        #[arg(long, default_value_t = 60)]
        seconds: u64,
    },
    /// Render all views anew from a long log while readers poll; nobody may notice
    Rebuild {
        /// Events in the log
        #[arg(long, default_value_t = 1_000_000)]
        events: usize,
        /// Readers
        #[arg(long, default_value_t = 3)]
        readers: usize,
    },
    /// Read with tokens while all notices are dropped for a third of the time; none may be stale
    TokenedReads {
        /// Processes that answer reads
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
    /// Times at which either is killed
    #[arg(long, default_value_t = 20)]
    kills: usize,
    #[command(flatten)]
    clients: Clients,
}

#[tokio::main]
async fn main() -> ExitCode {
    let (mut stdout, mut stderr) = (std::io::stdout(), std::io::stderr());
    let cli = Cli::parse();
    // Who is interrupted ends the server and removes the folder all the same, which is what dropping does.
    let done = tokio::select! {
        done = run(cli) => done,
        signal = told_to_end() => Err(anyhow::anyhow!("ended by {signal}")),
    };
    // Where nobody listens there is nobody to tell.
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
        let settings = power::Settings { moments, writes, seed, careless };
        return match ext4 {
            true => power::run_on_volumes(settings, &bar(moments)).await,
            false => power::run(settings, &bar(moments)).await,
        };
    }
    let site = Site::make(folder.as_deref())?;
    match drill {
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
        Drill::Strangers(strangers) => {
            let settings = strangers.settings();
            strangers::run(&site, settings, &bar(5)).await
        }
        Drill::FlippedBytes { damages, from } => {
            let settings = flipped::Settings { damages, from, seed, careless };
            flipped::run(&site, settings, &bar(damages)).await
        }
        Drill::SetBack { rounds, .. } => {
            let settings = set_back::Settings { rounds, seed, careless };
            set_back::run(&site, settings, &bar(rounds)).await
        }
        Drill::Disk { .. } | Drill::DiskStart { .. } | Drill::PowerCut { .. } | Drill::Several(_) => {
            anyhow::bail!("this drill makes a place of its own")
        }
    }
}

async fn several(drill: Several, seed: u64, careless: bool) -> anyhow::Result<Report> {
    let usual = Shape::default();
    match drill {
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

impl Strangers {
    fn settings(self) -> strangers::Settings {
        let Self { slow_heads, head_bytes, login_bodies, pipeliners, idle, addresses, rounds, seconds, memory } = self;
        let time = Duration::from_secs(seconds);
        strangers::Settings {
            slow_heads,
            head_bytes,
            login_bodies,
            pipeliners,
            idle,
            addresses,
            rounds,
            time,
            memory,
            speed: true,
            options: Vec::new(),
        }
    }
}

impl Pair {
    fn settings(&self, seed: u64) -> pairs::Settings {
        let Self { writes, kills, clients: Clients { clients } } = *self;
        pairs::Settings { writes, kills, clients, seed }
    }
}
