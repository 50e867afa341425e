//! The drill `rebuild`: all views are rebuilt from a long log while readers poll. No request may fail, and readers must
//! see no change: no page of an incomplete generation, and none that is older than a page they have seen.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use bytes::Bytes;
use clap::Args;
use e2e::client::{Client, Request};
use e2e::form::Form;
use storage::{Access, open_events};
use tokio::task::JoinSet;

use crate::body::{fields, read_with_token};
use crate::fill::{fill, later_body, until_shown};
use crate::fleet::Shape;
use crate::place::Place;
use crate::read_back::generation;
use crate::report::{Faults, Report, bar};
use crate::tally::joined;
use crate::times::Times;
use crate::usual::Usual;

/// The size of the drill.
#[derive(Debug, Args)]
pub(crate) struct Settings {
    /// Events in the log
    #[arg(long, default_value_t = 1_000_000)]
    events: usize,
    /// Readers
    #[arg(long, default_value_t = 3)]
    readers: usize,
}

/// The state that readers share.
struct Shared {
    stop: AtomicBool,
    /// The answer of each address to which no client writes.
    expected: BTreeMap<String, Bytes>,
    faults: Faults,
}

/// Runs the drill.
pub(crate) async fn run(settings: &Settings, usual: &Usual) -> anyhow::Result<Report> {
    let place = usual.fleet(Shape::default()).await?;
    let (begun, faults) = (Instant::now(), Faults::default());
    let lists = fill(&place, settings.events, &bar(settings.events)).await?;
    let filled = begun.elapsed();
    let client = || place.door().client();
    let written = *lists.last().context("a log without lists")?;
    until_shown(&client()?, written).await?;
    let projected = begun.elapsed();

    let expected = expected(&client()?, &lists[..lists.len() - 1]).await?;
    let shared = Arc::new(Shared { stop: AtomicBool::new(false), expected, faults });
    let mut running = JoinSet::new();
    for number in 0..settings.readers {
        let (reader, shared) = (client()?, Arc::clone(&shared));
        running.spawn(async move { poll(number, &reader, &shared).await });
    }
    let (writer, sharing) = (client()?, Arc::clone(&shared));
    let writing = tokio::spawn(async move { write(&writer, written, &sharing).await });
    let log = open_events(&place.log(), Access::Write).await?;
    let head = log.head().await?.0;
    log.close().await;
    let rebuilding = Instant::now();
    let documents = tokio::task::block_in_place(|| place.rebuild(&shared.faults))?;
    let took = rebuilding.elapsed();
    shared.stop.store(true, Ordering::Relaxed);
    let writes = writing.await??;
    let (mut times, mut switched) = (Times::default(), 0);
    for read in joined(running).await? {
        let (read, saw) = read?;
        times.merge(read);
        switched += usize::from(saw);
    }
    if switched < settings.readers {
        shared.faults.note(format!("only {switched} of {} readers saw the new generation", settings.readers));
    }
    #[allow(clippy::cast_precision_loss, reason = "rates for people")]
    let rate = |time: Duration| head as f64 / time.as_secs_f64();
    let lines = vec![
        format!(
            "{head} events of {} lists; appended in {filled:.1?}, and shown {:.1?} later.",
            lists.len(),
            projected - filled
        ),
        format!("Rebuilt in {took:.1?}: {:.0} events/s.", rate(took)),
        documents,
        format!("Meanwhile {} reads by {} readers: {}", times.count(), settings.readers, times.summary()),
        format!("and {writes} writes, each read back in order."),
    ];
    Ok(Report::new(lines, &shared.faults))
}

/// Reads pages of lists and single lists. Their answers must stay the same all the time.
async fn expected(client: &Client, lists: &[i64]) -> anyhow::Result<BTreeMap<String, Bytes>> {
    let some = [0, lists.len() / 3, lists.len() / 2, lists.len() - 1].map(|place| lists[place]);
    let pages = (1..=4).map(|page| format!("/api/v1/decklists/?page_size=50&page={page}"));
    let singles = some.iter().flat_map(|id| ["", "revisions/"].map(|what| format!("/api/v1/decklists/{id}/{what}")));
    let mut expected = BTreeMap::new();
    for path in pages.chain(singles) {
        let answer = client.send(&Request::get(&*path), 0).await?;
        ensure!(answer.status == 200, "{path}: {}", answer.short());
        expected.insert(path, answer.body);
    }
    Ok(expected)
}

/// Reads all addresses again and again. Returns how long reads took, and whether pages switched to another generation.
async fn poll(number: usize, client: &Client, shared: &Shared) -> anyhow::Result<(Times, bool)> {
    let (mut times, mut seen, mut over) = (Times::default(), None, false);
    let (mut last_round, mut is_last) = (None, false);
    while !is_last {
        // The switch may come at the very end, so the drill includes one round after it.
        is_last = last_round.is_some_and(|since: Instant| since.elapsed() > Duration::from_secs(1));
        if shared.stop.load(Ordering::Relaxed) {
            last_round.get_or_insert_with(Instant::now);
        }
        for (path, expected) in &shared.expected {
            let begun = Instant::now();
            let answer = match client.send(&Request::get(path.as_str()), 0).await {
                Ok(answer) => answer,
                Err(error) => {
                    shared.faults.note(format!("reader {number}: {path} is not answered: {error}"));
                    continue;
                }
            };
            times.add(begun.elapsed());
            if answer.status != 200 || answer.body != expected {
                shared.faults.note(format!("reader {number}: {path} is now {}", answer.short()));
            }
            if let Some(shown) = generation(&answer) {
                if seen.is_some_and(|seen| shown < seen) {
                    shared
                        .faults
                        .note(format!("reader {number}: {path} went back from generation {seen:?} to {shown}"));
                }
                over |= seen.is_some_and(|seen| shown > seen);
                seen = Some(shown);
            }
        }
    }
    Ok((times, over))
}

/// Changes one list all the time and reads it back with the token: the new views must contain writes made meanwhile.
async fn write(client: &Client, id: i64, shared: &Shared) -> anyhow::Result<usize> {
    let (path, mut writes) = (format!("/api/v1/decklists/{id}/"), 0);
    while !shared.stop.load(Ordering::Relaxed) {
        let body = later_body(id, writes);
        let request = Request::new(reqwest::Method::PUT, &*path, Form::Json, fields(&body));
        let answer = client.send(&request, 0).await.context("a write is not answered")?;
        if answer.status != 200 {
            bail!("a write is answered {}", answer.short());
        }
        writes += 1;
        let read = read_with_token(&path, answer.header("consistency-token"));
        let shown = client.send(&read, 0).await.context("a read is not answered")?;
        if shown.status != 200 || shown.header("etag") != answer.header("etag") {
            shared.faults.note(format!("{} was written, but is read as {}", answer.header("etag"), shown.short()));
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(writes)
}
