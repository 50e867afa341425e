//! Events of a person. The only streams that hold personal data: everything else names a person by id.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::ids::{OrganizationId, PasswordId, UserTokenId};

/// What is known of a person. Absent strings are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Profile {
    /// Sign-in name.
    pub username: String,
    /// The name that identifies the person best on pairings and standings.
    pub best_identifier: String,
    /// Given name.
    pub first_name: String,
    /// Family name.
    pub last_name: String,
    /// E-mail address.
    pub email: String,
    /// Pronouns.
    pub pronouns: String,
    /// Whether the person has used a player app.
    pub has_used_app: bool,
}

/// What happened to a person's record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UserEvent {
    /// The person became known.
    Registered {
        /// What is known.
        profile: Profile,
    },
    /// What is known changed.
    ProfileChanged {
        /// The whole new profile.
        profile: Profile,
    },
    /// An organization manages the account: its administrators may change the profile and help with a lost password, as long
    /// as the person is no other organization's member.
    ManagedBy {
        /// The organization.
        organization_id: OrganizationId,
    },
    /// The person became a member of another organization than the one that manages the account. The membership itself, and
    /// its end, are in the other organization's stream. This is here so that whatever is decided on the account at the same
    /// time is decided again.
    JoinedElsewhere {
        /// The other organization.
        organization_id: OrganizationId,
    },
    /// A one-time link was made, by which the person may set a password. It takes the place of an earlier one.
    PasswordLinkMade {
        /// SHA-256 of the link's value, lower-case hex. The value itself is nowhere stored.
        sha256: String,
        /// From when on it is refused.
        expires_at: DateTime<Utc>,
    },
    /// The link that was made, if it was not used, opens no more.
    PasswordLinkWithdrawn {},
    /// A password was set. Sessions begun before are over, and a link is used up.
    PasswordSet {
        /// Names the hash, which is kept beside the log.
        password_id: PasswordId,
    },
    /// All sessions begun before are over.
    SessionsEnded {},
    /// A token was made.
    TokenIssued {
        /// The token.
        token_id: UserTokenId,
        /// Human-readable name, at most 255 characters.
        name: String,
        /// SHA-256 of the token's value, lower-case hex. The value itself is nowhere stored.
        sha256: String,
        /// The organization for whose member it stands; for the person alone, if absent.
        organization_id: Option<OrganizationId>,
        /// From when on it is refused.
        expires_at: Option<DateTime<Utc>>,
    },
    /// A token was revoked for good.
    TokenRevoked {
        /// The token.
        token_id: UserTokenId,
    },
}

impl UserEvent {
    /// Whether the payload holds personal data. It is then stored encrypted under a key of the person, so that deleting the
    /// key erases it from the log.
    pub fn is_personal(&self) -> bool {
        match self {
            // People name tokens after themselves and their devices.
            Self::Registered { .. } | Self::ProfileChanged { .. } | Self::TokenIssued { .. } => true,
            Self::ManagedBy { .. }
            | Self::JoinedElsewhere { .. }
            | Self::PasswordLinkMade { .. }
            | Self::PasswordLinkWithdrawn {}
            | Self::PasswordSet { .. }
            | Self::SessionsEnded {}
            | Self::TokenRevoked { .. } => false,
        }
    }
}
