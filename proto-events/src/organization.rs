//! Events of an organization: its name, its members, its API keys.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::ids::{ApiKeyId, MemberId, UserId};
use crate::vocabulary::Role;

/// What happened to an organization.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrganizationEvent {
    /// The organization came to be.
    Created {
        /// Store name, as shown in exports and key lists.
        name: String,
    },
    /// It changed its name.
    Renamed {
        /// The new store name.
        name: String,
    },
    /// A person got a role.
    MemberAdded {
        /// The membership.
        member_id: MemberId,
        /// The person.
        user_id: UserId,
        /// The role.
        role: Role,
    },
    /// A person was invited to become a member. Accepting makes a membership of the same id.
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
    /// An API key was made.
    ApiKeyIssued {
        /// The key.
        key_id: ApiKeyId,
        /// The membership whose role it carries.
        member_id: MemberId,
        /// Human-readable name, at most 255 characters.
        name: String,
        /// SHA-256 of the key's value, lower-case hex. The value itself is nowhere stored.
        sha256: String,
        /// From when on it is refused.
        expires_at: Option<DateTime<Utc>>,
    },
    /// An API key may only read, whatever its role may do.
    ApiKeyNarrowed {
        /// The key.
        key_id: ApiKeyId,
    },
    /// An API key got another name.
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
        /// From when on it is refused; never, if absent.
        expires_at: Option<DateTime<Utc>>,
    },
    /// An API key was revoked for good.
    ApiKeyRevoked {
        /// The key.
        key_id: ApiKeyId,
    },
    /// An API key was used; told at most once a minute per key.
    ApiKeyUsed {
        /// The key.
        key_id: ApiKeyId,
        /// The last use noticed.
        used_at: DateTime<Utc>,
    },
}
