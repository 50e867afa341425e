//! A log and views in a temporary folder, and short helpers for events.
#![allow(unreachable_pub, clippy::missing_panics_doc, reason = "helpers of tests")]

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use chrono::{DateTime, TimeZone, Utc};
use domain::documents::ReaderGroup;
use projector::{Projector, RebuildReport, VerifyReport, ViewSettings, rebuild, verify};
use proto_events::convention::ConventionDetails;
use proto_events::decklist::DecklistBody;
use proto_events::ids::{ConventionId, DecklistId, MatchId, OrganizationId, RegistrationId, RoundId, UserId};
use proto_events::testing::round_added;
use proto_events::tournament::{Games, MatchResult, Pairing, TournamentDetails, Winner};
use proto_events::user::Profile;
use proto_events::vocabulary::{
    ConventionStatus, EventFormat, LifecycleStatus, PhaseType, RegistrationStatus, RoundType,
};
use proto_events::{
    Actor, ConventionEvent, DecklistEvent, DomainEvent, OrganizationEvent, Position, StreamId, TournamentEvent,
    UserEvent, Version,
};
use service_kit::nats::{Nats, NatsOptions, connect};
use storage::sqlite::{SqliteEventStore, SqliteViewStore};
use storage::{
    AppendRequest, DocumentKey, EventStore, Generation, NewEvent, Notice, NoticeBoard, StreamWrite, ViewKind, ViewStore,
};

pub const STORE: OrganizationId = OrganizationId(1);

pub const FINISHED: TournamentEvent = TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventFinished };
pub const PUBLISHED: TournamentEvent =
    TournamentEvent::LifecycleChanged { status: LifecycleStatus::DecklistsPublished };

pub struct World {
    pub folder: tempfile::TempDir,
    pub events: Arc<dyn EventStore>,
    pub views: Arc<dyn ViewStore>,
    pub board: NoticeBoard,
    pub noticed: Arc<Mutex<Vec<DocumentKey>>>,
    versions: HashMap<StreamId, Version>,
}

pub fn start() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 5, 2, 9, 0, 0).unwrap()
}

