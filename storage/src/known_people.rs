//! Records in the views about people whom an organization knows. The search for people reads them.

use chrono::{DateTime, Utc};
use proto_events::ids::{TournamentId, UserId};
use serde::{Deserialize, Serialize};

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
