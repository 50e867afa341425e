//! What the views say of callers, in memory, so that a request costs no look-up.
//!
//! A notice takes out what it names at once. Should a notice be lost, an entry is still forgotten after half a second: so a
//! revoked key is refused within that time by every process. What is not known is not remembered, so that a new key
//! opens as soon as it is stored.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use moka::sync::Cache;
use proto_events::ids::OrganizationId;
use serde::de::DeserializeOwned;
use service_kit::problem::Problem;
use storage::{Document, DocumentKey, Notice, NoticeBoard, StoreError, ViewKind, ViewStore};

use crate::store_failed;

/// How long a record is believed without a look at the store.
const KEPT: Duration = Duration::from_millis(500);
/// Records of a kind in memory at most.
const CAPACITY: u64 = 10_000;

/// A record in the views that is none.
#[derive(Debug, thiserror::Error)]
#[error("a record of kind {} in the view store cannot be read", kind.stored_name())]
struct Unreadable {
    kind: ViewKind,
}

/// A document on its way from the store.
type Loading = Pin<Box<dyn Future<Output = Result<Option<Document>, StoreError>> + Send>>;
type Load = Arc<dyn Fn(DocumentKey) -> Loading + Send + Sync>;

/// Records of one kind under [`OrganizationId::SHARED`], by the keys of their documents.
pub(crate) struct Remembered<T> {
    kind: ViewKind,
    load: Load,
    kept: Cache<String, Arc<T>>,
    /// Counts notices; held while something is stored or taken out, never while loading.
    notices: Arc<Mutex<u64>>,
}

impl<T> Clone for Remembered<T> {
    fn clone(&self) -> Self {
        let Self { kind, load, kept, notices } = self;
        Self { kind: *kind, load: Arc::clone(load), kept: kept.clone(), notices: Arc::clone(notices) }
    }
}

impl<T: DeserializeOwned + Send + Sync + 'static> Remembered<T> {
    /// The records of a kind in these views, taken out of memory when the board says so.
    pub(crate) fn new(kind: ViewKind, views: Arc<dyn ViewStore>, board: &NoticeBoard) -> Self {
        let load = move |key| -> Loading {
            let views = Arc::clone(&views);
            Box::pin(async move { views.document(&key).await })
        };
        Self::loaded_by(kind, Arc::new(load), board)
    }

    fn loaded_by(kind: ViewKind, load: Load, board: &NoticeBoard) -> Self {
        let kept = Cache::builder().max_capacity(CAPACITY).time_to_live(KEPT).build();
        let records = Self { kind, load, kept, notices: Arc::default() };
        let listener = records.clone();
        board.listen(move |notice| listener.heed(notice));
        records
    }

    /// The record under a key, if it is in memory.
    pub(crate) fn at_hand(&self, key: &str) -> Option<Arc<T>> {
        self.kept.get(key)
    }

    /// The record under a key; none if there is no such record.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn find(&self, key: &str) -> Result<Option<Arc<T>>, Problem> {
        if let Some(known) = self.at_hand(key) {
            return Ok(Some(known));
        }
        let before = *self.lock();
        let name = DocumentKey::new(OrganizationId::SHARED, self.kind, key);
        let Some(document) = (self.load)(name).await.map_err(store_failed)? else { return Ok(None) };
        let unreadable = Unreadable { kind: self.kind };
        let record: T = serde_json::from_slice(&document.body).map_err(|_| Problem::internal(unreadable))?;
        let record = Arc::new(record);
        let notices = self.lock();
        if *notices == before {
            self.kept.insert(key.to_owned(), Arc::clone(&record));
        }
        Ok(Some(record))
    }

    fn heed(&self, notice: &Notice) {
        let mut notices = self.lock();
        match notice {
            Notice::Documents { keys, .. } => {
                let mut named = keys.iter().filter(|key| key.kind == self.kind).peekable();
                if named.peek().is_some() {
                    *notices += 1;
                }
                named.for_each(|key| self.kept.invalidate(&key.key));
            }
            Notice::Everything => {
                *notices += 1;
                // One by one: what `invalidate_all` leaves behind is told apart by time alone.
                for (key, _) in &self.kept {
                    self.kept.invalidate(&*key);
                }
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, u64> {
        self.notices.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use chrono::DateTime;
    use proto_events::ids::{ApiKeyId, MemberId, TournamentId, UserId};
    use proto_events::vocabulary::Role;
    use proto_events::{Position, StreamId};
    use storage::Credential;
    use tokio::sync::{mpsc, oneshot};

    use super::*;

    const KEY: &str = "the hash of a key";

    type Answer = oneshot::Sender<Option<Document>>;

    /// Credentials whose loads wait for the test's answer, how to give it, and where notices are posted.
    fn held_back() -> (Remembered<Credential>, mpsc::UnboundedReceiver<Answer>, NoticeBoard) {
        let (begun, loads) = mpsc::unbounded_channel();
        let load = move |_| -> Loading {
            let (answer, answered) = oneshot::channel();
            begun.send(answer).unwrap();
            Box::pin(async move { answered.await.map_err(|_| StoreError::Closed) })
        };
        let board = NoticeBoard::new();
        (Remembered::loaded_by(ViewKind::Credential, Arc::new(load), &board), loads, board)
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

    /// Asks, and answers with this if the store is asked.
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
        assert!(loads.try_recv().is_err(), "a notice of something else takes nothing out");
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
    async fn a_store_that_fails_or_holds_nonsense_is_a_failure_and_no_unknown_key() {
        let (credentials, mut loads, _board) = held_back();
        for nonsense in [None, Some(document(b"{}".to_vec()))] {
            let asking = tokio::spawn({
                let credentials = credentials.clone();
                async move { credentials.find(KEY).await }
            });
            let answer = loads.recv().await.unwrap();
            match nonsense {
                Some(document) => answer.send(Some(document)).unwrap(),
                None => drop(answer),
            }
            assert_eq!(asking.await.unwrap().unwrap_err().status().as_u16(), 500);
        }
    }
}
