//! Small documents that refer to others, and documents that lists and searches read.

use chrono::{DateTime, Utc};
use proto_events::Version;
use proto_events::ids::{DecklistId, OrganizationId, RoundId, TournamentId, UserId};
use serde::{Deserialize, Serialize};

/// The number of parts of an event's audit: the body of a [`crate::ViewKind::EventAudit`] document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditHead {
    /// Number of parts, which are numbered from 0. Empty parts have no document.
    pub parts: i64,
}

/// The event that a round belongs to: the body of a [`crate::ViewKind::RoundEvent`] document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundEvent {
    /// The event.
    pub event: TournamentId,
}

/// The round whose standings are current: the body of a [`crate::ViewKind::CurrentStandings`] document, unless no round
/// has begun. Then the document is the empty standings themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CurrentStandings {
    /// The round.
    pub round_id: RoundId,
}

/// The organization that has the archetypes of a public event: the body of a [`crate::ViewKind::PublicArchetypes`]
/// document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicArchetypes {
    /// The organization.
    pub organization_id: OrganizationId,
}

/// Refers to a decklist of another organization that was submitted here: the body of a [`crate::ViewKind::Decklist`] or
/// [`crate::ViewKind::PublishedDecklist`] document without a list. So a list is counted and paged where it is shown,
/// and stored once in its own organization.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListElsewhere {
    /// The organization that has the document.
    pub organization_id: OrganizationId,
    /// The list.
    pub decklist_id: DecklistId,
    /// Its newest revision, so that the reference changes with the list.
    pub version: Version,
}

#[derive(Serialize, Deserialize)]
struct Body {
    elsewhere: ListElsewhere,
}

impl ListElsewhere {
    /// The start of such a document; no list starts so.
    pub(crate) const MARK: &[u8] = b"{\"elsewhere\":";

    /// Returns the body of its document. Serialization cannot fail, because keys are strings and values are numbers.
    pub fn to_json(self) -> Vec<u8> {
        serde_json::to_vec(&Body { elsewhere: self }).unwrap_or_default()
    }

    /// Reads a document's body. Returns `None` if it is a list, not a reference.
    pub fn of(body: &[u8]) -> Option<Self> {
        if !body.starts_with(Self::MARK) {
            return None;
        }
        serde_json::from_slice::<Body>(body).ok().map(|body| body.elsewhere)
    }
}

/// Makes a decklist public: the body of a [`crate::ViewKind::PublicDecklist`] document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicList {
    /// The organization that it belongs to.
    pub organization_id: OrganizationId,
    /// The public revision; `None` for the newest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<Version>,
    /// The event that publishes it; `None` in the document of a single revision, which several events write.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament_id: Option<TournamentId>,
}

/// A person whom an organization knows: the body of a [`crate::ViewKind::ManagedPerson`] document, and an entry of an
/// [`EventPeople`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownPerson {
    /// The person.
    pub user_id: UserId,
    /// The name shown on pairings and standings.
    pub name: String,
    /// Sign-in name; empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub username: String,
}

/// The people of an event: the body of a [`crate::ViewKind::EventPeople`] document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventPeople {
    /// The event.
    pub event_id: TournamentId,
    /// Its name.
    pub event: String,
    /// When it starts.
    pub starts: Option<DateTime<Utc>>,
    /// People who hold or held a place in it.
    pub players: Vec<UserId>,
    /// People who signed up for it themselves.
    pub signed_up: Vec<KnownPerson>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_for_a_list_is_told_from_a_list() {
        let elsewhere =
            ListElsewhere { organization_id: OrganizationId::SHARED, decklist_id: DecklistId(301), version: 4 };
        assert_eq!(ListElsewhere::of(&elsewhere.to_json()), Some(elsewhere));
        assert_eq!(ListElsewhere::of(br#"{"id":301,"name":"elsewhere"}"#), None);
    }

    #[test]
    fn a_list_that_is_not_fixed_is_shown_as_it_is() {
        let newest = PublicList { organization_id: OrganizationId(3), version: None, tournament_id: None };
        assert_eq!(serde_json::to_string(&newest).unwrap(), r#"{"organization_id":3}"#);
    }
}
