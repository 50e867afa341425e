//! Records in the views about callers. Both services read them for every request, through a cache.
//!
//! Each record is rendered from one stream: an API key and a membership from the organization's, an account and a token
//! from the user's. So at most three records identify a caller, and no record waits for another stream.

use chrono::{DateTime, Utc};
use domain::documents::PublicRegistration;
use proto_events::ids::{
    ApiKeyId, DecklistId, MemberId, OrganizationId, PlayerId, RegistrationId, TournamentId, UserId, UserTokenId,
};
use proto_events::vocabulary::Role;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::pictures::sha256_of;

/// An API key: the body of a [`crate::ViewKind::Credential`] document. A [`crate::ViewKind::ApiKeys`] document is a
/// list of these.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Credential {
    /// The key.
    pub key_id: ApiKeyId,
    /// Human-readable name.
    pub name: String,
    /// The organization it gives access to.
    pub organization_id: OrganizationId,
    /// Name of that organization.
    pub store_name: String,
    /// The membership whose role it has.
    pub member_id: MemberId,
    /// The member's role.
    pub role: Role,
    /// The member.
    pub user_id: UserId,
    /// The member's name.
    pub best_identifier: String,
    /// When the key was issued.
    pub created_at: DateTime<Utc>,
    /// The last recorded use.
    pub last_used_at: Option<DateTime<Utc>>,
    /// When it expires; `None` for never.
    pub expires_at: Option<DateTime<Utc>>,
    /// Whether it was revoked, or its member left.
    pub revoked: bool,
    /// Whether it is read-only, whatever its role.
    pub read_only: bool,
}

impl Credential {
    /// Whether the key is valid at this time.
    pub fn is_active(&self, now: DateTime<Utc>) -> bool {
        !self.revoked && self.expires_at.is_none_or(|expiry| now < expiry)
    }
}

/// A person's account: the body of a [`crate::ViewKind::Account`] document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// The person.
    pub user_id: UserId,
    /// Sign-in name; empty if there is none.
    pub username: String,
    /// The name shown on pairings and standings.
    pub best_identifier: String,
    /// What administrators read of the person.
    pub personal: PersonalDetails,
    /// The organization whose administrators manage the account.
    pub managed_by: Option<OrganizationId>,
    /// Sessions that began at a lower epoch have ended.
    pub session_epoch: i64,
}

/// What an organization's administrators read of a person whose account the organization manages. Unknown texts are
/// empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PersonalDetails {
    /// First name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub first_name: String,
    /// Last name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub last_name: String,
    /// E-mail address.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub email: String,
    /// Pronouns.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub pronouns: String,
}

impl Account {
    /// Returns the account of a person of whom only the names are known, in its first epoch, which no organization
    /// manages.
    pub fn new(user_id: UserId, username: impl Into<String>, best_identifier: impl Into<String>) -> Self {
        Self {
            user_id,
            username: username.into(),
            best_identifier: best_identifier.into(),
            personal: PersonalDetails::default(),
            managed_by: None,
            session_epoch: 0,
        }
    }
}

/// A person's role in an organization: the body of a [`crate::ViewKind::Membership`] document.
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
    /// SHA-256 of the organization's logo, in lower-case hex; none if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
    /// The role.
    pub role: Role,
    /// Whether the person left.
    pub removed: bool,
}

/// An organization's invitation to a person: the body of a [`crate::ViewKind::Invitation`] document. It has the same
/// key as the [`Membership`].
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

/// A user's token: the body of a [`crate::ViewKind::UserToken`] document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenRecord {
    /// The token.
    pub token_id: UserTokenId,
    /// The user.
    pub user_id: UserId,
    /// The user's name.
    pub best_identifier: String,
    /// The organization in which the token has the user's role; `None` for a token without an organization.
    pub organization_id: Option<OrganizationId>,
    /// When it expires; `None` for never.
    pub expires_at: Option<DateTime<Utc>>,
    /// Whether it was revoked.
    pub revoked: bool,
}

/// The organization of a person's decklist: the body of a [`crate::ViewKind::OwnDecklist`] document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnDecklist {
    /// The organization that it belongs to.
    pub organization_id: OrganizationId,
}

/// A person's registration in an event: the body of a [`crate::ViewKind::OwnRegistration`] document.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct OwnRegistration {
    /// The organization of the event.
    pub organization_id: OrganizationId,
    /// The event.
    pub tournament_id: TournamentId,
    /// The registration.
    pub registration_id: RegistrationId,
    /// When the event begins.
    pub starts: Option<DateTime<Utc>>,
    /// The registration, as its player reads it.
    pub registration: Box<RawValue>,
    /// The player's matches, as the player reads them.
    pub matches: Box<RawValue>,
    /// What the player's public page shows in addition; none if it does not show the event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public: Option<PublicRegistration>,
}

/// An account that is merged into another one: the body of a [`crate::ViewKind::MergedAccount`] document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MergedAccount {
    /// The account that is merged.
    pub user_id: UserId,
}

/// A guest with an e-mail address: the body of a [`crate::ViewKind::GuestAddress`] document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuestAddress {
    /// The guest.
    pub user_id: UserId,
}

impl GuestAddress {
    /// Returns the common prefix of the keys of all guests with this address, however it is capitalized.
    pub fn prefix(email: &str) -> String {
        format!("{}/", sha256_of(email.to_lowercase().as_bytes()))
    }

    /// Returns the key of its document.
    pub fn key(email: &str, user_id: UserId) -> String {
        format!("{}{user_id}", Self::prefix(email))
    }
}

/// People who claim a guest's results: the body of a [`crate::ViewKind::OpenClaims`] document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenClaims {
    /// The guest.
    pub user_id: UserId,
    /// The people, in the order in which they claimed them.
    pub claimed_by: Vec<UserId>,
}

/// A player's public page: the body of a [`crate::ViewKind::PlayerPage`] document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerPageRecord {
    /// The organization whose events it shows.
    pub organization_id: OrganizationId,
    /// The person.
    pub user_id: UserId,
    /// The person's name.
    pub name: String,
}

/// A person's page in an organization: the body of a [`crate::ViewKind::OwnPlayerPage`] document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnPlayerPage {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The id in its address.
    pub player_id: PlayerId,
    /// Whether the person shows it.
    pub is_shown: bool,
}

/// Gives records of a person the keys of their documents: the person's id, and that of what the record is about.
macro_rules! keyed_by_person {
    ($($record:ident by $id:ident,)*) => {
        $(impl $record {
            /// Returns the key of its document.
            pub fn key(user_id: UserId, about: $id) -> String {
                format!("{user_id}/{about}")
            }

            /// Returns the common prefix of the keys of all such records of a person.
            pub fn prefix(user_id: UserId) -> String {
                format!("{user_id}/")
            }
        })*
    };
}

keyed_by_person! {
    Membership by OrganizationId,
    OwnDecklist by DecklistId,
    OwnRegistration by TournamentId,
    OwnPlayerPage by OrganizationId,
    MergedAccount by UserId,
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
    fn the_keys_of_one_person_do_not_begin_as_those_of_another() {
        let (one, eleven) = (UserId(1), UserId(11));
        assert!(Membership::key(one, OrganizationId(7)).starts_with(&Membership::prefix(one)));
        assert!(!Membership::key(eleven, OrganizationId(7)).starts_with(&Membership::prefix(one)));
    }
}
