//! What the views say about an API key. Both services read it to let a caller in.

use chrono::{DateTime, Utc};
use proto_events::ids::{ApiKeyId, MemberId, OrganizationId, UserId};
use proto_events::vocabulary::Role;
use serde::{Deserialize, Serialize};

/// A key, as the body of a [`crate::ViewKind::Credential`] document; a [`crate::ViewKind::ApiKeys`] document is a list of these.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credential {
    /// The key.
    pub key_id: ApiKeyId,
    /// Human-readable name.
    pub name: String,
    /// The organization it opens.
    pub organization_id: OrganizationId,
    /// Name of that organization.
    pub store_name: String,
    /// The membership whose role it carries.
    pub member_id: MemberId,
    /// The member's role.
    pub role: Role,
    /// The member.
    pub user_id: UserId,
    /// The member's name.
    pub best_identifier: String,
    /// When the key was issued.
    pub created_at: DateTime<Utc>,
    /// Its last use on record.
    pub last_used_at: Option<DateTime<Utc>>,
    /// From when on it is refused.
    pub expires_at: Option<DateTime<Utc>>,
    /// Whether it was revoked, or its member left.
    pub revoked: bool,
}

impl Credential {
    /// Whether the key opens anything at this time.
    pub fn is_active(&self, now: DateTime<Utc>) -> bool {
        !self.revoked && self.expires_at.is_none_or(|expiry| now < expiry)
    }
}
