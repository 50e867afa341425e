//! People, members and API keys as clients read them. The read side and the write side share these definitions.

use std::borrow::Cow;

use chrono::{DateTime, Utc};
use proto_events::ids::{ApiKeyId, MemberId, OrganizationId, UserId};
use proto_events::vocabulary::Role;
use serde::Serialize;
use utoipa::ToSchema;

use crate::organization::Invitation;
use crate::user::{User, nameless};

/// A person's account. Unknown texts are empty.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = User)]
pub struct UserDocument<'a> {
    /// Id of the person.
    #[schema(value_type = i64)]
    pub id: UserId,
    /// Name for signing in; empty if the person cannot sign in.
    pub username: &'a str,
    /// The name that identifies the person best; `Player` and the id if no name is known.
    pub best_identifier: Cow<'a, str>,
    /// First name; empty in a list of members unless your organization manages the account.
    pub first_name: &'a str,
    /// Last name; empty in a list of members unless your organization manages the account.
    pub last_name: &'a str,
    /// E-mail address; empty in a list of members unless your organization manages the account.
    pub email: &'a str,
    /// Pronouns; empty in a list of members unless your organization manages the account.
    pub pronouns: &'a str,
}

impl<'a> UserDocument<'a> {
    /// Builds the document of a member, who may be unknown, as an organization reads it. Only an organization that
    /// manages the account reads more than the name and the username, by which the member was invited.
    pub fn seen_by(organization_id: OrganizationId, id: UserId, user: Option<&'a User>) -> Self {
        let whole = Self::whole(id, user);
        if user.is_some_and(|user| user.is_managed_by(organization_id)) {
            return whole;
        }
        Self { first_name: "", last_name: "", email: "", pronouns: "", ..whole }
    }

    /// Builds the whole document of a person, who may be unknown.
    pub fn whole(id: UserId, user: Option<&'a User>) -> Self {
        let profile = user.map(|user| &user.profile);
        Self {
            id,
            username: profile.map_or("", |profile| &profile.username),
            best_identifier: user.map_or_else(|| nameless(id), User::name),
            first_name: profile.map_or("", |profile| &profile.first_name),
            last_name: profile.map_or("", |profile| &profile.last_name),
            email: profile.map_or("", |profile| &profile.email),
            pronouns: profile.map_or("", |profile| &profile.pronouns),
        }
    }
}

/// A member of an organization.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Member)]
pub struct MemberDocument<'a> {
    /// Id of the membership.
    #[schema(value_type = i64)]
    pub id: MemberId,
    /// The person.
    pub user: UserDocument<'a>,
    /// Role of the member.
    pub role: Role,
}

/// An invitation to become a member, as the organization reads it. Of the person's data it holds only the username.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Invitation)]
pub struct InvitationDocument<'a> {
    /// Id of the invitation, and of the membership once it is accepted.
    #[schema(value_type = i64)]
    id: MemberId,
    /// Username of the person.
    username: &'a str,
    /// Role that the member will have.
    role: Role,
    /// When the person was invited.
    invited_at: DateTime<Utc>,
    /// Address of the page where the person, signed in, accepts or declines. It holds no secret.
    #[schema(format = "uri")]
    url: String,
}

impl<'a> InvitationDocument<'a> {
    /// Builds the document of an invitation of this person, who may be unknown. `public_url` has no slash at its end.
    pub fn new(invitation: &Invitation, user: Option<&'a User>, public_url: &str) -> Self {
        let Invitation { id, role, invited_at, .. } = *invitation;
        let username = user.map_or("", |user| &user.profile.username);
        Self { id, username, role, invited_at, url: format!("{public_url}{INVITATIONS_PATH}") }
    }
}

/// Path of the page where a person accepts or declines invitations.
pub const INVITATIONS_PATH: &str = "/admin/account/";

/// An invitation to become a member, as the person reads it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OwnInvitation)]
pub struct OwnInvitationDocument<'a> {
    /// Id of the organization that invites you.
    #[schema(value_type = i64)]
    pub organization_id: OrganizationId,
    /// Name of that organization.
    pub store_name: &'a str,
    /// Role that you will have there.
    pub role: Role,
    /// When you were invited.
    pub invited_at: DateTime<Utc>,
}

/// A membership, as its person reads it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OwnMembership)]
pub struct OwnMembershipDocument<'a> {
    /// Id of the organization.
    #[schema(value_type = i64)]
    pub organization_id: OrganizationId,
    /// Name of that organization.
    pub store_name: &'a str,
    /// Your role there.
    pub role: Role,
}

/// An API key. Its value is shown when it is issued, and never again.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ApiKey)]
pub struct ApiKeyDocument<'a> {
    /// Id of the key.
    #[schema(value_type = i64)]
    pub id: ApiKeyId,
    /// Human-readable name.
    pub name: &'a str,
    /// Name of the store that it gives access to.
    pub store_name: &'a str,
    /// The member whose key it is, with the member's role.
    pub organization_role: OrganizationRole<'a>,
    /// When it was issued.
    pub created_at: DateTime<Utc>,
    /// When it was last used; null if it never was.
    pub last_used_at: Option<DateTime<Utc>>,
    /// When it expires; null if it does not.
    pub expires_at: Option<DateTime<Utc>>,
    /// Whether it is valid: neither revoked nor expired.
    pub is_active: bool,
}

/// A member of the organization, with the role that the key carries.
#[derive(Debug, Serialize, ToSchema)]
pub struct OrganizationRole<'a> {
    /// Id of the membership.
    #[schema(value_type = i64)]
    pub id: MemberId,
    /// The member.
    pub user: KeyHolder<'a>,
    /// Role of the member.
    pub role: Role,
}

/// A member by id and name.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeyHolder<'a> {
    /// Id of the person.
    #[schema(value_type = i64)]
    pub id: UserId,
    /// The name that identifies the person best.
    pub best_identifier: Cow<'a, str>,
}
