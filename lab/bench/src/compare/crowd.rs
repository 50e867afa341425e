//! `bench crowd`: many small events at once, in twenty organizations. Each reports a result every second, spread over the
//! second: time from the answer until a read with its token has the result, time of the answer, memory, processor time.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Instant;

use anyhow::Context;
use proto_events::ids::OrganizationId;
use tokio::task::JoinSet;

use super::Size;
use super::idle::mebibytes;
use crate::figures::{Samples, at, count, millis, number};
use crate::http::Connection;
use crate::live::{Live, announce_all};
use crate::pace::{Pace, Writes, paced, result};
use crate::report::{Table, say};
use crate::subject::{Running, Subject};

/// Organizations that have the events.
const ORGANIZATIONS: usize = 20;
/// Players of each event.
const PLAYERS: usize = 20;
/// Number of events to pair at the same time.
const AT_ONCE: usize = 16;
const BARS: &str = "The bars, for 1,000 events: visible, p99 at most 50 ms; memory at most 600 MiB.";

/// Events with a round in progress, and the service that runs them. Fields are dropped in this order.
struct Scene {
    writes: Writes,
    running: Running,
    _subject: Subject,
}

pub(crate) async fn run(size: &Size) -> anyhow::Result<Vec<Table>> {
    let columns = "events | results/s | answered, p50 ms | p99 ms | visible, p50 ms | p99 ms | CPU ms a result | memory after, \
        MiB | peak, MiB | ready in, s";
    let title = format!("Events of {PLAYERS} at once, one result a second each, in one process on SQLite");
    let mut table = Table::new(title, columns);
    for events in size.pick(vec![50], vec![1_000], vec![10, 100, 1_000]) {
        let begun = Instant::now();
        let scene = Scene::set(events).await?;
        let ready = begun.elapsed().as_secs_f64();
        say(format_args!("{events} events are ready after {ready:.1} s"));
        let figures = scene.measure(events, size).await?;
        let cells = [count(events), count(events)].into_iter().chain(figures.iter().map(Samples::told));
        table.row(cells.chain([number(ready)]).collect());
    }
    table.note(format!(
        "The events belong to at most {ORGANIZATIONS} organizations. Each has a connection for its results and one for its reads. \
         Answered: from the time when the result is due; the answer waits for the disk. Visible: from the answer to the whole \
         answer of a read of the standings with its token. CPU: of the service, with these reads. The first result of each table is \
         reported, and those after it correct the same tables. Ready: the events are in the log, paired over HTTP and started."
    ));
    table.note(BARS);
    Ok(vec![table])
}

impl Scene {
    async fn set(events: usize) -> anyhow::Result<Self> {
        let subject = Subject::on_sqlite()?;
        let mut tenants = vec![(1, subject.key.clone())];
        while tenants.len() < ORGANIZATIONS.min(events) {
            tenants.push(subject.tenant(&format!("Store {}", tenants.len() + 1))?);
        }
        let (log, mut announced) = (subject.log().await?, Vec::new());
        for (place, (organization, key)) in tenants.iter().enumerate() {
            let own = (events + place) / tenants.len();
            let own = announce_all(&*log, OrganizationId(*organization), own, PLAYERS).await?;
            announced.extend(own.into_iter().map(|event| (event, key.clone())));
        }
        drop(log);
        let running = subject.serve().await?;
        let playing = paired(running.port, &announced).await?;
        running.settles().await;
        let writes = Arc::new(move |number: usize| {
            let (live, key, results) = &playing[number % playing.len()];
            result(live, key, results)
        });
        Ok(Self { writes, running, _subject: subject })
    }

    /// Returns the figures in the order of the columns.
    async fn measure(&self, events: usize, size: &Size) -> anyhow::Result<[Samples; 7]> {
        let pace = Pace { rate: u32::try_from(events)?, pairs: events, time: size.time() };
        let (mut figures, tree) = ([(); 7].map(|()| Samples::default()), self.running.tree);
        for _ in 0..size.runs {
            tree.forget_peak()?;
            let before = tree.cpu();
            let mut times = paced(self.running.port, &self.writes, pace).await?;
            let [half, most] = [500, 990].map(|part| millis(at(&mut times.answered, part)));
            let [seen_half, seen_most] = [500, 990].map(|part| millis(at(&mut times.visible, part)));
            say(format_args!("{events} events: answered p99 {most:.1} ms, visible {seen_half:.1} / {seen_most:.1} ms"));
            self.running.settles().await;
            let cpu = millis(tree.cpu().saturating_sub(before)) / f64::from(pace.all());
            let memory = [tree.resident(), tree.peak()].map(mebibytes);
            let found = [half, most, seen_half, seen_most, cpu, memory[0], memory[1]];
            figures.iter_mut().zip(found).for_each(|(figure, value)| figure.add(value));
        }
        Ok(figures)
    }
}

/// An event with a round in progress, its key, and the number of its results.
type Playing = (Live, Arc<str>, AtomicUsize);

/// Pairs and starts a round of each event.
async fn paired(port: u16, announced: &[(i64, String)]) -> anyhow::Result<Vec<Playing>> {
    let mut pairing = JoinSet::new();
    for events in announced.chunks(announced.len().div_ceil(AT_ONCE)) {
        let events = events.to_vec();
        pairing.spawn(async move {
            let (mut connection, mut playing) = (Connection::open(port).await?, Vec::new());
            for (event, key) in events {
                let live = Live::pair(&mut connection, &key, event).await.with_context(|| format!("event {event}"))?;
                live.start(&mut connection, &key).await?;
                playing.push((live, Arc::from(key), AtomicUsize::new(0)));
            }
            anyhow::Ok(playing)
        });
    }
    Ok(pairing.join_all().await.into_iter().collect::<anyhow::Result<Vec<_>>>()?.into_iter().flatten().collect())
}
