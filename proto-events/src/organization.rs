//! Events of an organization: its name, its members, its API keys.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::ids::{ApiKeyId, MemberId, UserId};
use crate::vocabulary::Role;

/// A domain event of an organization.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrganizationEvent {
    /// The organization was created.
    Created {
        /// Store name, as shown in exports and key lists.
        name: String,
    },
    /// The organization was renamed.
    Renamed {
        /// The new store name.
        name: String,
    },
    /// A person became a member.
    MemberAdded {
        /// The membership.
        member_id: MemberId,
        /// The person.
        user_id: UserId,
        /// The role.
        role: Role,
    },
    /// A person was invited to become a member. Accepting creates a membership with the same id.
    MemberInvited {
        /// The invitation.
        member_id: MemberId,
        /// The person.
        user_id: UserId,
        /// The role that the member will have.
        role: Role,
    },
    /// The person declined an invitation.
    InvitationDeclined {
        /// The invitation.
        member_id: MemberId,
    },
    /// The organization withdrew an invitation.
    InvitationWithdrawn {
        /// The invitation.
        member_id: MemberId,
    },
    /// A member got another role.
    MemberRoleChanged {
        /// The membership.
        member_id: MemberId,
        /// The new role.
        role: Role,
    },
    /// A member left; the member's keys stop working.
    MemberRemoved {
        /// The membership.
        member_id: MemberId,
    },
    /// An API key was issued.
    ApiKeyIssued {
        /// The key.
        key_id: ApiKeyId,
        /// The membership whose role it has.
        member_id: MemberId,
        /// Human-readable name, at most 255 characters.
        name: String,
        /// SHA-256 of the key's value, lower-case hex. The value itself is not stored.
        sha256: String,
        /// When it expires; `None` for never.
        expires_at: Option<DateTime<Utc>>,
    },
    /// An API key became read-only, whatever its role.
    ApiKeyNarrowed {
        /// The key.
        key_id: ApiKeyId,
    },
    /// An API key was renamed.
    ApiKeyRenamed {
        /// The key.
        key_id: ApiKeyId,
        /// The new name.
        name: String,
    },
    /// An API key got another expiry.
    ApiKeyExpirySet {
        /// The key.
        key_id: ApiKeyId,
        /// When it expires; `None` for never.
        expires_at: Option<DateTime<Utc>>,
    },
    /// An API key was revoked.
    ApiKeyRevoked {
        /// The key.
        key_id: ApiKeyId,
    },
    /// An API key was used; recorded at most once a minute per key.
    ApiKeyUsed {
        /// The key.
        key_id: ApiKeyId,
        /// When it was last used.
        used_at: DateTime<Utc>,
    },
}
