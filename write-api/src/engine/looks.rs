//! Readers who come at the same time share a look at the store. When a round is published, thousands of players ask for the
//! newest state of one event within a second.

use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};

use proto_events::StreamId;
use tokio::sync::{Mutex, MutexGuard};

/// Number of places. Streams whose ids differ by a multiple of it use the same place, which only costs time.
const PLACES: usize = 1_024;

/// Looks at one thing, one after the other. A reader shares only a look that began after the reader came. So no reader gets
/// anything older than its own look would have found.
#[derive(Debug, Default)]
pub(crate) struct Looks<T> {
    begun: AtomicU64,
    found: Mutex<T>,
}

impl<T> Looks<T> {
    /// Waits until it may look, and returns what earlier looks found, and whether one of them began after this call.
    pub(crate) async fn wait(&self) -> (MutexGuard<'_, T>, bool) {
        let came = self.begun.load(Ordering::Acquire);
        let found = self.found.lock().await;
        let is_shared = self.begun.load(Ordering::Acquire) != came;
        if !is_shared {
            self.begun.fetch_add(1, Ordering::AcqRel);
        }
        (found, is_shared)
    }
}

/// Looks at streams. Each place knows the stream that was read last, unless reading failed.
pub(crate) struct StreamLooks(Vec<Looks<Option<StreamId>>>);

impl StreamLooks {
    pub(crate) fn new() -> Self {
        Self((0..PLACES).map(|_| Looks::default()).collect())
    }

    /// Reads a stream with `read`; `None` if another reader has read it since this call.
    pub(crate) async fn read<R, E>(
        &self,
        stream: StreamId,
        read: impl Future<Output = Result<R, E>>,
    ) -> Result<Option<R>, E> {
        let place = usize::try_from(stream.id.unsigned_abs() % PLACES as u64).unwrap_or(0);
        let (mut last, is_shared) = self.0[place].wait().await;
        if is_shared && *last == Some(stream) {
            return Ok(None);
        }
        *last = None;
        let found = read.await?;
        *last = Some(stream);
        Ok(Some(found))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicUsize;

    use tokio::sync::Semaphore;

    use super::*;

    const STREAM: StreamId = StreamId { kind: proto_events::StreamKind::Tournament, id: 7 };

    struct Store {
        looks: StreamLooks,
        reads: AtomicUsize,
        /// Each read takes a permit.
        permits: Semaphore,
    }

    impl Store {
        async fn look(self: Arc<Self>, stream: StreamId, succeeds: bool) -> Result<Option<usize>, &'static str> {
            let read = async {
                let number = self.reads.fetch_add(1, Ordering::SeqCst);
                self.permits.acquire().await.unwrap().forget();
                if succeeds { Ok(number) } else { Err("unreachable") }
            };
            self.looks.read(stream, read).await
        }
    }

    fn store() -> Arc<Store> {
        Arc::new(Store { looks: StreamLooks::new(), reads: AtomicUsize::default(), permits: Semaphore::new(0) })
    }

    async fn until(reads: usize, store: &Store) {
        while store.reads.load(Ordering::SeqCst) < reads {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn readers_who_come_during_a_look_share_the_next_one() {
        let store = store();
        let first = tokio::spawn(Arc::clone(&store).look(STREAM, true));
        until(1, &store).await;
        let others: Vec<_> = (0..9).map(|_| tokio::spawn(Arc::clone(&store).look(STREAM, true))).collect();
        tokio::task::yield_now().await;
        store.permits.add_permits(9);
        assert_eq!(first.await.unwrap(), Ok(Some(0)));
        let mut found = Vec::new();
        for other in others {
            found.push(other.await.unwrap().unwrap());
        }
        found.sort();
        assert_eq!(found, [None, None, None, None, None, None, None, None, Some(1)]);
        assert_eq!(
            store.looks.read(STREAM, async { Ok::<_, ()>(2) }).await,
            Ok(Some(2)),
            "who comes later looks again"
        );
    }

    #[tokio::test]
    async fn neither_a_failure_nor_another_stream_is_shared() {
        let store = store();
        let first = tokio::spawn(Arc::clone(&store).look(STREAM, true));
        until(1, &store).await;
        let neighbor = StreamId { id: 7 + 1_024, ..STREAM };
        let mut others = Vec::new();
        for (stream, succeeds) in [(STREAM, false), (STREAM, true), (neighbor, true)] {
            others.push(tokio::spawn(Arc::clone(&store).look(stream, succeeds)));
            tokio::task::yield_now().await;
        }
        store.permits.add_permits(9);
        assert_eq!(first.await.unwrap(), Ok(Some(0)));
        let mut found = Vec::new();
        for other in others {
            found.push(other.await.unwrap());
        }
        assert_eq!(found, [Err("unreachable"), Ok(Some(2)), Ok(Some(3))]);
    }
}
