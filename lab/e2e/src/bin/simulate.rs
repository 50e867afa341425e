//! Plays whole events over HTTP with many clients: a trial under load, and a rehearsal.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for the terminal")]

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail, ensure};
use clap::Parser;
use crosstable::{App, RunningApp};
use e2e::simulate::{Plan, Run};
use proto_events::Actor;
use proto_events::vocabulary::{EventFormat, Role};
use service_kit::clock::SystemClock;
use write_api::WriteApi;
use write_api::keys::IssueApiKey;
use write_api::organizations::CreateOrganization;

const AFTER_HELP: &str = "\
Players register, submit their lists just before the lists are locked, report when a round ends, drop and are
disqualified; judges correct wrong results. Without --url, a separate server is started in a temporary folder, or in the one
that --keep names. With --url, use a test server: the people and events made there stay.
The seed determines everything: on a new server the same seed gives the same standings, for any number of clients.
Exit code 1 if a request was refused, or the standings do not match the results.";

/// Play whole events over HTTP with many clients
#[derive(Debug, Parser)]
#[command(after_help = AFTER_HELP)]
struct Arguments {
    /// Players per event
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(2..=20_000))]
    players: u32,
    /// Swiss rounds
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(i32).range(1..=100))]
    rounds: i32,
    /// Size of the playoff after the Swiss rounds; 0 for none
    #[arg(long, value_name = "N", default_value_t = 0)]
    top_cut: usize,
    /// Players at a table: 2, or 3 to 5 for pods
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=5))]
    pod_size: u8,
    /// Format of the events
    #[arg(long, value_name = "FORMAT", default_value = "MODERN", value_parser = format)]
    format: EventFormat,
    /// Number of events played at the same time, by the same people
    #[arg(long, value_name = "N", default_value_t = 1)]
    events: usize,
    /// Number of times to repeat this, one after the other
    #[arg(long, value_name = "N", default_value_t = 1)]
    repeat: usize,
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

fn format(text: &str) -> Result<EventFormat, String> {
    EventFormat::parse_loosely(text).ok_or_else(|| format!("{text} is not a format"))
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let plan = Plan {
        players: usize::try_from(arguments.players)?,
        rounds: arguments.rounds,
        top_cut: arguments.top_cut,
        pod_size: arguments.pod_size.into(),
        format: arguments.format,
        events: arguments.events,
        repeat: arguments.repeat,
        seed: arguments.seed,
        clients: arguments.clients.into(),
    };
    let temporary = tempfile::tempdir()?;
    let folder = arguments.keep.unwrap_or_else(|| temporary.path().join("data"));
    let (server, address, key) = match (arguments.url, arguments.key) {
        (Some(address), Some(key)) => (None, address, key),
        _ => {
            let is_new = std::fs::read_dir(&folder).map_or(true, |mut entries| entries.next().is_none());
            ensure!(is_new, "{} is not empty; name a new folder", folder.display());
            let server = App::start(crosstable::settings([], folder)?, Arc::new(SystemClock)).await?;
            let (address, key) = (server.address(), administrator(&server).await?);
            (Some(server), address, key)
        }
    };
    let run = Run::new(plan, &address, &key)?;
    let done = tokio::select! {
        done = run.play() => done,
        _ = tokio::signal::ctrl_c() => Err(anyhow::anyhow!("stopped before the end")),
    };
    if let Some(server) = server {
        server.stop().await?;
    }
    let report = run.report();
    eprintln!("{report}");
    if arguments.json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    }
    match done {
        Ok(()) if report.errors > 0 => bail!("{} requests were refused", report.errors),
        done => done,
    }
}

/// Creates an organization, and returns a key of its administrator.
async fn administrator(server: &RunningApp) -> anyhow::Result<String> {
    let api = WriteApi::new(server.events.clone().context("this server has no log")?, Arc::new(SystemClock));
    let created = CreateOrganization { name: "Simulated Store".into() };
    let organization_id = api.carry_out(&Actor::CommandLine, &created).await?.folded.state.id;
    let command = IssueApiKey {
        organization_id,
        name: "Simulation".into(),
        role: Role::Admin,
        expires_at: None,
        read_only: false,
        issued_by: None,
    };
    let issued = api.carry_out(&Actor::CommandLine, &command).await?;
    server.caught_up().await?;
    Ok(issued.value.expose().to_owned())
}
