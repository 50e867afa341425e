//! Streams of events, and places in a stream and in the log.

use serde::{Deserialize, Serialize};

use crate::ids::{ConventionId, DecklistId, OrganizationId, TournamentId, UserId};

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
    pub fn convention(id: ConventionId) -> Self {
        Self { kind: StreamKind::Convention, id: id.0 }
    }

    /// The stream of a tournament.
    pub fn tournament(id: TournamentId) -> Self {
        Self { kind: StreamKind::Tournament, id: id.0 }
    }

    /// The stream of a decklist.
    pub fn decklist(id: DecklistId) -> Self {
        Self { kind: StreamKind::Decklist, id: id.0 }
    }
}

impl std::fmt::Display for StreamId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.kind.name(), self.id)
    }
}
