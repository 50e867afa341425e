//! The envelope of every domain event: its position in the log, its version in its stream, and its actor.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::ids::{ApiKeyId, OrganizationId, UserId};
use crate::upcast::{CURRENT_SCHEMA, upcast};
use crate::{ConventionEvent, DecklistEvent, EventHash, OrganizationEvent, TournamentEvent, UserEvent};

/// Position of an event in the whole log: 1, 2, 3 … without gaps. 0 is before the first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Position(pub i64);

impl Position {
    /// Before the first event.
    pub const START: Self = Self(0);
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// Number of an event in its stream: 1, 2, 3 … without gaps. 0 is the version of a stream that does not exist.
pub type Version = i64;

/// The kinds of streams; each has its own event enum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StreamKind {
    /// A store with its members and keys.
    Organization,
    /// A person; the only kind that holds personal data.
    User,
    /// A convention.
    Convention,
    /// A tournament with everything in it.
    Tournament,
    /// A decklist with all its revisions.
    Decklist,
}

impl StreamKind {
    /// Every kind.
    pub const ALL: [Self; 5] = [Self::Organization, Self::User, Self::Convention, Self::Tournament, Self::Decklist];

    /// Returns the name in the store and in subjects.
    pub fn name(self) -> &'static str {
        match self {
            Self::Organization => "organization",
            Self::User => "user",
            Self::Convention => "convention",
            Self::Tournament => "tournament",
            Self::Decklist => "decklist",
        }
    }

    /// Returns the kind with this name, if there is one.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// Identifies a stream: its kind and the id of its subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct StreamId {
    /// Kind of stream.
    pub kind: StreamKind,
    /// Id within the kind.
    pub id: i64,
}

impl StreamId {
    /// The stream of an organization.
    pub fn organization(id: OrganizationId) -> Self {
        Self { kind: StreamKind::Organization, id: id.0 }
    }
    /// The stream of a person.
    pub fn user(id: UserId) -> Self {
        Self { kind: StreamKind::User, id: id.0 }
    }
    /// The stream of a convention.
    pub fn convention(id: crate::ids::ConventionId) -> Self {
        Self { kind: StreamKind::Convention, id: id.0 }
    }
    /// The stream of a tournament.
    pub fn tournament(id: crate::ids::TournamentId) -> Self {
        Self { kind: StreamKind::Tournament, id: id.0 }
    }
    /// The stream of a decklist.
    pub fn decklist(id: crate::ids::DecklistId) -> Self {
        Self { kind: StreamKind::Decklist, id: id.0 }
    }
}

impl std::fmt::Display for StreamId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.kind.name(), self.id)
    }
}

/// Who caused an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Actor {
    /// The service itself.
    System,
    /// An operator at the server's command line.
    CommandLine,
    /// A client with this API key.
    ApiKey(ApiKeyId),
    /// A signed-in person.
    User(UserId),
}

/// Any domain event.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "events are moved once, from the decoder to a fold")]
pub enum DomainEvent {
    /// Of an organization.
    Organization(OrganizationEvent),
    /// Of a person.
    User(UserEvent),
    /// Of a convention.
    Convention(ConventionEvent),
    /// Of a tournament.
    Tournament(TournamentEvent),
    /// Of a decklist.
    Decklist(DecklistEvent),
}

macro_rules! from_kind {
    ($($event:ident => $variant:ident),+) => {$(
        impl From<$event> for DomainEvent {
            fn from(event: $event) -> Self { Self::$variant(event) }
        }
    )+};
}

from_kind!(
    OrganizationEvent => Organization, UserEvent => User, ConventionEvent => Convention,
    TournamentEvent => Tournament, DecklistEvent => Decklist
);

/// An event as it is stored: name, schema number, JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encoded {
    /// Name of the variant, `snake_case`.
    pub event_type: String,
    /// Schema number; older ones go through upcasters when read.
    pub schema: i32,
    /// The event, externally tagged: `{"round_started": {…}}`.
    pub payload: String,
}

/// Start of an encrypted payload; the payload of an event never starts so.
const SEALED: &str = "{\"sealed\":\"";
/// End of an encrypted payload.
const SEALED_END: &str = "\"}";

impl Encoded {
    /// Returns the encrypted payload as base64, or `None` if the payload is not encrypted.
    pub fn sealed(&self) -> Option<&str> {
        self.payload.strip_prefix(SEALED)?.strip_suffix(SEALED_END)
    }

    /// Returns the stored form of an encrypted payload, which is given as base64.
    pub fn seal(base64: &str) -> String {
        [SEALED, base64, SEALED_END].concat()
    }
}

impl DomainEvent {
    /// Returns the kind of stream this event belongs to.
    pub fn stream_kind(&self) -> StreamKind {
        match self {
            Self::Organization(_) => StreamKind::Organization,
            Self::User(_) => StreamKind::User,
            Self::Convention(_) => StreamKind::Convention,
            Self::Tournament(_) => StreamKind::Tournament,
            Self::Decklist(_) => StreamKind::Decklist,
        }
    }

