//! A cache of the views' records about callers, so that a request needs no lookup.
//!
//! A notice removes the records that it names at once. If a notice is lost, records still expire after half a second,
//! so every process refuses a revoked key within that time. Missing records are not cached, so that a new key works as
//! soon as it is stored.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockWriteGuard};
use std::time::{Duration, Instant};

use proto_events::ids::OrganizationId;
use serde::de::DeserializeOwned;
use service_kit::problem::Problem;
use storage::{
    Document, DocumentKey, Notice, NoticeBoard, StoreError, ViewKind, ViewReader, document_of_complete_views,
};
use tokio::sync::Mutex as AsyncMutex;

use crate::store_failed;

/// How long a record is used without reading the store.
const KEPT: Duration = Duration::from_millis(500);
/// From this age on, one request reloads the record while the others still use it, so that a key in constant use never
/// delays them.
const RENEWED: Duration = Duration::from_millis(250);
/// Maximum number of cached records of a kind.
const CAPACITY: usize = 10_000;

/// An invalid record in the views.
#[derive(Debug, thiserror::Error)]
#[error("a record of kind {} in the view store cannot be read", kind.stored_name())]
struct Unreadable {
    kind: ViewKind,
}

/// A document that is being loaded from the store.
type Loading = Pin<Box<dyn Future<Output = Result<Option<Document>, StoreError>> + Send>>;
type Load = Box<dyn Fn(DocumentKey) -> Loading + Send + Sync>;

/// Cached records of one kind under [`OrganizationId::SHARED`], by the keys of their documents.
pub(crate) struct Remembered<T>(Arc<Records<T>>);

struct Records<T> {
    kind: ViewKind,
    load: Load,
    kept: RwLock<HashMap<String, Kept<T>>>,
    /// Counts notices. Locked while records are stored or removed, but never while loading.
    notices: Mutex<u64>,
    /// The locks of records being loaded. The loader holds one, and others wait for it.
    loading: Mutex<HashMap<String, Arc<AsyncMutex<()>>>>,
}

/// A cached record.
struct Kept<T> {
    record: Arc<T>,
    since: Instant,
    /// Whether a request is reloading it.
    renewing: AtomicBool,
}

impl<T> Clone for Remembered<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: DeserializeOwned + Send + Sync + 'static> Remembered<T> {
    /// Creates a cache of the records of a kind in these views. Notices on the board remove changed records.
    pub(crate) fn new(kind: ViewKind, views: Arc<dyn ViewReader>, board: &NoticeBoard) -> Self {
        let load = move |key| -> Loading {
            let views = Arc::clone(&views);
            Box::pin(async move { document_of_complete_views(&*views, &key).await })
        };
        Self::loaded_by(kind, Box::new(load), board)
    }

    fn loaded_by(kind: ViewKind, load: Load, board: &NoticeBoard) -> Self {
        let (kept, notices, loading) = (RwLock::default(), Mutex::default(), Mutex::default());
        let records = Self(Arc::new(Records { kind, load, kept, notices, loading }));
        let listener = records.clone();
        board.listen(move |notice| listener.0.heed(notice));
        records
    }

    /// Returns the record of a key, if it is cached and this request need not reload it.
    pub(crate) fn at_hand(&self, key: &str) -> Option<Arc<T>> {
        let kept = self.0.kept.read().unwrap_or_else(PoisonError::into_inner);
        kept.get(key)?.at_hand()
    }

    /// Returns the record of a key, if there is one. Concurrent requests for the same record share one load.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) async fn find(&self, key: &str) -> Result<Option<Arc<T>>, Problem> {
        if let Some(known) = self.at_hand(key) {
            return Ok(Some(known));
        }
        let turn = self.0.turn(key);
        if let Ok(_first) = turn.mutex.try_lock() {
            return self.0.load(key).await;
        }
        drop(turn.mutex.lock().await);
        match self.at_hand(key) {
            Some(known) => Ok(Some(known)),
            // There is no such record, or the store failed. That result is not shared.
            None => self.0.load(key).await,
        }
    }
}

/// A loader's or waiter's share of a record's lock.
struct Turn<'a, T> {
    records: &'a Records<T>,
    key: &'a str,
    mutex: Arc<AsyncMutex<()>>,
}

impl<T> Drop for Turn<'_, T> {
    fn drop(&mut self) {
        let mut loading = lock(&self.records.loading);
        // Only this value and the table hold the lock, so no other request waits.
        if Arc::strong_count(&self.mutex) <= 2 {
            loading.remove(self.key);
        }
    }
}

impl<T> Kept<T> {
    fn at_hand(&self) -> Option<Arc<T>> {
        let age = self.since.elapsed();
        let believed = age < RENEWED || age < KEPT && self.renewing.swap(true, Ordering::Relaxed);
        believed.then(|| Arc::clone(&self.record))
    }
}

