//! The documents that make the snapshots of topics. A commit notice that names one wakes the watchers of its topics.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use storage::{DocumentKey, Notice, ViewKind};
use tokio::sync::watch;
use tokio::time::timeout;

/// How long a stream waits for its watcher. A watcher takes longer only while the store does not answer.
const LONGEST: Duration = Duration::from_secs(2);
/// The kinds of documents that also change with names and lists, which are in other streams of the log.
const WITH_NAMES: [ViewKind; 2] = [ViewKind::Registrations, ViewKind::EventDecklists];

/// How often a watcher was woken.
#[derive(Debug, Clone, Copy, Default)]
struct Wakes {
    count: u64,
    /// Those for a document that also changes with names and lists.
    with_names: u64,
}

/// Wakes a watcher, and knows whether it has done what it was woken for.
#[derive(Default)]
pub(super) struct Wake {
    wakes: watch::Sender<Wakes>,
    /// The number of wakes before the watcher last read the documents.
    done: watch::Sender<u64>,
}

impl Wake {
    /// Wakes the watcher; `with_names` if names or lists may have changed.
    pub(super) fn wake(&self, with_names: bool) {
        self.wakes.send_modify(|wakes| {
            wakes.count += 1;
            wakes.with_names += u64::from(with_names);
        });
    }

    /// Waits until the watcher knows all changes up to now.
    pub(super) async fn settled(&self) {
        let wanted = self.wakes.borrow().count;
        let mut done = self.done.subscribe();
        // Later, the stream gets them as further changes.
        let _ = timeout(LONGEST, done.wait_for(|done| *done >= wanted)).await;
    }
}

/// The watchers by document.
#[derive(Default)]
pub(super) struct Wakeups(Mutex<WakeupIndex>);

#[derive(Default)]
struct WakeupIndex {
    all: Vec<Arc<Wake>>,
    by_document: HashMap<(ViewKind, String), Vec<Arc<Wake>>>,
}

impl Wakeups {
    /// Wakes the watchers of the changed documents. It is quick, because the projector waits for it.
    pub(super) fn wake(&self, notice: &Notice) {
        let index = self.lock();
        let Notice::Documents { keys, .. } = notice else {
            return index.all.iter().for_each(|wake| wake.wake(true));
        };
        for key in keys {
            let watchers = index.by_document.get(&whole(key));
            watchers.into_iter().flatten().for_each(|wake| wake.wake(WITH_NAMES.contains(&key.kind)));
        }
    }

    fn lock(&self) -> MutexGuard<'_, WakeupIndex> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the kind and the first part of a key: documents in parts are watched as a whole.
fn whole(key: &DocumentKey) -> (ViewKind, String) {
    (key.kind, key.key.split('/').next().unwrap_or_default().to_owned())
}

/// The documents whose changes wake the watcher of a topic, until it is dropped.
pub struct WatchedDocuments {
    wakeups: Arc<Wakeups>,
    wake: Arc<Wake>,
    wakes: watch::Receiver<Wakes>,
    documents: HashSet<(ViewKind, String)>,
}

impl WatchedDocuments {
    /// Creates it without documents.
    pub(super) fn new(wakeups: &Arc<Wakeups>) -> Self {
        let wake = Arc::<Wake>::default();
        wakeups.lock().all.push(Arc::clone(&wake));
        let wakes = wake.wakes.subscribe();
        Self { wakeups: Arc::clone(wakeups), wake, wakes, documents: HashSet::new() }
    }

    /// Adds a document. If the document has parts, which have keys such as `7/1`, all of them are added.
    pub fn watch(&mut self, key: &DocumentKey) {
        let document = whole(key);
        if self.documents.insert(document.clone()) {
            self.wakeups.lock().by_document.entry(document).or_default().push(self.wake());
        }
    }

    /// Returns how often a document changed that also changes with names and lists, which are in other streams of the log.
    pub fn changes_of_names(&self) -> u64 {
        self.wakes.borrow().with_names
    }

    /// Waits for a change since the last wait, and returns the number of wakes up to now.
    pub(super) async fn changed(&mut self) -> u64 {
        // It does not fail, because `wake` has the sender.
        let _ = self.wakes.changed().await;
        self.wakes.borrow_and_update().count
    }

    /// Records that the documents were read after so many wakes.
    pub(super) fn done(&self, wakes: u64) {
        self.wake.done.send_replace(wakes);
    }

    /// Returns what wakes the watcher.
    pub(super) fn wake(&self) -> Arc<Wake> {
        Arc::clone(&self.wake)
    }
}

impl Drop for WatchedDocuments {
    fn drop(&mut self) {
        let mut index = self.wakeups.lock();
        let is_other = |wake: &Arc<Wake>| !Arc::ptr_eq(wake, &self.wake);
        index.all.retain(is_other);
        for document in &self.documents {
            if let Some(wakes) = index.by_document.get_mut(document) {
                wakes.retain(is_other);
                if wakes.is_empty() {
                    index.by_document.remove(document);
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

    use super::*;

    fn key(kind: ViewKind, key: &str) -> DocumentKey {
        DocumentKey::new(OrganizationId(1), kind, key)
    }

    #[tokio::test]
    async fn a_watcher_is_woken_by_its_documents_and_leaves_nothing_behind() {
        let wakeups = Arc::<Wakeups>::default();
        let mut documents = WatchedDocuments::new(&wakeups);
        documents.watch(&key(ViewKind::RoundPage, "1/2"));
        documents.watch(&key(ViewKind::Registrations, "1"));
        let notice = |kind, name| Notice::Documents { keys: vec![key(kind, name)], position: Position(1) };
        wakeups.wake(&notice(ViewKind::RoundPage, "2/1"));
        wakeups.wake(&notice(ViewKind::EventPage, "1"));
        assert_eq!(documents.changed().now_or_never(), None);
        // A change before the wait counts, and several changes are one.
        wakeups.wake(&notice(ViewKind::RoundPage, "1/3"));
        assert_eq!(documents.changes_of_names(), 0);
        wakeups.wake(&notice(ViewKind::Registrations, "1"));
        wakeups.wake(&Notice::Everything);
        assert_eq!(documents.changes_of_names(), 2);
        assert_eq!(documents.changed().now_or_never(), Some(3));
        assert_eq!(documents.changed().now_or_never(), None);
        let wake = documents.wake();
        assert_eq!(wake.settled().now_or_never(), None, "the documents are not read yet");
        documents.done(3);
        assert_eq!(wake.settled().now_or_never(), Some(()));
        drop(documents);
        let index = wakeups.lock();
        assert!(index.all.is_empty() && index.by_document.is_empty());
    }
}
