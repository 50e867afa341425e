//! The app under test: one process on SQLite, or three on PostgreSQL and NATS behind nginx.

pub(crate) mod dumps;
mod ground;
mod options;
mod process;
mod running;
mod secrets;
mod starts;
mod webhooks;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use chrono::{DateTime, TimeZone, Utc};
use domain::documents::ReaderGroup;
use domain::user::User;
use futures::StreamExt;
use importers::{ImportOutcome, Importer};
use projector::ViewSettings;
use proto_events::ids::{OrganizationId, Sequence, TournamentId, UserId};
use proto_events::vocabulary::Role;
use proto_events::{Actor, DomainEvent, Envelope, Position, Recorded, StreamId};
use reqwest::header::{HeaderMap, HeaderValue};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::Value;
use service_kit::clock::Clock;
use service_kit::traces::TRACEPARENT;
use storage::{AppendRequest, ErasureList, EventStore, NewEvent, StreamWrite};
use tokio_util::sync::DropGuard;
use write_api::WriteApi;
use write_api::organizations::CreateOrganization;

use self::ground::{ERASURES, Ground};
pub use self::options::Options;
use self::options::PUBLIC_URL;
use self::running::Running;
pub use self::running::{settings, webhook_rules};
use crate::Reply;
use crate::client::IDLE;
use crate::file_clock::FileClock;
use crate::overheard;
use crate::program::{foreign_options, program};

/// An organization with an administrator's key.
#[derive(Debug, Clone)]
pub struct Store {
    /// The organization.
    pub organization: OrganizationId,
    /// A key of an administrator.
    pub key: String,
}

/// Stands for the file of a picture where tests have JSON.
pub const PICTURE: &str = "the file of a picture";

/// A picture of two pixels.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x02\0\0\0\x01\x08\0\0\0\0\xd1\x49\x20\x56\0\0\0\x0bIDAT\
    \x78\xda\x63\x70\x38\0\0\x01\x43\x01\x01\x96\xb5\0\x9b\0\0\0\0IEND\xae\x42\x60\x82";

/// Adds a body to a request: JSON, or the file of a picture.
pub fn with_body(request: RequestBuilder, body: &Value) -> RequestBuilder {
    if body == PICTURE {
        return request.header("content-type", "image/png").body(PNG);
    }
    request.header("content-type", "application/json").body(body.to_string())
}

/// Adds the fields of a form to a request.
pub fn with_form<K: AsRef<str>, V: AsRef<str>>(request: RequestBuilder, fields: &[(K, V)]) -> RequestBuilder {
    let mut body = reqwest::Url::parse("http://form/").expect("an address");
    body.query_pairs_mut().extend_pairs(fields);
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    request.body(body.query().unwrap_or_default().to_owned())
}

/// The app, running in its own folder.
pub struct TestApp {
    app: Running,
    /// The log, which tests read and append to directly.
    events: Arc<dyn EventStore>,
    /// Publishes notices of what tests append.
    publishing: Option<DropGuard>,
    client: Client,
    ground: Ground,
    options: Options,
    /// The app's clock, which only the test advances.
    pub clock: FileClock,
    /// The test's organization.
    pub organization: OrganizationId,
    /// Its administrator's key.
    pub key: String,
}

impl TestApp {
    /// An app with one organization, and no data.
    pub async fn start() -> Self {
        Self::with(Options::default()).await
    }

    /// An app with one organization and these options.
    pub async fn with(options: Options) -> Self {
        let mut test = Self::begin(Ground::new().await, options).await;
        let store = test.store("Corner Store").await;
        (test.organization, test.key) = (store.organization, store.key);
        test
    }

    /// An app on this ground, with its clock at the start time.
    async fn begin(ground: Ground, options: Options) -> Self {
        let start = Utc.with_ymd_and_hms(2026, 9, 1, 12, 0, 0).single().expect("a time");
        let clock = FileClock::at(&ground.folder.path().join("clock"), start);
        Self::start_on(ground, options, clock, OrganizationId(0), String::new()).await
    }

    async fn start_on(
        ground: Ground,
        options: Options,
        clock: FileClock,
        organization: OrganizationId,
        key: String,
    ) -> Self {
        let app = Running::start(&ground, &options, &clock).await;
        let events = match app.events() {
            Some(events) => events,
            None => ground.events().await,
        };
        let publishing = ground.publish_events(&events).await;
        Self { app, events, publishing, client: client(options.traced), ground, options, clock, organization, key }
    }

