//! Runs the drills in any size: `cargo run --release -p drills --bin drill -- kill`. See `docs/reliability.md`.

use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use drills::Cli;
use tokio::signal::unix::{SignalKind, signal};

#[tokio::main]
async fn main() -> ExitCode {
    let (mut stdout, mut stderr) = (std::io::stdout(), std::io::stderr());
    let cli = Cli::parse();
    // When the drill is interrupted, dropping `run` still ends the server and removes the folder.
    let done = tokio::select! {
        done = cli.run() => done,
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
    if let Ok(mut term) = signal(SignalKind::terminate()) {
        return tokio::select! {
            _ = term.recv() => "the signal TERM",
            _ = tokio::signal::ctrl_c() => "Ctrl-C",
        };
    }
    let _ = tokio::signal::ctrl_c().await;
    "Ctrl-C"
}
