//! Readers who come at the same time share a look at the store. When a round is published, thousands of players ask for the
//! newest state of one event within a second.

use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::{Mutex, MutexGuard};

/// Looks at one thing, one after the other. A reader shares only a look that began after the reader came. So no reader gets
/// anything older than its own look would have found.
#[derive(Debug, Default)]
pub(crate) struct SingleFlight<T> {
    begun: AtomicU64,
    found: Mutex<T>,
}

impl<T> SingleFlight<T> {
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

impl<T: Clone> SingleFlight<Option<T>> {
    /// Returns what `look` finds, or what another reader has found since this call. A failure is not shared.
    pub(crate) async fn look<E>(&self, look: impl Future<Output = Result<T, E>>) -> Result<T, E> {
        let (mut last, is_shared) = self.wait().await;
        if let Some(found) = last.as_ref().filter(|_| is_shared) {
            return Ok(found.clone());
        }
        *last = None;
        let found = look.await?;
        *last = Some(found.clone());
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicUsize;

    use tokio::sync::Semaphore;

    use super::*;

    struct Store {
        looks: SingleFlight<Option<usize>>,
        reads: AtomicUsize,
        /// Each read takes a permit.
        permits: Semaphore,
    }

    impl Store {
        async fn look(self: Arc<Self>, succeeds: bool) -> Result<usize, &'static str> {
            let read = async {
                let number = self.reads.fetch_add(1, Ordering::SeqCst);
                self.permits.acquire().await.unwrap().forget();
                if succeeds { Ok(number) } else { Err("unreachable") }
            };
            self.looks.look(read).await
        }
    }

    fn store() -> Arc<Store> {
        Arc::new(Store { looks: SingleFlight::default(), reads: AtomicUsize::default(), permits: Semaphore::new(0) })
    }

    async fn until(reads: usize, store: &Store) {
        while store.reads.load(Ordering::SeqCst) < reads {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn readers_who_come_during_a_look_share_the_next_one() {
        let store = store();
        let first = tokio::spawn(Arc::clone(&store).look(true));
        until(1, &store).await;
        let others: Vec<_> = (0..9).map(|_| tokio::spawn(Arc::clone(&store).look(true))).collect();
        tokio::task::yield_now().await;
        store.permits.add_permits(9);
        assert_eq!(first.await.unwrap(), Ok(0));
        for other in others {
            assert_eq!(other.await.unwrap(), Ok(1));
        }
        assert_eq!(store.reads.load(Ordering::SeqCst), 2);
        assert_eq!(store.looks.look(async { Ok::<_, ()>(2) }).await, Ok(2), "who comes later looks again");
    }

    #[tokio::test]
    async fn a_failure_is_not_shared() {
        let store = store();
        let first = tokio::spawn(Arc::clone(&store).look(true));
        until(1, &store).await;
        let mut others = Vec::new();
        for succeeds in [false, true, true] {
            others.push(tokio::spawn(Arc::clone(&store).look(succeeds)));
            tokio::task::yield_now().await;
        }
        store.permits.add_permits(9);
        assert_eq!(first.await.unwrap(), Ok(0));
        let mut found = Vec::new();
        for other in others {
            found.push(other.await.unwrap());
        }
        assert_eq!(found, [Err("unreachable"), Ok(2), Ok(2)]);
    }
}