    /// Whether the payload contains personal data and is therefore stored encrypted.
    pub fn is_personal(&self) -> bool {
        matches!(self, Self::User(event) if event.is_personal())
    }

    /// Encodes the event for the store.
    ///
    /// # Errors
    /// Only if a float in it is not finite.
    pub fn encode(&self) -> Result<Encoded, DecodeError> {
        let payload = match self {
            Self::Organization(event) => serde_json::to_string(event),
            Self::User(event) => serde_json::to_string(event),
            Self::Convention(event) => serde_json::to_string(event),
            Self::Tournament(event) => serde_json::to_string(event),
            Self::Decklist(event) => serde_json::to_string(event),
        }
        .map_err(DecodeError::Payload)?;
        Ok(Encoded { event_type: tag_of(&payload).to_owned(), schema: CURRENT_SCHEMA, payload })
    }

    /// Decodes a stored event of `kind`, with upcasters if its schema is older.
    ///
    /// # Errors
    /// When the payload is not an event that this version knows.
    pub fn decode(kind: StreamKind, encoded: &Encoded) -> Result<Self, DecodeError> {
        if encoded.schema == CURRENT_SCHEMA {
            return Self::from_json(kind, &encoded.payload);
        }
        let value = serde_json::from_str(&encoded.payload).map_err(DecodeError::Payload)?;
        let current = upcast(kind, encoded.schema, value)?;
        Self::from_json(kind, &current.to_string())
    }

    fn from_json(kind: StreamKind, json: &str) -> Result<Self, DecodeError> {
        Ok(match kind {
            StreamKind::Organization => Self::Organization(serde_json::from_str(json)?),
            StreamKind::User => Self::User(serde_json::from_str(json)?),
            StreamKind::Convention => Self::Convention(serde_json::from_str(json)?),
            StreamKind::Tournament => Self::Tournament(serde_json::from_str(json)?),
            StreamKind::Decklist => Self::Decklist(serde_json::from_str(json)?),
        })
    }
}

/// Returns the variant name of an externally tagged event: its first string, whether or not a body follows.
fn tag_of(payload: &str) -> &str {
    payload.split('"').nth(1).unwrap_or_default()
}

/// Why a stored event cannot be decoded.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// The JSON does not fit the event type.
    #[error("the payload does not fit the event type: {0}")]
    Payload(#[from] serde_json::Error),
    /// The stored bytes are not those that were written.
    #[error("the stored event does not have the hash that it was written with: the database is damaged")]
    Damaged,
    /// The payload is encrypted, and no key decrypts it.
    #[error("the payload is encrypted, and the person's key is missing or damaged")]
    Sealed,
    /// Written by a newer version of Crosstable.
    #[error("schema {found} is newer than this version's {CURRENT_SCHEMA}; run a newer Crosstable")]
    Newer {
        /// The schema number found.
        found: i32,
    },
}

/// An event as the store returns it, not yet decoded: one unreadable event must not block the log.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded {
    /// Position in the log.
    pub position: Position,
    /// The stream it belongs to.
    pub stream: StreamId,
    /// Version in the stream.
    pub version: Version,
    /// The organization it belongs to; [`OrganizationId::SHARED`] for people.
    pub organization_id: OrganizationId,
    /// When it happened; for imports, the original time.
    pub occurred_at: DateTime<Utc>,
    /// When it was written.
    pub recorded_at: DateTime<Utc>,
    /// Who caused it.
    pub actor: Actor,
    /// The trace of the request that caused it: `traceparent` of W3C Trace Context.
    pub traceparent: Option<String>,
    /// Hash of the event as it is stored and of all events before it.
    pub hash: EventHash,
    /// Whether the stored bytes do not match that hash.
    pub is_damaged: bool,
    /// The event itself.
    pub encoded: Encoded,
}

impl Recorded {
    /// Decodes the event.
    ///
    /// # Errors
    /// When the payload is not an event that this version knows, is still encrypted, or is damaged.
    pub fn decode(&self) -> Result<Envelope, DecodeError> {
        if self.is_damaged {
            return Err(DecodeError::Damaged);
        }
        if self.encoded.sealed().is_some() {
            return Err(DecodeError::Sealed);
        }
        Ok(Envelope {
            position: self.position,
            stream: self.stream,
            version: self.version,
            organization_id: self.organization_id,
            occurred_at: self.occurred_at,
            recorded_at: self.recorded_at,
            actor: self.actor.clone(),
            event: DomainEvent::decode(self.stream.kind, &self.encoded)?,
        })
    }
}

/// A decoded event with its metadata.
#[derive(Debug, Clone, PartialEq)]
pub struct Envelope {
    /// Position in the log.
    pub position: Position,
    /// The stream it belongs to.
    pub stream: StreamId,
    /// Version in the stream.
    pub version: Version,
    /// The organization it belongs to; [`OrganizationId::SHARED`] for people.
    pub organization_id: OrganizationId,
    /// When it happened; for imports, the original time.
    pub occurred_at: DateTime<Utc>,
    /// When it was written.
    pub recorded_at: DateTime<Utc>,
    /// Who caused it.
    pub actor: Actor,
    /// The event itself.
    pub event: DomainEvent,
}
