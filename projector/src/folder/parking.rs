//! Parks streams: if an event cannot be read, folded or rendered, its stream is parked and all others continue.
//!
//! Database failures park nothing: the run loop waits and tries again.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use proto_events::{Position, StreamId};
use service_kit::panic_text;
use storage::ParkedStream;

/// Number of attempts before an event's stream is parked.
pub(crate) const ATTEMPTS: usize = 3;

/// Streams that are no longer projected.
#[derive(Debug, Default)]
pub(crate) struct Parking {
    streams: BTreeMap<StreamId, Position>,
    /// Parked, and not yet recorded in the store.
    unrecorded: BTreeMap<StreamId, ParkedStream>,
}

impl Parking {
    pub(crate) fn from_store(parked: impl IntoIterator<Item = ParkedStream>) -> Self {
        let streams = parked.into_iter().map(|parked| (parked.stream, parked.position)).collect();
        Self { streams, unrecorded: BTreeMap::new() }
    }

    pub(crate) fn park(&mut self, stream: StreamId, position: Position, error: String) {
        if self.streams.contains_key(&stream) {
            return;
        }
        tracing::error!(%stream, position = position.0, error, "event failed three times: its stream is parked");
        self.streams.insert(stream, position);
        self.unrecorded.insert(stream, ParkedStream { stream, position, error });
    }

    /// Returns the position of the event that failed, if the stream is parked. Earlier events may be used.
    pub(crate) fn parked_at(&self, stream: StreamId) -> Option<Position> {
        self.streams.get(&stream).copied()
    }

    pub(crate) fn positions(&self) -> impl Iterator<Item = Position> {
        self.streams.values().copied()
    }

    /// Returns the number of parked streams.
    pub(crate) fn len(&self) -> usize {
        self.streams.len()
    }

    /// Returns whether the stream was parked before this batch, so that its documents stay as they are.
    pub(crate) fn is_closed(&self, stream: StreamId) -> bool {
        self.streams.contains_key(&stream) && !self.unrecorded.contains_key(&stream)
    }

    pub(crate) fn newly_parked(&self) -> impl Iterator<Item = StreamId> {
        self.unrecorded.keys().copied()
    }

    /// Returns the streams to record in the store, and marks them as recorded.
    pub(crate) fn take_unrecorded(&mut self) -> Vec<ParkedStream> {
        std::mem::take(&mut self.unrecorded).into_values().collect()
    }
}

/// Runs a pure function and turns a panic into an error.
pub(crate) fn guard<T, E: ToString>(work: impl FnOnce() -> Result<T, E>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(panic) => Err(format!("panicked: {}", panic_text(&*panic))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_with_its_message() {
        let failed = guard(|| -> Result<(), String> { panic!("no such seat") });
        assert_eq!(failed, Err("panicked: no such seat".to_owned()));
        assert_eq!(guard(|| Ok::<_, String>(7)), Ok(7));
    }

    #[test]
    fn a_stream_is_parked_at_its_first_failure_and_told_once() {
        let stream = StreamId::tournament(7.into());
        let mut parking = Parking::default();
        parking.park(stream, Position(3), "first".into());
        parking.park(stream, Position(4), "second".into());
        assert_eq!(parking.parked_at(stream), Some(Position(3)));
        assert!(!parking.is_closed(stream));
        assert_eq!(parking.take_unrecorded().len(), 1);
        assert!(parking.is_closed(stream) && parking.take_unrecorded().is_empty());
    }
}
