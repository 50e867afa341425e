//! Events of a user. Only these streams contain personal data: everything else refers to users by id.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::ids::{OrganizationId, PasswordId, PlayerId, UserId, UserTokenId};

/// The profile of a user. Absent strings are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub struct Profile {
    /// Sign-in name.
    pub username: String,
    /// The name shown on pairings and standings.
    pub best_identifier: String,
    pub first_name: String,
    pub last_name: String,
    pub email: String,
    pub pronouns: String,
    /// Whether the person has used a player app.
    pub has_used_app: bool,
}

/// A domain event of a user. Its ids say what it is about; its other fields hold the whole value after the change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub enum UserEvent {
    /// The user was registered.
    Registered { profile: Profile },
    /// The profile changed.
    ProfileChanged { profile: Profile },
    /// An organization manages the account: its administrators may change the profile and make links for setting a new
    /// password, as long as the user is not a member of another organization.
    ManagedBy { organization_id: OrganizationId },
    /// The user became a member of an organization that does not manage the account. The membership and its end are in
    /// that organization's stream. This event makes concurrent commands on the account conflict, so that they are
    /// decided again.
    JoinedElsewhere { organization_id: OrganizationId },
    /// The account was merged into another one of the same person. That account's name is shown for it, and new
    /// registrations go there.
    MergedInto {
        /// The account that stays.
        user_id: UserId,
        name: String,
    },
    /// The merge was taken back.
    Unmerged {},
    /// A person says that this guest's results are the person's own. The organization agrees by merging the account into
    /// the person's, or refuses.
    ClaimMade { by: UserId },
    /// The organization refused the claim, or the person says that the results are another's. It is not made again.
    ClaimRefused { by: UserId },
    /// The person shows a public page with the own results in the events of an organization.
    PlayerPageShown {
        organization_id: OrganizationId,
        /// The id in the address of the page. Showing the page again keeps it.
        player_id: PlayerId,
    },
    /// The person hides that page.
    PlayerPageHidden { organization_id: OrganizationId },
    /// A one-time link for setting a password was made. It replaces an earlier one.
    PasswordLinkMade {
        /// SHA-256 of the link's value, lower-case hex. The value itself is not stored.
        sha256: String,
        /// When it expires.
        expires_at: DateTime<Utc>,
    },
    /// The link was withdrawn; it no longer works.
    PasswordLinkWithdrawn {},
    /// A one-time link for confirming the e-mail address was made. It replaces an earlier one, and a change of the address
    /// ends it.
    EmailLinkMade {
        /// SHA-256 of the link's value, lower-case hex. The value itself is not stored.
        sha256: String,
        /// When it expires.
        expires_at: DateTime<Utc>,
    },
    /// The e-mail address was confirmed with the link.
    EmailConfirmed {},
    /// A password was set. This ends all earlier sessions and uses up the link.
    PasswordSet {
        /// Identifies the hash, which is stored outside the log.
        password_id: PasswordId,
    },
    /// All earlier sessions were ended.
    SessionsEnded {},
    /// Two-step sign-in was switched on. This ends all earlier sessions.
    TwoStepEnabled {
        /// The session epoch before it, which the secret of the person's app depends on. No secret is stored.
        session_epoch: i64,
        /// SHA-256 of each recovery code, lower-case hex.
        recovery_sha256: Vec<String>,
    },
    /// Two-step sign-in was switched off.
    TwoStepDisabled {},
    /// A recovery code was used instead of a code of the app.
    RecoveryCodeUsed {
        /// SHA-256 of the code, lower-case hex.
        sha256: String,
    },
    /// The person signs in with an account at a provider (OpenID Connect) from then on. A person has one account at each issuer.
    ProviderLinked {
        /// The issuer, as the provider writes it.
        issuer: String,
        /// The provider's id of the person.
        subject: String,
    },
    /// The person does not sign in at this issuer any more.
    ProviderUnlinked { issuer: String },
    /// A token was issued.
    TokenIssued {
        token_id: UserTokenId,
        /// Human-readable name, at most 255 characters.
        name: String,
        /// SHA-256 of the token's value, lower-case hex. The value itself is not stored.
        sha256: String,
        /// The organization in which the token has the user's role; `None` for a token without an organization.
        organization_id: Option<OrganizationId>,
        /// When it expires; `None` for never.
        expires_at: Option<DateTime<Utc>>,
    },
    /// A token was revoked.
    TokenRevoked { token_id: UserTokenId },
    /// The person's data was erased: the key of the encrypted payloads of this stream is deleted, with the person's claims,
    /// password and answers to requests. It is the last event of the stream.
    Erased {},
    /// An event whose payload was erased with the person's key. It is never stored: a store returns it in place of the event.
    Redacted {},
}

impl UserEvent {
    /// The stored name of [`UserEvent::Erased`].
    pub const ERASED: &'static str = "erased";

    /// Whether the payload contains personal data. Such a payload is stored encrypted with the user's key, so that
    /// deleting the key erases it from the log.
    pub fn is_personal(&self) -> bool {
        match self {
            // Users name tokens after themselves and their devices.
            Self::Registered { .. }
            | Self::ProfileChanged { .. }
            | Self::MergedInto { .. }
            | Self::ProviderLinked { .. }
            | Self::TokenIssued { .. } => true,
            Self::ManagedBy { .. }
            | Self::JoinedElsewhere { .. }
            | Self::Unmerged {}
            | Self::ClaimMade { .. }
            | Self::ClaimRefused { .. }
            | Self::PlayerPageShown { .. }
            | Self::PlayerPageHidden { .. }
            | Self::PasswordLinkMade { .. }
            | Self::PasswordLinkWithdrawn {}
            | Self::EmailLinkMade { .. }
            | Self::EmailConfirmed {}
            | Self::PasswordSet { .. }
            | Self::SessionsEnded {}
            | Self::TwoStepEnabled { .. }
            | Self::TwoStepDisabled {}
            | Self::RecoveryCodeUsed { .. }
            | Self::ProviderUnlinked { .. }
            | Self::TokenRevoked { .. }
            | Self::Erased {}
            | Self::Redacted {} => false,
        }
    }
}
