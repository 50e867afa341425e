//! Wakes the watchers of topics when a document that they read may have changed.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use storage::{DocumentKey, Notice};
use tokio::sync::{Notify, watch};
use tokio::time::timeout;

/// How long a stream waits for its watcher. A watcher takes longer only while the store does not answer.
const LONGEST: Duration = Duration::from_secs(2);

/// Wakes a watcher, and knows whether it has done what it was woken for.
#[derive(Default)]
pub(super) struct Wake {
    notify: Notify,
    /// Number of times that it was woken.
    woken: AtomicU64,
    /// That number before it last read the documents.
    done: watch::Sender<u64>,
}

impl Wake {
    fn wake(&self) {
        self.woken.fetch_add(1, Ordering::AcqRel);
        self.notify.notify_one();
    }

    /// Waits until the watcher knows all changes up to now.
    pub(super) async fn settled(&self) {
        let wanted = self.woken.load(Ordering::Acquire);
        let mut done = self.done.subscribe();
        // Later, the stream gets them as further changes.
        let _ = timeout(LONGEST, done.wait_for(|done| *done >= wanted)).await;
    }
}

/// The subscriptions by document.
#[derive(Default)]
pub(super) struct Wakeups(Mutex<State>);

#[derive(Default)]
struct State {
    last: u64,
    all: HashMap<u64, Arc<Wake>>,
    by_document: HashMap<DocumentKey, HashSet<u64>>,
}

/// The documents whose changes wake a watcher, until it is dropped.
pub(super) struct Subscription {
    wakeups: Arc<Wakeups>,
    number: u64,
    wake: Arc<Wake>,
    documents: HashSet<DocumentKey>,
}

impl Wakeups {
    /// Creates a subscription without documents.
    pub(super) fn subscribe(self: &Arc<Self>) -> Subscription {
        let mut state = self.lock();
        state.last += 1;
        let (number, wake) = (state.last, Arc::<Wake>::default());
        state.all.insert(number, Arc::clone(&wake));
        Subscription { wakeups: Arc::clone(self), number, wake, documents: HashSet::new() }
    }

    /// Wakes the watchers of the changed documents. It is quick, because the projector waits for it.
    pub(super) fn heed(&self, notice: &Notice) {
        let state = self.lock();
        match notice {
            Notice::Documents { keys, .. } if !state.by_document.is_empty() => {
                let numbers = keys.iter().filter_map(|key| state.by_document.get(key)).flatten();
                numbers.filter_map(|number| state.all.get(number)).for_each(|wake| wake.wake());
            }
            Notice::Documents { .. } => {}
            Notice::Everything => state.all.values().for_each(|wake| wake.wake()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Subscription {
    /// Adds a document.
    pub(super) fn add(&mut self, key: &DocumentKey) {
        if self.documents.insert(key.clone()) {
            self.wakeups.lock().by_document.entry(key.clone()).or_default().insert(self.number);
        }
    }

    /// Waits for a change since the last wait.
    pub(super) async fn woken(&self) {
        self.wake.notify.notified().await;
    }

    /// Returns what wakes the watcher.
    pub(super) fn wake(&self) -> &Arc<Wake> {
        &self.wake
    }

    /// Returns how often the watcher has been woken.
    pub(super) fn count(&self) -> u64 {
        self.wake.woken.load(Ordering::Acquire)
    }

    /// Records that the watcher has read the documents after it was woken so often.
    pub(super) fn done(&self, count: u64) {
        self.wake.done.send_replace(count);
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut state = self.wakeups.lock();
        state.all.remove(&self.number);
        for key in &self.documents {
            if let Some(numbers) = state.by_document.get_mut(key) {
                numbers.remove(&self.number);
                if numbers.is_empty() {
                    state.by_document.remove(key);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use proto_events::Position;
    use proto_events::ids::OrganizationId;
    use storage::ViewKind;

    use super::*;

    fn key(round: i64) -> DocumentKey {
        DocumentKey::new(OrganizationId(1), ViewKind::Round, round)
    }

    #[tokio::test]
    async fn a_watcher_is_woken_by_its_documents_and_leaves_nothing_behind() {
        let wakeups = Arc::<Wakeups>::default();
        let mut subscription = wakeups.subscribe();
        subscription.add(&key(1));
        let notice = |round| Notice::Documents { keys: vec![key(round)], position: Position(1) };
        wakeups.heed(&notice(2));
        assert_eq!(subscription.woken().now_or_never(), None);
        // A change before the wait counts, and two changes are one.
        wakeups.heed(&notice(1));
        wakeups.heed(&Notice::Everything);
        assert_eq!(subscription.woken().now_or_never(), Some(()));
        assert_eq!(subscription.woken().now_or_never(), None);
        assert_eq!(subscription.wake().settled().now_or_never(), None, "the documents are not read yet");
        subscription.done(subscription.count());
        assert_eq!(subscription.wake().settled().now_or_never(), Some(()));
        drop(subscription);
        let state = wakeups.lock();
        assert!(state.all.is_empty() && state.by_document.is_empty());
    }
}
