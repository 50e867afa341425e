//! A process of the service for tests: the same parts, with a clock that the test moves and views that it can hold up.
//! It prints its address, reads commands line by line, and stops when its input ends.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use api_kit::progress::Wanted;
use clap::{Parser, ValueEnum};
use crosstable::{App, Databases, LimitOptions, Part, Parts, RunningApp, Settings};
use domain::decklist::DeckHost;
use e2e::Options;
use e2e::file_clock::FileClock;
use e2e::gate::{Gate, Held};
use proto_events::Position;
use service_kit::nats::NatsOptions;
use service_kit::traces::{self, TraceSettings};
use storage::Database;
use tokio::io::{AsyncBufReadExt, BufReader, Lines, Stdin, stdin};

/// How often the process checks whether the gate is still closed.
const SOON: Duration = Duration::from_millis(50);

/// The command line.
#[derive(Debug, Parser)]
struct Arguments {
    #[arg(long, value_delimiter = ',')]
    roles: Vec<Part>,
    #[arg(long)]
    database_url: Option<String>,
    #[arg(long)]
    views_database_url: Option<String>,
    #[arg(long)]
    nats_url: Option<String>,
    #[arg(long)]
    secret_file: PathBuf,
    #[arg(long)]
    erasures: Option<PathBuf>,
    #[arg(long)]
    clock: PathBuf,
    /// The options of the app, in JSON.
    #[arg(long, value_parser = options)]
    options: Options,
    /// The folder of the app.
    #[arg(long)]
    folder: PathBuf,
    #[arg(long, value_parser = DeckHost::new)]
    deck_host_url: Option<DeckHost>,
    /// The gate's state at the start.
    #[arg(long, default_value = "nothing")]
    hold: Held,
    #[command(flatten)]
    limits: LimitOptions,
}

fn options(text: &str) -> serde_json::Result<Options> {
    serde_json::from_str(text)
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let parts: Parts = arguments.roles.iter().copied().collect();
    let endpoint = arguments.options.otlp_endpoint.as_deref().map(traces::endpoint).transpose();
    let endpoint = endpoint.map_err(anyhow::Error::msg)?;
    // Spans are sent only for traces that a request or an event brings along.
    let traces = endpoint.map(|endpoint| TraceSettings { endpoint, ratio: 0.0, service: parts.to_string() });
    service_kit::telemetry::init(true, traces.as_ref())?;
    let (gate, clock) = (Gate::default(), Arc::new(FileClock::of(&arguments.clock)));
    gate.hold(arguments.hold);
    let app = App::start_with(settings(arguments)?, clock, |views| gate.before(views)).await?;
    let metrics = app.metrics_addr.map_or_else(String::new, |address| address.to_string());
    say(&format!("listening {} {metrics}", app.addr))?;
    let mut lines = BufReader::new(stdin()).lines();
    let told = obey(&app, &gate, &mut lines).await;
    let stopped = app.stop().await;
    traces::finish().await;
    stopped?;
    told
}

fn settings(arguments: Arguments) -> anyhow::Result<Settings> {
    let database = |url: Option<String>| url.map(|url| Database::parse(&url)).transpose();
    let options = Options { deck_host: arguments.deck_host_url.unwrap_or_default(), ..arguments.options };
    Ok(Settings {
        parts: arguments.roles.into_iter().collect(),
        databases: Databases {
            events: database(arguments.database_url)?,
            views: database(arguments.views_database_url)?,
            secret_file: Some(arguments.secret_file),
            erasures: arguments.erasures,
        },
        nats: arguments.nats_url.map(|url| NatsOptions::new([url])),
        limits: arguments.limits.0,
        data_dir: PathBuf::new(),
        ..e2e::settings(&options, &arguments.folder)
    })
}

/// Carries out commands until the input ends or a part of the service fails.
async fn obey(app: &RunningApp, gate: &Gate, lines: &mut Lines<BufReader<Stdin>>) -> anyhow::Result<()> {
    while let Some(line) = lines.next_line().await? {
        match line.split_once(' ').unwrap_or((&line, "")) {
            ("hold", what) => gate.hold(Held::from_str(what, false).map_err(anyhow::Error::msg)?),
            ("applied", position) => {
                let position = Position(position.parse().context("a position")?);
                app.progress.reaches(position, Wanted::Written, Duration::MAX).await;
                // Events arrive one by one here, so a large tournament may lag that arrives at once in a single
                // process.
                while gate.is_open() && !app.progress.reaches(position, Wanted::All, SOON).await {}
                app.caught_up().await?;
            }
            _ => bail!("unknown command `{line}`"),
        }
        say("done")?;
    }
    Ok(())
}

fn say(line: &str) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
