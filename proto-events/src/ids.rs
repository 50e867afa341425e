//! Identifiers: 64-bit integers, with a type for each kind, so that a round is never mistaken for a match.

use serde::{Deserialize, Serialize};

/// Defines identifier types that are serialized as plain integers.
macro_rules! identifiers {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
    /// A person as a player of one organization. It does not show who the person is elsewhere: see `domain/src/player_ids.rs`.
    PlayerId,
    /// A convention.
    ConventionId,
    /// A tournament; the API calls it an event.
    TournamentId,
    /// A phase of a tournament: the Swiss rounds, the playoff, a draft pod.
    PhaseId,
    /// A round of a phase.
    RoundId,
    /// A match.
    MatchId,
    /// A player's registration in a tournament; the API calls it "user event status".
    RegistrationId,
    /// A team of a team event.
    TeamId,
    /// A match of two teams, with one match for each seat.
    TeamMatchId,
    /// A seat of a team.
    TeamPlayerId,
    /// A decklist.
    DecklistId,
    /// A penalty of a player in a tournament.
    PenaltyId,
    /// A call for a judge in a tournament.
    CallId,
    /// A user's token.
    UserTokenId,
    /// A password that a user set. It identifies the hash, which is not in the log.
    PasswordId,
    /// A webhook: an organization's subscription to notifications.
    WebhookId,
    /// A secret that signs the messages of a webhook. It identifies the secret, which is not in the log.
    WebhookSecretId,
    /// A delivery of a message to a webhook, in the log of deliveries.
    DeliveryId,
}

impl OrganizationId {
    /// The owner of streams that belong to no single organization: those of users.
    pub const SHARED: Self = Self(0);
}

/// Defines the sequences with the names under which they are stored.
macro_rules! sequences {
    ($($name:ident = $stored:literal),+ $(,)?) => {
        /// The sequence that an identifier is reserved from. Each starts at 1.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "each is named as its identifier")]
        pub enum Sequence { $($name),+ }

        impl Sequence {
            /// Returns the name under which the sequence is stored.
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => $stored),+ }
            }
        }
    };
}

sequences! {
    Organization = "organization",
    Member = "member",
    ApiKey = "api_key",
    User = "user",
    Convention = "convention",
    Tournament = "tournament",
    Phase = "phase",
    Round = "round",
    Match = "match",
    Registration = "registration",
    Team = "team",
    TeamMatch = "team_match",
    TeamPlayer = "team_player",
    Decklist = "decklist",
    Penalty = "penalty",
    Call = "call",
    UserToken = "user_token",
    Password = "password",
    Webhook = "webhook",
    WebhookSecret = "webhook_secret",
}