impl<T: DeserializeOwned> Records<T> {
    async fn load(&self, key: &str) -> Result<Option<Arc<T>>, Problem> {
        let before = *lock(&self.notices);
        let since = Instant::now();
        let name = DocumentKey::new(OrganizationId::SHARED, self.kind, key);
        let Some(document) = (self.load)(name).await.map_err(store_failed)? else {
            self.kept().remove(key);
            return Ok(None);
        };
        let unreadable = Unreadable { kind: self.kind };
        let record: T = serde_json::from_slice(&document.body).map_err(|_| Problem::internal(unreadable))?;
        let record = Arc::new(record);
        let notices = lock(&self.notices);
        if *notices == before {
            self.keep(key, Kept { record: Arc::clone(&record), since, renewing: AtomicBool::new(false) });
        }
        Ok(Some(record))
    }
}

impl<T> Records<T> {
    fn turn<'a>(&'a self, key: &'a str) -> Turn<'a, T> {
        let mutex = Arc::clone(lock(&self.loading).entry(key.to_owned()).or_default());
        Turn { records: self, key, mutex }
    }

    fn keep(&self, key: &str, record: Kept<T>) {
        let mut kept = self.kept();
        if kept.len() >= CAPACITY {
            kept.retain(|_, kept| kept.since.elapsed() < KEPT);
        }
        if kept.len() >= CAPACITY {
            kept.clear();
        }
        kept.insert(key.to_owned(), record);
    }

    fn heed(&self, notice: &Notice) {
        let mut notices = lock(&self.notices);
        match notice {
            Notice::Documents { keys, .. } => {
                let mut named = keys.iter().filter(|key| key.kind == self.kind).peekable();
                if named.peek().is_some() {
                    *notices += 1;
                    let mut kept = self.kept();
                    named.for_each(|key| drop(kept.remove(&key.key)));
                }
            }
            Notice::Everything => {
                *notices += 1;
                self.kept().clear();
            }
        }
    }

    fn kept(&self) -> RwLockWriteGuard<'_, HashMap<String, Kept<T>>> {
        self.kept.write().unwrap_or_else(PoisonError::into_inner)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use proto_events::ids::{ApiKeyId, MemberId, TournamentId, UserId};
    use proto_events::vocabulary::Role;
    use proto_events::{Position, StreamId};
    use storage::Credential;
    use tokio::sync::{mpsc, oneshot};

    use super::*;

    const KEY: &str = "the hash of a key";

    type Answer = oneshot::Sender<Option<Document>>;

    /// Returns a cache whose loads wait for the test's answer, the channel of loads, and the notice board.
    fn held_back() -> (Remembered<Credential>, mpsc::UnboundedReceiver<Answer>, NoticeBoard) {
        let (begun, loads) = mpsc::unbounded_channel();
        let load = move |_| -> Loading {
            let (answer, answered) = oneshot::channel();
            begun.send(answer).unwrap();
            Box::pin(async move { answered.await.map_err(|_| StoreError::Closed) })
        };
        let board = NoticeBoard::new();
        (Remembered::loaded_by(ViewKind::Credential, Box::new(load), &board), loads, board)
    }

    fn stored(revoked: bool) -> Option<Document> {
        let credential = Credential {
            key_id: ApiKeyId(1),
            name: "key".into(),
            organization_id: OrganizationId(1),
            store_name: "Store".into(),
            member_id: MemberId(1),
            role: Role::Admin,
            user_id: UserId(1),
            best_identifier: "Ada Ahorn".into(),
            created_at: DateTime::UNIX_EPOCH,
            last_used_at: None,
            expires_at: None,
            revoked,
            read_only: false,
        };
        Some(document(serde_json::to_vec(&credential).unwrap()))
    }

    fn document(body: Vec<u8>) -> Document {
        Document {
            key: DocumentKey::new(OrganizationId::SHARED, ViewKind::Credential, KEY),
            source: StreamId::tournament(TournamentId(1)),
            sort: String::new(),
            owner: None,
            position: Position(1),
            period: None,
            digest: String::new(),
            body: body.into(),
            stale: false,
        }
    }

    fn changed(kind: ViewKind) -> Notice {
        let keys = vec![DocumentKey::new(OrganizationId::SHARED, kind, KEY)];
        Notice::Documents { keys, position: Position(2) }
    }

    fn ask(credentials: &Remembered<Credential>) -> tokio::task::JoinHandle<Option<bool>> {
        let credentials = credentials.clone();
        tokio::spawn(async move { credentials.find(KEY).await.unwrap().map(|found| found.revoked) })
    }

    /// Looks up the record, and answers with `document` if the store is asked.
    async fn find(
        credentials: &Remembered<Credential>,
        loads: &mut mpsc::UnboundedReceiver<Answer>,
        document: Option<Document>,
    ) -> Option<bool> {
        let mut asking = ask(credentials);
        tokio::select! {
            biased;
            found = &mut asking => found.unwrap(),
            Some(answer) = loads.recv() => {
                answer.send(document).unwrap();
                asking.await.unwrap()
            }
        }
    }

