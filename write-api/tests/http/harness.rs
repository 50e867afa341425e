//! A separate write side for each test, in a temporary folder, with a manual clock and views at
//! the highest possible position.

use std::path::Path;
use std::sync::Arc;

use api_kit::session::{LIFETIME, Session};
use api_kit::{
    ConsistencyTokens, Credentials, DiskSpaceGuard, Gate, JoinCodes, KeyUses, PrivateLinks, Progress, Sessions,
};
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::decklist::{DeckHost, Decklist};
use domain::documents::DecklistDocument;
use http_body_util::BodyExt;
use proto_events::ids::{ApiKeyId, DecklistId, MemberId, OrganizationId, TournamentId, UserId, UserTokenId};
use proto_events::vocabulary::Role;
use proto_events::{Actor, DomainEvent, Envelope, Position, StreamId, TournamentEvent};
use serde_json::{Value, json};
use service_kit::clock::{Clock, ManualClock};
use service_kit::credential_value::{CredentialValue, Kind};
use service_kit::keyring::Keyring;
use service_kit::limits::Limits;
use service_kit::secret::Secret;
use storage::sqlite::{SqliteEventStore, SqliteViewStore};
use storage::{
    Account, AppendRequest, Credential, Document, DocumentBody, DocumentKey, Generation, Membership, NewEvent,
    NoticeBoard, Reached, Shard, StreamWrite, TokenRecord, ViewBatch, ViewKind,
};
use storage::{EventStore as _, LogReader as _, ViewStore as _};
use tempfile::TempDir;
use tokio::sync::watch;
use tower::ServiceExt;
use write_api::WriteApi;
use write_api::interface::{WriteHttp, WriteHttpSettings};

/// The organization of most tests.
pub(crate) const STORE: OrganizationId = OrganizationId(1);
/// Another organization.
pub(crate) const OTHER: OrganizationId = OrganizationId(2);
/// The address that creates lists.
pub(crate) const LISTS: &str = "/api/v1/decklists/";
pub(crate) const PUBLIC_URL: &str = "https://events.example";
/// Decklists that a person may own in these tests.
pub(crate) const OWN_LISTS: u32 = 20;

/// The header of a credential.
pub(crate) type By = (&'static str, String);

/// A write side with its log.
#[derive(Clone)]
pub(crate) struct TestApi {
    pub(crate) store: Arc<SqliteEventStore>,
    /// A key of an administrator of [`STORE`].
    pub(crate) key: String,
    pub(crate) tokens: ConsistencyTokens,
    /// The position that the views report: the highest possible one.
    reached: Arc<watch::Sender<Reached>>,
    pub(crate) router: Router,
    pub(crate) clock: ManualClock,
    sessions: Sessions,
    gate: Gate,
    views: Arc<SqliteViewStore>,
    generation: Generation,
    documents: i64,
    folder: Arc<TempDir>,
}

/// Addresses that the read side answers.
const READ: [&str; 6] = [
    LISTS,
    "/api/v1/decklists/{id}/",
    "/api/v1/members/",
    "/api/v1/users/",
    "/api/v1/users/{id}/",
    "/api/v1/api-keys/api_keys/",
];

/// A whole answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    #[track_caller]
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    /// Checks the status; returns the document.
    #[track_caller]
    pub(crate) fn json(&self, status: u16) -> Value {
        assert_eq!((self.status, self.header("content-type")), (status, "application/json"), "{}", self.text());
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Returns the id of a new list.
    #[track_caller]
    pub(crate) fn id(&self) -> DecklistId {
        DecklistId(self.json(201)["id"].as_i64().unwrap())
    }

    /// Checks that this is a problem of this status; returns it.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16) -> Value {
        assert_eq!((self.status, self.header("content-type")), (status, "application/problem+json"), "{}", self.text());
        let problem: Value = serde_json::from_slice(&self.body).unwrap();
        assert_eq!(problem["status"], status);
        assert!(problem["type"].as_str().unwrap().starts_with("/problems/"), "{problem}");
        assert!(!problem["detail"].as_str().unwrap().is_empty() && !problem["title"].as_str().unwrap().is_empty());
        problem
    }

    /// Checks that this is a problem of this status; returns its `detail`.
    #[track_caller]
    pub(crate) fn detail(&self, status: u16) -> String {
        self.problem(status)["detail"].as_str().unwrap().to_owned()
    }
}

