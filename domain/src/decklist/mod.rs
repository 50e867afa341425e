//! A decklist with all its revisions: the newest in full, the earlier ones by number, time, author and hash.

mod deck_host;

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use proto_events::decklist::DecklistBody;
use proto_events::ids::{DecklistId, OrganizationId, UserId};
use proto_events::{Actor, DecklistEvent, DomainEvent, Envelope, Position, Version};
use sha2::{Digest, Sha256};

use crate::FoldError;
use crate::deck_json::plaintext_from_deck_json;

pub use deck_host::{DeckHost, NoTemplate};

/// A decklist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decklist {
    /// Its id.
    pub id: DecklistId,
    /// The organization through which it was submitted.
    pub organization_id: OrganizationId,
    /// The person who owns it, if known.
    pub owner_user_id: Option<UserId>,
    /// The newest revision.
    pub body: DecklistBody,
    /// Its page on a deck-hosting site; empty if none.
    pub deck_url: String,
    /// When the newest revision was made.
    pub updated_at: DateTime<Utc>,
    /// Number of the newest revision.
    pub version: Version,
    /// When the newest revision was written.
    pub recorded_at: DateTime<Utc>,
    /// Log position of that revision.
    pub position: Position,
    /// The actor who made it.
    pub actor: Actor,
    /// The revisions before the newest, oldest first.
    pub earlier: Vec<Revision>,
    /// Whether it was deleted.
    pub is_deleted: bool,
}

/// One revision of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Revision {
    /// Its number: the version of the stream.
    pub number: Version,
    /// When it was written.
    pub recorded_at: DateTime<Utc>,
    /// Its log position.
    pub position: Position,
    /// The actor who made it.
    pub actor: Actor,
    /// Lower-case hex SHA-256 of the list's text as the API shows it.
    pub content_sha256: String,
}

impl Decklist {
    /// Builds a list from its stream, or from the stream's beginning up to a revision.
    ///
    /// # Errors
    /// When the stream does not begin with `Submitted`, or holds events of another kind.
    pub fn from_events<'a>(events: impl IntoIterator<Item = &'a Envelope>) -> Result<Self, FoldError> {
        crate::folded(events, Self::created, Self::apply)
    }

    /// Creates a list from the first event of its stream.
    ///
    /// # Errors
    /// When that event is not `Submitted`.
    pub fn created(first: &Envelope) -> Result<Self, FoldError> {
        match &first.event {
            DomainEvent::Decklist(DecklistEvent::Submitted { owner_user_id, body, deck_url }) => Ok(Self {
                id: DecklistId(first.stream.id),
                organization_id: first.organization_id,
                owner_user_id: *owner_user_id,
                body: body.clone(),
                deck_url: deck_url.clone(),
                updated_at: first.occurred_at,
                version: first.version,
                recorded_at: first.recorded_at,
                position: first.position,
                actor: first.actor.clone(),
                earlier: Vec::new(),
                is_deleted: false,
            }),
            DomainEvent::Decklist(_) => Err(FoldError::NotCreated),
            other => Err(FoldError::WrongKind { expected: "decklist", found: other.stream_kind().name() }),
        }
    }

    /// Applies one more event.
    ///
    /// # Errors
    /// When the event does not fit the earlier ones; the state is then unchanged.
    pub fn apply(&mut self, envelope: &Envelope) -> Result<(), FoldError> {
        match &envelope.event {
            DomainEvent::Decklist(DecklistEvent::Revised { body }) => {
                self.earlier.push(self.newest());
                self.body = body.clone();
                self.updated_at = envelope.occurred_at;
                self.version = envelope.version;
                self.recorded_at = envelope.recorded_at;
                self.position = envelope.position;
                self.actor = envelope.actor.clone();
            }
            DomainEvent::Decklist(DecklistEvent::Deleted {}) => self.is_deleted = true,
            DomainEvent::Decklist(DecklistEvent::Submitted { .. }) => {
                return Err(FoldError::Duplicate { what: "decklist", id: self.id.0 });
            }
            other => return Err(FoldError::WrongKind { expected: "decklist", found: other.stream_kind().name() }),
        }
        Ok(())
    }

    /// Returns the list as text: as received, else derived from the deck host's JSON, else the address where it can be
    /// read, because clients treat a list without text as an error.
    pub fn plaintext(&self) -> Cow<'_, str> {
        let body = &self.body;
        if !body.plaintext_list.trim().is_empty() {
            return Cow::Borrowed(&body.plaintext_list);
        }
        plaintext_from_deck_json(&body.deckhost_deck_json).map_or(Cow::Borrowed(&self.deck_url), Cow::Owned)
    }

    /// Returns the text that documents show: [`Self::plaintext`], else the address where the list can be read, which is
    /// at least its page below `public_url`. It is never empty.
    pub fn shown_text(&self, public_url: &str, host: &DeckHost) -> Cow<'_, str> {
        let here = || Cow::Owned(format!("{public_url}/decklists/{}/", self.id));
        let text = self.plaintext();
        if text.is_empty() { self.address(host).unwrap_or_else(here) } else { text }
    }

    /// Returns a new body of this list without its text, if documents show the same text without it.
    #[must_use]
    pub fn without_derived_text(&self, mut body: DecklistBody, public_url: &str, host: &DeckHost) -> DecklistBody {
        let text = std::mem::take(&mut body.plaintext_list);
        let without = Self { body: body.clone(), ..self.clone() };
        if without.shown_text(public_url, host) != text {
            body.plaintext_list = text;
        }
        body
    }

    /// Returns the address where the list can be read outside this service: its page as imported, else that on the deck
    /// host. `None` if neither is known. Only addresses of the web are returned, because they become links.
    pub fn address(&self, host: &DeckHost) -> Option<Cow<'_, str>> {
        if self.deck_url.starts_with("https://") || self.deck_url.starts_with("http://") {
            return Some(Cow::Borrowed(&self.deck_url));
        }
        host.address(&self.body.deckhost_public_id).map(Cow::Owned)
    }

    /// Returns the lower-case hex SHA-256 of [`Self::plaintext`].
    pub fn content_sha256(&self) -> String {
        Sha256::digest(self.plaintext().as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Returns the number of the revision that was the newest at a log position, or of the first revision before that.
    pub fn version_at(&self, position: Position) -> Version {
        if self.position <= position {
            return self.version;
        }
        let earlier = self.earlier.iter().rev().find(|revision| revision.position <= position);
        earlier.or(self.earlier.first()).map_or(self.version, |revision| revision.number)
    }

    /// Returns the newest revision. Its hash is computed only here: most lists are folded once and never revised.
    pub fn newest(&self) -> Revision {
        Revision {
            number: self.version,
            recorded_at: self.recorded_at,
            position: self.position,
            actor: self.actor.clone(),
            content_sha256: self.content_sha256(),
        }
    }
}
