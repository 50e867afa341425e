//! Group commit: one task per store writes all waiting requests in one transaction.
//!
//! The task has no SQL and decides nothing. It collects requests, passes them to the writer and returns the outcomes.
//! Organizations take turns, so that the burst of one of them does not delay the others.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use async_trait::async_trait;
use metrics::{Gauge, Histogram};
use proto_events::Position;
use proto_events::ids::OrganizationId;
use tokio::sync::{Notify, oneshot, watch};
use tokio::task::JoinHandle;

use super::encode::Prepared;
use crate::StoreError;
use crate::events::AppendError;

/// Maximum number of waiting requests of an organization. At a usual rate, the last of them waits for less than a second.
pub const MAX_WAITING: usize = 2_048;
/// Maximum number of bytes of these requests, unless there is only one.
const MAX_WAITING_BYTES: usize = 32 * 1024 * 1024;
/// Maximum number of requests in a transaction.
const MAX_REQUESTS: usize = 512;
/// Maximum number of bytes in a transaction. A larger request gets its own transaction.
const MAX_BYTES: usize = 10 * 1024 * 1024;

/// The outcome of one request.
pub(crate) type Outcome = Result<Position, AppendError>;

/// Writes a batch in one transaction.
#[async_trait]
pub(crate) trait BatchWriter: Send + Sync + 'static {
    /// Writes a batch. Returns the outcome of each request in order, or an error if nothing was written.
    async fn write(&self, batch: &[Prepared]) -> Result<Vec<Outcome>, StoreError>;
}

#[derive(Debug)]
struct Waiting {
    request: Prepared,
    reply: oneshot::Sender<Outcome>,
}

/// The sending end of the append task.
pub(crate) struct AppendQueue {
    line: Arc<Line>,
    task: tokio::sync::Mutex<Option<JoinHandle<()>>>,
    appended: watch::Receiver<Position>,
}

/// The waiting requests.
#[derive(Default)]
struct Line {
    lanes: Mutex<Lanes>,
    /// Wakes the task when a request comes or the queue is closed.
    changed: Notify,
}

/// The waiting requests of each organization, in order of arrival.
#[derive(Debug, Default)]
struct Lanes {
    by_organization: HashMap<OrganizationId, Lane>,
    /// Organizations with waiting requests, in the order of their turns.
    turns: VecDeque<OrganizationId>,
    is_closed: bool,
}

#[derive(Debug, Default)]
struct Lane {
    waiting: VecDeque<Waiting>,
    bytes: usize,
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
        let (line, (appended, watcher)) = (Arc::new(Line::default()), watch::channel(head));
        let meters = Meters {
            waiting: metrics::gauge!("crosstable_append_queue_requests"),
            batch: metrics::histogram!("crosstable_append_batch_requests"),
            seconds: metrics::histogram!("crosstable_append_batch_duration_seconds"),
        };
        let task = tokio::spawn(run(Arc::clone(&line), writer, appended, meters));
        Self { line, task: tokio::sync::Mutex::new(Some(task)), appended: watcher }
    }

    /// Gives the request its place in the order of the organization's requests. The returned receiver gets the outcome once the
    /// request is on disk or refused. The request continues even if that is not awaited.
    ///
    /// # Errors
    /// If the queue is closed, or too many requests of the organization are waiting.
    pub(crate) fn submit(&self, request: Prepared) -> Result<oneshot::Receiver<Outcome>, StoreError> {
        let (reply, answer) = oneshot::channel();
        self.line.lanes().push(Waiting { request, reply })?;
        self.line.changed.notify_one();
        Ok(answer)
    }

    /// Returns a watch that changes after each batch.
    pub(crate) fn appended(&self) -> watch::Receiver<Position> {
        self.appended.clone()
    }

    /// Accepts no more requests and waits until the accepted ones are written.
    pub(crate) async fn close(&self) {
        self.line.lanes().is_closed = true;
        self.line.changed.notify_one();
        if let Some(task) = self.task.lock().await.take()
            && let Err(error) = task.await
        {
            tracing::error!(%error, "the append task failed");
        }
    }
}

/// Waits for the outcome of a request.
pub(crate) async fn outcome(answer: oneshot::Receiver<Outcome>) -> Outcome {
    answer.await.map_err(|_| StoreError::Uncertain("the append task has ended".to_owned()))?
}

impl Line {
    fn lanes(&self) -> MutexGuard<'_, Lanes> {
        self.lanes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next batch. `None` if the queue is closed and empty.
    async fn next(&self, meters: &Meters) -> Option<Vec<Waiting>> {
        loop {
            {
                let mut lanes = self.lanes();
                let batch = lanes.take();
                meters.waiting.set(lanes.waiting() as f64);
                if !batch.is_empty() {
                    return Some(batch);
                }
                if lanes.is_closed {
                    return None;
                }
            }
            self.changed.notified().await;
        }
    }
}

