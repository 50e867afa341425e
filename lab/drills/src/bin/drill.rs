//! Runs the drills in any size: `cargo run --release -p drills --bin drill -- kill`. See `docs/reliability.md`.

use std::io::Write;
use std::panic::AssertUnwindSafe;
use std::process::ExitCode;

use anyhow::bail;
use clap::Parser;
use drills::{Cli, Report};
use futures::FutureExt;
use tokio::signal::ctrl_c;
use tokio::signal::unix::{SignalKind, signal};

#[tokio::main]
async fn main() -> ExitCode {
    let (mut stdout, mut stderr) = (std::io::stdout(), std::io::stderr());
    // Errors of writing are ignored: the other end of the pipe may be closed.
    match run(Cli::parse()).await {
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

/// When the drill is interrupted, dropping it still ends the server and removes the folder.
async fn run(cli: Cli) -> anyhow::Result<Report> {
    let mut term = signal(SignalKind::terminate())?;
    tokio::select! {
        done = AssertUnwindSafe(cli.run()).catch_unwind() => done.unwrap_or_else(|_| bail!("the drill panicked")),
        _ = term.recv() => bail!("ended by the signal TERM"),
        _ = ctrl_c() => bail!("ended by Ctrl-C"),
    }
}
