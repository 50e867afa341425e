//! Writers of one stream in this process take turns, in order of arrival. Otherwise they would conflict in the store,
//! and with many writers some would run out of attempts.
//!
//! A turn can end before its events are written: the next writer then decides on the state that these events will make. So the
//! thousand results of a round are decided one after the other in memory and written together. If the events are not written
//! after all, the store refuses those that were decided on them, and these commands are decided again.

use std::any::Any;
use std::sync::{Arc, Weak};

use proto_events::StreamId;
use storage::PendingAppend;
use tokio::sync::{Mutex, MutexGuard, watch};

use super::state::Folded;

/// Number of locks. Streams whose ids differ by a multiple of it share one.
const TURNS: usize = 1_024;

/// One lock for all streams whose ids have the same remainder: sharing a lock only costs time.
pub(crate) struct Turns(Vec<Mutex<Last>>);

/// A state with events that have their place in the log and may not be written yet.
pub(crate) struct Ahead<S> {
    /// The state. Its position is that of the last event known to be written.
    pub(crate) folded: Arc<Folded<S>>,
    /// What becomes of the events.
    pub(crate) pending: PendingAppend,
    /// Is closed when the command that decided the events is done.
    pub(crate) done: watch::Receiver<()>,
}

impl<S> Ahead<S> {
    /// Waits until the command that decided the events is done.
    pub(crate) async fn done(&self) {
        // The sender sends nothing: it is dropped.
        let _ = self.done.clone().changed().await;
    }
}

/// The last state whose events were submitted in a place, for as long as the command that decided them is not done.
#[derive(Default)]
struct Last(Option<(StreamId, Weak<dyn Any + Send + Sync>)>);

/// A writer's turn at a stream, until it is dropped.
pub(crate) struct Turn<'a> {
    stream: StreamId,
    last: MutexGuard<'a, Last>,
}

impl Turns {
    pub(crate) fn new() -> Self {
        Self((0..TURNS).map(|_| Mutex::default()).collect())
    }

    /// Waits for the stream's turn.
    pub(crate) async fn wait(&self, stream: StreamId) -> Turn<'_> {
        let place = usize::try_from(stream.id.unsigned_abs() % TURNS as u64).unwrap_or(0);
        Turn { stream, last: self.0[place].lock().await }
    }
}

impl Turn<'_> {
    /// Returns the stream.
    pub(crate) fn stream(&self) -> StreamId {
        self.stream
    }

    /// Returns the stream's state after events that were submitted in an earlier turn and may not be written yet, if any.
    pub(crate) fn ahead<S: Send + Sync + 'static>(&self) -> Option<Arc<Ahead<S>>> {
        let (_, ahead) = self.last.0.as_ref().filter(|(stream, _)| *stream == self.stream)?;
        let ahead: Arc<Ahead<S>> = ahead.upgrade()?.downcast().ok()?;
        (!ahead.pending.is_refused()).then_some(ahead)
    }

    /// Ends the turn. The next writer decides on this state while the command keeps it.
    pub(crate) fn end_ahead<S: Send + Sync + 'static>(mut self, ahead: &Arc<Ahead<S>>) {
        let ahead: Weak<dyn Any + Send + Sync> = Arc::downgrade(ahead) as _;
        self.last.0 = Some((self.stream, ahead));
    }
}
