//! The envelope of every domain event: its position in the log, its version in its stream, and its actor.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::hash::EventHash;
use crate::ids::{ApiKeyId, OrganizationId, UserId};
use crate::picture::Picture;
use crate::stream::{Position, StreamId, StreamKind, Version};
use crate::{ConventionEvent, DecklistEvent, OrganizationEvent, TournamentEvent, UserEvent};

/// The schema number of events written by this version. A version that changes the form of stored events raises it, and
/// converts events of lower numbers in [`DomainEvent::decode`].
pub const CURRENT_SCHEMA: i32 = 1;

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
    #[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
    Newer { found: i32 },
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
    /// The holder of a player's private link, who acts as this player.
    PrivateLink(UserId),
}

impl Actor {
    /// Returns the person who acts: the signed-in person, or the player of a private link.
    pub fn person(&self) -> Option<UserId> {
        match self {
            Self::User(person) | Self::PrivateLink(person) => Some(*person),
            Self::System | Self::CommandLine | Self::ApiKey(_) => None,
        }
    }
}

/// Any domain event. As JSON, it is the event of its kind.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
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

/// Defines what is the same for the events of each kind of stream.
macro_rules! kinds {
    ($($event:ident => $kind:ident),+ $(,)?) => {
        $(impl From<$event> for DomainEvent {
            fn from(event: $event) -> Self {
                Self::$kind(event)
            }
        })+

        impl DomainEvent {
            /// Returns the kind of stream this event belongs to.
            pub fn stream_kind(&self) -> StreamKind {
                match self { $(Self::$kind(_) => StreamKind::$kind),+ }
            }

            fn from_json(kind: StreamKind, json: &str) -> Result<Self, DecodeError> {
                Ok(match kind { $(StreamKind::$kind => Self::$kind(serde_json::from_str(json)?)),+ })
            }
        }
    };
}

kinds! {
    OrganizationEvent => Organization,
    UserEvent => User,
    ConventionEvent => Convention,
    TournamentEvent => Tournament,
    DecklistEvent => Decklist,
}

/// An event as it is stored: name, schema number, JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Encoded {
    /// Name of the variant, `snake_case`.
    pub event_type: String,
    /// Schema number of the version that wrote it.
    pub schema: i32,
    /// The event, externally tagged: `{"round_started": {…}}`.
    pub payload: String,
}

/// Start of an encrypted payload; the payload of an event never starts so.
const SEALED: &str = "{\"sealed\":\"";
/// End of an encrypted payload.
const SEALED_END: &str = "\"}";
/// Payload of an event that was erased.
const REDACTED: &str = "{\"redacted\":{}}";

impl Encoded {
    /// Returns the encrypted payload as base64, or `None` if the payload is not encrypted.
    pub fn sealed(&self) -> Option<&str> {
        self.payload.strip_prefix(SEALED)?.strip_suffix(SEALED_END)
    }

    /// Replaces an encrypted payload whose key was erased: the event decodes as [`UserEvent::Redacted`].
    pub fn redact(&mut self) {
        (self.schema, self.payload) = (CURRENT_SCHEMA, REDACTED.to_owned());
    }

    /// Returns the stored form of an encrypted payload, which is given as base64.
    pub fn seal(base64: &str) -> String {
        [SEALED, base64, SEALED_END].concat()
    }
}

impl DomainEvent {
    /// Whether the payload contains personal data and is therefore stored encrypted.
    pub fn is_personal(&self) -> bool {
        matches!(self, Self::User(event) if event.is_personal())
    }

    /// Returns the picture that the stream names from this event on, if the event changes that.
    pub fn picture(&self) -> Option<Option<&Picture>> {
        match self {
            Self::Tournament(TournamentEvent::PictureSet { picture }) => Some(picture.as_ref()),
            Self::Convention(ConventionEvent::PictureSet { picture }) => Some(picture.as_ref()),
            Self::Tournament(TournamentEvent::Deleted {}) => Some(None),
            Self::Organization(OrganizationEvent::LogoSet { logo }) => Some(logo.as_ref()),
            _ => None,
        }
    }

    /// Encodes the event for the store.
    ///
    /// # Errors
    /// Only if a float in it is not finite.
    pub fn encode(&self) -> Result<Encoded, DecodeError> {
        let payload = serde_json::to_string(self)?;
        Ok(Encoded { event_type: tag_of(&payload).to_owned(), schema: CURRENT_SCHEMA, payload })
    }

    /// Decodes a stored event of `kind`.
    ///
    /// # Errors
    /// When the payload is not an event that this version knows.
    pub fn decode(kind: StreamKind, encoded: &Encoded) -> Result<Self, DecodeError> {
        if encoded.schema > CURRENT_SCHEMA {
            return Err(DecodeError::Newer { found: encoded.schema });
        }
        Self::from_json(kind, &encoded.payload)
    }
}

/// Returns the variant name of an externally tagged event: its first string, whether or not a body follows.
fn tag_of(payload: &str) -> &str {
    payload.split('"').nth(1).unwrap_or_default()
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

    /// Computes the hash of this event, given the hash of the event before it. Each text is preceded by its length, so that
    /// different contents are never the same bytes.
    pub fn hash_after(&self, previous: EventHash) -> EventHash {
        // Every actor has exactly one JSON form, so this cannot fail.
        let actor = serde_json::to_string(&self.actor).unwrap_or_default();
        let Encoded { event_type, schema, payload } = &self.encoded;
        let traceparent = self.traceparent.as_deref();
        let mut content = Sha256::new();
        for text in [self.stream.kind.name(), &actor, event_type, payload, traceparent.unwrap_or_default()] {
            content.update((text.len() as u64).to_be_bytes());
            content.update(text);
        }
        let [occurred_at, recorded_at] = [self.occurred_at, self.recorded_at].map(|time| time.timestamp_micros());
        for number in [self.stream.id, self.organization_id.0, occurred_at, recorded_at, (*schema).into()] {
            content.update(number.to_be_bytes());
        }
        content.update([u8::from(traceparent.is_some())]);
        let mut hasher = Sha256::new();
        hasher.update(previous.as_bytes());
        hasher.update(self.position.0.to_be_bytes());
        hasher.update(self.version.to_be_bytes());
        hasher.update(content.finalize());
        EventHash::of(hasher)
    }
}

/// A decoded event with its metadata, which are those of [`Recorded`].
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "as in `Recorded`")]
pub struct Envelope {
    pub position: Position,
    pub stream: StreamId,
    pub version: Version,
    pub organization_id: OrganizationId,
    pub occurred_at: DateTime<Utc>,
    pub recorded_at: DateTime<Utc>,
    pub actor: Actor,
    /// The event itself.
    pub event: DomainEvent,
}

impl Envelope {
    /// Returns an event as if it were stored when it occurred: its position is its version, and its actor the system.
    pub fn imagined(
        stream: StreamId,
        version: Version,
        organization_id: OrganizationId,
        occurred_at: DateTime<Utc>,
        event: impl Into<DomainEvent>,
    ) -> Self {
        let (position, actor, event) = (Position(version), Actor::System, event.into());
        Self { position, stream, version, organization_id, occurred_at, recorded_at: occurred_at, actor, event }
    }
}