    /// Stops, and starts again on the same data.
    pub async fn restart(self, options: Options) -> Self {
        let test = self.restart_on(options, async |ground| ground).await;
        test.applied().await;
        test
    }

    /// Stops, deletes the views, and starts again: the views are rebuilt from the log.
    pub async fn restart_without_views(self, options: Options) -> Self {
        let test = self.begin_without_views(options).await;
        test.applied().await;
        test
    }

    /// The same, without waiting for the rebuild.
    pub async fn begin_without_views(self, options: Options) -> Self {
        self.restart_on(options, Ground::without_views).await
    }

    async fn restart_on(self, options: Options, meanwhile: impl AsyncFnOnce(Ground) -> Ground) -> Self {
        let Self { app, events, publishing, ground, clock, organization, key, .. } = self;
        drop(publishing);
        app.stop().await;
        events.close().await;
        let ground = meanwhile(ground).await;
        Self::start_on(ground, options, clock, organization, key).await
    }

    /// Stops the app. Fails if work was left undone or a part of the app failed.
    pub async fn stop(self) {
        drop(self.publishing);
        self.app.stop().await;
        self.events.close().await;
    }

    /// Rebuilds the views as another process would, while the app serves. Fails if the rebuilt views differ.
    pub async fn rebuild(&self) {
        let (events, views) = (self.ground.events().await, self.ground.views().await);
        let settings = ViewSettings {
            vendor_field_names: self.options.vendor_field_names,
            deck_host: self.options.deck_host.clone(),
            ..ViewSettings::default()
        };
        projector::rebuild(events.clone(), views.clone(), &settings, Default::default()).await.expect("a rebuild");
        events.close().await;
        views.close().await;
    }

    // Data

    /// Runs a command of the program on the app's data while the app runs, and returns what it prints. Panics with its
    /// error output if it fails.
    pub async fn command(&self, arguments: &[&str]) -> Vec<u8> {
        let mut command = Command::new(program().unwrap_or_else(|error| panic!("{error:#}")));
        for name in foreign_options() {
            command.env_remove(name);
        }
        command.args(arguments).args(self.ground.place()).current_dir(self.folder()).stdin(Stdio::null());
        let output = tokio::task::spawn_blocking(move || command.output()).await.expect("a task").expect("the program");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    }

    /// The folder with the app's files.
    pub fn folder(&self) -> &Path {
        self.ground.folder.path()
    }

    /// The folder with the dumps that it offers.
    pub fn dumps(&self) -> PathBuf {
        self.folder().join(dumps::FOLDER)
    }

    /// Awaits something while the app has no dumps to offer.
    pub async fn without_dumps<T>(&self, asked: impl Future<Output = T>) -> T {
        let (offered, hidden) = (self.dumps(), self.folder().join("hidden-dumps"));
        fs::rename(&offered, &hidden).expect("dumps");
        let answered = asked.await;
        fs::rename(&hidden, &offered).expect("dumps");
        answered
    }

