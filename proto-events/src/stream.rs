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

/// Defines the kinds of streams, each with its name in the store and in subjects, and the type of its ids.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal, $constructor:ident($id:ident);)+) => {
        /// The kinds of streams; each has its own event enum.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum StreamKind { $($(#[$doc])* $kind),+ }

        impl StreamKind {
            /// Every kind.
            pub const ALL: [Self; [$(StreamKind::$kind),+].len()] = [$(Self::$kind),+];

            /// Returns the name in the store and in subjects.
            pub fn name(self) -> &'static str {
                match self { $(Self::$kind => $name),+ }
            }

            /// Returns the kind with this name, if there is one.
            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$kind),)+ _ => None }
            }
        }

        impl StreamId {$(
            #[doc = concat!("The stream of this ", $name, ".")]
            pub fn $constructor(id: $id) -> Self {
                Self { kind: StreamKind::$kind, id: id.0 }
            }
        )+}
    };
}

kinds! {
    /// A store with its members and keys.
    Organization = "organization", organization(OrganizationId);
    /// A person; the only kind that holds personal data.
    User = "user", user(UserId);
    /// A convention.
    Convention = "convention", convention(ConventionId);
    /// A tournament with everything in it.
    Tournament = "tournament", tournament(TournamentId);
    /// A decklist with all its revisions.
    Decklist = "decklist", decklist(DecklistId);
}

/// Identifies a stream: its kind and the id of its subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct StreamId {
    /// Kind of stream.
    pub kind: StreamKind,
    /// Id within the kind.
    pub id: i64,
}

impl std::fmt::Display for StreamId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.kind.name(), self.id)
    }
}
