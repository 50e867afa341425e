//! A decklist with all its revisions: the newest in full, the earlier ones by number, time, author and hash.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use proto_events::decklist::DecklistBody;
use proto_events::ids::{DecklistId, OrganizationId, UserId};
use proto_events::{Actor, DecklistEvent, Envelope, Position, Version};
use sha2::{Digest, Sha256};

use crate::FoldError;
use crate::deck_json::plaintext_from_deck_json;

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

aggregate!(Decklist);

impl Decklist {
    fn create(event: &DecklistEvent, first: &Envelope) -> Option<Self> {
        let DecklistEvent::Submitted { owner_user_id, body, deck_url } = event else { return None };
        Some(Self {
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
        })
    }

    fn apply_event(&mut self, event: &DecklistEvent, envelope: &Envelope) -> Result<(), FoldError> {
        match event {
            DecklistEvent::Revised { body } => {
                self.earlier.push(self.newest());
                self.body = body.clone();
                let Envelope { occurred_at, recorded_at, version, position, .. } = *envelope;
                (self.updated_at, self.recorded_at) = (occurred_at, recorded_at);
                (self.version, self.position, self.actor) = (version, position, envelope.actor.clone());
            }
            DecklistEvent::Deleted {} => self.is_deleted = true,
            DecklistEvent::Submitted { .. } => return Err(FoldError::Duplicate { what: "decklist", id: self.id.0 }),
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
        if is_web_address(&self.deck_url) {
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

/// Returns whether a text begins as an address that pages can link to.
pub fn is_web_address(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

/// Maximum length of an id on a deck host that is put into an address.
const LONGEST_ID: usize = 200;
/// The place of the id in an address.
const PLACE: &str = "{id}";

/// Builds the address of a list on its deck host from the id that the host gave it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeckHost {
    /// The address with [`PLACE`] in it; empty if the host is not known.
    template: String,
}

/// The text is no address with a place for an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "must be an address that begins with https:// or http:// and has {{id}} once, such as https://decks.example/{{id}}"
)]
pub struct NoTemplate;

impl DeckHost {
    /// Creates a deck host from the address of its lists, with `{id}` in place of the id.
    ///
    /// # Errors
    /// If the text is no address, or does not have `{id}` exactly once.
    pub fn new(template: &str) -> Result<Self, NoTemplate> {
        let (before, after) = template.split_once(PLACE).ok_or(NoTemplate)?;
        let has_host = ["https://", "http://"].iter().any(|scheme| {
            before.strip_prefix(scheme).is_some_and(|rest| rest.find('/').is_some_and(|length| length > 0))
        });
        let is_plain = |c: char| c.is_ascii_graphic() && !matches!(c, '<' | '>' | '"' | '\\' | ';' | '{' | '}');
        if !has_host || !before.chars().chain(after.chars()).all(is_plain) {
            return Err(NoTemplate);
        }
        Ok(Self { template: template.to_owned() })
    }

    /// Returns the deck host of the services whose field names are used with `--compat-field-names vendor`.
    pub fn of_vendor() -> Self {
        Self { template: format!("https://www.moxfield.com/decks/{PLACE}") }
    }

    /// Returns the template; empty if the host is not known.
    pub fn template(&self) -> String {
        self.template.clone()
    }

    /// Returns the address of the list with this id; `None` if the host is not known or the id is empty or too long.
    pub fn address(&self, id: &str) -> Option<String> {
        if self.template.is_empty() || id.is_empty() || id.len() > LONGEST_ID {
            return None;
        }
        // The unreserved characters of RFC 3986 stay; all others are percent-encoded.
        let encoded = |byte: u8| match byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            true => char::from(byte).to_string(),
            false => format!("%{byte:02X}"),
        };
        Some(self.template.replace(PLACE, &id.bytes().map(encoded).collect::<String>()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_the_id_in_its_place() {
        let host = DeckHost::new("https://decks.example/d/{id}?from=events").unwrap();
        assert_eq!(host.address("b7-Xk_2").unwrap(), "https://decks.example/d/b7-Xk_2?from=events");
        assert_eq!(host.address("a/../b c\u{e4}").unwrap(), "https://decks.example/d/a%2F..%2Fb%20c%C3%A4?from=events");
        assert_eq!(host.template(), "https://decks.example/d/{id}?from=events");
        assert_eq!(DeckHost::of_vendor().address("x").unwrap(), "https://www.moxfield.com/decks/x");
        assert!(host.address("").is_none() && host.address(&"x".repeat(201)).is_none());
        assert!(DeckHost::default().address("x").is_none() && DeckHost::default().template().is_empty());
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "{id}",
            "https://decks.example/",
            "https://{id}",
            "https:///{id}",
            "javascript:alert/{id}",
            "https://decks.example/{id}/{id}",
            "https://decks.example/<b>/{id}",
            "https://decks.example/a b/{id}",
        ] {
            assert_eq!(DeckHost::new(text), Err(NoTemplate), "{text}");
        }
    }
}
