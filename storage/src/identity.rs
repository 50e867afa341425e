//! What the views say about who may come in. Both services read it at every request, through memory.
//!
//! Each record has one source: a key and a membership the organization's stream, an account and a token the user's. So a
//! caller is known from at most three of them, and none must wait for another stream.

use chrono::{DateTime, Utc};
use proto_events::ids::{ApiKeyId, MemberId, OrganizationId, UserId, UserTokenId};
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
    /// Whether it may only read, whatever its role may do.
    pub read_only: bool,
}

impl Credential {
    /// Whether the key opens anything at this time.
    pub fn is_active(&self, now: DateTime<Utc>) -> bool {
        !self.revoked && self.expires_at.is_none_or(|expiry| now < expiry)
    }
}

/// A person's account, as the body of a [`crate::ViewKind::Account`] document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// The person.
    pub user_id: UserId,
    /// The name to sign in by; empty if there is none.
    pub username: String,
    /// The name that identifies the person best.
    pub best_identifier: String,
    /// The organization whose administrators look after the account.
    pub managed_by: Option<OrganizationId>,
    /// Sessions that were begun at a lower count are over.
    pub session_epoch: i64,
}

/// A person's role in an organization, as the body of a [`crate::ViewKind::Membership`] document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Membership {
    /// The membership.
    pub member_id: MemberId,
    /// The person.
    pub user_id: UserId,
    /// The organization.
    pub organization_id: OrganizationId,
    /// Name of that organization.
    pub store_name: String,
    /// The role.
    pub role: Role,
    /// Whether the person left.
    pub removed: bool,
}

impl Membership {
    /// The key of its document.
    pub fn key(user_id: UserId, organization_id: OrganizationId) -> String {
        format!("{user_id}/{organization_id}")
    }

    /// What the keys of a person's memberships begin with.
    pub fn prefix(user_id: UserId) -> String {
        format!("{user_id}/")
    }
}

/// An organization's invitation to a person, as the body of a [`crate::ViewKind::Invitation`] document. Its key is that of a
/// [`Membership`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvitationRecord {
    /// The organization.
    pub organization_id: OrganizationId,
    /// Name of that organization.
    pub store_name: String,
    /// The role that the member will have.
    pub role: Role,
    /// When the person was invited.
    pub invited_at: DateTime<Utc>,
    /// Whether the person may still accept it.
    pub is_open: bool,
}

/// A user's token, as the body of a [`crate::ViewKind::UserToken`] document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenRecord {
    /// The token.
    pub token_id: UserTokenId,
    /// Whose it is.
    pub user_id: UserId,
    /// The person's name.
    pub best_identifier: String,
    /// The organization for whose member it stands; for the person alone, if absent.
    pub organization_id: Option<OrganizationId>,
    /// From when on it is refused.
    pub expires_at: Option<DateTime<Utc>>,
    /// Whether it was revoked.
    pub revoked: bool,
}

/// Where a person's decklist is, as the body of a [`crate::ViewKind::OwnDecklist`] document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnDecklist {
    /// The organization that it belongs to.
    pub organization_id: OrganizationId,
}

impl OwnDecklist {
    /// The key of its document.
    pub fn key(user_id: UserId, decklist_id: proto_events::ids::DecklistId) -> String {
        format!("{user_id}/{decklist_id}")
    }

    /// What the keys of a person's lists begin with.
    pub fn prefix(user_id: UserId) -> String {
        format!("{user_id}/")
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
            read_only: false,
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

    #[test]
    fn the_keys_of_one_person_do_not_begin_as_those_of_another() {
        let (one, eleven) = (UserId(1), UserId(11));
        assert!(Membership::key(one, OrganizationId(7)).starts_with(&Membership::prefix(one)));
        assert!(!Membership::key(eleven, OrganizationId(7)).starts_with(&Membership::prefix(one)));
    }
}
