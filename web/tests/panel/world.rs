//! The service of a test, in a temporary folder, with a clock that stands still: an organization with an administrator,
//! and other people as needed.

use std::sync::Arc;
use std::time::Duration;

use api_kit::{
    ConsistencyTokens, Credentials, DiskSpaceGuard, Gate, JoinCodes, KeyUses, PrivateLinks, Progress, Sessions,
};
use axum::Router;
use chrono::{DateTime, Utc};
use domain::decklist::DeckHost;
use proto_events::ids::{MemberId, OrganizationId, UserId};
use proto_events::user::Profile;
use proto_events::vocabulary::Role;
use proto_events::{Actor, DomainEvent, StreamId};
use service_kit::client_address::TrustedProxies;
use service_kit::clock::ManualClock;
use service_kit::keyring::Keyring;
use service_kit::lifecycle::Lifecycle;
use service_kit::limits::Limits;
use service_kit::password::Password;
use service_kit::secret::Secret;
use storage::sqlite::{SqliteEventStore, SqliteViewStore};
use storage::{AppendRequest, ErasureList, EventStore, NewEvent, NoticeBoard, Reached, Shard, StreamWrite, ViewStore};
use tempfile::TempDir;
use tokio::sync::watch;
use web::site::{SignInSettings, Site, SiteSettings};
use write_api::WriteApi;
use write_api::accounts::{RegisterUser, SetBy, SetPassword};
use write_api::interface::{WriteHttp, WriteHttpSettings};
use write_api::organizations::{AddMember, CreateOrganization};

use crate::browser::Browser;
use crate::mirror::Mirror;
use storage::LogReader as _;

pub const PUBLIC_URL: &str = "https://events.example";
/// The password of all people.
pub const PASSWORD: &str = "correct horse battery";

pub struct World {
    pub commands: WriteApi,
    pub events: Arc<SqliteEventStore>,
    pub views: Arc<SqliteViewStore>,
    pub clock: ManualClock,
    pub router: Router,
    pub gate: Gate,
    pub sessions: Sessions,
    /// The organization of most tests.
    pub store: OrganizationId,
    /// Its administrator.
    pub ada: UserId,
    reached: watch::Receiver<Reached>,
    _folder: TempDir,
}

pub fn now() -> DateTime<Utc> {
    "2026-03-15T10:20:30Z".parse().unwrap()
}

impl World {
    pub async fn start() -> Self {
        Self::with(PUBLIC_URL, &Limits::default(), false, SignInSettings::default()).await
    }

    pub async fn with_admin() -> (Self, Browser) {
        let world = Self::start().await;
        let admin = world.admin().await;
        (world, admin)
    }

    /// Starts a service that sends mail and has a list of erasures.
    pub async fn mailing() -> Self {
        Self::with(PUBLIC_URL, &Limits::default(), true, SignInSettings::default()).await
    }

