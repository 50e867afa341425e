//! The newest snapshot of an event for its streams, in portions.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures::future::join_all;
use tokio::sync::watch;
use tokio::task::yield_now;

use super::snapshot::Snapshot;

/// The number of portions. When 2,000 players follow an event, 32 streams are woken at once, and requests that have come
/// meanwhile are answered before the next ones.
const PORTIONS: usize = 64;

/// The newest snapshot of an event. Each stream is in one portion.
pub(super) struct Portions {
    portions: Vec<watch::Sender<Arc<Snapshot>>>,
    next: AtomicUsize,
}

impl Portions {
    pub(super) fn new(first: Snapshot) -> Self {
        let first = Arc::new(first);
        let portions = (0..PORTIONS).map(|_| watch::Sender::new(Arc::clone(&first))).collect();
        Self { portions, next: AtomicUsize::new(0) }
    }

    /// Adds a stream. It ends when all of this is dropped.
    pub(super) fn subscribe(&self) -> watch::Receiver<Arc<Snapshot>> {
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        self.portions[next % PORTIONS].subscribe()
    }

    /// Returns the newest snapshot.
    pub(super) fn newest(&self) -> Arc<Snapshot> {
        Arc::clone(&self.portions[0].borrow())
    }

    /// Gives the streams a snapshot, where it is newer than the one that they have.
    pub(super) async fn offer(&self, snapshot: &Arc<Snapshot>) {
        for portion in &self.portions {
            let is_news = portion.send_if_modified(|last| {
                let is_news = snapshot.is_newer_than(last);
                if is_news {
                    *last = Arc::clone(snapshot);
                }
                is_news
            });
            if is_news && portion.receiver_count() > 0 {
                yield_now().await;
            }
        }
    }

    /// Returns whether there is no stream.
    pub(super) fn is_unused(&self) -> bool {
        self.portions.iter().all(|portion| portion.receiver_count() == 0)
    }

    /// Waits until streams have ended: perhaps all of them.
    pub(super) async fn left(&self) {
        join_all(self.portions.iter().map(watch::Sender::closed)).await;
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use proto_events::{Position, StreamId, Version};
    use write_api::Folded;

    use super::*;
    use crate::desk::testing::tournament;
    use crate::serving::sheets::Sheets;

    fn snapshot(version: Version) -> Snapshot {
        let state = tournament(&[]);
        let (stream, organization_id) = (StreamId::tournament(state.id), state.organization_id);
        let event = Folded { state, stream, organization_id, version, position: Position(version) };
        Snapshot::new(Arc::new(event), 0, &Sheets::default())
    }

    #[tokio::test]
    async fn all_streams_get_the_newest_snapshot_and_none_an_older_one() {
        let portions = Portions::new(snapshot(1));
        let mut streams: Vec<_> = (0..2 * PORTIONS + 1).map(|_| portions.subscribe()).collect();
        let (second, third) = (Arc::new(snapshot(2)), Arc::new(snapshot(3)));
        portions.offer(&third).await;
        for stream in &mut streams {
            assert!(Arc::ptr_eq(&stream.borrow_and_update(), &third));
        }
        portions.offer(&second).await;
        assert!(Arc::ptr_eq(&portions.newest(), &third));
        assert!(streams.iter().all(|stream| !stream.has_changed().unwrap()));
    }

    #[tokio::test]
    async fn it_is_unused_when_the_last_stream_has_ended() {
        let portions = Portions::new(snapshot(1));
        let (one, other) = (portions.subscribe(), portions.subscribe());
        drop(one);
        assert!(!portions.is_unused() && portions.left().now_or_never().is_none());
        drop(other);
        assert!(portions.is_unused() && portions.left().now_or_never().is_some());
    }
}
