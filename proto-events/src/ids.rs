//! Identifiers: 64-bit integers, with a type for each kind, so that a round is never mistaken for a match.

use serde::{Deserialize, Serialize};

/// Defines identifier types that are serialized as plain integers, each with the sequence that it is reserved from, if there
/// is one, and the name under which that is stored.
macro_rules! identifiers {
    ($($(#[$doc:meta])* $name:ident $(from $sequence:ident = $stored:literal)?),+ $(,)?) => {
        $(
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
        )+

        /// The sequence that an identifier is reserved from. Each starts at 1.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[allow(missing_docs, reason = "each is named as its identifier")]
        pub enum Sequence { $($($sequence,)?)+ }

        impl Sequence {
            /// Returns the name under which the sequence is stored.
            pub fn name(self) -> &'static str {
                match self { $($(Self::$sequence => $stored,)?)+ }
            }
        }
    };
}

identifiers! {
    /// A store, club or other organizer: the tenant.
    OrganizationId from Organization = "organization",
    /// One person's role in one organization.
    MemberId from Member = "member",
    /// An API key.
    ApiKeyId from ApiKey = "api_key",
    /// A person.
    UserId from User = "user",
    /// A person as a player of one organization. It does not show who the person is elsewhere: see `domain/src/player_ids.rs`.
    PlayerId,
    /// A convention.
    ConventionId from Convention = "convention",
    /// A tournament; the API calls it an event.
    TournamentId from Tournament = "tournament",
    /// A phase of a tournament: the Swiss rounds, the playoff, a draft pod.
    PhaseId from Phase = "phase",
    /// A round of a phase.
    RoundId from Round = "round",
    /// A match.
    MatchId from Match = "match",
    /// A player's registration in a tournament; the API calls it "user event status".
    RegistrationId from Registration = "registration",
    /// A team of a team event.
    TeamId from Team = "team",
    /// A match of two teams, with one match for each seat.
    TeamMatchId from TeamMatch = "team_match",
    /// A seat of a team.
    TeamPlayerId from TeamPlayer = "team_player",
    /// A decklist.
    DecklistId from Decklist = "decklist",
    /// A penalty of a player in a tournament.
    PenaltyId from Penalty = "penalty",
    /// A call for a judge in a tournament.
    CallId from Call = "call",
    /// A user's token.
    UserTokenId from UserToken = "user_token",
    /// A password that a user set. It identifies the hash, which is not in the log.
    PasswordId from Password = "password",
    /// A webhook: an organization's subscription to notifications.
    WebhookId from Webhook = "webhook",
    /// A secret that signs the messages of a webhook. It identifies the secret, which is not in the log.
    WebhookSecretId from WebhookSecret = "webhook_secret",
    /// A delivery of a message to a webhook, in the log of deliveries.
    DeliveryId,
}

impl OrganizationId {
    /// The owner of streams that belong to no single organization: those of users.
    pub const SHARED: Self = Self(0);
}
