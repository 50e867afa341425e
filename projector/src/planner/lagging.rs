//! Streams with documents that are rendered later, and when those are due.

use std::collections::BTreeMap;
use std::time::Duration;

use proto_events::{Position, StreamId};
use storage::Reached;
use tokio::time::Instant;

/// A stream is due when nothing happened to it for this long …
const QUIET: Duration = Duration::from_millis(100);
/// … and at the latest this long after the first change.
const LATEST: Duration = Duration::from_secs(1);
/// Number of lagging streams rendered before new events are read again.
const SETTLED_AT_ONCE: usize = 16;

/// The documents of a stream that lag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lag {
    /// Only the heavy ones.
    Heavy,
    /// Prompt ones as well: a name changed that appears in every round, or more streams changed than are rendered at
    /// once.
    All,
}

#[derive(Debug, Default)]
pub(crate) struct Lagging {
    streams: BTreeMap<StreamId, Wait>,
}

#[derive(Debug)]
struct Wait {
    /// The position up to which its heavy documents are current.
    heavy_up_to: Position,
    /// The position up to which its prompt documents are current, if they lag.
    prompt_up_to: Option<Position>,
    latest: Instant,
    due: Instant,
}

impl Lagging {
    /// Loads the streams that lagged when the projector stopped. They are due at once.
    pub(crate) fn from_store(streams: Vec<StreamId>, reached: Reached, now: Instant) -> Self {
        let (heavy_up_to, prompt_up_to) = (reached.settled, Some(reached.prompt));
        let wait = || Wait { heavy_up_to, prompt_up_to, latest: now, due: now };
        Self { streams: streams.into_iter().map(|stream| (stream, wait())).collect() }
    }

    /// Notes a change after `true_up_to` whose documents are rendered later. Returns whether the stream did not lag
    /// before.
    pub(crate) fn put_off(&mut self, stream: StreamId, lag: Lag, true_up_to: Position, now: Instant) -> bool {
        let is_new = !self.streams.contains_key(&stream);
        let wait = Wait { heavy_up_to: true_up_to, prompt_up_to: None, latest: now + LATEST, due: now };
        let wait = self.streams.entry(stream).or_insert(wait);
        if lag == Lag::All {
            wait.prompt_up_to.get_or_insert(true_up_to);
        }
        wait.due = wait.latest.min(now + QUIET);
        is_new
    }

    /// Notes that a stream's documents are current. Returns whether it lagged.
    pub(crate) fn settle(&mut self, stream: StreamId) -> bool {
        self.streams.remove(&stream).is_some()
    }

    /// Returns the number of lagging streams.
    pub(crate) fn len(&self) -> usize {
        self.streams.len()
    }

    /// Returns the positions that the views have reached when events up to `applied` are committed.
    pub(crate) fn reached(&self, applied: Position) -> Reached {
        let settled = self.streams.values().map(|wait| wait.heavy_up_to).min().unwrap_or(applied);
        let prompt = self.streams.values().filter_map(|wait| wait.prompt_up_to).min().unwrap_or(applied);
        Reached { applied, prompt, settled }
    }

    pub(crate) fn next_due(&self) -> Option<Instant> {
        self.streams.values().map(|wait| wait.due).min()
    }

    /// Returns streams that are due, as many as are rendered before new events are read again.
    pub(crate) fn due(&self, now: Instant) -> Vec<StreamId> {
        let due = self.streams.iter().filter(|(_, wait)| wait.due <= now);
        due.map(|(stream, _)| *stream).take(SETTLED_AT_ONCE).collect()
    }

    /// Returns as many lagging streams, due or not.
    pub(crate) fn first(&self) -> Vec<StreamId> {
        self.streams.keys().copied().take(SETTLED_AT_ONCE).collect()
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
        assert!(lagging.put_off(stream(), Lag::Heavy, Position(3), now));
        assert!(!lagging.put_off(stream(), Lag::Heavy, Position(4), now + QUIET / 2));
        assert!(lagging.due(now + QUIET).is_empty());
        assert_eq!(lagging.due(now + QUIET * 3 / 2), [stream()]);
    }

    #[tokio::test]
    async fn a_stream_that_is_never_quiet_is_due_after_a_second() {
        let (mut lagging, start) = (Lagging::default(), Instant::now());
        for step in 0..200 {
            lagging.put_off(stream(), Lag::Heavy, Position(3), start + QUIET / 10 * step);
        }
        assert_eq!(lagging.next_due(), Some(start + LATEST));
        assert!(lagging.settle(stream()));
        assert!(!lagging.settle(stream()));
        assert_eq!(lagging.next_due(), None);
    }
    #[tokio::test]
    async fn documents_are_true_up_to_the_change_that_was_put_off_first() {
        let (mut lagging, now) = (Lagging::default(), Instant::now());
        let other = StreamId::tournament(8.into());
        assert_eq!(lagging.reached(Position(9)), Reached::all(Position(9)));
        lagging.put_off(stream(), Lag::Heavy, Position(3), now);
        lagging.put_off(other, Lag::All, Position(5), now);
        lagging.put_off(stream(), Lag::Heavy, Position(7), now);
        let up_to = |lagging: &Lagging| {
            let reached = lagging.reached(Position(9));
            (reached.prompt.0, reached.settled.0)
        };
        assert_eq!(up_to(&lagging), (5, 3));
        lagging.put_off(stream(), Lag::All, Position(8), now);
        assert_eq!(up_to(&lagging), (5, 3));
        lagging.settle(other);
        assert_eq!(up_to(&lagging), (8, 3), "prompt documents lag since the first change that they miss");
        lagging.settle(stream());
        assert_eq!(up_to(&lagging), (9, 9));
    }
}
