//! A write side on a real store in a temporary folder, with a manual clock.

#![allow(missing_docs, unreachable_pub, reason = "helpers of tests")]

use std::sync::Arc;

use chrono::{DateTime, Utc};
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::Role;
use proto_events::{Actor, DomainEvent, Position, StreamId};
use service_kit::clock::{Clock as _, ManualClock};
use storage::sqlite::SqliteEventStore;
use storage::{AppendRequest, EventStore as _, LogReader as _, NewEvent, StreamWrite};
use tempfile::TempDir;
use write_api::WriteApi;
use write_api::keys::{IssueApiKey, IssuedKey};
use write_api::organizations::CreateOrganization;

pub struct Scene {
    pub api: WriteApi,
    pub store: Arc<SqliteEventStore>,
    pub clock: ManualClock,
    _folder: TempDir,
}

pub fn noon() -> DateTime<Utc> {
    DateTime::from_timestamp(1_780_000_000, 0).unwrap()
}

/// A key that never expires, issued without an issuing member.
pub fn key_for(organization_id: OrganizationId, role: Role) -> IssueApiKey {
    let (name, expires_at) = ("Overlay".into(), None);
    IssueApiKey { organization_id, name, role, expires_at, read_only: false, issued_by: None }
}

impl Scene {
    pub async fn empty() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteEventStore::open(&folder.path().join("events.db")).await.unwrap());
        let clock = ManualClock::at(noon());
        let api = WriteApi::new(store.clone(), Arc::new(clock.clone()));
        Self { api, store, clock, _folder: folder }
    }

    /// A scene with one organization.
    pub async fn with_organization() -> (Self, OrganizationId) {
        let scene = Self::empty().await;
        let id = scene.organization("Moxhall").await;
        (scene, id)
    }

    pub async fn organization(&self, name: &str) -> OrganizationId {
        let command = CreateOrganization { name: name.into() };
        self.api.carry_out(&Actor::CommandLine, &command).await.unwrap().folded.state.id
    }

    /// Issues a key of this role.
    pub async fn issue(&self, organization_id: OrganizationId, role: Role) -> IssuedKey {
        self.api.carry_out(&Actor::CommandLine, &key_for(organization_id, role)).await.unwrap()
    }

    /// A write side on the same log that remembers nothing.
    pub fn another_process(&self) -> WriteApi {
        WriteApi::new(self.store.clone(), Arc::new(self.clock.clone()))
    }

    /// Appends events to a stream at the clock's time, as another program would.
    pub async fn append(&self, stream: StreamId, organization_id: OrganizationId, events: Vec<DomainEvent>) {
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

    pub async fn head(&self) -> Position {
        self.store.head().await.unwrap()
    }
}
