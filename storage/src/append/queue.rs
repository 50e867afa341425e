//! Group commit: one task per store writes all waiting requests in one transaction.
//!
//! The task has no SQL and decides nothing. It collects requests, passes them to the writer and returns the outcomes.

use std::sync::{Arc, PoisonError, RwLock};
use std::time::Instant;

use async_trait::async_trait;
use metrics::{Gauge, Histogram};
use proto_events::Position;
use tokio::sync::{Mutex, mpsc, oneshot, watch};
use tokio::task::JoinHandle;

use super::encode::Prepared;
use crate::StoreError;
use crate::events::{AppendError, Appended};

/// Maximum number of requests in the queue. Further callers wait for a place.
const MAX_WAITING: usize = 1_024;
/// Maximum number of requests in a transaction.
const MAX_REQUESTS: usize = 512;
/// Maximum number of bytes in a transaction. A larger request gets its own transaction.
const MAX_BYTES: usize = 10 * 1024 * 1024;

/// The outcome of one request.
pub(crate) type Outcome = Result<Appended, AppendError>;

/// Writes a batch in one transaction.
#[async_trait]
pub(crate) trait BatchWriter: Send + Sync + 'static {
    /// Writes a batch. Returns the outcome of each request in order, or an error if nothing was written.
    async fn write(&self, batch: &[Prepared]) -> Result<Vec<Outcome>, StoreError>;
}

struct Waiting {
    request: Prepared,
    reply: oneshot::Sender<Outcome>,
}

/// The sending end of the append task.
pub(crate) struct AppendQueue {
    sender: RwLock<Option<mpsc::Sender<Waiting>>>,
    task: Mutex<Option<JoinHandle<()>>>,
    appended: watch::Receiver<Position>,
    waiting: Gauge,
}

/// The metrics of the append task.
struct Meters {
    waiting: Gauge,
    batch: Histogram,
    seconds: Histogram,
}

impl AppendQueue {
    /// Starts the task. `head` is the newest known position.
    pub(crate) fn start(writer: impl BatchWriter, head: Position) -> Self {
        let (sender, receiver) = mpsc::channel(MAX_WAITING);
        let (appended, watcher) = watch::channel(head);
        let waiting = metrics::gauge!("crosstable_append_queue_requests");
        let meters = Meters {
            waiting: waiting.clone(),
            batch: metrics::histogram!("crosstable_append_batch_requests"),
            seconds: metrics::histogram!("crosstable_append_batch_duration_seconds"),
        };
        let task = tokio::spawn(run(receiver, writer, appended, meters));
        Self { sender: RwLock::new(Some(sender)), task: Mutex::new(Some(task)), appended: watcher, waiting }
    }

    /// Waits until the request is on disk or refused. The request continues even if the caller stops waiting.
    pub(crate) async fn append(&self, request: Prepared) -> Outcome {
        let sender = self.sender.read().unwrap_or_else(PoisonError::into_inner).clone();
        let sender = sender.ok_or(StoreError::Closed)?;
        let (reply, answer) = oneshot::channel();
        let place = sender.reserve().await.map_err(|_| StoreError::Closed)?;
        self.waiting.increment(1);
        place.send(Waiting { request, reply });
        drop(sender);
        answer.await.map_err(|_| StoreError::Uncertain("the append task has ended".to_owned()))?
    }

    /// Returns a watch that changes after each batch.
    pub(crate) fn appended(&self) -> watch::Receiver<Position> {
        self.appended.clone()
    }

    /// Accepts no more requests and waits until the accepted ones are written.
    pub(crate) async fn close(&self) {
        self.sender.write().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = self.task.lock().await.take()
            && let Err(error) = task.await
        {
            tracing::error!(%error, "the append task failed");
        }
    }
}

async fn run(
    mut receiver: mpsc::Receiver<Waiting>,
    writer: impl BatchWriter,
    appended: watch::Sender<Position>,
    meters: Meters,
) {
    let mut left_over = None;
    loop {
        let first = match left_over.take() {
            Some(waiting) => waiting,
            None => match receiver.recv().await {
                Some(waiting) => waiting,
                None => return,
            },
        };
        let (batch, rest) = gather(first, &mut receiver);
        left_over = rest;
        let (requests, replies): (Vec<_>, Vec<_>) = batch.into_iter().map(|it| (it.request, it.reply)).unzip();
        meters.waiting.decrement(requests.len() as f64);
        meters.batch.record(requests.len() as f64);
        let begun = Instant::now();
        let outcomes = writer.write(&requests).await;
        meters.seconds.record(begun.elapsed());
        answer(replies, outcomes, &appended);
    }
}

/// Returns a batch of the first request and as many waiting ones as fit, and the first request that did not fit.
fn gather(first: Waiting, receiver: &mut mpsc::Receiver<Waiting>) -> (Vec<Waiting>, Option<Waiting>) {
    let mut bytes = first.request.bytes;
    let mut batch = vec![first];
    while batch.len() < MAX_REQUESTS {
        match receiver.try_recv() {
            Ok(waiting) if bytes + waiting.request.bytes > MAX_BYTES => return (batch, Some(waiting)),
            Ok(waiting) => {
                bytes += waiting.request.bytes;
                batch.push(waiting);
            }
            Err(_) => break,
        }
    }
    (batch, None)
}

fn answer(
    replies: Vec<oneshot::Sender<Outcome>>,
    outcomes: Result<Vec<Outcome>, StoreError>,
    appended: &watch::Sender<Position>,
) {
    let outcomes = match outcomes {
        Ok(outcomes) => outcomes,
        Err(error) => {
            let shared = Arc::new(error);
            replies.iter().map(|_| Err(StoreError::Shared(Arc::clone(&shared)).into())).collect()
        }
    };
    if let Some(newest) = outcomes.iter().filter_map(|outcome| outcome.as_ref().ok()).map(|it| it.position).max() {
        appended.send_if_modified(|position| {
            let moved = newest > *position;
            *position = newest.max(*position);
            moved
        });
    }
    for (reply, outcome) in replies.into_iter().zip(outcomes) {
        // The caller may have stopped waiting.
        let _ = reply.send(outcome);
    }
}
