//! Group commit: one task per store writes all waiting requests in one transaction.
//!
//! The task has no SQL and decides nothing. It collects requests in order of arrival, passes them to the writer and
//! returns the outcomes. How many requests of an organization can be here is limited where they come from.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use async_trait::async_trait;
use proto_events::Position;
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinHandle;

use super::encode::Prepared;
use crate::StoreError;
use crate::append_request::AppendError;

/// Maximum number of waiting requests. At a usual rate, the last of them waits for a few seconds.
const MAX_WAITING: usize = 16_384;
/// Maximum number of requests in a transaction.
const MAX_REQUESTS: usize = 512;
/// Maximum number of bytes in a transaction. A larger request gets its own transaction.
const MAX_BYTES: usize = 10 * 1024 * 1024;

pub(crate) type Outcome = Result<Position, AppendError>;

/// Writes a batch in one transaction.
#[async_trait]
pub(crate) trait BatchWriter: Send + Sync + 'static {
    /// Writes a batch. Returns the outcome of each request in order, or an error if nothing was written.
    async fn write(&mut self, batch: &[Prepared]) -> Result<Vec<Outcome>, StoreError>;
}

#[derive(Debug)]
struct Waiting {
    request: Prepared,
    reply: oneshot::Sender<Outcome>,
}

/// The sending end of the append task.
pub(crate) struct AppendQueue {
    /// `None` after the queue was closed.
    waiting: Mutex<Option<mpsc::Sender<Waiting>>>,
    task: tokio::sync::Mutex<Option<JoinHandle<()>>>,
    appended: watch::Receiver<Position>,
}

struct Requests {
    waiting: mpsc::Receiver<Waiting>,
    /// The request that did not fit into the last transaction.
    next: Option<Waiting>,
}

impl AppendQueue {
    /// Starts the task. `head` is the newest known position.
    pub(crate) fn start(writer: impl BatchWriter, head: Position) -> Self {
        let ((sender, waiting), (appended, watcher)) = (mpsc::channel(MAX_WAITING), watch::channel(head));
        let task = tokio::spawn(run(Requests { waiting, next: None }, writer, appended));
        Self { waiting: Mutex::new(Some(sender)), task: tokio::sync::Mutex::new(Some(task)), appended: watcher }
    }

