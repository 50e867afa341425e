//! The drill `rebuild`: all views are rebuilt from a long log while readers poll. No request may fail, and readers must
//! see no change: no page of an incomplete generation, and none that is older than a page they have seen.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use bytes::Bytes;
use e2e::client::{Answer, Client, Request};
use e2e::form::Form;
use indicatif::ProgressBar;
use proto_events::decklist::DecklistBody;
use proto_events::ids::{OrganizationId, Sequence};
use proto_events::{Actor, DecklistEvent, StreamId};
use service_kit::clock::{Clock, SystemClock};
use storage::{Access, AppendRequest, EventStore, NewEvent, StreamWrite, open_events};
use tokio::task::JoinSet;

use crate::body::fields;
use crate::place::Place;
use crate::report::{Faults, Report};
use crate::times::Times;

/// The organization of the installation's key.
const ORGANIZATION: OrganizationId = OrganizationId(1);
/// Revisions of each list.
const REVISIONS: usize = 20;
/// Lists appended to the log at a time.
const LISTS_AT_ONCE: usize = 250;
/// How long the first rendering of the log may take.
const FIRST_VIEWS: Duration = Duration::from_secs(1_800);

/// The size of the drill.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Number of events in the log.
    pub events: usize,
    /// Number of readers.
    pub readers: usize,
}

/// The state that readers share.
struct Shared {
    stop: AtomicBool,
    reads: AtomicU64,
    /// The answer of each address to which no client writes.
    expected: BTreeMap<String, Bytes>,
    faults: Faults,
}