/// Returns the address of a list.
pub(crate) fn address(id: DecklistId) -> String {
    format!("{LISTS}{id}/")
}

pub(crate) fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

async fn open(folder: &Path) -> Arc<SqliteEventStore> {
    Arc::new(SqliteEventStore::open(&folder.join("events.db")).await.unwrap())
}

fn gate(views: &Arc<SqliteViewStore>, sessions: &Sessions, clock: &ManualClock) -> Gate {
    let credentials = Credentials::new(views.clone(), &NoticeBoard::new());
    let (clock, uses) = (Arc::new(clock.clone()), Arc::new(KeyUses::default()));
    Gate::new(credentials, sessions.clone(), PUBLIC_URL, clock, uses, &Limits::default())
}

/// Returns a router for all other addresses.
fn elsewhere() -> Router {
    Router::new().fallback(async || (StatusCode::NOT_FOUND, "elsewhere"))
}

impl TestApi {
    pub(crate) async fn start() -> Self {
        Self::with(false).await
    }

    /// Starts a write side with vendors' field names, or without.
    pub(crate) async fn with(vendor_field_names: bool) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = open(folder.path()).await;
        let views = Arc::new(SqliteViewStore::open(&folder.path().join("views.db")).await.unwrap());
        let generation = views.begin_generation("test", "log").await.unwrap();
        views.mark_complete(generation, Shard::WHOLE).await.unwrap();
        let clock = ManualClock::at(at("2026-03-15T10:20:30Z"));
        let secret = Secret::generate();
        let sessions = Sessions::new(&secret, PUBLIC_URL);
        let gate = gate(&views, &sessions, &clock);
        let tokens = ConsistencyTokens::new(&secret);
        let reached = Arc::new(watch::Sender::new(Reached::all(Position(i64::MAX))));
        let mut api = Self {
            store,
            key: String::new(),
            tokens,
            reached,
            router: Router::new(),
            clock,
            sessions,
            gate,
            views,
            generation,
            documents: 0,
            folder: Arc::new(folder),
        };
        api.router = api.router(vendor_field_names);
        api.key = api.issue(STORE, Role::Admin).await;
        api
    }

    fn router(&self, vendor_field_names: bool) -> Router {
        let settings = WriteHttpSettings {
            public_url: PUBLIC_URL.to_owned(),
            vendor_field_names,
            deck_host: DeckHost::default(),
            own_lists: Some(OWN_LISTS),
            private_links: PrivateLinks::new(&Keyring::from(&Secret::generate())),
            join_codes: JoinCodes::new(&Keyring::from(&Secret::generate())),
            read_addresses: READ.to_vec(),
            room: DiskSpaceGuard::unknown(),
        };
        let progress = Progress::new(self.reached.subscribe());
        let (gate, tokens, views) = (self.gate.clone(), self.tokens.clone(), self.views.clone());
        WriteHttp::new(self.commands(), gate, tokens, progress, views, settings).router(elsewhere())
    }

    /// Returns another process, or a restarted one, with the same log and credentials.
    pub(crate) async fn another_process(&self) -> Self {
        let mut other = Self { store: open(self.folder.path()).await, ..self.clone() };
        other.router = other.router(false);
        other
    }

    /// Returns another process that has not seen any credential yet.
    pub(crate) async fn another_process_that_remembers_nothing(&self) -> Self {
        let mut other = self.another_process().await;
        other.gate = gate(&self.views, &self.sessions, &self.clock);
        other.router = other.router(false);
        other
    }

    /// Returns the command side on the same log.
    pub(crate) fn commands(&self) -> WriteApi {
        WriteApi::new(self.store.clone(), Arc::new(self.clock.clone()))
    }

    /// Puts a record into the views.
    pub(crate) async fn record(&mut self, kind: ViewKind, key: impl ToString, body: &impl serde::Serialize) {
        self.record_for(OrganizationId::SHARED, kind, key, body).await;
    }

    /// Puts a document of an organization into the views.
    pub(crate) async fn record_for(
        &mut self,
        organization_id: OrganizationId,
        kind: ViewKind,
        key: impl ToString,
        body: &impl serde::Serialize,
    ) {
        let key = DocumentKey::new(organization_id, kind, key);
        let mut batch = self.next_batch();
        batch.documents.push(Document {
            sort: key.key.clone(),
            owner: None,
            body: DocumentBody::same(key.kind, serde_json::to_vec(body).unwrap()),
            key,
            source: StreamId::tournament(TournamentId(1)),
            position: Position(self.documents),
            digest: format!("{:022x}", self.documents),
            stale: false,
        });
        self.views.commit(batch).await.unwrap();
    }

    fn next_batch(&mut self) -> ViewBatch {
        let from = Position(self.documents);
        self.documents += 1;
        ViewBatch::new(self.generation, Shard::WHOLE, from, Reached::all(Position(self.documents)))
    }

    /// Records in the views that documents of an event use these lists.
    pub(crate) async fn note_lists(&mut self, event: i64, lists: &[DecklistId]) {
        let mut batch = self.next_batch();
        let lists = lists.iter().copied().map(StreamId::decklist).collect();
        batch.sources.push((StreamId::tournament(TournamentId(event)), lists));
        self.views.commit(batch).await.unwrap();
    }

    /// Returns the value of a new key. Its organization and member exist only in the views.
    pub(crate) async fn issue(&mut self, organization_id: OrganizationId, role: Role) -> String {
        let number = self.documents + 1;
        let credential = Credential {
            key_id: ApiKeyId(number),
            name: format!("key {number}"),
            organization_id,
            store_name: format!("Store {organization_id}"),
            member_id: MemberId(100 + number),
            role,
            user_id: UserId(200 + number),
            best_identifier: "Ada Ahorn".into(),
            created_at: at("2026-03-12T10:20:30Z"),
            last_used_at: None,
            expires_at: None,
            revoked: false,
            read_only: false,
        };
        let key = CredentialValue::generate(Kind::ApiKey);
        self.record(ViewKind::Credential, key.sha256_hex(), &credential).await;
        key.expose().to_owned()
    }

    /// Returns the headers of a token and of a session of a person with this role in an organization, or without one.
    pub(crate) async fn person(&mut self, user: i64, role: Option<(OrganizationId, Role)>) -> [By; 2] {
        let (user_id, best_identifier) = (UserId(user), format!("Person {user}"));
        let organization_id = role.map(|(organization, _)| organization);
        if let Some((organization, role)) = role {
            self.put_membership(user_id, organization, role, false).await;
        }
        let account = Account::new(user_id, format!("person-{user}"), best_identifier.clone());
        self.record(ViewKind::Account, user_id, &account).await;
        let token = CredentialValue::generate(Kind::UserToken);
        let token_id = UserTokenId(self.documents);
        let record =
            TokenRecord { token_id, user_id, best_identifier, organization_id, expires_at: None, revoked: false };
        self.record(ViewKind::UserToken, token.sha256_hex(), &record).await;
        let now = self.clock.now();
        let session = Session { user_id, organization_id, expires_at: now + LIFETIME, epoch: 0 };
        let cookie = self.sessions.begin(&session, now).to_str().unwrap().split(';').next().unwrap().to_owned();
        [("authorization", format!("Token {}", token.expose())), ("cookie", cookie)]
    }

    /// Records a membership in the views.
    pub(crate) async fn put_membership(&mut self, user_id: UserId, to: OrganizationId, role: Role, removed: bool) {
        let (member_id, store_name) = (MemberId(300 + user_id.0), format!("Store {to}"));
        let membership = Membership { member_id, user_id, organization_id: to, store_name, logo: None, role, removed };
        self.record(ViewKind::Membership, Membership::key(user_id, to), &membership).await;
    }

    /// Sends a request.
    pub(crate) async fn send(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: impl Into<Body>,
    ) -> Reply {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, value.as_bytes());
        }
        let response = self.router.clone().oneshot(request.body(body.into()).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes();
        Reply { status: parts.status.as_u16(), headers: parts.headers, body }
    }

    /// Sends JSON with this credential and further headers.
    pub(crate) async fn send_by(
        &self,
        by: &By,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: &Value,
    ) -> Reply {
        let own = [(by.0, by.1.as_str()), ("content-type", "application/json")];
        self.send(method, path, &[&own, headers].concat(), body.to_string()).await
    }

    /// Sends JSON with the administrator's key and further headers.
    pub(crate) async fn json(&self, method: Method, path: &str, headers: &[(&str, &str)], body: &Value) -> Reply {
        self.send_by(&("x-api-key", self.key.clone()), method, path, headers, body).await
    }

    pub(crate) async fn post(&self, headers: &[(&str, &str)], body: &Value) -> Reply {
        self.json(Method::POST, LISTS, headers, body).await
    }

    pub(crate) async fn put(&self, id: DecklistId, headers: &[(&str, &str)], body: &Value) -> Reply {
        self.json(Method::PUT, &address(id), headers, body).await
    }

    pub(crate) async fn patch(&self, id: DecklistId, headers: &[(&str, &str)], body: &Value) -> Reply {
        self.json(Method::PATCH, &address(id), headers, body).await
    }

    /// Submits a list with this name.
    pub(crate) async fn submit(&self, name: &str) -> DecklistId {
        self.post(&[], &json!({ "name": name })).await.id()
    }

    /// Returns the events of a list.
    pub(crate) async fn events(&self, id: DecklistId) -> Vec<Envelope> {
        let recorded = self.store.read_stream(StreamId::decklist(id), 0).await.unwrap();
        recorded.iter().map(|event| event.decode().unwrap()).collect()
    }

    /// Returns the domain events of an event.
    pub(crate) async fn told(&self, id: i64) -> Vec<TournamentEvent> {
        let recorded = self.store.read_stream(StreamId::tournament(TournamentId(id)), 0).await.unwrap();
        let of = |event: &proto_events::Recorded| match event.decode().unwrap().event {
            DomainEvent::Tournament(event) => event,
            other => panic!("{other:?}"),
        };
        recorded.iter().map(of).collect()
    }

    /// Appends domain events of an event, like another writer.
    pub(crate) async fn happen(&self, organization_id: OrganizationId, id: i64, events: Vec<TournamentEvent>) {
        let events = events.into_iter().map(DomainEvent::from).collect();
        self.append(StreamId::tournament(TournamentId(id)), organization_id, events).await;
    }

    /// Appends events to a stream, like another writer.
    pub(crate) async fn append(&self, stream: StreamId, organization_id: OrganizationId, events: Vec<DomainEvent>) {
        let now = self.clock.now();
        let expected_version = self.store.read_stream(stream, 0).await.unwrap().last().map_or(0, |last| last.version);
        let events = events.into_iter().map(|event| NewEvent { occurred_at: now, event }).collect();
        let writes = vec![StreamWrite { stream, organization_id, expected_version, events }];
        let request = AppendRequest {
            actor: Actor::System,
            recorded_at: now,
            writes,
            claims: Vec::new(),
            outbox: Vec::new(),
            idempotency: None,
            traceparent: None,
        };
        self.store.append(request).await.unwrap();
    }

    /// Returns a list folded from the log.
    pub(crate) async fn stored(&self, id: DecklistId) -> Decklist {
        Decklist::from_events(&self.events(id).await).unwrap()
    }

    /// Returns a list as the read side answers it.
    pub(crate) async fn read(&self, id: DecklistId) -> Value {
        let document = DecklistDocument::new(&self.stored(id).await, PUBLIC_URL, &DeckHost::default(), false).to_json();
        serde_json::from_slice(&document).unwrap()
    }

    /// Returns the position of the newest event.
    pub(crate) async fn head(&self) -> i64 {
        self.store.head().await.unwrap().0
    }

    /// Returns the position in an answer's consistency token, which is of this organization.
    pub(crate) fn token_of(&self, organization_id: OrganizationId, reply: &Reply) -> i64 {
        self.tokens.read(&reply.headers, Some(organization_id)).unwrap().unwrap().position.0
    }

    pub(crate) fn token(&self, reply: &Reply) -> i64 {
        self.token_of(STORE, reply)
    }
}

/// Stands for the file of a picture where tests have JSON.
pub(crate) const PICTURE: &str = "the file of a picture";

/// A picture of two pixels.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x02\0\0\0\x01\x08\0\0\0\0\xd1\x49\x20\x56\0\0\0\x0bIDAT\
    \x78\xda\x63\x70\x38\0\0\x01\x43\x01\x01\x96\xb5\0\x9b\0\0\0\0IEND\xae\x42\x60\x82";

/// Returns the media type and the bytes of a body.
pub(crate) fn sent(body: &Value) -> (&'static str, Vec<u8>) {
    if body == PICTURE { ("image/png", PNG.to_vec()) } else { ("application/json", body.to_string().into_bytes()) }
}