    /// Gives the request its place in the order of requests, and waits until it is on disk or refused. It continues even if the
    /// caller stops waiting.
    pub(crate) async fn append(&self, request: Prepared) -> Outcome {
        let (reply, answer) = oneshot::channel();
        let sent = self.waiting().as_ref().ok_or(StoreError::Closed)?.try_send(Waiting { request, reply });
        sent.map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Crowded,
            TrySendError::Closed(_) => StoreError::Closed,
        })?;
        answer.await.map_err(|_| StoreError::Uncertain("the append task has ended".to_owned()))?
    }

    /// Returns a watch that changes after each batch.
    pub(crate) fn appended(&self) -> watch::Receiver<Position> {
        self.appended.clone()
    }

    /// Accepts no more requests and waits until the accepted ones are written.
    pub(crate) async fn close(&self) {
        *self.waiting() = None;
        if let Some(task) = self.task.lock().await.take()
            && let Err(error) = task.await
        {
            tracing::error!(%error, "the append task failed");
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Option<mpsc::Sender<Waiting>>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Requests {
    /// Waits for the next batch: as many requests as fit into a transaction. `None` if the queue is closed and empty.
    async fn batch(&mut self) -> Option<Vec<Waiting>> {
        let first = match self.next.take() {
            Some(next) => next,
            None => self.waiting.recv().await?,
        };
        let mut bytes = first.request.bytes;
        let mut batch = vec![first];
        while batch.len() < MAX_REQUESTS
            && let Ok(next) = self.waiting.try_recv()
        {
            bytes += next.request.bytes;
            if bytes > MAX_BYTES {
                self.next = Some(next);
                break;
            }
            batch.push(next);
        }
        Some(batch)
    }

    fn count(&self) -> usize {
        self.waiting.len() + usize::from(self.next.is_some())
    }
}

async fn run(mut requests: Requests, mut writer: impl BatchWriter, appended: watch::Sender<Position>) {
    let waiting = metrics::gauge!("crosstable_append_queue_requests");
    let batch_requests = metrics::histogram!("crosstable_append_batch_requests");
    let batch_seconds = metrics::histogram!("crosstable_append_batch_duration_seconds");
    waiting.set(0.0);
    while let Some(batch) = requests.batch().await {
        waiting.set(requests.count() as f64);
        let (requests, replies): (Vec<_>, Vec<_>) = batch.into_iter().map(|it| (it.request, it.reply)).unzip();
        batch_requests.record(requests.len() as f64);
        let begun = Instant::now();
        let outcomes = writer.write(&requests).await;
        batch_seconds.record(begun.elapsed());
        answer(replies, outcomes, &appended);
    }
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
    if let Some(newest) = outcomes.iter().filter_map(|outcome| outcome.as_ref().ok().copied()).max() {
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

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    fn queue() -> (mpsc::Sender<Waiting>, Requests) {
        let (sender, waiting) = mpsc::channel(MAX_WAITING);
        (sender, Requests { waiting, next: None })
    }

    /// Adds a request that can be recognized by its bytes.
    fn add(sender: &mpsc::Sender<Waiting>, bytes: usize) {
        let request = Prepared { bytes, ..Prepared::default() };
        sender.try_send(Waiting { request, reply: oneshot::channel().0 }).unwrap();
    }

    /// Returns the bytes of each request in the next batch.
    async fn batch(requests: &mut Requests) -> Vec<usize> {
        requests.batch().await.unwrap().iter().map(|it| it.request.bytes).collect()
    }

    #[tokio::test]
    async fn requests_are_written_in_order_of_arrival_and_many_at_once() {
        let (sender, mut requests) = queue();
        for bytes in 0..=MAX_REQUESTS {
            add(&sender, bytes);
        }
        assert_eq!(batch(&mut requests).await, (0..MAX_REQUESTS).collect::<Vec<_>>());
        assert_eq!(batch(&mut requests).await, [MAX_REQUESTS]);
        assert!(requests.batch().now_or_never().is_none(), "it waits for another request");
        drop(sender);
        assert!(requests.batch().await.is_none());
    }

    #[tokio::test]
    async fn what_does_not_fit_into_a_transaction_begins_the_next_one() {
        let (sender, mut requests) = queue();
        for bytes in [MAX_BYTES - 1, MAX_BYTES + 1, 1, 2] {
            add(&sender, bytes);
        }
        assert_eq!(batch(&mut requests).await, [MAX_BYTES - 1]);
        assert_eq!(requests.count(), 3);
        assert_eq!(batch(&mut requests).await, [MAX_BYTES + 1]);
        assert_eq!(batch(&mut requests).await, [1, 2]);
        assert_eq!(requests.count(), 0);
    }

    /// A writer that never ends.
    struct Stuck;

    #[async_trait]
    impl BatchWriter for Stuck {
        async fn write(&mut self, _: &[Prepared]) -> Result<Vec<Outcome>, StoreError> {
            std::future::pending().await
        }
    }

    #[tokio::test]
    async fn too_many_waiting_requests_are_refused_at_once_and_a_closed_queue_takes_none() {
        let queue = AppendQueue::start(Stuck, Position(0));
        let append = || queue.append(Prepared::default()).now_or_never();
        assert!((0..MAX_WAITING).all(|_| append().is_none()));
        assert!(matches!(append(), Some(Err(AppendError::Store(StoreError::Crowded)))));
        assert!(queue.close().now_or_never().is_none(), "it waits for what was accepted");
        assert!(matches!(append(), Some(Err(AppendError::Store(StoreError::Closed)))));
    }
}
