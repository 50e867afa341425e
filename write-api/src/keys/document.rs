//! Answers of API keys.

use domain::identity::{ApiKeyDocument, KeyHolder, OrganizationRole};
use domain::organization::{ApiKey, Member};
use domain::user::nameless;

use crate::prelude::*;

/// An API key that was issued.
#[derive(Serialize, ToSchema)]
pub(crate) struct IssuedApiKey<'a> {
    /// The key as in the list of keys.
    #[serde(flatten)]
    pub(crate) entry: ApiKeyDocument<'a>,
    /// Its value. It is shown only once and cannot be recovered.
    pub(crate) key: &'a str,
}

/// Returns a key and the member that it is tied to.
pub(crate) fn find(organization: &Organization, id: ApiKeyId) -> Result<(&ApiKey, &Member), Problem> {
    let key = organization.key(id);
    let tied = key.and_then(|key| Some((key, organization.member(key.member_id)?)));
    tied.ok_or_else(|| nothing("API key", &id.to_string()))
}

/// Returns a key as in the list of keys; `user` is its member's person.
pub(crate) fn api_key<'a>(
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
