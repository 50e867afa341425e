//! `bench log`: a log of millions of events: time until the service answers on it, memory at rest and while it makes
//! views, time of pages of a long list, and time of `crosstable verify`.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::Args;
use tokio::time::sleep;

use super::Size;
use super::idle::{REST, mebibytes};
use crate::figures::{Samples, at, count, millis, number, scaled};
use crate::history::{self, History};
use crate::http::{Connection, Request};
use crate::report::{Table, say};
use crate::subject::{Measured, Running, Subject};

/// Lists on a page, unless the reader asks for more.
const PAGE: i64 = 25;
/// Time limit for the views of all events.
const PATIENCE: Duration = Duration::from_secs(7_200);
/// Interval between two looks at the views.
const LOOK: Duration = Duration::from_millis(50);
/// The limits that the design sets.
const BARS: &str =
    "The bars, for 10,000,000 events: start at most 1 s, memory at most 400 MiB, p99 of pages at most 5 ms.";

/// The sizes of the log.
#[derive(Debug, Clone, Args)]
pub(crate) struct Log {
    /// Numbers of events [default: 1,000,000; at full size 10,000,000; at quick size 100,000]
    #[arg(long, value_delimiter = ',', value_name = "N")]
    events: Vec<i64>,
}

/// Runs the benchmark.
pub(crate) async fn run(log: &Log, size: &Size) -> anyhow::Result<Vec<Table>> {
    let sizes =
        if log.events.is_empty() { vec![size.pick(100_000, 1_000_000, 10_000_000)] } else { log.events.clone() };
    let columns =
        "events | log, MB | views, MB | start, ms | at rest, MiB | first page, p99 ms | middle, p99 ms | last, p99 ms";
    let mut table = Table::new("A long log: every start", columns);
    let columns =
        "events | written, events/s | first answer, ms | views, events/s | peak, MiB | verify, s | its peak, MiB";
    let mut once = Table::new("A long log: without views", columns);
    for events in sizes {
        let [every, first] = measure(events, size).await?;
        table.row(every);
        once.row(first);
    }
    table.note(format!(
        "Tournaments of 20 players in five rounds, with a list of each player. Start: from the command to the first answer, with \
         all views. Pages: `/api/v1/decklists/` with {PAGE} lists each, on one connection."
    ));
    table.note(BARS);
    once.note(
        "One run. First answer, views and peak: from the start of a service without views until it has all of them.",
    );
    Ok(vec![table, once])
}

/// Returns a row of either table.
async fn measure(events: i64, size: &Size) -> anyhow::Result<[Vec<String>; 2]> {
    let (subject, begun) = (Subject::on_sqlite()?, Instant::now());
    let history = history::write(&*subject.log().await?, events).await?;
    let events = usize::try_from(history.events)?;
    let rate = |time: Duration| number(share(history.events) / time.as_secs_f64());
    let written = begun.elapsed();
    say(format_args!("{events} events are written after {:.1} s", written.as_secs_f64()));
    let begun = Instant::now();
    let running = subject.serve().await?;
    let mut first = vec![count(events), rate(written), number(millis(running.started_in))];
    views(&subject, &running, history).await?;
    let (viewed, peak) = (begun.elapsed(), mebibytes(running.tree.peak()));
    first.extend([rate(viewed), number(peak)]);
    say(format_args!("their views are made after {:.1} s; peak {peak:.0} MiB", viewed.as_secs_f64()));
    running.settles().await;
    drop(running);
    let mut figures = <[Samples; 5]>::default();
    for _ in 0..size.runs {
        let running = subject.serve().await?;
        figures[0].add(millis(running.started_in));
        sleep(REST).await;
        figures[1].add(mebibytes(running.tree.resident()));
        for (page, samples) in paths(&subject, &running, history).await?.iter().zip(&mut figures[2..]) {
            let request = Request::get(page, &subject.key, &[]);
            samples.add(late(&running, &request, size.time()).await?);
        }
        say(format_args!("a start, memory and pages: {}", figures.each_ref().map(Samples::told).join(", ")));
    }
    let mut every = vec![count(events)];
    for database in ["events", "views"] {
        every.push(scaled(bytes_of(&subject, database)?, 1e6));
    }
    every.extend(figures.iter().map(Samples::told));
    let Measured { took, peak } = subject.measure(&["verify"]).await?;
    first.extend([number(took.as_secs_f64()), number(mebibytes(peak))]);
    Ok([every, first])
}

/// Waits until the views have the last list.
async fn views(subject: &Subject, running: &Running, history: History) -> anyhow::Result<()> {
    let last = Request::get(&format!("/api/v1/decklists/{}/", history.last_list), &subject.key, &[]);
    let (mut connection, begun) = (Connection::open(running.port).await?, Instant::now());
    while connection.ask(&last).await?.status != 200 {
        ensure!(begun.elapsed() < PATIENCE, "the views are not made after {PATIENCE:?}");
        sleep(LOOK).await;
    }
    Ok(())
}

/// Returns the paths of the first page, the one in the middle and the last one.
async fn paths(subject: &Subject, running: &Running, history: History) -> anyhow::Result<[String; 3]> {
    let path = |page: i64| format!("/api/v1/decklists/?page={page}");
    let mut connection = Connection::open(running.port).await?;
    let answer = connection.ask(&Request::get(&path(1), &subject.key, &[])).await?.expect(200)?.json()?;
    let lists = answer["count"].as_i64().context("no count")?;
    ensure!(lists >= history.lists, "{lists} lists are shown, and there are {}", history.lists);
    let last = (lists + PAGE - 1) / PAGE;
    Ok([1, last / 2, last].map(path))
}

/// Returns the 99th percentile of the answers to a request that is sent again and again, in milliseconds.
async fn late(running: &Running, request: &Request, time: Duration) -> anyhow::Result<f64> {
    let mut times = Connection::open(running.port).await?.repeat(request, 200, Instant::now() + time).await?;
    Ok(millis(at(&mut times, 990)))
}

/// Returns the bytes of a database, with the files that SQLite keeps next to it.
fn bytes_of(subject: &Subject, database: &str) -> anyhow::Result<usize> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(subject.folder().join("data"))? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(database) {
            bytes += usize::try_from(entry.metadata()?.len())?;
        }
    }
    Ok(bytes)
}

#[allow(clippy::cast_precision_loss, reason = "printed with three digits")]
fn share(events: i64) -> f64 {
    events as f64
}
