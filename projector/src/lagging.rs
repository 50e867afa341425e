//! Streams whose heavy documents lag behind, and until when they may.

use std::collections::BTreeMap;
use std::time::Duration;

use proto_events::StreamId;
use tokio::time::Instant;

/// A stream is settled when nothing happened to it for this long …
const QUIET: Duration = Duration::from_millis(100);
/// … and at the latest this long after the first change.
const LATEST: Duration = Duration::from_secs(1);

/// What lags.
#[derive(Debug, Default)]
pub(crate) struct Lagging {
    streams: BTreeMap<StreamId, Wait>,
}

#[derive(Debug)]
struct Wait {
    latest: Instant,
    due: Instant,
}

impl Lagging {
    /// What lagged when the projector was stopped is due at once.
    pub(crate) fn from_store(streams: Vec<StreamId>, now: Instant) -> Self {
        Self { streams: streams.into_iter().map(|stream| (stream, Wait { latest: now, due: now })).collect() }
    }

    /// Notes a change whose heavy documents are put off. Says whether the stream did not lag before.
    pub(crate) fn put_off(&mut self, stream: StreamId, now: Instant) -> bool {
        let is_new = !self.streams.contains_key(&stream);
        let wait = self.streams.entry(stream).or_insert(Wait { latest: now + LATEST, due: now });
        wait.due = wait.latest.min(now + QUIET);
        is_new
    }

    /// Notes that a stream's documents are exact. Says whether it lagged.
    pub(crate) fn settle(&mut self, stream: StreamId) -> bool {
        self.streams.remove(&stream).is_some()
    }

    /// When the next stream is due.
    pub(crate) fn next_due(&self) -> Option<Instant> {
        self.streams.values().map(|wait| wait.due).min()
    }

    /// Streams that are due, at most `limit`.
    pub(crate) fn due(&self, now: Instant, limit: usize) -> Vec<StreamId> {
        let due = self.streams.iter().filter(|(_, wait)| wait.due <= now);
        due.map(|(stream, _)| *stream).take(limit).collect()
    }

    /// Streams that lag, due or not, at most `limit`.
    pub(crate) fn first(&self, limit: usize) -> Vec<StreamId> {
        self.streams.keys().copied().take(limit).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream() -> StreamId {
        StreamId::tournament(7.into())
    }

    #[tokio::test]
    async fn a_stream_is_due_when_it_is_quiet() {
        let (mut lagging, now) = (Lagging::default(), Instant::now());
        assert!(lagging.put_off(stream(), now));
        assert!(!lagging.put_off(stream(), now + QUIET / 2));
        assert!(lagging.due(now + QUIET, 9).is_empty());
        assert_eq!(lagging.due(now + QUIET * 3 / 2, 9), [stream()]);
    }

    #[tokio::test]
    async fn a_stream_that_is_never_quiet_is_due_after_a_second() {
        let (mut lagging, start) = (Lagging::default(), Instant::now());
        for step in 0..200 {
            lagging.put_off(stream(), start + QUIET / 10 * step);
        }
        assert_eq!(lagging.next_due(), Some(start + LATEST));
        assert!(lagging.settle(stream()));
        assert!(!lagging.settle(stream()));
        assert_eq!(lagging.next_due(), None);
    }
}
