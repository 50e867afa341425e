//! Streams that get the events of the newest snapshot without their tasks: public streams, and only while their clients
//! keep up. Their tasks send everything else, and nothing twice, because both note under one lock what a stream has.

use std::collections::BTreeMap;
use std::ops::Bound::{Excluded, Unbounded};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use service_kit::server::{Chunk, Outlet, on_own_processor};
use tokio::sync::Notify;
use tokio::time::Instant;

use super::snapshot::Snapshot;

/// Number of streams that are served before other tasks of the runtime get their turn.
const AT_ONCE: usize = 32;

/// The step from a snapshot to a newer one.
pub(super) struct Step {
    from: Arc<Snapshot>,
    to: Arc<Snapshot>,
    /// `None` if there is no event.
    chunk: Option<Chunk>,
}

impl Step {
    pub(super) fn new(from: Arc<Snapshot>, to: Arc<Snapshot>) -> Self {
        let events = to.events_since(&from);
        let chunk = (!events.is_empty()).then(|| Chunk::new(&events));
        Self { from, to, chunk }
    }
}

/// A stream with an outlet.
pub(super) struct Direct {
    outlet: Arc<Outlet>,
    progress: Mutex<Progress>,
    /// Wakes the task of the stream: it has to send what the outlet did not, or to end.
    behind: Notify,
}

/// What a stream has sent.
struct Progress {
    last: Arc<Snapshot>,
    at: Instant,
}

impl Direct {
    /// Waits until the task has something to do.
    pub(super) async fn is_behind(&self) {
        self.behind.notified().await;
    }

    /// Returns the events up to `newest` that were not sent, if there are any, for the task to send.
    pub(super) fn missing(&self, newest: &Arc<Snapshot>) -> Option<Bytes> {
        let mut progress = self.lock();
        if !newest.is_after(&progress.last) {
            return None;
        }
        let events = newest.events_since(&progress.last);
        progress.last = Arc::clone(newest);
        self.paused(&mut progress, events)
    }

    /// Returns the heartbeat for the task to send, if nothing was sent for this long; otherwise the time when that is so.
    pub(super) fn beat(&self, interval: Duration, heartbeat: &'static str) -> Result<Bytes, Instant> {
        let mut progress = self.lock();
        let due = progress.at + interval;
        if Instant::now() < due {
            return Err(due);
        }
        self.paused(&mut progress, Bytes::from_static(heartbeat.as_bytes())).ok_or(due)
    }

    /// Pauses the outlet until the task has sent these bytes.
    fn paused(&self, progress: &mut Progress, bytes: Bytes) -> Option<Bytes> {
        if bytes.is_empty() {
            return None;
        }
        self.outlet.pause();
        progress.at = Instant::now();
        Some(bytes)
    }

    /// Sends a step, or wakes the task.
    fn pass(&self, step: &Step, now: Instant) {
        let mut progress = self.lock();
        let is_next = Arc::ptr_eq(&progress.last, &step.from);
        if is_next && step.chunk.as_ref().is_none_or(|chunk| self.outlet.try_send(chunk)) {
            progress.last = Arc::clone(&step.to);
            if step.chunk.is_some() {
                progress.at = now;
            }
        } else {
            drop(progress);
            self.behind.notify_one();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The streams with outlets of a topic on one runtime.
#[derive(Default)]
pub(super) struct Directs(Mutex<State>);

#[derive(Default)]
struct State {
    last: u64,
    streams: BTreeMap<u64, Arc<Direct>>,
}

/// A stream among the others, until it is dropped.
pub(super) struct Joined {
    pub(super) direct: Arc<Direct>,
    directs: Arc<Directs>,
    number: u64,
}

impl Directs {
    /// Adds a stream that has sent everything up to `last`.
    pub(super) fn join(self: &Arc<Self>, outlet: Arc<Outlet>, last: Arc<Snapshot>) -> Joined {
        let progress = Mutex::new(Progress { last, at: Instant::now() });
        let direct = Arc::new(Direct { outlet, progress, behind: Notify::new() });
        let mut state = self.lock();
        state.last += 1;
        let number = state.last;
        state.streams.insert(number, Arc::clone(&direct));
        Joined { direct, directs: Arc::clone(self), number }
    }

    /// Sends a step to all streams.
    pub(super) async fn pass(&self, step: &Step) {
        self.each(|direct, now| direct.pass(step, now)).await;
    }

    /// Wakes the tasks of all streams.
    pub(super) async fn wake(&self) {
        self.each(|direct, _| direct.behind.notify_one()).await;
    }

    async fn each(&self, act: impl Fn(&Direct, Instant)) {
        // A few streams take less time than the way to another processor.
        let _here = (self.lock().streams.len() > AT_ONCE).then(on_own_processor);
        let mut next = Unbounded;
        loop {
            let now = Instant::now();
            let last = {
                let state = self.lock();
                let streams = state.streams.range((next, Unbounded)).take(AT_ONCE);
                streams.inspect(|(_, direct)| act(direct, now)).last().map(|(number, _)| *number)
            };
            let Some(last) = last else { return };
            next = Excluded(last);
            tokio::task::yield_now().await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Joined {
    fn drop(&mut self) {
        self.directs.lock().streams.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::super::known::{About, FactDigest, Subject};
    use super::super::snapshot::{Change, Fact};
    use super::*;

    fn facts(digest: FactDigest) -> Vec<Fact> {
        let change = Change { round_id: Some(5), round_number: None, address: "/r/5/".into(), etag: None };
        vec![Fact { about: About::round(5, Subject::Result), digest, change }]
    }

    #[tokio::test]
    async fn the_task_of_a_stream_sends_once_what_the_outlet_does_not() {
        let first = Arc::new(Snapshot::first(1, "/r/".into(), facts(1)));
        let second = Arc::new(first.next(1, facts(2)).unwrap());
        let directs = Arc::<Directs>::default();
        let joined = directs.join(Arc::default(), Arc::clone(&first));
        let Joined { direct, .. } = &joined;
        assert!(direct.missing(&first).is_none() && direct.beat(Duration::from_secs(9), ":").is_err());
        // The outlet is not open.
        directs.pass(&Step::new(Arc::clone(&first), Arc::clone(&second))).await;
        assert_eq!(direct.is_behind().now_or_never(), Some(()));
        assert_eq!(direct.missing(&second).unwrap(), second.events_since(&first));
        assert!(direct.missing(&second).is_none() && direct.missing(&first).is_none());
        assert_eq!(direct.beat(Duration::ZERO, ":").unwrap(), ":");
        directs.wake().await;
        assert_eq!(direct.is_behind().now_or_never(), Some(()));
        drop(joined);
        assert!(directs.lock().streams.is_empty());
    }
}
