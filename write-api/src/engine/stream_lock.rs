//! Writers of one stream in this process take turns, in order of arrival. Otherwise they would conflict in the store,
//! and with many writers some would run out of attempts.
//!
//! A turn can end before its events are written: the next writer then decides on the state that these events will make. So the
//! thousand results of a round are decided one after the other in memory and written together. If the events are not written
//! after all, the store refuses those that were decided on them, and these commands are decided again.

use std::sync::Arc;

use api_kit::concurrency::Keyed;
use proto_events::StreamId;
use storage::PendingAppend;
use tokio::sync::{Mutex, OwnedMutexGuard, watch};

use super::state::Folded;

/// The locks of the streams of one kind. A lock exists while a command holds it, waits for it, or has ended its turn early.
pub(crate) struct StreamLocks<S>(Keyed<StreamId, Lock<S>>);

/// A lock, with the state after the events that were submitted last, if they may not be written yet.
type Lock<S> = Mutex<Option<SpeculativeState<S>>>;

/// A writer's turn at a stream, until it is dropped.
pub(crate) struct StreamLock<S>(OwnedMutexGuard<Option<SpeculativeState<S>>>);

/// A state with events that have their place in the log and may not be written yet.
pub(crate) struct SpeculativeState<S> {
    /// The state. Its position is that of the last event known to be written.
    pub(crate) folded: Arc<Folded<S>>,
    /// What becomes of the events.
    pub(crate) pending: PendingAppend,
    /// Is closed when the command that decided the events is done.
    done: watch::Receiver<()>,
}

/// The command that decided the events of a speculative state. Dropping it ends the use of that state.
#[must_use]
pub(crate) struct Unfinished<S> {
    _done: watch::Sender<()>,
    _lock: Arc<Lock<S>>,
}

impl<S> StreamLocks<S> {
    pub(crate) fn new() -> Self {
        Self(Keyed::default())
    }

    /// Waits for the stream's turn.
    pub(crate) async fn lock(&self, stream: StreamId) -> StreamLock<S> {
        StreamLock(self.0.get(stream, Mutex::default).lock_owned().await)
    }
}

impl<S> StreamLock<S> {
    /// Returns the stream's state after events that were submitted in an earlier turn and may not be written yet, if any.
    pub(crate) fn speculative(&self) -> Option<SpeculativeState<S>> {
        self.0.as_ref().filter(|state| !state.pending.is_refused() && !state.is_done()).cloned()
    }

    /// Ends the turn. The next writer decides on this state until the command is dropped.
    pub(crate) fn end_early(mut self, folded: Arc<Folded<S>>, pending: PendingAppend) -> Unfinished<S> {
        let (_done, done) = watch::channel(());
        *self.0 = Some(SpeculativeState { folded, pending, done });
        Unfinished { _done, _lock: Arc::clone(OwnedMutexGuard::mutex(&self.0)) }
    }
}

impl<S> SpeculativeState<S> {
    /// Waits until the command that decided the events is done.
    pub(crate) async fn done(mut self) {
        // The sender sends nothing: it is dropped.
        let _ = self.done.changed().await;
    }

    fn is_done(&self) -> bool {
        self.done.has_changed().is_err()
    }
}

impl<S> Clone for SpeculativeState<S> {
    fn clone(&self) -> Self {
        Self { folded: Arc::clone(&self.folded), pending: self.pending.clone(), done: self.done.clone() }
    }
}

#[cfg(test)]
mod tests {
    use futures::poll;
    use proto_events::ids::OrganizationId;
    use proto_events::{Position, StreamKind};

    use super::*;

    const STREAM: StreamId = StreamId { kind: StreamKind::Tournament, id: 7 };

    fn folded(state: u8) -> Arc<Folded<u8>> {
        let (organization_id, position) = (OrganizationId(1), Position(1));
        Arc::new(Folded { state, stream: STREAM, organization_id, version: 1, position })
    }

    #[tokio::test]
    async fn the_next_writer_decides_on_a_speculative_state_until_its_command_is_done() {
        let locks = StreamLocks::new();
        let first = locks.lock(STREAM).await;
        assert!(first.speculative().is_none());
        let mut next = Box::pin(locks.lock(STREAM));
        assert!(poll!(&mut next).is_pending(), "writers of a stream take turns");
        locks.lock(StreamId { id: 8, ..STREAM }).await;
        let unfinished = first.end_early(folded(1), PendingAppend::default());
        let second = next.await;
        let state = second.speculative().unwrap();
        assert_eq!(state.folded.state, 1);
        let mut done = Box::pin(state.done());
        assert!(poll!(&mut done).is_pending());
        drop(unfinished);
        assert!(poll!(&mut done).is_ready() && second.speculative().is_none());
    }

    #[tokio::test]
    async fn a_speculative_state_outlives_the_turns_after_it() {
        let locks = StreamLocks::new();
        let _unfinished = locks.lock(STREAM).await.end_early(folded(1), PendingAppend::default());
        drop(locks.lock(STREAM).await);
        assert!(locks.lock(STREAM).await.speculative().is_some());
    }
}