    pub async fn with(public_url: &str, limits: &Limits, is_mailing: bool, sign_in: SignInSettings) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let events = Arc::new(SqliteEventStore::open(&folder.path().join("events.db")).await.unwrap());
        let views = Arc::new(SqliteViewStore::open(&folder.path().join("views.db")).await.unwrap());
        let (clock, board) = (ManualClock::at(now()), NoticeBoard::new());
        let generation = views.begin_generation("test", "log").await.unwrap();
        views.mark_complete(generation, Shard::WHOLE).await.unwrap();
        let keys = Keyring::from(&Secret::generate());
        let sessions = Sessions::new(keys.clone(), public_url);
        let (tell, reached) = watch::channel(Reached::default());
        let read: Arc<dyn ViewStore> = views.clone();
        let credentials = Credentials::new(read.clone(), &board);
        let uses = Arc::new(KeyUses::default());
        let gate = Gate::new(credentials, sessions.clone(), public_url, Arc::new(clock.clone()), uses, limits);
        let log: Arc<dyn EventStore> = events.clone();
        let commands = WriteApi::new(Arc::clone(&log), Arc::new(clock.clone()));
        let list = is_mailing.then(|| ErasureList::at(folder.path().join("erasures.jsonl")));
        let commands = commands.mailing_from(is_mailing.then_some("store@events.example")).listing_erasures(list);
        let progress = Progress::new(reached.clone());
        let settings = WriteHttpSettings {
            public_url: public_url.to_owned(),
            vendor_field_names: false,
            deck_host: DeckHost::default(),
            own_lists: None,
            private_links: PrivateLinks::new(&keys),
            join_codes: JoinCodes::new(&keys),
            read_addresses: Vec::new(),
            room: DiskSpaceGuard::unknown(),
        };
        let tokens = ConsistencyTokens::new(&Secret::generate());
        let (of_interface, read_) = (progress.clone(), read.clone());
        let interface = WriteHttp::new(commands.clone(), gate.clone(), tokens, of_interface, read_, settings);
        let site = Site::new(SiteSettings {
            commands: commands.clone(),
            interface,
            gate: gate.clone(),
            sessions: sessions.clone(),
            keys,
            views: read,
            events: log,
            progress,
            clock: Arc::new(clock.clone()),
            proxies: TrustedProxies::default(),
            public_url: public_url.to_owned(),
            allow_plain_http: false,
            sign_in,
            room: DiskSpaceGuard::unknown(),
            board: board.clone(),
            heartbeat: Duration::from_secs(limits.stream_heartbeat_seconds),
            tasks: Lifecycle::new(Duration::ZERO),
            open_settings: None,
        });
        let (events_, views_) = (events.clone(), views.clone());
        tokio::spawn(Mirror { events: events_, views: views_, board, generation, reached: tell }.run());
        let router = site.router();
        let (store, ada) = (OrganizationId(0), UserId(0));
        let mut world =
            Self { commands, events, views, clock, router, gate, sessions, store, ada, reached, _folder: folder };
        world.store = world.organization("Moxhall").await;
        world.ada = world.person("ada", "Ada Ahorn").await;
        world.member(world.store, world.ada, Role::Admin).await;
        world.settled().await;
        world
    }

    pub async fn organization(&self, name: &str) -> OrganizationId {
        let command = CreateOrganization { name: name.into() };
        self.commands.carry_out(&Actor::CommandLine, &command).await.unwrap().folded.state.id
    }

    /// Creates a person who signs in with this username and [`PASSWORD`].
    pub async fn person(&self, username: &str, name: &str) -> UserId {
        let user_id = self.stranger(username, name).await;
        let command = SetPassword { user_id, password: Password::from(PASSWORD.to_owned()), by: SetBy::Operator };
        self.commands.carry_out(&Actor::CommandLine, &command).await.unwrap();
        user_id
    }

    /// Creates a person without a password.
    pub async fn stranger(&self, username: &str, name: &str) -> UserId {
        self.account(username, name, None).await
    }

    /// Creates a person without a password whose account the store manages.
    pub async fn managed(&self, username: &str, name: &str) -> UserId {
        self.account(username, name, Some(self.store)).await
    }

    async fn account(&self, username: &str, name: &str, managed_by: Option<OrganizationId>) -> UserId {
        let profile = Profile { username: username.into(), best_identifier: name.into(), ..Profile::default() };
        let command = RegisterUser { profile, managed_by };
        self.commands.carry_out(&Actor::CommandLine, &command).await.unwrap().folded.state.id
    }

    pub async fn member(&self, organization_id: OrganizationId, user_id: UserId, role: Role) -> MemberId {
        let command = AddMember { organization_id, user_id, role };
        let added = self.commands.carry_out(&Actor::CommandLine, &command).await.unwrap();
        added.folded.state.member_of(user_id).unwrap().id
    }

    /// Appends events of the operator, each to the end of its stream.
    pub async fn append(&self, events: Vec<(StreamId, DomainEvent)>) {
        let mut writes = Vec::new();
        for (stream, event) in events {
            let expected_version =
                self.events.read_stream(stream, 0).await.unwrap().last().map_or(0, |last| last.version);
            let events = vec![NewEvent { occurred_at: now(), event }];
            writes.push(StreamWrite { stream, organization_id: self.store, expected_version, events });
        }
        let request = AppendRequest {
            actor: Actor::CommandLine,
            recorded_at: now(),
            writes,
            claims: Vec::new(),
            outbox: Vec::new(),
            idempotency: None,
            traceparent: None,
        };
        self.events.append(request).await.unwrap();
        self.settled().await;
    }

    pub async fn browser_of(&self, username: &str, role: Role) -> Browser {
        let user_id = self.person(username, &format!("{username} the {role}")).await;
        self.member(self.store, user_id, role).await;
        self.signed_in(username).await
    }

    pub async fn admin(&self) -> Browser {
        self.signed_in("ada").await
    }

    pub async fn signed_in(&self, username: &str) -> Browser {
        self.settled().await;
        let mut browser = self.browser();
        browser.sign_in(username, PASSWORD).await.goes_to("/admin/");
        browser
    }

    pub fn browser(&self) -> Browser {
        Browser::new(self.router.clone())
    }

    /// Returns a browser in another network.
    pub fn browser_from(&self, number: u8) -> Browser {
        let mut browser = self.browser();
        browser.address = [198, 51, 100, number].into();
        browser
    }

    /// Waits until the views show the whole log.
    pub async fn settled(&self) {
        let head = self.events.head().await.unwrap();
        self.reached.clone().wait_for(|reached| reached.applied >= head).await.unwrap();
    }
}
