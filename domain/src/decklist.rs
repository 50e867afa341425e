//! A decklist with all its revisions.

use chrono::{DateTime, Utc};
use proto_events::decklist::DecklistBody;
use proto_events::ids::{DecklistId, OrganizationId, UserId};
use proto_events::{DecklistEvent, DomainEvent, Envelope, Version};

use crate::FoldError;

/// A decklist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decklist {
    /// Its id.
    pub id: DecklistId,
    /// The organization through which it was submitted.
    pub organization_id: OrganizationId,
    /// The person it belongs to, where known.
    pub owner_user_id: Option<UserId>,
    /// The newest revision.
    pub body: DecklistBody,
    /// Its page on a deck-hosting site; empty if none.
    pub deck_url: String,
    /// When the newest revision was made.
    pub updated_at: DateTime<Utc>,
    /// Number of the newest revision.
    pub version: Version,
}

impl Decklist {
    /// Folds a stream, or its beginning up to a revision.
    ///
    /// # Errors
    /// When the stream does not begin with `Submitted`, or holds events of another kind.
    pub fn from_events<'a>(events: impl IntoIterator<Item = &'a Envelope>) -> Result<Self, FoldError> {
        let mut list: Option<Self> = None;
        for envelope in events {
            let DomainEvent::Decklist(event) = &envelope.event else {
                return Err(FoldError::WrongKind { expected: "decklist", found: envelope.event.stream_kind().name() });
            };
            match (event, &mut list) {
                (DecklistEvent::Submitted { owner_user_id, body, deck_url }, None) => {
                    list = Some(Self {
                        id: DecklistId(envelope.stream.id),
                        organization_id: envelope.organization_id,
                        owner_user_id: *owner_user_id,
                        body: body.clone(),
                        deck_url: deck_url.clone(),
                        updated_at: envelope.occurred_at,
                        version: envelope.version,
                    });
                }
                (DecklistEvent::Submitted { .. }, Some(known)) => {
                    return Err(FoldError::Duplicate { what: "decklist", id: known.id.0 });
                }
                (DecklistEvent::Revised { body }, Some(known)) => {
                    known.body = body.clone();
                    known.updated_at = envelope.occurred_at;
                    known.version = envelope.version;
                }
                (DecklistEvent::Revised { .. }, None) => return Err(FoldError::NotCreated),
            }
        }
        list.ok_or(FoldError::NotCreated)
    }
}
