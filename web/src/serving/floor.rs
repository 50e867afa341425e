//! The running events of an organization, and the stream of their changes, for the floor of judges.
//!
//! As on the pages of one event, a page names the position that it was drawn at, and its stream begins there. The position
//! is a digest of the versions of all running events. People with roles for events follow those alone.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use api_kit::streams::{SnapshotReader, StreamCursor, StreamRequest, StreamRight, Streams, WatchedDocuments};
use api_kit::{Caller, Party, store_failed};
use axum::body::Bytes;
use axum::response::Response;
use domain::permissions::Operation;
use domain::tournament::Tournament;
use proto_events::ids::{OrganizationId, TournamentId, UserId};
use proto_events::vocabulary::LifecycleStatus;
use serde::Deserialize;
use service_kit::problem::Problem;
use storage::{DocumentKey, ViewKind, ViewReader};
use write_api::{Folded, WriteApi};

use crate::serving::event_roles::assigned;
use crate::serving::failures::{failed, not_found};
use crate::serving::live::change;
use crate::serving::state::Shared;

/// Maximum number of events that are read: the last to start.
const EVENTS: i64 = 1000;
/// How long changes are collected. During a convention, some event changes at any time.
const COLLECTS: Duration = Duration::from_secs(1);
/// The kinds of documents of which one changes with every step of an event.
const OF_EVENTS: [ViewKind; 2] = [ViewKind::EventAuditPart, ViewKind::Overview];

/// The fields of an event's document that are needed here.
#[derive(Deserialize)]
struct Known {
    id: i64,
    lifecycle_status: LifecycleStatus,
    is_canceled: bool,
}

/// An organization whose running events are read.
#[derive(Clone)]
pub(crate) struct Floor {
    commands: WriteApi,
    views: Arc<dyn ViewReader>,
    organization_id: OrganizationId,
    /// A person who follows only events with a role of the own.
    staff: Option<Caller>,
}

impl Floor {
    /// Returns the floor of an organization; for a person who may not see its desk, of the events with a role.
    pub(crate) fn new(shared: &Shared, organization_id: OrganizationId, caller: &Caller) -> Self {
        let staff = (!caller.may(Operation::ReadDesk)).then(|| caller.clone());
        Self { commands: shared.commands.clone(), views: Arc::clone(&shared.views), organization_id, staff }
    }

    /// Returns the events that are neither over nor canceled, as the views know them.
    async fn open_events(&self) -> Result<Vec<Known>, Problem> {
        let bodies = self.views.last(self.organization_id, ViewKind::Overview, EVENTS).await.map_err(store_failed)?;
        let known = bodies.iter().map(|body| serde_json::from_slice(&body.for_everyone()));
        let mut known: Vec<Known> = known.collect::<Result<_, _>>().map_err(Problem::internal)?;
        known.retain(|event| !event.is_canceled && !event.lifecycle_status.is_finished());
        Ok(known)
    }

    /// Returns the newest states of those of these events that are running.
    async fn running_of(&self, known: &[Known]) -> Result<Vec<Arc<Folded<Tournament>>>, Problem> {
        let is_running = |event: &Tournament| {
            let is_own = event.organization_id == self.organization_id && !event.is_deleted;
            let is_seen = self.staff.as_ref().is_none_or(|caller| caller.in_event(event).may(Operation::ReadDesk));
            let is_on = event.lifecycle == LifecycleStatus::EventInProgress && !event.details.is_canceled;
            is_own && is_seen && is_on
        };
        let mut running = Vec::new();
        for event in known.iter().filter(|event| event.lifecycle_status == LifecycleStatus::EventInProgress) {
            let event = self.commands.tournament(TournamentId(event.id)).await.map_err(failed)?;
            running.extend(event.filter(|event| is_running(&event.state)));
        }
        running.sort_by_key(|event| (event.state.details.start_datetime, event.state.id));
        Ok(running)
    }

    /// Returns the newest states of the running events, by start.
    ///
    /// # Errors
    /// When a store fails.
    pub(crate) async fn running(&self) -> Result<Vec<Arc<Folded<Tournament>>>, Problem> {
        self.running_of(&self.open_events().await?).await
    }
}

/// Returns the position of a page that shows these events.
pub(crate) fn position(running: &[Arc<Folded<Tournament>>]) -> String {
    let mut digest = DefaultHasher::new();
    running.iter().for_each(|event| (event.state.id, event.version).hash(&mut digest));
    format!("{:x}", digest.finish())
}

impl Floor {
    /// Answers with a stream, which begins at the position that the client knows.
    ///
    /// # Errors
    /// 503 if too many streams are open.
    pub(crate) async fn follow(
        self,
        streams: &Streams<(OrganizationId, Option<UserId>), String>,
        right: StreamRight,
        (address, known): (Option<IpAddr>, String),
    ) -> Result<Response, Problem> {
        let topic = (self.organization_id, self.staff.as_ref().map(|caller| caller.user_id));
        let request = StreamRequest { topic, is_read_again: true, party: Party::at(address), right: Some(right) };
        let begin = |newest: &Arc<String>| {
            let first = if known == **newest { format!("id: {newest}\n\n") } else { change(newest) };
            Some((FloorCursor(newest.to_string()), first))
        };
        streams.open(request, || self, begin).await?.ok_or_else(not_found)
    }
}

impl SnapshotReader for Floor {
    type Snapshot = String;

    async fn read(&mut self, documents: &mut WatchedDocuments) -> Result<Option<Arc<String>>, Problem> {
        let known = self.open_events().await?;
        // Events to come are watched, too: they appear when they begin.
        for event in &known {
            for kind in OF_EVENTS {
                documents.watch(&DocumentKey::new(OrganizationId::SHARED, kind, event.id));
            }
        }
        let running = self.running_of(&known).await?;
        // It ends with the last role of the person.
        let is_over = match &self.staff {
            Some(caller) if running.is_empty() => assigned(&*self.views, caller).await?.is_empty(),
            _ => false,
        };
        Ok((!is_over).then(|| Arc::new(position(&running))))
    }

    fn pause(&self) -> Duration {
        COLLECTS
    }
}

/// The position of a client's page.
struct FloorCursor(String);

impl StreamCursor<String> for FloorCursor {
    fn advance(&mut self, newest: &Arc<String>) -> Option<Bytes> {
        let has_moved = self.0 != **newest;
        self.0.clone_from(newest);
        Some(if has_moved { change(newest).into() } else { Bytes::new() })
    }
}