    /// The environment in which commands of the program find its data.
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        self.ground.environment()
    }

    /// Waits until all events stored so far are served.
    pub async fn applied(&self) {
        self.app.caught_up(self.head().await).await;
    }

    /// Position of the newest event.
    pub async fn head(&self) -> Position {
        self.events.head().await.expect("a head")
    }

    /// The whole log.
    pub async fn log(&self) -> Vec<Recorded> {
        let (store, mut log) = (&self.events, Vec::<Recorded>::new());
        loop {
            let after = log.last().map_or(Position::START, |last| last.position);
            let more = store.read_from(after, 1_000).await.expect("a log");
            if more.is_empty() {
                return log;
            }
            log.extend(more);
        }
    }

    /// Returns everything that the parts of the app and its gateway have logged so far.
    pub fn heard(&self) -> String {
        overheard::heard(self.folder()) + &self.app.gateway_logs()
    }

    /// Returns the raw bytes of everything that the app keeps on disk, by place.
    pub fn raw(&self) -> Vec<(String, Vec<u8>)> {
        self.ground.raw()
    }

    /// Returns the bodies of all documents and exports of the views, by place.
    pub async fn documents(&self) -> Vec<(String, Vec<u8>)> {
        let views = self.ground.views().await;
        let generation = views.active().await.expect("views").expect("a generation").generation;
        let documents = views.all_documents(generation).map(|document| {
            let document = document.expect("a document");
            let bytes = [document.sort.as_bytes(), b" ", &*document.body.seen_by(ReaderGroup::Organizers)].concat();
            (format!("{:?}", document.key), bytes)
        });
        let exports = views.all_exports(generation).map(|export| {
            let export = export.expect("an export");
            (format!("export {}", export.tournament_id), export.body_with_text.to_vec())
        });
        let found = documents.chain(exports).collect().await;
        views.close().await;
        found
    }

    /// The items of a backup, each in its debug form.
    pub async fn backup(&self) -> Vec<String> {
        self.events.backup().map(|item| format!("{:?}", item.expect("an item"))).collect().await
    }

    /// Returns the stored password hash of a user.
    pub async fn password_hash(&self, user_id: UserId) -> String {
        let user = User::from_events(&self.stream(StreamId::user(user_id)).await).expect("a person");
        self.events.password(user.password_id.expect("a password")).await.expect("a hash").expect("a hash")
    }

    /// Returns the events of a stream.
    pub async fn stream(&self, stream: StreamId) -> Vec<Envelope> {
        let recorded = self.events.read_stream(stream, 0).await.expect("a stream");
        recorded.iter().map(|event| event.decode().expect("an event")).collect()
    }

    /// The time on the app's clock.
    pub fn clock_now(&self) -> DateTime<Utc> {
        self.clock.now()
    }

    /// Handlers for commands that bypass the app's API.
    pub fn commands(&self) -> WriteApi {
        let list = ErasureList::at(self.folder().join(ERASURES));
        WriteApi::new(Arc::clone(&self.events), Arc::new(self.clock.clone())).listing_erasures(Some(list))
    }

    /// Creates an organization and an administrator's key.
    pub async fn store(&self, name: &str) -> Store {
        let command = CreateOrganization { name: name.into() };
        let created = self.commands().carry_out(&Actor::CommandLine, &command).await.expect("an organization");
        let organization = created.folded.state.id;
        Store { organization, key: self.key_for(organization, Role::Admin).await }
    }

    /// An importer into the log.
    pub fn importer(&self) -> Importer {
        Importer::new(Arc::clone(&self.events), Arc::new(self.clock.clone()))
    }

    /// Imports a file into the test's organization.
    pub async fn import(&self, file: &Path) -> TournamentId {
        self.import_for(self.organization, file).await
    }

    /// Imports a file, as `crosstable import` does.
    pub async fn import_for(&self, organization: OrganizationId, file: &Path) -> TournamentId {
        let bytes = std::fs::read(file).expect("a readable file");
        let checked = importers::read(&bytes, &file.display().to_string()).unwrap_or_else(|error| panic!("{error}"));
        let imported = self.importer().import(organization, &checked, false).await;
        let outcome = imported.unwrap_or_else(|error| panic!("{error}"));
        self.applied().await;
        match outcome {
            ImportOutcome::Imported { tournament_id, .. } | ImportOutcome::AlreadyImported { tournament_id } => {
                tournament_id
            }
            ImportOutcome::WouldImport { .. } => panic!("an import that was no dry run reports one"),
        }
    }

    /// Reserves ids; returns the first.
    pub async fn reserve(&self, sequence: Sequence, count: usize) -> i64 {
        self.events.reserve_ids(sequence, count).await.expect("ids")
    }

    /// Appends events to a stream at the clock's time, and waits until they are served.
    pub async fn append(&self, organization: OrganizationId, stream: StreamId, events: Vec<DomainEvent>) {
        self.append_at(self.clock.now(), organization, stream, events).await;
    }

    /// Appends events to a stream at a given time, and waits until they are served.
    pub async fn append_at(
        &self,
        occurred_at: DateTime<Utc>,
        organization_id: OrganizationId,
        stream: StreamId,
        events: Vec<DomainEvent>,
    ) {
        let store = &self.events;
        let expected_version =
            store.read_stream(stream, 0).await.expect("a stream").last().map_or(0, |last| last.version);
        let events = events.into_iter().map(|event| NewEvent { occurred_at, event }).collect();
        let request = AppendRequest {
            actor: Actor::System,
            recorded_at: self.clock.now(),
            writes: vec![StreamWrite { stream, organization_id, expected_version, events }],
            claims: Vec::new(),
            outbox: Vec::new(),
            idempotency: None,
            traceparent: None,
        };
        store.append(request).await.expect("an append");
        self.applied().await;
    }

    // Requests

    /// The public address that links in answers begin with.
    pub fn public_url(&self) -> String {
        self.options.public_url.clone().unwrap_or_else(|| PUBLIC_URL.into())
    }

    /// Host and port.
    pub fn address(&self) -> String {
        self.app.address().to_string()
    }

    /// The address of the metrics listener. Panics if the app has none.
    pub fn metrics_address(&self) -> String {
        self.metrics_addresses().pop().expect("an address for metrics")
    }

    /// Whether a gateway stands in front of the app. It rejects malformed requests itself, with its own error pages.
    pub fn has_gateway(&self) -> bool {
        matches!(self.app, Running::Three(_))
    }

    /// The addresses of the metrics listeners of all processes.
    pub fn metrics_addresses(&self) -> Vec<String> {
        self.app.metrics_addresses().iter().map(ToString::to_string).collect()
    }

    /// A request without a key to another listener of the app.
    pub fn request_to(&self, address: &str, path: &str) -> RequestBuilder {
        self.client.get(format!("http://{address}{path}"))
    }

    /// A request without a key.
    pub fn anonymous(&self, path: &str) -> RequestBuilder {
        self.client.get(format!("http://{}{path}", self.app.address()))
    }

    /// A request by any method without a key.
    pub fn anonymous_request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("http://{}{path}", self.app.address()))
    }

    /// A request with the test's key.
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.anonymous_request(method, path).header("x-api-key", &self.key)
    }

    /// Sends a request and reads the answer whole.
    pub async fn send(&self, request: RequestBuilder) -> Reply {
        let request = request.build().expect("a request");
        let asked = format!("{} {}", request.method(), request.url());
        let response = self.client.execute(request).await.unwrap_or_else(|error| panic!("{asked}: {error:?}"));
        Reply::read(asked, response).await
    }

    /// GET with the test's key.
    pub async fn get(&self, path: &str) -> Reply {
        self.send(self.request(Method::GET, path)).await
    }

    /// A request with the test's key and a JSON body.
    pub fn with_json(&self, method: Method, path: &str, body: &Value) -> RequestBuilder {
        self.anonymous_write(method, path, body).header("x-api-key", &self.key)
    }

    /// A request without a key and with a JSON body.
    pub fn anonymous_write(&self, method: Method, path: &str, body: &Value) -> RequestBuilder {
        with_body(self.anonymous_request(method, path), body)
    }

    /// POST of JSON with the test's key.
    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        self.send(self.with_json(Method::POST, path, body)).await
    }

    /// PUT of JSON with the test's key.
    pub async fn put(&self, path: &str, body: &Value) -> Reply {
        self.send(self.with_json(Method::PUT, path, body)).await
    }

    /// PATCH of JSON with the test's key.
    pub async fn patch(&self, path: &str, body: &Value) -> Reply {
        self.send(self.with_json(Method::PATCH, path, body)).await
    }

    /// GET with another key.
    pub async fn get_as(&self, key: &str, path: &str) -> Reply {
        self.send(self.anonymous(path).header("x-api-key", key.as_bytes())).await
    }

    /// GET with the test's key and a query, which is percent-encoded.
    pub async fn get_with_query(&self, path: &str, query: &[(&str, &str)]) -> Reply {
        let mut url = reqwest::Url::parse(&format!("http://{}{path}", self.app.address())).expect("an address");
        url.query_pairs_mut().extend_pairs(query);
        self.send(self.client.get(url).header("x-api-key", &self.key)).await
    }
}

/// A client that follows no redirects and does not decompress answers.
fn client(traced: bool) -> Client {
    let mut headers = HeaderMap::new();
    if traced {
        headers
            .insert(TRACEPARENT, HeaderValue::from_static("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"));
    }
    let client = Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none());
    client.pool_idle_timeout(IDLE).default_headers(headers).build().expect("a client")
}
