//! A separate read side for each test, in a temporary folder, with a clock that tests set.

use std::sync::Arc;

use api_kit::consistency::LogTag;
use api_kit::session::{LIFETIME, Session};
use api_kit::{ConsistencyTokens, Credentials, Gate, Progress, Sessions};
use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, Request, header};
use axum::response::Response;
use bytes::Bytes;
use chrono::Duration;
use futures::FutureExt;
use http_body_util::BodyExt;
use proto_events::Position;
use proto_events::ids::{ApiKeyId, MemberId, OrganizationId, UserId, UserTokenId};
use proto_events::vocabulary::Role;
use read_api::{ReadApi, ReadApiSettings};
use serde_json::Value;
use service_kit::clock::{Clock, ManualClock};
use service_kit::credential_value::{CredentialValue, Kind};
use service_kit::secret::Secret;
use service_kit::server::Shortcut;
use storage::sqlite::SqliteViewStore;
use storage::{
    Credential, Document, Generation, Notice, NoticeBoard, Reached, Shard, TokenRecord, ViewBatch, ViewKind, ViewStore,
};
use tokio::sync::watch;
use tower::ServiceExt;

use crate::documents::{STORE, account, at, document, document_of, membership, record};

pub(crate) struct TestApi {
    pub(crate) views: Arc<SqliteViewStore>,
    pub(crate) clock: ManualClock,
    /// A key of an administrator of [`STORE`].
    pub(crate) key: String,
    /// Begins sessions as `/login/` does.
    pub(crate) sessions: Sessions,
    /// Issues tokens as the write side does.
    pub(crate) tokens: ConsistencyTokens,
    /// The reported positions.
    pub(crate) reached: watch::Sender<Reached>,
    board: NoticeBoard,
    pub(super) router: Router,
    shortcut: Shortcut,
    generation: Generation,
    position: i64,
    keys: i64,
    _folder: tempfile::TempDir,
}

#[derive(Debug, PartialEq, Eq)]
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

    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        assert_eq!((self.status, self.header("content-type")), (200, "application/json"), "{}", self.text());
        serde_json::from_slice(&self.body).unwrap()
    }

    /// Checks that this is a problem with this status, and returns it.
    #[track_caller]
    pub(crate) fn problem(&self, status: u16) -> Value {
        assert_eq!((self.status, self.header("content-type")), (status, "application/problem+json"), "{}", self.text());
        let problem: Value = serde_json::from_slice(&self.body).unwrap();
        assert_eq!(problem["status"], status);
        assert!(problem["type"].as_str().unwrap().starts_with("/problems/"), "{problem}");
        assert!(!problem["detail"].as_str().unwrap().is_empty() && !problem["title"].as_str().unwrap().is_empty());
        problem
    }

    /// Returns the `detail` of a problem with this status.
    #[track_caller]
    pub(crate) fn detail(&self, status: u16) -> String {
        self.problem(status)["detail"].as_str().unwrap().to_owned()
    }
}

pub(crate) fn request(method: Method, path: &str, headers: &[(&str, &str)]) -> Request<Body> {
    let request = Request::builder().method(method).uri(path);
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, value.as_bytes()));
    request.body(Body::empty()).unwrap()
}

/// Returns the ids of the entries of a list.
pub(crate) fn ids(list: &Value) -> Vec<i64> {
    list.as_array().unwrap().iter().map(|entry| entry["id"].as_i64().unwrap()).collect()
}

/// Returns an answer whose body is in memory.
async fn read(response: Response) -> Reply {
    let (parts, body) = response.into_parts();
    let body = body.collect().await.unwrap().to_bytes();
    Reply { status: parts.status.as_u16(), headers: parts.headers, body }
}

fn ask_shortly(shortcut: &Shortcut, request: &Request<Body>) -> Option<Reply> {
    Some(read(shortcut(request)?).now_or_never().unwrap())
}

impl TestApi {
    pub(crate) async fn start() -> Self {
        Self::with(ReadApiSettings { public_url: "https://events.example".into(), ..ReadApiSettings::default() }).await
    }

    /// Starts a read side with a document of every kind, 7, whose body is `{}`.
    pub(crate) async fn with_every_kind() -> Self {
        let mut api = Self::start().await;
        let kinds = ViewKind::ALL.iter().filter(|kind| !matches!(kind, ViewKind::Credential | ViewKind::ApiKeys));
        api.put(kinds.map(|kind| document(*kind, 7, "{}"))).await;
        api
    }

