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

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    fn credential(expires_at: Option<DateTime<Utc>>, revoked: bool) -> Credential {
        Credential {
            key_id: ApiKeyId(1),
            name: "overlay".into(),
            organization_id: OrganizationId(3),
            store_name: "Store".into(),
            member_id: MemberId(5),
            role: Role::ALL[0],
            user_id: UserId(8),
            best_identifier: "Ada".into(),
            created_at: DateTime::UNIX_EPOCH,
            last_used_at: None,
            expires_at,
            revoked,
        }
    }

    #[test]
    fn a_key_opens_until_the_moment_it_expires_or_is_revoked() {
        let expiry = DateTime::UNIX_EPOCH + TimeDelta::days(1);
        let just_before = expiry - TimeDelta::microseconds(1);

        assert!(credential(None, false).is_active(expiry));
        assert!(credential(Some(expiry), false).is_active(just_before));
        assert!(!credential(Some(expiry), false).is_active(expiry));
        assert!(!credential(Some(expiry), true).is_active(just_before));
        assert!(!credential(None, true).is_active(just_before));
    }

    #[test]
    fn a_credential_survives_its_document() {
        let written = credential(Some(DateTime::UNIX_EPOCH), false);
        let body = serde_json::to_vec(&written).unwrap();
        assert_eq!(serde_json::from_slice::<Credential>(&body).unwrap(), written);
    }
}
