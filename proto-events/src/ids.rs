//! Identifiers: 64-bit integers, with a type for each kind, so that a round is never mistaken for a match.

use serde::{Deserialize, Serialize};

/// Defines identifier types that are serialized as plain integers.
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

/// The sequence that an identifier is reserved from. Each starts at 1.
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
    /// [`PenaltyId`]
    Penalty,
    /// [`CallId`]
    Call,
    /// [`UserTokenId`]
    UserToken,
    /// [`PasswordId`]
    Password,
    /// [`WebhookId`]
    Webhook,
    /// [`WebhookSecretId`]
    WebhookSecret,
}

impl Sequence {
    /// Returns the name under which the sequence is stored.
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
            Self::Penalty => "penalty",
            Self::Call => "call",
            Self::UserToken => "user_token",
            Self::Password => "password",
            Self::Webhook => "webhook",
            Self::WebhookSecret => "webhook_secret",
        }
    }
}
