//! Writes at a fixed rate, independent of earlier answers, each followed by a read: the time until another client can read a write.
//!
//! A write is sent with `respond-async`, so that its answer waits only for the log. Right after the answer, a client on
//! another connection reads with the consistency token of the write, and is answered when the views are up to date. The
//! time of that read is part of the figure.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use tokio::sync::Mutex;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::sleep_until;

use crate::http::{Connection, Request};
use crate::live::Live;

/// The answer waits only for the log.
pub(crate) const AT_ONCE: (&str, &str) = ("Prefer", "respond-async");
/// Initial time whose writes are not counted.
const WARM_UP: Duration = Duration::from_secs(1);

/// A write and its read.
pub(crate) struct Write {
    pub(crate) request: Request,
    /// The key for the read.
    pub(crate) key: Arc<str>,
    /// The path where it is read; `None` for the answer's `Location`.
    pub(crate) path: Option<String>,
}

/// Gives each write by its number.
pub(crate) type Writes = Arc<dyn Fn(usize) -> Write + Send + Sync>;

/// How fast and how long to write.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pace {
    /// Writes per second.
    pub(crate) rate: u32,
    /// Pairs of connections, used in rotation.
    pub(crate) pairs: usize,
    /// The time that is measured.
    pub(crate) time: Duration,
}

impl Pace {
    /// Returns the number of all writes, with those that are not counted.
    pub(crate) fn all(self) -> u32 {
        self.writes(self.time + WARM_UP)
    }

    /// Returns the number of writes in this time.
    fn writes(self, time: Duration) -> u32 {
        self.rate * u32::try_from(time.as_secs()).unwrap_or(1)
    }
}

/// Returns the next write of an event's results. `number` counts them.
pub(crate) fn result(live: &Live, key: &Arc<str>, number: &AtomicUsize) -> Write {
    let request = live.result(number.fetch_add(1, Ordering::Relaxed), key, &[AT_ONCE]);
    Write { request, key: Arc::clone(key), path: Some(live.standings()) }
}

/// Times of writes.
#[derive(Debug, Default)]
pub(crate) struct Times {
    /// From the due time of a write to its answer.
    pub(crate) answered: Vec<Duration>,
    /// From the answer until the write was read.
    pub(crate) visible: Vec<Duration>,
}

/// Writes at a steady rate and reads each write.
pub(crate) async fn paced(port: u16, writes: &Writes, pace: Pace) -> anyhow::Result<Times> {
    let mut pairs = Vec::new();
    for _ in 0..pace.pairs {
        pairs.push(Arc::new(Mutex::new((Connection::open(port).await?, Connection::open(port).await?))));
    }
    let (begun, found) = (tokio::time::Instant::now(), Arc::new(Mutex::new(Times::default())));
    let (count, skipped) = (pace.all(), pace.writes(WARM_UP));
    let mut running = JoinSet::new();
    for number in 0..count {
        // Writes are due by the clock, independent of earlier ones, so that waiting for a slow service counts.
        let due = begun + Duration::from_secs(1) * number / pace.rate;
        sleep_until(due).await;
        let (pair, writes, found) =
            (Arc::clone(&pairs[number as usize % pace.pairs]), Arc::clone(writes), Arc::clone(&found));
        running.spawn(async move {
            let (answered, visible) = write_and_read(&pair, &writes, number as usize, due.into_std()).await?;
            if number >= skipped {
                let mut found = found.lock().await;
                found.answered.push(answered);
                found.visible.push(visible);
            }
            anyhow::Ok(())
        });
        while let Some(done) = running.try_join_next() {
            done??;
        }
    }
    running.join_all().await.into_iter().collect::<anyhow::Result<()>>()?;
    let found = std::mem::take(&mut *found.lock().await);
    Ok(found)
}

async fn write_and_read(
    pair: &Mutex<(Connection, Connection)>,
    writes: &Writes,
    number: usize,
    due: Instant,
) -> anyhow::Result<(Duration, Duration)> {
    let mut pair = pair.lock().await;
    let Write { request, key, path } = writes(number);
    let written = pair.0.ask(&request).await?;
    let answered = Instant::now();
    ensure!((200..300).contains(&written.status), "a write is answered with {}: {}", written.status, written.text());
    let path = path.unwrap_or_else(|| written.header("location").to_owned());
    // The location is an absolute URL with the public address.
    let path = path.find("/api/").map(|begin| path[begin..].to_owned()).context("nowhere to read")?;
    let token = [("Consistency-Token", written.header("consistency-token")), ("Prefer", "wait=5")];
    pair.1.ask(&Request::get(&path, &key, &token)).await?.expect(200)?;
    Ok((answered - due, answered.elapsed()))
}

/// Reports results at a steady rate until it is stopped.
pub(crate) struct Writer {
    stop: Arc<AtomicBool>,
    works: JoinHandle<anyhow::Result<usize>>,
}

impl Writer {
    /// Begins with result number `first`, at `rate` results per second.
    pub(crate) fn begin(port: u16, live: &Live, key: &str, first: usize, rate: u32) -> Self {
        let (stop, live, key) = (Arc::new(AtomicBool::new(false)), live.clone(), key.to_owned());
        let told_to = Arc::clone(&stop);
        let works = tokio::spawn(async move {
            let (mut connection, begun) = (Connection::open(port).await?, tokio::time::Instant::now());
            let mut results: u32 = 0;
            while !told_to.load(Ordering::Relaxed) {
                sleep_until(begun + Duration::from_secs(1) * results / rate).await;
                let request = live.result(first + results as usize, &key, &[AT_ONCE]);
                connection.ask(&request).await?.expect(200)?;
                results += 1;
            }
            Ok(results as usize)
        });
        Self { stop, works }
    }

    /// Returns the number of reported results.
    pub(crate) async fn end(self) -> anyhow::Result<usize> {
        self.stop.store(true, Ordering::Relaxed);
        self.works.await?
    }
}
