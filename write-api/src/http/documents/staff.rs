//! Answers and bodies of members, accounts and API keys.

use chrono::{DateTime, Utc};
use domain::identity::{ApiKeyDocument, KeyHolder, MemberDocument, OrganizationRole, UserDocument};
use domain::organization::{ApiKey, Member, Organization};
use domain::user::{User, nameless};
use proto_events::ids::{ApiKeyId, OrganizationId};
use proto_events::vocabulary::Role;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Named, named};

/// A new member. The person is named by `user_id` or by `username`.
#[derive(ToSchema)]
#[allow(
    dead_code,
    reason = "only its schema is used: bodies are read field by field, so that all faults are reported at once"
)]
struct NewMember {
    /// Id of a person whose account your organization manages, who is its member, or who registered for one of its
    /// events.
    user_id: Option<i64>,
    /// Username of any person; upper and lower case matter.
    username: Option<String>,
    /// Role of the member.
    role: Role,
}

/// Changes of a member.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct MemberChange {
    /// The new role.
    role: Role,
}

/// A new account.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct NewUser {
    /// The name to sign in with, unique in the service. It can be set later; once set, it never changes.
    #[schema(max_length = 150)]
    username: Option<String>,
    /// The name that identifies the person best on pairings and standings.
    #[schema(max_length = 200)]
    best_identifier: String,
    /// First name.
    #[schema(max_length = 200)]
    first_name: Option<String>,
    /// Last name.
    #[schema(max_length = 200)]
    last_name: Option<String>,
    /// E-mail address.
    #[schema(max_length = 200)]
    email: Option<String>,
    /// Pronouns.
    #[schema(max_length = 200)]
    pronouns: Option<String>,
}

/// Changes of an account. Fields that are not given stay as they are.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct UserChange {
    /// The name to sign in with, for an account that has none yet.
    #[schema(max_length = 150)]
    username: Option<String>,
    /// The name that identifies the person best on pairings and standings.
    #[schema(max_length = 200)]
    best_identifier: Option<String>,
    /// First name.
    #[schema(max_length = 200)]
    first_name: Option<String>,
    /// Last name.
    #[schema(max_length = 200)]
    last_name: Option<String>,
    /// E-mail address.
    #[schema(max_length = 200)]
    email: Option<String>,
    /// Pronouns.
    #[schema(max_length = 200)]
    pronouns: Option<String>,
}

/// A new API key.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct NewApiKey {
    /// Its name, for people.
    #[schema(max_length = 255)]
    name: String,
    /// Its role; `READ_ONLY` if not given.
    role: Option<Role>,
    /// When it expires; null, or not given, for never.
    expires_at: Option<DateTime<Utc>>,
    /// Whether it is read-only, whatever its role may do; false if not given.
    read_only: Option<bool>,
}

/// Changes of an API key. Fields that are not given stay as they are.
#[derive(ToSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct ApiKeyChange {
    /// Its name, for people.
    #[schema(max_length = 255)]
    name: Option<String>,
    /// When it expires; null for never.
    expires_at: Option<DateTime<Utc>>,
}

/// An API key that was issued.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct IssuedApiKey<'a> {
    /// The key as in the list of keys.
    #[serde(flatten)]
    pub(in crate::http) entry: ApiKeyDocument<'a>,
    /// Its value. It is shown only once and cannot be recovered.
    pub(in crate::http) key: &'a str,
}

/// A one-time link with which a person sets a password.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct PasswordLink {
    /// Its address. It is shown only once, and opens once.
    #[schema(format = "uri")]
    pub(in crate::http) url: String,
    /// When it expires.
    pub(in crate::http) expires_at: DateTime<Utc>,
}

/// Returns the schemas of answers that only the write side makes, by name.
pub(super) fn schemas() -> Vec<Named> {
    vec![named::<IssuedApiKey<'_>>(), named::<PasswordLink>()]
}

/// Returns the schemas of bodies, by name.
pub(super) fn body_schemas() -> Vec<Named> {
    vec![
        named::<NewMember>(),
        named::<MemberChange>(),
        named::<NewUser>(),
        named::<UserChange>(),
        named::<NewApiKey>(),
        named::<ApiKeyChange>(),
    ]
}

/// Returns the document of a member; `user` is the member's person.
pub(in crate::http) fn member<'a>(
    organization_id: OrganizationId,
    member: &Member,
    user: Option<&'a User>,
) -> MemberDocument<'a> {
    let user = UserDocument::seen_by(organization_id, member.user_id, user);
    MemberDocument { id: member.id, user, role: member.role }
}

/// Returns a key and the member that it is tied to.
pub(in crate::http) fn key_of(organization: &Organization, id: ApiKeyId) -> Option<(&ApiKey, &Member)> {
    let key = organization.keys.iter().find(|key| key.id == id)?;
    Some((key, organization.member(key.member_id)?))
}

/// Returns a key as in the list of keys; `user` is its member's person.
pub(in crate::http) fn api_key<'a>(
    organization: &'a Organization,
    (key, member): (&'a ApiKey, &Member),
    user: Option<&'a User>,
    now: DateTime<Utc>,
) -> ApiKeyDocument<'a> {
    let best_identifier = user.map_or_else(|| nameless(member.user_id), User::name);
    let user = KeyHolder { id: member.user_id, best_identifier };
    let is_over = key.revoked || member.removed || key.expires_at.is_some_and(|expiry| expiry <= now);
    ApiKeyDocument {
        id: key.id,
        name: &key.name,
        store_name: &organization.name,
        organization_role: OrganizationRole { id: member.id, user, role: member.role },
        created_at: key.created_at,
        last_used_at: key.last_used_at,
        expires_at: key.expires_at,
        is_active: !is_over,
    }
}

#[cfg(test)]
mod tests {
    use domain::limits::{API_KEY_NAME, SHORT_TEXT, USERNAME};

    use super::*;

    #[test]
    fn the_schemas_tell_the_limits_that_are_checked() {
        let schemas = serde_json::to_value(body_schemas()).unwrap();
        let mut told = 0;
        for (name, schema) in schemas.as_array().unwrap().iter().map(|pair| (&pair[0], &pair[1])) {
            for (field, described) in schema["properties"].as_object().unwrap() {
                let limit = match field.as_str() {
                    "name" => API_KEY_NAME,
                    "username" if name == "NewMember" => continue,
                    "username" => USERNAME,
                    "best_identifier" | "first_name" | "last_name" | "email" | "pronouns" => SHORT_TEXT,
                    _ => continue,
                };
                assert_eq!(described["maxLength"], limit, "{name} {field}");
                told += 1;
            }
        }
        assert_eq!(told, 14);
    }
}
