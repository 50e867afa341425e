//! Credentials in memory, so that a request costs no look-up.
//!
//! A notice takes out what it names at once. Should a notice be lost, an entry is still forgotten after [`KEPT`]: so a
//! revoked key is refused within that time by every process. What is not known is not remembered, so that a new key
//! opens as soon as it is stored.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use moka::sync::Cache;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::{Credential, DocumentKey, Notice, NoticeBoard, ViewKind, ViewStore};

/// How long a credential is believed without a look at the store.
const KEPT: Duration = Duration::from_millis(500);
/// Credentials in memory at most.
const CAPACITY: u64 = 10_000;

/// A credential document that is none.
#[derive(Debug, thiserror::Error)]
#[error("a credential in the view store cannot be read")]
struct Unreadable;

/// Credentials by the SHA-256 of what opens.
#[derive(Clone)]
pub struct Credentials {
    views: Arc<dyn ViewStore>,
    kept: Cache<String, Arc<Credential>>,
    /// Counts notices; held while something is stored or taken out, never while loading.
    notices: Arc<Mutex<u64>>,
}

impl Credentials {
    /// The credentials in these views, taken out of memory when the board says so.
    pub fn new(views: Arc<dyn ViewStore>, board: &NoticeBoard) -> Self {
        let kept = Cache::builder().max_capacity(CAPACITY).time_to_live(KEPT).build();
        let credentials = Self { views, kept, notices: Arc::default() };
        let listener = credentials.clone();
        board.listen(move |notice| listener.heed(notice));
        credentials
    }

    /// The credential of a key; none if there is no such key.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn find(&self, sha256_hex: &str) -> Result<Option<Arc<Credential>>, Problem> {
        if let Some(known) = self.kept.get(sha256_hex) {
            return Ok(Some(known));
        }
        let before = *self.lock();
        let name = DocumentKey::new(OrganizationId::SHARED, ViewKind::Credential, sha256_hex);
        let Some(document) = self.views.document(&name).await.map_err(Problem::internal)? else { return Ok(None) };
        let credential = serde_json::from_slice(&document.body).map_err(|_| Problem::internal(Unreadable))?;
        let credential = Arc::new(credential);
        let notices = self.lock();
        if *notices == before {
            self.kept.insert(sha256_hex.to_owned(), Arc::clone(&credential));
        }
        Ok(Some(credential))
    }

    fn heed(&self, notice: &Notice) {
        let mut notices = self.lock();
        match notice {
            Notice::Documents { keys, .. } => {
                let mut named = keys.iter().filter(|key| key.kind == ViewKind::Credential).peekable();
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