impl World {
    pub async fn empty() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let events = Arc::new(SqliteEventStore::open(&folder.path().join("events.db")).await.unwrap());
        let views = Arc::new(SqliteViewStore::open(&folder.path().join("views.db")).await.unwrap());
        let board = NoticeBoard::new();
        let noticed = Arc::new(Mutex::new(Vec::new()));
        let keys = Arc::clone(&noticed);
        board.listen(move |notice| {
            if let Notice::Documents { keys: changed, .. } = notice {
                keys.lock().unwrap().extend(changed.iter().cloned());
            }
        });
        Self { folder, events, views, board, noticed, versions: HashMap::new() }
    }

    pub async fn with_store() -> Self {
        let mut world = Self::empty().await;
        world.append(StreamId::organization(STORE), STORE, vec![created("Moxhall")]).await;
        world
    }

    /// Creates a world with one store, and with event 7 in its first round.
    pub async fn playing(players: i64) -> Self {
        let mut world = Self::with_store().await;
        world.play(7, players, None).await;
        world
    }

    pub fn projector(&self) -> Projector {
        Projector::new(self.events.clone(), self.views.clone(), self.board.clone(), ViewSettings::default())
    }

    pub async fn caught_up(&self) -> Projector {
        let mut projector = self.projector();
        projector.catch_up().await.unwrap();
        projector
    }

    pub async fn catch_up(&self) {
        self.caught_up().await;
    }

    pub async fn verified(&self) -> VerifyReport {
        let settings = ViewSettings::default();
        verify(self.events.clone(), self.views.clone(), &settings, Default::default()).await.unwrap()
    }

    pub async fn rebuilt(&self) -> RebuildReport {
        let settings = ViewSettings::default();
        rebuild(self.events.clone(), self.views.clone(), &settings, Default::default()).await.unwrap()
    }

    pub async fn assert_sound(&self) {
        let report = self.verified().await;
        assert!(report.is_sound() && report.comparison.equal > 0, "{report:?}");
    }

    pub async fn append(
        &mut self,
        stream: StreamId,
        organization_id: OrganizationId,
        events: Vec<DomainEvent>,
    ) -> Position {
        self.append_as(Actor::System, stream, organization_id, events).await
    }

    pub async fn append_as(
        &mut self,
        actor: Actor,
        stream: StreamId,
        organization_id: OrganizationId,
        events: Vec<DomainEvent>,
    ) -> Position {
        let expected_version = self.versions.get(&stream).copied().unwrap_or(0);
        self.versions.insert(stream, expected_version + i64::try_from(events.len()).unwrap());
        let events = events.into_iter().map(|event| NewEvent { occurred_at: start(), event }).collect();
        let writes = vec![StreamWrite { stream, organization_id, expected_version, events }];
        let request = AppendRequest {
            actor,
            recorded_at: start(),
            writes,
            claims: Vec::new(),
            outbox: Vec::new(),
            idempotency: None,
            traceparent: None,
        };
        self.events.append(request).await.unwrap()
    }

    pub async fn tournament(&mut self, id: i64, events: Vec<TournamentEvent>) -> Position {
        let events = events.into_iter().map(DomainEvent::from).collect();
        self.append(StreamId::tournament(id.into()), STORE, events).await
    }

    pub async fn list(&mut self, id: i64, organization: OrganizationId, event: DecklistEvent) -> Position {
        self.append(StreamId::decklist(id.into()), organization, vec![event.into()]).await
    }

    pub async fn generation(&self) -> Generation {
        self.views.active().await.unwrap().unwrap().generation
    }

    /// A player of a tournament hands in a list: user 7,001 has registration 7,001.
    pub async fn hand_in(&mut self, tournament: i64, player: i64, list: i64) -> Position {
        let (registration_id, decklist_id) = (RegistrationId(player), Some(DecklistId(list)));
        let handed_in = TournamentEvent::DecklistAttached { registration_id, decklist_id };
        let stream = StreamId::tournament(tournament.into());
        self.append_as(Actor::User(UserId(player)), stream, STORE, vec![handed_in.into()]).await
    }

    pub async fn user(&mut self, id: i64, event: UserEvent) -> Position {
        self.append(StreamId::user(id.into()), OrganizationId::SHARED, vec![event.into()]).await
    }

    pub async fn convention(&mut self, id: i64, event: ConventionEvent) -> Position {
        self.append(StreamId::convention(id.into()), STORE, vec![event.into()]).await
    }

    /// Adds a tournament in its first round, with its players. Ids of users and registrations are `1000 × id + n`.
    pub async fn play(&mut self, id: i64, players: i64, convention: Option<i64>) -> Position {
        for player in 0..players {
            let name = format!("Player {}", id * 1_000 + player);
            self.user(id * 1_000 + player, UserEvent::Registered { profile: profile(&name) }).await;
        }
        self.tournament(id, first_round(id, players, convention)).await
    }

    pub async fn body(&self, kind: ViewKind, key: impl ToString) -> Option<String> {
        self.body_under(STORE, kind, key).await
    }

    pub async fn body_under(&self, organization: OrganizationId, kind: ViewKind, key: impl ToString) -> Option<String> {
        let document = self.views.document(&DocumentKey::new(organization, kind, key)).await.unwrap()?;
        Some(String::from_utf8(document.body.seen_by(ReaderGroup::Organizers).to_vec()).unwrap())
    }

    pub fn noticed(&self) -> Vec<DocumentKey> {
        std::mem::take(&mut self.noticed.lock().unwrap())
    }
}

pub async fn connected(options: &NatsOptions) -> Nats {
    let nats = connect(options).await.unwrap();
    nats.link().wait_for(|link| link.connected).await.unwrap();
    nats
}

