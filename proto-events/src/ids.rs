//! Identifiers: 64-bit integers, each kind its own type, so that a round is never taken for a match.

use serde::{Deserialize, Serialize};

/// Defines identifier types with their plain-integer serialization.
macro_rules! identifiers {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl From<i64> for $name {
            fn from(id: i64) -> Self {
                Self(id)
            }
        }
    )+};
}

identifiers! {
    /// A store, club or other organizer: the tenant.
    OrganizationId,
    /// One person's role in one organization.
    MemberId,
    /// An API key.
    ApiKeyId,
    /// A person.
    UserId,
    /// A convention.
    ConventionId,
    /// An event in the interface's sense: one tournament.
    TournamentId,
    /// A phase of a tournament: the Swiss rounds, the playoff, a draft pod.
    PhaseId,
    /// A round of a phase.
    RoundId,
    /// A match at one table.
    MatchId,
    /// A person's entry in a tournament; the interface calls it "user event status".
    RegistrationId,
    /// A team of a team event.
    TeamId,
    /// A match of two teams, made of one match a seat.
    TeamMatchId,
    /// A seat of a team.
    TeamPlayerId,
    /// A decklist.
    DecklistId,
    /// A user's token.
    UserTokenId,
    /// A password that somebody set: what names its hash, which is nowhere in the log.
    PasswordId,
}

impl OrganizationId {
    /// Streams that belong to no single organization: people.
    pub const SHARED: Self = Self(0);
}

/// Which sequence an identifier is reserved from. Each is counted on its own, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sequence {
    /// [`OrganizationId`]
    Organization,
    /// [`MemberId`]
    Member,
    /// [`ApiKeyId`]
    ApiKey,
    /// [`UserId`]
    User,
    /// [`ConventionId`]
    Convention,
    /// [`TournamentId`]
    Tournament,
    /// [`PhaseId`]
    Phase,
    /// [`RoundId`]
    Round,
    /// [`MatchId`]
    Match,
    /// [`RegistrationId`]
    Registration,
    /// [`TeamId`]
    Team,
    /// [`TeamMatchId`]
    TeamMatch,
    /// [`TeamPlayerId`]
    TeamPlayer,
    /// [`DecklistId`]
    Decklist,
    /// [`UserTokenId`]
    UserToken,
    /// [`PasswordId`]
    Password,
}

impl Sequence {
    /// The name under which the sequence is stored.
    pub fn name(self) -> &'static str {
        match self {
            Self::Organization => "organization",
            Self::Member => "member",
            Self::ApiKey => "api_key",
            Self::User => "user",
            Self::Convention => "convention",
            Self::Tournament => "tournament",
            Self::Phase => "phase",
            Self::Round => "round",
            Self::Match => "match",
            Self::Registration => "registration",
            Self::Team => "team",
            Self::TeamMatch => "team_match",
            Self::TeamPlayer => "team_player",
            Self::Decklist => "decklist",
            Self::UserToken => "user_token",
            Self::Password => "password",
        }
    }
}
