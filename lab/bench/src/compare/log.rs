//! `bench log`: a log of millions of events: time until the service answers on it, memory at rest and while it makes views,
//! and time of pages of a long list.

use std::time::Instant;

use anyhow::{Context, ensure};
use tokio::time::sleep;

use super::Size;
use super::idle::{REST, mebibytes};
use crate::figures::{Samples, at, count, millis, number, scaled};
use crate::history::{self, History};
use crate::http::{Connection, Request};
use crate::report::{Table, say};
use crate::subject::{Running, Subject};

/// Lists on a page, unless the reader asks for more.
const PAGE: i64 = 25;
const BARS: &str =
    "The bars, for 10,000,000 events: start at most 1 s, memory at most 400 MiB, p99 of pages at most 5 ms.";

pub(crate) async fn run(size: &Size) -> anyhow::Result<Vec<Table>> {
    let columns = "events | log, MB | views, MB | peak while views are made, MiB | start, ms | at rest, MiB | first page, p99 ms | middle, \
        p99 ms | last, p99 ms";
    let mut table = Table::new("A long log", columns);
    table.row(measure(size.pick(100_000, 1_000_000, 10_000_000), size).await?);
    table.note(format!(
        "Tournaments of 20 players in five rounds, with a list of each player. Peak: one run, from the start of a service without \
         views until it has all of them. Start: from the command to the first answer, with all views. Pages: `/api/v1/decklists/` \
         with {PAGE} lists each, on one connection."
    ));
    table.note(BARS);
    Ok(vec![table])
}

/// Returns a row of the table.
async fn measure(events: i64, size: &Size) -> anyhow::Result<Vec<String>> {
    let subject = Subject::on_sqlite()?;
    let history = history::write(&*subject.log().await?, events).await?;
    let running = subject.serve().await?;
    subject.until(&running, &format!("/api/v1/decklists/{}/", history.last_list)).await?;
    let peak = mebibytes(running.tree.peak());
    say(format_args!("the views of {} events are made; peak {peak:.0} MiB", history.events));
    running.settles().await;
    drop(running);
    let mut figures = <[Samples; 5]>::default();
    for _ in 0..size.runs {
        let running = subject.serve().await?;
        figures[0].add(millis(running.started_in));
        sleep(REST).await;
        figures[1].add(mebibytes(running.tree.resident()));
        for (page, samples) in paths(&subject, &running, history).await?.iter().zip(&mut figures[2..]) {
            let (request, until) = (Request::get(page, &subject.key, &[]), Instant::now() + size.time());
            let mut times = Connection::open(running.port).await?.repeat(&request, 200, until).await?;
            samples.add(millis(at(&mut times, 990)));
        }
        say(format_args!("a start, memory and pages: {}", figures.each_ref().map(Samples::told).join(", ")));
    }
    let mut cells = vec![count(usize::try_from(history.events)?)];
    for database in ["events", "views"] {
        cells.push(scaled(bytes_of(&subject, database)?, 1e6));
    }
    cells.push(number(peak));
    cells.extend(figures.iter().map(Samples::told));
    Ok(cells)
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
