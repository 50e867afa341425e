//! A gate with a store and a clock, and callers of all kinds.

use std::sync::atomic::{AtomicI64, Ordering};

use proto_events::ids::{ApiKeyId, MemberId, UserTokenId};
use proto_events::vocabulary::Role;
use proto_events::{Position, StreamId};
use serde::Serialize;
use service_kit::clock::ManualClock;
use service_kit::secret::Secret;
use storage::sqlite::SqliteViewStore;
use storage::{
    Account, Document, DocumentBody, DocumentKey, Generation, NoticeBoard, Reached, Shard, TokenRecord, ViewBatch,
    ViewKind, ViewStore as _,
};

use crate::session::Session;

use super::super::*;

pub(super) const STORE: OrganizationId = OrganizationId(1);
pub(super) const ADA: UserId = UserId(5);

pub(super) struct Scene {
    pub(super) gate: Gate,
    pub(super) clock: ManualClock,
    pub(super) uses: Arc<KeyUses>,
    sessions: Sessions,
    views: Arc<SqliteViewStore>,
    generation: Generation,
    written: AtomicI64,
    _folder: tempfile::TempDir,
}

impl Scene {
    pub(super) async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let views = Arc::new(SqliteViewStore::open(&folder.path().join("views.sqlite")).await.unwrap());
        let generation = views.begin_generation("test", "log").await.unwrap();
        views.mark_complete(generation, Shard::WHOLE).await.unwrap();
        let (clock, uses) = (ManualClock::at(DateTime::UNIX_EPOCH), Arc::new(KeyUses::default()));
        let sessions = Sessions::new(&Secret::generate(), "https://events.example");
        let credentials = Credentials::new(views.clone(), &NoticeBoard::new());
        let (timer, limits) = (Arc::new(clock.clone()), Limits::default());
        let gate = Gate::new(credentials, sessions.clone(), "https://events.example", timer, uses.clone(), &limits);
        Self { gate, clock, uses, sessions, views, generation, written: AtomicI64::new(0), _folder: folder }
    }

    /// Issues a key and returns its value.
    pub(super) async fn issue_key(&self, change: impl FnOnce(&mut Credential)) -> String {
        let mut credential = Credential {
            key_id: ApiKeyId(7),
            name: "key".into(),
            organization_id: STORE,
            store_name: "Store".into(),
            member_id: MemberId(1),
            role: Role::Judge,
            user_id: ADA,
            best_identifier: "Ada Ahorn".into(),
            created_at: DateTime::UNIX_EPOCH,
            last_used_at: None,
            expires_at: None,
            revoked: false,
            read_only: false,
        };
        change(&mut credential);
        let value = CredentialValue::generate(Kind::ApiKey);
        self.put(ViewKind::Credential, value.sha256_hex(), &credential).await;
        value.expose().to_owned()
    }

    /// Issues a token of Ada's and returns its value.
    pub(super) async fn issue_token(
        &self,
        organization_id: Option<OrganizationId>,
        change: impl FnOnce(&mut TokenRecord),
    ) -> String {
        let mut record = TokenRecord {
            token_id: UserTokenId(3),
            user_id: ADA,
            best_identifier: "Ada Ahorn".into(),
            organization_id,
            expires_at: None,
            revoked: false,
        };
        change(&mut record);
        let value = CredentialValue::generate(Kind::UserToken);
        self.put(ViewKind::UserToken, value.sha256_hex(), &record).await;
        value.expose().to_owned()
    }

    /// Makes Ada a current or former member of the store.
    pub(super) async fn member(&self, role: Role, removed: bool) {
        let (member_id, user_id, organization_id) = (MemberId(1), ADA, STORE);
        let store_name = "Store".into();
        let membership = Membership { member_id, user_id, organization_id, store_name, logo: None, role, removed };
        self.put(ViewKind::Membership, Membership::key(ADA, STORE), &membership).await;
    }

    /// Gives Ada an account with this session epoch.
    pub(super) async fn account(&self, session_epoch: i64) {
        let account = Account { session_epoch, ..Account::new(ADA, "ada", "Ada Ahorn") };
        self.put(ViewKind::Account, ADA.to_string(), &account).await;
    }

    /// Returns the headers of Ada's browser after she signed in at this epoch.
    pub(super) fn sign_in(&self, organization_id: Option<OrganizationId>, epoch: i64) -> HeaderMap {
        let now = self.clock.now();
        let session = Session { user_id: ADA, organization_id, expires_at: now + session::LIFETIME, epoch };
        let set = self.sessions.begin(&session, now);
        let pair = set.to_str().unwrap().split(';').next().unwrap().to_owned();
        [(header::COOKIE, pair.parse().unwrap())].into_iter().collect()
    }

    /// Closes the store, so that callers who are not in memory cannot be checked.
    pub(super) async fn close_store(&self) {
        storage::ViewReader::close(&*self.views).await;
    }

    pub(super) async fn refusal(&self, headers: &HeaderMap, operation: Operation) -> (u16, String) {
        let refused = self.gate.admit(headers, operation).await.unwrap_err();
        (refused.status().as_u16(), refused.detail().to_owned())
    }

    async fn put(&self, kind: ViewKind, key: String, record: &impl Serialize) {
        let from = self.written.fetch_add(1, Ordering::Relaxed);
        let reached = Reached::all(Position(from + 1));
        let mut batch = ViewBatch::new(self.generation, Shard::WHOLE, Position(from), reached);
        batch.documents.push(Document {
            key: DocumentKey::new(OrganizationId::SHARED, kind, key),
            source: StreamId::organization(STORE),
            sort: String::new(),
            owner: None,
            position: Position(from + 1),
            digest: String::new(),
            body: DocumentBody::same(kind, serde_json::to_vec(record).unwrap()),
            stale: false,
        });
        self.views.commit(batch).await.unwrap();
    }
}

pub(super) fn key(value: &str) -> HeaderMap {
    [(KEY_HEADER, value.parse().unwrap())].into_iter().collect()
}

pub(super) fn token(value: &str) -> HeaderMap {
    authorization(&format!("Token {value}"))
}

pub(super) fn authorization(value: &str) -> HeaderMap {
    [(header::AUTHORIZATION, value.parse().unwrap())].into_iter().collect()
}

pub(super) fn cookie(value: &str) -> HeaderMap {
    [(header::COOKIE, format!("{}={value}", session::COOKIE).parse().unwrap())].into_iter().collect()
}

/// Combines the headers of two requests.
pub(super) fn both(one: &HeaderMap, other: &HeaderMap) -> HeaderMap {
    one.iter().chain(other).map(|(name, value)| (name.clone(), value.clone())).collect()
}
