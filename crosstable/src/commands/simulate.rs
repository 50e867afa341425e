//! `crosstable simulate`: plays whole tournaments through the HTTP interface with several clients.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use proto_events::vocabulary::EventFormat;
use tokio_util::sync::CancellationToken;

use super::progress;
use crate::out;
use crate::simulate::{Interrupted, Own, Plan, Report, Target, run};

const AFTER_HELP: &str = "\
Examples:
  crosstable simulate --players 64 --rounds 6 --top-cut 8
  crosstable simulate --players 2000 --rounds 9 --clients 64 --keep /tmp/trial
  crosstable --data-dir /tmp/trial export --format archive --out archive/    to check the results
  CROSSTABLE_KEY=sk_… crosstable simulate --url http://127.0.0.1:8080 --players 32 --rounds 5 --repeat 100

Players register, submit their lists just before the lists are locked, report when a round ends, drop and are
disqualified; judges correct wrong results. Without --url, a separate server is started in a new folder, which is
deleted at the end unless --keep names it. With --url, use a test server: the people and events made there stay. The key
must belong to an administrator.
The seed determines everything: on a new server the same seed gives the same standings, for any number of clients.
Figures go to stderr, with --json to stdout as well. Ctrl-C ends the run and shows the figures so far.
Exit code 1 if a request was refused, or the standings do not match the results.";

/// Play whole tournaments over HTTP with many clients, as a load test or a demo
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Simulate {
    /// Players per event
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(2..=20_000))]
    players: u32,
    /// Swiss rounds
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(i32).range(1..=100))]
    rounds: i32,
    /// Size of the playoff after the Swiss rounds; 0 for none
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = top_cut)]
    top_cut: usize,
    /// Format of the events
    #[arg(long, value_name = "FORMAT", default_value = "MODERN", value_parser = format)]
    format: EventFormat,
    /// Number of events played at the same time, by the same people
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1_000))]
    events: u16,
    /// Number of times to repeat this, one after the other
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
    /// Seed of the random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Clients: number of requests at the same time
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u16).range(1..=10_000))]
    clients: u16,
    /// Address of a server to play on [default: a separate server]
    #[arg(long, value_name = "URL", requires = "key")]
    url: Option<String>,
    /// API key of an administrator there
    #[arg(long, env = "CROSSTABLE_KEY", value_name = "KEY", hide_env_values = true)]
    key: Option<String>,
    /// New folder for the data of the separate server, which is kept
    #[arg(long, value_name = "FOLDER", conflicts_with = "url")]
    keep: Option<PathBuf>,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

fn top_cut(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(1) => Err("a playoff needs at least 2 players; 0 means no playoff".to_owned()),
        Ok(size) if size <= 10_000 => Ok(size),
        _ => Err("must be a number of players up to 10000".to_owned()),
    }
}

fn format(text: &str) -> Result<EventFormat, String> {
    EventFormat::parse_loosely(text).ok_or_else(|| {
        let names: Vec<_> = EventFormat::ALL.iter().map(|format| format.wire_name()).collect();
        format!("the formats are {}", names.join(", "))
    })
}

impl Simulate {
    /// Runs the command.
    pub(super) async fn run(self) -> anyhow::Result<ExitCode> {
        let (own, target) = match (&self.url, self.key.clone()) {
            (Some(url), Some(key)) => (None, Target::new(url, key)?),
            _ => {
                let (own, target) = Own::start(self.keep.as_deref()).await.context("the server cannot be started")?;
                (Some(own), target)
            }
        };
        let stop = CancellationToken::new();
        let watching = tokio::spawn(stop_when_told(stop.clone()));
        let plan = self.plan();
        let bar = progress::bar(plan.steps());
        let (report, done) = run(plan, target, &stop, bar).await;
        watching.abort();
        let stopped = match own {
            Some(own) => own.stop().await,
            None => Ok(()),
        };
        self.tell(&report)?;
        stopped.context("the server did not stop cleanly")?;
        match done {
            Ok(()) if report.errors == 0 => Ok(ExitCode::SUCCESS),
            Ok(()) => Ok(ExitCode::FAILURE),
            Err(error) if error.is::<Interrupted>() => {
                out::say("Stopped before the end.");
                Ok(ExitCode::FAILURE)
            }
            Err(error) => Err(error),
        }
    }

    fn plan(&self) -> Plan {
        let number = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
        Plan {
            players: number(self.players),
            rounds: self.rounds,
            top_cut: self.top_cut,
            format: self.format,
            events: self.events.into(),
            repeat: number(self.repeat),
            seed: self.seed,
            clients: self.clients.into(),
        }
    }

    fn tell(&self, report: &Report) -> anyhow::Result<()> {
        report.say();
        if let Some(folder) = &self.keep {
            out::say(format_args!("The data is in {0}; `crosstable --data-dir {0} serve` shows it.", folder.display()));
        }
        if self.json {
            out::data(serde_json::to_string_pretty(report)?)?;
        }
        Ok(())
    }
}

/// The first Ctrl-C ends the run and shows the figures so far.
async fn stop_when_told(stop: CancellationToken) {
    if tokio::signal::ctrl_c().await.is_ok() {
        stop.cancel();
    }
}