impl Lanes {
    fn push(&mut self, waiting: Waiting) -> Result<(), StoreError> {
        if self.is_closed {
            return Err(StoreError::Closed);
        }
        let organization = waiting.request.organization();
        let lane = self.by_organization.entry(organization).or_default();
        if lane.waiting.len() >= MAX_WAITING || lane.bytes > MAX_WAITING_BYTES {
            return Err(StoreError::Crowded);
        }
        if lane.waiting.is_empty() {
            self.turns.push_back(organization);
        }
        lane.bytes += waiting.request.bytes;
        lane.waiting.push_back(waiting);
        Ok(())
    }

    /// Returns a batch of as many requests as fit. Each organization with waiting requests adds one in turn.
    fn take(&mut self) -> Vec<Waiting> {
        let (mut batch, mut bytes) = (Vec::new(), 0);
        while batch.len() < MAX_REQUESTS
            && let Some(organization) = self.turns.front().copied()
        {
            let Some(lane) = self.by_organization.get_mut(&organization) else { break };
            let next = lane.waiting.front().map_or(0, |waiting| waiting.request.bytes);
            if !batch.is_empty() && bytes + next > MAX_BYTES {
                break;
            }
            self.turns.pop_front();
            lane.bytes -= next;
            bytes += next;
            batch.extend(lane.waiting.pop_front());
            if lane.waiting.is_empty() {
                self.by_organization.remove(&organization);
            } else {
                self.turns.push_back(organization);
            }
        }
        batch
    }

    fn waiting(&self) -> usize {
        self.by_organization.values().map(|lane| lane.waiting.len()).sum()
    }
}

async fn run(line: Arc<Line>, writer: impl BatchWriter, appended: watch::Sender<Position>, meters: Meters) {
    while let Some(batch) = line.next(&meters).await {
        let (requests, replies): (Vec<_>, Vec<_>) = batch.into_iter().map(|it| (it.request, it.reply)).unzip();
        meters.batch.record(requests.len() as f64);
        let begun = Instant::now();
        let outcomes = writer.write(&requests).await;
        meters.seconds.record(begun.elapsed());
        answer(&requests, replies, outcomes, &appended);
    }
}

fn answer(
    requests: &[Prepared],
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
    for (request, outcome) in requests.iter().zip(&outcomes) {
        request.pending.resolve(outcome.is_ok());
    }
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
    use proto_events::{StreamId, StreamKind};

    use super::*;
    use crate::append::encode::PreparedWrite;

    fn waiting(organization: i64, bytes: usize) -> Waiting {
        let stream = StreamId { kind: StreamKind::Decklist, id: organization };
        let organization_id = OrganizationId(organization);
        let write = PreparedWrite { stream, organization_id, expected_version: 0, events: Vec::new() };
        let request = Prepared { writes: vec![write], bytes, ..Prepared::default() };
        Waiting { request, reply: oneshot::channel().0 }
    }

    fn organizations(batch: &[Waiting]) -> Vec<i64> {
        batch.iter().map(|it| it.request.organization().0).collect()
    }

    #[test]
    fn organizations_take_turns() {
        let mut lanes = Lanes::default();
        for organization in [1, 1, 1, 2, 1, 3, 2] {
            lanes.push(waiting(organization, 10)).unwrap();
        }
        assert_eq!(lanes.waiting(), 7);
        assert_eq!(organizations(&lanes.take()), [1, 2, 3, 1, 2, 1, 1]);
        assert!(lanes.take().is_empty() && lanes.by_organization.is_empty() && lanes.turns.is_empty());
    }

    #[test]
    fn a_burst_waits_for_a_later_transaction_and_others_do_not() {
        let mut lanes = Lanes::default();
        for _ in 0..MAX_REQUESTS * 2 {
            lanes.push(waiting(1, 1)).unwrap();
        }
        lanes.push(waiting(2, 1)).unwrap();
        let first = organizations(&lanes.take());
        assert_eq!((first.len(), first[1]), (MAX_REQUESTS, 2));
        assert_eq!(lanes.take().len(), MAX_REQUESTS);
        assert_eq!(lanes.take().len(), 1);
    }

    #[test]
    fn what_does_not_fit_into_a_transaction_keeps_its_turn() {
        let mut lanes = Lanes::default();
        for (organization, bytes) in [(1, MAX_BYTES - 1), (2, MAX_BYTES + 1), (3, 1), (1, 1)] {
            lanes.push(waiting(organization, bytes)).unwrap();
        }
        assert_eq!(organizations(&lanes.take()), [1]);
        assert_eq!(organizations(&lanes.take()), [2]);
        assert_eq!(organizations(&lanes.take()), [3, 1]);
    }

    #[test]
    fn too_many_waiting_requests_of_one_organization_are_refused_at_once() {
        let mut lanes = Lanes::default();
        for _ in 0..MAX_WAITING {
            lanes.push(waiting(1, 1)).unwrap();
        }
        assert!(matches!(lanes.push(waiting(1, 1)), Err(StoreError::Crowded)));
        lanes.push(waiting(2, MAX_WAITING_BYTES + 1)).unwrap();
        assert!(matches!(lanes.push(waiting(2, 1)), Err(StoreError::Crowded)));
        lanes.push(waiting(3, 1)).unwrap();
        lanes.is_closed = true;
        assert!(matches!(lanes.push(waiting(3, 1)), Err(StoreError::Closed)));
    }
}
