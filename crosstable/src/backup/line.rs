//! The lines of a backup.

use chrono::{DateTime, Utc};
use proto_events::ids::OrganizationId;
use proto_events::{Actor, Encoded, Position, Recorded, StreamId, StreamKind, Version};
use serde::{Deserialize, Serialize};
use storage::{BackupItem, Claim, IdempotentAnswer};

/// The first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Header {
    /// The form of the lines.
    pub(crate) crosstable_backup: u32,
    /// The version of Crosstable that wrote them.
    pub(crate) version: String,
    /// When it began.
    pub(crate) made_at: DateTime<Utc>,
    /// The log that it is of.
    pub(crate) log_id: String,
    /// Position of the newest event; that many events follow.
    pub(crate) position: Position,
    /// Whether the installation's secret is among the lines.
    pub(crate) with_secret: bool,
}

/// Every other line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line {
    /// The installation's secret.
    Secret(String),
    /// The next id of a sequence.
    NextId { sequence: String, next: i64 },
    /// A name that is held.
    Claim { scope: String, name: String, holder: StreamId },
    /// An answer kept for an idempotency key.
    Answer { owner: String, key: String, request_sha256: String, response: String, recorded_at: DateTime<Utc> },
    /// An event.
    Event(Event),
    /// The last line.
    End { lines: u64, sha256: String },
}

/// An event, with its payload as a text: letter by letter, whatever it holds.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Event {
    position: Position,
    kind: StreamKind,
    id: i64,
    version: Version,
    organization_id: OrganizationId,
    occurred_at: DateTime<Utc>,
    recorded_at: DateTime<Utc>,
    actor: Actor,
    event_type: String,
    schema: i32,
    payload: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    traceparent: Option<String>,
}

impl From<Recorded> for Event {
    fn from(event: Recorded) -> Self {
        let Encoded { event_type, schema, payload } = event.encoded;
        Self {
            position: event.position,
            kind: event.stream.kind,
            id: event.stream.id,
            version: event.version,
            organization_id: event.organization_id,
            occurred_at: event.occurred_at,
            recorded_at: event.recorded_at,
            actor: event.actor,
            event_type,
            schema,
            payload,
            traceparent: event.traceparent,
        }
    }
}

impl From<Event> for Recorded {
    fn from(event: Event) -> Self {
        Self {
            position: event.position,
            stream: StreamId { kind: event.kind, id: event.id },
            version: event.version,
            organization_id: event.organization_id,
            occurred_at: event.occurred_at,
            recorded_at: event.recorded_at,
            actor: event.actor,
            encoded: Encoded { event_type: event.event_type, schema: event.schema, payload: event.payload },
            traceparent: event.traceparent,
        }
    }
}

impl Line {
    /// The line of an item; none of the head, which is in the header.
    pub(super) fn of(item: BackupItem) -> Option<Self> {
        Some(match item {
            BackupItem::Head { .. } => return None,
            BackupItem::NextId { sequence, next } => Self::NextId { sequence, next },
            BackupItem::Claim(Claim { scope, name, holder }) => Self::Claim { scope, name, holder },
            BackupItem::Answer(IdempotentAnswer { owner, key, request_sha256, response, recorded_at }) => {
                Self::Answer { owner, key, request_sha256, response, recorded_at }
            }
            BackupItem::Event(event) => Self::Event(event.into()),
        })
    }

    /// The item of a line, where it is one.
    pub(super) fn into_item(self) -> Option<BackupItem> {
        Some(match self {
            Self::Secret(_) | Self::End { .. } => return None,
            Self::NextId { sequence, next } => BackupItem::NextId { sequence, next },
            Self::Claim { scope, name, holder } => BackupItem::Claim(Claim { scope, name, holder }),
            Self::Answer { owner, key, request_sha256, response, recorded_at } => {
                BackupItem::Answer(IdempotentAnswer { owner, key, request_sha256, response, recorded_at })
            }
            Self::Event(event) => BackupItem::Event(event.into()),
        })
    }
}