pub fn created(name: &str) -> DomainEvent {
    OrganizationEvent::Created { name: name.into() }.into()
}

fn list_of(text: &str) -> DecklistBody {
    DecklistBody { name: text.into(), plaintext_list: text.into(), ..DecklistBody::default() }
}

pub fn submitted(owner: Option<i64>, text: &str) -> DecklistEvent {
    DecklistEvent::Submitted { owner_user_id: owner.map(UserId), body: list_of(text), deck_url: String::new() }
}

pub fn revised(text: &str) -> DecklistEvent {
    DecklistEvent::Revised { body: list_of(text) }
}

/// Staff attaches a list of the player with this number, from 0.
pub fn attached(event: i64, player: i64, list: Option<i64>) -> TournamentEvent {
    let registration_id = RegistrationId(event * 1_000 + player);
    TournamentEvent::DecklistAttached { registration_id, decklist_id: list.map(DecklistId) }
}

pub fn profile(name: &str) -> Profile {
    Profile { username: name.into(), best_identifier: name.into(), ..Profile::default() }
}

pub fn details(name: &str, convention: Option<i64>) -> TournamentDetails {
    TournamentDetails {
        start_datetime: Some(start()),
        convention_id: convention.map(ConventionId),
        swiss_rounds: Some(3),
        ..TournamentDetails::new(name, EventFormat::Legacy)
    }
}

pub fn convention(name: &str, slug: &str) -> ConventionEvent {
    let details = ConventionDetails { name: name.into(), slug: slug.into(), ..ConventionDetails::default() };
    ConventionEvent::Created { details, status: ConventionStatus::Scheduled }
}

/// Returns the events of a tournament up to the start of its first round. The round's id is `1000 × id + 1`.
pub fn first_round(id: i64, players: i64, convention: Option<i64>) -> Vec<TournamentEvent> {
    let mut events = vec![TournamentEvent::Created { details: details(&format!("Event {id}"), convention), seed: id }];
    events.extend((0..players).map(|player| TournamentEvent::PlayerRegistered {
        registration_id: RegistrationId(id * 1_000 + player),
        user_id: UserId(id * 1_000 + player),
        status: RegistrationStatus::Complete,
    }));
    events.push(TournamentEvent::PhaseAdded { phase_id: id.into(), order_in_phases: 1, round_type: PhaseType::Swiss });
    events.extend(round(id, 1, players));
    events
}

/// Returns the events up to the start of a round in which neighbours are paired.
pub fn round(id: i64, number: i32, players: i64) -> Vec<TournamentEvent> {
    let round_id = round_id(id, number);
    let pairings = (0..players / 2).map(|table| Pairing {
        match_id: match_id(id, number, table),
        table_number: i32::try_from(table).unwrap() + 1,
        players: vec![RegistrationId(id * 1_000 + 2 * table), RegistrationId(id * 1_000 + 2 * table + 1)],
        ..Pairing::default()
    });
    vec![
        round_added(round_id, id.into(), number, RoundType::PlayVsOpponent),
        TournamentEvent::MatchesPaired { round_id, pairings: pairings.collect() },
        TournamentEvent::PairingsCompleted { round_id },
        TournamentEvent::RoundStarted { round_id },
    ]
}

pub fn round_id(tournament: i64, number: i32) -> RoundId {
    RoundId(tournament * 1_000 + i64::from(number))
}

pub fn match_id(tournament: i64, number: i32, table: i64) -> MatchId {
    MatchId(tournament * 1_000_000 + i64::from(number) * 1_000 + table)
}

pub fn won(match_id: MatchId) -> TournamentEvent {
    let games = Games { first: 2, second: 0, drawn: 0 };
    TournamentEvent::ResultReported { match_id, result: MatchResult::new(Winner::First, Some(games)) }
}