/// Runs the drill.
///
/// # Errors
/// If the drill cannot be carried out. Broken promises are in the report.
pub async fn run(place: &impl Place, settings: Settings, bar: &ProgressBar) -> anyhow::Result<Report> {
    let (begun, faults) = (Instant::now(), Faults::default());
    let events = open_events(&place.log(), Access::Write).await?;
    let lists = fill(&*events, settings.events, bar).await?;
    let filled = begun.elapsed();
    let client = || place.door().client();
    let written = *lists.last().context("a log without lists")?;
    until_shown(&client()?, written).await?;
    let projected = begun.elapsed();

    let expected = expected(&client()?, &lists[..lists.len() - 1]).await?;
    let shared = Arc::new(Shared { stop: AtomicBool::new(false), reads: AtomicU64::new(0), expected, faults });
    let mut running = JoinSet::new();
    for number in 0..settings.readers {
        let (reader, shared) = (client()?, Arc::clone(&shared));
        running.spawn(async move { poll(number, &reader, &shared).await });
    }
    let (writer, sharing) = (client()?, Arc::clone(&shared));
    let writing = tokio::spawn(async move { write(&writer, written, &sharing).await });
    let head = events.head().await?.0;
    let rebuilding = Instant::now();
    let output = tokio::task::block_in_place(|| place.run(&["rebuild"]))?;
    let took = rebuilding.elapsed();
    shared.stop.store(true, Ordering::Relaxed);
    let writes = writing.await??;
    let (mut times, mut switched) = (Times::default(), 0);
    while let Some(read) = running.join_next().await {
        let (read, saw) = read??;
        times.merge(read);
        switched += usize::from(saw);
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() || !said.contains(" the same, 0 different, 0 only before, 0 only now") {
        shared.faults.note(format!("`crosstable rebuild` reports: {said}"));
    }
    if switched < settings.readers {
        shared.faults.note(format!("only {switched} of {} readers saw the new generation", settings.readers));
    }
    #[allow(clippy::cast_precision_loss, reason = "rates for people")]
    let rate = |time: Duration| head as f64 / time.as_secs_f64();
    let documents = said.lines().find(|line| line.starts_with("Documents: ")).unwrap_or_default().to_owned();
    let lines = vec![
        format!(
            "{head} events of {} lists; appended in {filled:.1?}, and shown {:.1?} later.",
            lists.len(),
            projected - filled
        ),
        format!("Rebuilt in {took:.1?}: {:.0} events/s. {documents}", rate(took)),
        format!("Meanwhile {} reads by {} readers: {}", times.count(), settings.readers, times.summary()),
        format!("and {writes} writes, each read back in order."),
    ];
    Ok(Report::new(lines, &shared.faults))
}

/// Appends events of lists with many revisions, as fast as the log takes them.
pub(crate) async fn fill(log: &dyn EventStore, events: usize, bar: &ProgressBar) -> anyhow::Result<Vec<i64>> {
    let count = events.div_ceil(REVISIONS).max(LISTS_AT_ONCE);
    let first = log.reserve_ids(Sequence::Decklist, count).await?;
    let ids: Vec<i64> = (first..).take(count).collect();
    for ids in ids.chunks(LISTS_AT_ONCE) {
        let now = SystemClock.now();
        let writes = ids.iter().map(|id| StreamWrite {
            stream: StreamId::decklist((*id).into()),
            organization_id: ORGANIZATION,
            expected_version: 0,
            events: (1..=REVISIONS)
                .map(|number| NewEvent { occurred_at: now, event: told(*id, number).into() })
                .collect(),
        });
        let request = AppendRequest {
            actor: Actor::System,
            recorded_at: now,
            writes: writes.collect(),
            claims: Vec::new(),
            idempotency: None,
            traceparent: None,
        };
        log.append(request).await.context("the log cannot be filled")?;
        bar.inc(u64::try_from(ids.len() * REVISIONS)?);
    }
    Ok(ids)
}

/// The last revision of a list that [`fill`] appends.
pub(crate) fn last_body(id: i64) -> DecklistBody {
    body(id, REVISIONS)
}

fn body(id: i64, number: usize) -> DecklistBody {
    let plaintext_list = format!("{} Island\n{} Opt\n4 Brainstorm\n", 10 + number, 1 + id % 4);
    DecklistBody {
        name: format!("List {id}, {number}"),
        plaintext_list,
        archetype: "Control".into(),
        ..DecklistBody::default()
    }
}

fn told(id: i64, number: usize) -> DecklistEvent {
    let body = body(id, number);
    if number == 1 {
        DecklistEvent::Submitted { owner_user_id: None, body, deck_url: String::new() }
    } else {
        DecklistEvent::Revised { body }
    }
}

/// Waits until the views show a list's last revision.
pub(crate) async fn until_shown(client: &Client, id: i64) -> anyhow::Result<()> {
    let (begun, path) = (Instant::now(), format!("/api/v1/decklists/{id}/"));
    let tag = format!("\"{REVISIONS}\"");
    while !client.send(&Request::get(&*path), 0).await.is_ok_and(|answer| answer.header("etag") == tag) {
        ensure!(begun.elapsed() < FIRST_VIEWS, "the projector does not finish the log");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    Ok(())
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

/// The generation of a page. Its tag contains the organization and then the generation.
pub(crate) fn generation(answer: &Answer) -> Option<i64> {
    answer.header("etag").strip_prefix("W/\"")?.split('-').nth(1)?.parse().ok()
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
            shared.reads.fetch_add(1, Ordering::Relaxed);
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
        let body = body(id, REVISIONS + 1 + writes);
        let request = Request::new(reqwest::Method::PUT, &*path, Form::Json, fields(&body));
        let answer = client.send(&request, 0).await.context("a write is not answered")?;
        if answer.status != 200 {
            bail!("a write is answered {}", answer.short());
        }
        writes += 1;
        let read = Request::get(&*path).with("consistency-token", answer.header("consistency-token"));
        let shown = client.send(&read.with("prefer", "wait=5"), 0).await.context("a read is not answered")?;
        if shown.status != 200 || shown.header("etag") != answer.header("etag") {
            shared.faults.note(format!("{} was written, but is read as {}", answer.header("etag"), shown.short()));
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Ok(writes)
}
