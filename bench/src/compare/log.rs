//! `bench log`: a log of millions of events: time until the service answers on it, memory at rest and while it makes
//! views, time of pages of a long list, and time of `crosstable verify`.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use clap::Args;
use tokio::time::sleep;

use super::Size;
use super::idle::{REST, mebibytes};
use crate::figures::{Samples, at, count, millis, number};
use crate::history::{self, History};
use crate::http::{Connection, Request};
use crate::plot::Plot;
use crate::process::Watch;
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
#[derive(Debug, Clone, Default, Args)]
pub(crate) struct Log {
    /// Numbers of events [default: 1,000,000; at full size 10,000,000; at quick size 100,000]
    #[arg(long, value_delimiter = ',', value_name = "N")]
    events: Vec<i64>,
}

/// The figures of a log.
struct Figures {
    events: i64,
    /// Bytes of the log, and of the views.
    bytes: [u64; 2],
    written: Duration,
    first: Duration,
    viewed: Duration,
    /// The peak while the views are made, in KiB.
    peak: u64,
    start: Samples,
    rest: Samples,
    /// 99th percentile of the first page, the one in the middle and the last one, in milliseconds.
    pages: [Samples; 3],
    verified: Measured,
}

/// Runs the benchmark.
pub(crate) async fn run(log: &Log, size: &Size) -> anyhow::Result<Vec<Table>> {
    let watch = Watch::begin();
    let sizes =
        if log.events.is_empty() { vec![size.pick(100_000, 1_000_000, 10_000_000)] } else { log.events.clone() };
    let columns = [
        "events",
        "log, MB",
        "views, MB",
        "start, ms",
        "at rest, MiB",
        "first page, p99 ms",
        "middle, p99 ms",
        "last, p99 ms",
    ];
    let mut table = Table::new("A long log: every start", &columns);
    let columns = ["events", "written, events/s", "first answer, ms", "views, events/s", "peak, MiB", "verify, s"];
    let mut once = Table::new("A long log: without views", &[&columns[..], &["its peak, MiB"]].concat());
    let mut plot = Plot::new("A long log", "events", "ms, MiB");
    for events in sizes {
        let found = measure(events, size).await?;
        let events = usize::try_from(found.events)?;
        let sizes = found.bytes.map(megabytes);
        table.row([count(events)].into_iter().chain(sizes).chain(found.cells()).collect());
        let rate = |time: Duration| number(share(found.events) / time.as_secs_f64());
        let views =
            [rate(found.written), number(millis(found.first)), rate(found.viewed), number(mebibytes(found.peak))];
        let verified = [number(found.verified.took.as_secs_f64()), number(mebibytes(found.verified.peak))];
        once.row([count(events)].into_iter().chain(views).chain(verified).collect());
        plot.point("start, ms", events, found.start.median());
        plot.point("at rest, MiB", events, found.rest.median());
        plot.point("peak with views, MiB", events, mebibytes(found.peak));
        plot.point("last page, p99 ms", events, found.pages[2].median());
    }
    table.note(format!(
        "Tournaments of 20 players in five rounds, with a list of each player. Start: from the command to the first answer, with \
         all views. Pages: `/api/v1/decklists/` with {PAGE} lists each, on one connection."
    ));
    table.note(BARS);
    once.note(
        "One run. First answer, views and peak: from the start of a service without views until it has all of them.",
    );
    once.note(watch.told());
    plot.save(size.plots.as_deref(), "log")?;
    Ok(vec![table, once])
}

async fn measure(events: i64, size: &Size) -> anyhow::Result<Figures> {
    let (subject, begun) = (Subject::on_sqlite()?, Instant::now());
    let history = history::write(&*subject.log().await?, events).await?;
    let written = begun.elapsed();
    say(format_args!("{} events are written after {:.1} s", history.events, written.as_secs_f64()));
    let begun = Instant::now();
    let running = subject.serve().await?;
    let first = running.started_in;
    views(&subject, &running, history).await?;
    let (viewed, peak) = (begun.elapsed(), running.tree.peak());
    say(format_args!("their views are made after {:.1} s; peak {:.0} MiB", viewed.as_secs_f64(), mebibytes(peak)));
    running.settles().await;
    drop(running);
    let [mut start, mut rest] = [(); 2].map(|()| Samples::default());
    let mut pages = [(); 3].map(|()| Samples::default());
    for _ in 0..size.runs {
        let running = subject.serve().await?;
        start.add(millis(running.started_in));
        sleep(REST).await;
        rest.add(mebibytes(running.tree.resident()));
        for (page, samples) in paths(&subject, &running, history).await?.iter().zip(&mut pages) {
            let request = Request::get(page, &subject.key, &[]);
            samples.add(late(&running, &request, size.time()).await?);
        }
        say(format_args!("a start: {}; pages: {}", start.told(), pages.each_ref().map(Samples::told).join(", ")));
    }
    let bytes = [bytes_of(&subject, "events")?, bytes_of(&subject, "views")?];
    let verified = subject.measure(&["verify"]).await?;
    Ok(Figures { events: history.events, bytes, written, first, viewed, peak, start, rest, pages, verified })
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
    let (mut connection, begun, mut times) = (Connection::open(running.port).await?, Instant::now(), Vec::new());
    while begun.elapsed() < time {
        let sent = Instant::now();
        connection.ask(request).await?.expect(200)?;
        times.push(sent.elapsed());
    }
    Ok(millis(at(&mut times, 990)))
}

/// Returns the bytes of a database, with the files that SQLite keeps next to it.
fn bytes_of(subject: &Subject, database: &str) -> anyhow::Result<u64> {
    let mut bytes = 0;
    for entry in std::fs::read_dir(subject.folder().join("data"))? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().starts_with(database) {
            bytes += entry.metadata()?.len();
        }
    }
    Ok(bytes)
}

#[allow(clippy::cast_precision_loss, reason = "printed with three digits")]
fn megabytes(bytes: u64) -> String {
    number(bytes as f64 / 1e6)
}

#[allow(clippy::cast_precision_loss, reason = "printed with three digits")]
fn share(events: i64) -> f64 {
    events as f64
}

impl Figures {
    /// Returns the figures of every start, in the order of the columns.
    fn cells(&self) -> Vec<String> {
        let [first, middle, last] = &self.pages;
        [&self.start, &self.rest, first, middle, last].map(Samples::told).into()
    }
}