    pub(crate) async fn with(settings: ReadApiSettings) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let views = Arc::new(SqliteViewStore::open(&folder.path().join("views.sqlite")).await.unwrap());
        let generation = views.begin_generation("test", "log").await.unwrap();
        views.mark_complete(generation, Shard::WHOLE).await.unwrap();
        let board = NoticeBoard::new();
        let clock = ManualClock::at(at("2026-03-15T10:20:30Z"));
        let store: Arc<dyn ViewStore> = views.clone();
        let (secret, url) = (Secret::generate(), settings.public_url.clone());
        let sessions = Sessions::new(&secret, &url);
        let credentials = Credentials::new(store.clone(), &board);
        let (timer, limits) = (Arc::new(clock.clone()), &settings.limits);
        let gate = Gate::new(credentials, sessions.clone(), &url, timer, Arc::default(), limits);
        let tokens = ConsistencyTokens::new(&secret);
        let reached = watch::Sender::<Reached>::default();
        let progress = Progress::new(reached.subscribe());
        let api = ReadApi::new(settings, store, &board, Arc::new(clock.clone()), gate, tokens.clone(), progress);
        let mut test = Self {
            views,
            clock,
            key: String::new(),
            sessions,
            tokens,
            reached,
            board,
            router: api.router(),
            shortcut: api.shortcut(),
            generation,
            position: 0,
            keys: 0,
            _folder: folder,
        };
        test.key = test.issue(STORE, Role::Admin).await;
        test
    }

    /// Commits a batch at the next position and posts its notice, as the projector does.
    pub(crate) async fn commit(&mut self, fill: impl FnOnce(&mut ViewBatch)) {
        let (from, to) = (Position(self.position), Position(self.position + 1));
        let mut batch = ViewBatch::new(self.generation, Shard::WHOLE, from, Reached::all(to));
        fill(&mut batch);
        batch.documents.iter_mut().for_each(|document| document.position = to);
        let written = batch.documents.iter().map(|document| &document.key);
        let keys = written.chain(batch.removed.iter().map(|removal| &removal.key)).cloned().collect();
        self.views.commit(batch).await.unwrap();
        self.position += 1;
        self.board.post(&Notice::Documents { keys, position: to });
    }

    pub(crate) async fn put(&mut self, documents: impl IntoIterator<Item = Document>) {
        self.commit(|batch| batch.documents.extend(documents)).await;
    }

    /// Switches to another generation with these documents, and posts the notice.
    pub(crate) async fn switch_generation(&mut self, mut documents: Vec<Document>) {
        let generation = self.views.begin_generation("other", "log").await.unwrap();
        let mut batch = ViewBatch::new(generation, Shard::WHOLE, Position(0), Reached::all(Position(self.position)));
        documents.iter_mut().for_each(|document| document.position = Position(1));
        batch.documents = documents;
        self.views.commit(batch).await.unwrap();
        self.views.mark_complete(generation, Shard::WHOLE).await.unwrap();
        assert!(self.views.switch_to(generation, Position(self.position)).await.unwrap());
        self.generation = generation;
        self.board.post(&Notice::Everything);
    }

    /// Returns a credential with the next free ids, and the value of its key.
    pub(crate) fn credential(&mut self, organization: OrganizationId, role: Role) -> (Credential, CredentialValue) {
        self.keys += 1;
        let credential = Credential {
            key_id: ApiKeyId(self.keys),
            name: format!("key {}", self.keys),
            organization_id: organization,
            store_name: format!("Store {organization}"),
            member_id: MemberId(100 + self.keys),
            role,
            user_id: UserId(200 + self.keys),
            best_identifier: "Ada Ahorn".into(),
            created_at: self.clock.now() - Duration::days(3),
            last_used_at: None,
            expires_at: None,
            revoked: false,
            read_only: false,
        };
        (credential, CredentialValue::generate(Kind::ApiKey))
    }

    pub(crate) async fn put_credential(&mut self, credential: &Credential, key: &CredentialValue) {
        let one = record(ViewKind::Credential, key.sha256_hex(), credential);
        let list = serde_json::to_string(&[credential]).unwrap();
        let all = document_of(credential.organization_id, ViewKind::ApiKeys, credential.user_id, &list);
        self.put([one, all]).await;
    }

    pub(crate) async fn issue(&mut self, organization: OrganizationId, role: Role) -> String {
        let (credential, key) = self.credential(organization, role);
        self.put_credential(&credential, &key).await;
        key.expose().to_owned()
    }

    /// Adds a person with this role in an organization, or without one. Returns the `Authorization` and `Cookie`
    /// headers.
    pub(crate) async fn person(
        &mut self,
        user: i64,
        role: Option<(OrganizationId, Role)>,
    ) -> [(&'static str, String); 2] {
        let organization_id = role.map(|(organization, _)| organization);
        let token = CredentialValue::generate(Kind::UserToken);
        let token_record = TokenRecord {
            token_id: UserTokenId(user),
            user_id: UserId(user),
            best_identifier: format!("Person {user}"),
            organization_id,
            expires_at: None,
            revoked: false,
        };
        let memberships = role.map(|(organization, role)| membership(user, organization, role, false));
        let token_record = record(ViewKind::UserToken, token.sha256_hex(), &token_record);
        self.put([account(user, 0), token_record].into_iter().chain(memberships)).await;
        [("authorization", format!("Token {}", token.expose())), ("cookie", self.session(user, organization_id, 0))]
    }

    pub(crate) fn session(&self, user: i64, organization_id: Option<OrganizationId>, epoch: i64) -> String {
        let now = self.clock.now();
        let session = Session { user_id: UserId(user), organization_id, expires_at: now + LIFETIME, epoch };
        let cookie = self.sessions.begin(&session, now);
        cookie.to_str().unwrap().split(';').next().unwrap().to_owned()
    }

    /// Sends a request with only this header.
    pub(crate) async fn get_by(&self, header: &(&'static str, String), path: &str) -> Reply {
        self.send(Method::GET, path, &[(header.0, &header.1)]).await
    }

    pub(crate) async fn get(&self, path: &str) -> Reply {
        self.get_with(path, &[]).await
    }

    /// Sends a request with the administrator's key and further headers.
    pub(crate) async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Reply {
        self.send(Method::GET, path, &[&[("x-api-key", self.key.as_str())], headers].concat()).await
    }

    pub(crate) async fn get_open(&self, path: &str) -> Reply {
        self.send(Method::GET, path, &[]).await
    }

    pub(crate) async fn get_as(&self, key: &str, path: &str) -> Reply {
        self.send(Method::GET, path, &[("x-api-key", key)]).await
    }

    /// Sends a request. Checks that the shortcut answers as the router does.
    pub(crate) async fn send(&self, method: Method, path: &str, headers: &[(&str, &str)]) -> Reply {
        let request = request(method, path, headers);
        let short = ask_shortly(&self.shortcut, &request);
        let mut reply = read(self.router.clone().oneshot(request).await.unwrap()).await;
        // The server adds this header to all answers.
        reply.headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if let Some(mut short) = short {
            reply.headers.remove(header::CONTENT_LENGTH);
            short.headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
            assert_eq!(short, reply);
        }
        reply
    }

    /// Returns the answer of the shortcut, if it answers.
    pub(crate) fn shortly(&self, path: &str, headers: &[(&str, &str)]) -> Option<Reply> {
        let keyed = [&[("x-api-key", self.key.as_str())], headers].concat();
        ask_shortly(&self.shortcut, &request(Method::GET, path, &keyed))
    }

    /// Returns the token of a write of [`STORE`] at this position.
    pub(crate) fn token(&self, position: i64) -> String {
        self.token_of(STORE, position)
    }

    pub(crate) fn token_of(&self, organization: OrganizationId, position: i64) -> String {
        self.tokens.issue(Position(position), organization, LogTag::of("log")).to_str().unwrap().to_owned()
    }

    /// Sends a request with the administrator's key and a token, without waiting.
    pub(crate) async fn get_at(&self, path: &str, token: &str) -> Reply {
        self.get_with(path, &[("consistency-token", token), ("prefer", "wait=0")]).await
    }

    /// Reports the positions of prompt documents and of all documents. Reads wait only for these two.
    pub(crate) fn reach(&self, prompt: i64, settled: i64) {
        let applied = Position(0);
        self.reached.send_replace(Reached { applied, prompt: Position(prompt), settled: Position(settled) });
    }
}
