//! Measures the service and its peers: `cargo run --profile dist -p bench -- all --quick`. See `docs/benchmarks.md`.

mod compare;
mod figures;
mod history;
mod http;
mod live;
mod machine;
mod names;
mod pace;
mod peers;
mod process;
mod report;
mod streams;
mod subject;
mod wrk;

use std::io::Write as _;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use compare::{
    Size, crowd, desk, export, hub, idle, live as streaming, log, phone, publication, pushes, read, rebuild, share,
    write,
};
use process::Watch;
use report::{Table, say};

const AFTER_HELP: &str = "\
Examples:
  bench read --runs 9
  bench write --quick
  bench all --full >figures.md

Figures are medians of --runs runs in which the servers take turns, with the minimum and maximum in brackets; a ratio
compares the same run. ./scripts/bench-peers installs what it needs besides PostgreSQL and nginx. The measured program
is the `crosstable` in the same folder as this one:
  cargo build --profile dist -p crosstable && cargo run --profile dist -p bench -- all --quick";

/// Measures the service and its peers in one run, on one machine.
#[derive(Debug, Parser)]
#[command(name = "bench", after_help = AFTER_HELP)]
struct Cli {
    /// What to measure
    what: What,
    #[command(flatten)]
    size: Size,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// Standings of a round: identity, gzip, 304; compared with nginx and Django
    Read,
    /// Up to 15,000 open streams of an event: memory, time to all readers, deliveries; compared with nginx and nchan
    Live,
    /// 5,000 phones that follow an event of 2,000 players when a round is published
    Publication,
    /// A push message to each of 2,000 players when a round is published
    Pushes,
    /// Decklists posted by 1 to 256 clients on SQLite and PostgreSQL, compared with pgbench
    Write,
    /// 1,000 events of 20 players at once, with one result a second each: time until visible, memory
    Crowd,
    /// A burst of one organization while another works at a steady rate
    Share,
    /// Pages of the desk of an event of 512 players while 20 results per second come in
    Desk,
    /// The public page of a convention of 300 events while results come in
    Hub,
    /// Public pages and the player's page on a slow phone with a slow network, in Chromium
    Phone,
    /// The export of finished tournaments, compared with COPY
    Export,
    /// Rebuild of all views
    Rebuild,
    /// A log of millions of events: start, memory, pages of a long list
    Log,
    /// Memory at rest, time to start, size of the program
    Idle,
    /// Everything
    All,
}

#[tokio::main]
async fn main() -> ExitCode {
    let cli = Cli::parse();
    // Dropping the future on Ctrl-C ends the servers and removes the folders.
    let done = tokio::select! {
        done = run(cli) => done,
        _ = tokio::signal::ctrl_c() => Err(anyhow::anyhow!("ended by Ctrl-C")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(format_args!("error: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

async fn run(Cli { what, size }: Cli) -> anyhow::Result<()> {
    writeln!(std::io::stdout(), "{}", machine::about())?;
    let is_meant = |one: &&What| if what == What::All { **one != What::All } else { **one == what };
    for what in What::value_variants().iter().filter(is_meant) {
        // Tables are printed as soon as they are complete, so that a run that ends early has reported them.
        measure(*what, &size).await?.iter().try_for_each(Table::print)?;
    }
    writeln!(std::io::stdout(), "Load of the last minute after: {}.", machine::load())?;
    Ok(())
}

/// Measures, and notes below each table whether the machine was quiet meanwhile.
async fn measure(what: What, size: &Size) -> anyhow::Result<Vec<Table>> {
    let watch = Watch::begin();
    let mut tables = tables(what, size).await?;
    tables.iter_mut().for_each(|table| table.note(watch.told()));
    Ok(tables)
}

async fn tables(what: What, size: &Size) -> anyhow::Result<Vec<Table>> {
    match what {
        What::Read => read::run(size).await,
        What::Live => streaming::run(size).await,
        What::Publication => publication::run(size).await,
        What::Pushes => pushes::run(size).await,
        What::Write => write::run(size).await,
        What::Crowd => crowd::run(size).await,
        What::Share => share::run(size).await,
        What::Desk => desk::run(size).await,
        What::Hub => hub::run(size).await,
        What::Phone => phone::run(size).await,
        What::Export => export::run(size).await,
        What::Rebuild => rebuild::run(size).await,
        What::Log => log::run(size).await,
        What::Idle => idle::run(size).await,
        What::All => Ok(Vec::new()),
    }
}