    #[tokio::test]
    async fn a_known_key_costs_no_look_up_and_an_unknown_one_is_looked_up_again() {
        let (credentials, mut loads, _board) = held_back();
        assert_eq!(find(&credentials, &mut loads, None).await, None);
        assert_eq!(find(&credentials, &mut loads, stored(false)).await, Some(false), "it was issued meanwhile");
        assert_eq!(credentials.find(KEY).await.unwrap().map(|found| found.revoked), Some(false));
        assert!(loads.try_recv().is_err(), "the store was not asked again");
    }

    #[tokio::test]
    async fn a_notice_takes_a_credential_out_at_once() {
        let (credentials, mut loads, board) = held_back();
        for notice in [changed(ViewKind::Credential), Notice::Everything] {
            find(&credentials, &mut loads, stored(false)).await;
            board.post(&notice);
            assert_eq!(find(&credentials, &mut loads, stored(true)).await, Some(true), "{notice:?}");
            board.post(&notice);
        }
        find(&credentials, &mut loads, stored(false)).await;
        board.post(&changed(ViewKind::Decklist));
        assert_eq!(credentials.find(KEY).await.unwrap().map(|found| found.revoked), Some(false));
        assert!(loads.try_recv().is_err(), "a notice of something else removes nothing");
    }

    #[tokio::test]
    async fn what_was_read_before_a_notice_is_not_kept_after_it() {
        let (credentials, mut loads, board) = held_back();
        for notice in [changed(ViewKind::Credential), Notice::Everything] {
            let early = ask(&credentials);
            let answer = loads.recv().await.unwrap();
            board.post(&notice);
            answer.send(stored(false)).unwrap();
            assert_eq!(early.await.unwrap(), Some(false), "that was true when it was asked for");
            assert_eq!(find(&credentials, &mut loads, stored(true)).await, Some(true), "{notice:?}");
            board.post(&notice);
        }
    }

    #[tokio::test]
    async fn a_credential_is_looked_up_again_soon_though_its_notice_was_lost() {
        let (credentials, mut loads, _board) = held_back();
        find(&credentials, &mut loads, stored(false)).await;
        let kept_since = Instant::now();
        while find(&credentials, &mut loads, stored(true)).await == Some(false) {
            tokio::task::yield_now().await;
            assert!(kept_since.elapsed() < Duration::from_secs(1), "a revoked key still opens");
        }
    }

    #[tokio::test]
    async fn who_asks_at_the_same_time_waits_for_one_load() {
        let (credentials, mut loads, _board) = held_back();
        let asking: Vec<_> = (0..100).map(|_| ask(&credentials)).collect();
        let answer = loads.recv().await.unwrap();
        while lock(&credentials.0.loading).get(KEY).map(Arc::strong_count) != Some(101) {
            tokio::task::yield_now().await;
        }
        answer.send(stored(false)).unwrap();
        for asking in asking {
            assert_eq!(asking.await.unwrap(), Some(false));
        }
        assert!(loads.try_recv().is_err(), "the store was asked once");
        assert!(lock(&credentials.0.loading).is_empty(), "nothing is left of the crowd");
    }

    #[tokio::test]
    async fn one_asker_looks_again_while_the_others_are_answered_from_memory() {
        let (credentials, mut loads, _board) = held_back();
        find(&credentials, &mut loads, stored(false)).await;
        let answer = loop {
            let asking = ask(&credentials);
            tokio::select! {
                biased;
                answer = loads.recv() => break answer.unwrap(),
                found = asking => assert_eq!(found.unwrap(), Some(false)),
            }
        };
        assert!(credentials.at_hand(KEY).is_some(), "the old record is used until the new one is here");
        answer.send(stored(true)).unwrap();
        while credentials.at_hand(KEY).is_none_or(|record| !record.revoked) {
            tokio::task::yield_now().await;
        }
        assert!(loads.try_recv().is_err(), "no other request asked the store");
    }

    #[tokio::test]
    async fn a_store_that_fails_or_holds_nonsense_is_a_failure_and_no_unknown_key() {
        let (credentials, mut loads, _board) = held_back();
        for (nonsense, status) in [(None, 503), (Some(document(b"{}".to_vec())), 500)] {
            let asking = tokio::spawn({
                let credentials = credentials.clone();
                async move { credentials.find(KEY).await }
            });
            let answer = loads.recv().await.unwrap();
            match nonsense {
                Some(document) => answer.send(Some(document)).unwrap(),
                None => drop(answer),
            }
            assert_eq!(asking.await.unwrap().unwrap_err().status().as_u16(), status);
        }
    }
}
