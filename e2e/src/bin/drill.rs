//! Runs the drills in any size: `cargo run --release -p e2e --bin drill -- kill`. See `docs/reliability.md`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use e2e::drill::report::bar;
use e2e::drill::{Report, Site, kill, read_your_writes, retries};

const AFTER_HELP: &str = "\
Examples:
  drill kill --moments 200 --clients 64 --seed 1
  drill retries --rounds 30 --clients 100 --kills 3
  drill read-your-writes --writes 100000 --clients 32

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
    }
}
