//! `GET /api/v1/api-keys/api_keys/`: the keys of the caller's user. Made here, because `is_active` depends on the time.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use chrono::{DateTime, Utc};
use proto_events::ids::{ApiKeyId, MemberId, UserId};
use proto_events::vocabulary::Role;
use serde::Serialize;
use service_kit::problem::Problem;
use storage::{Credential, ViewKind};
use utoipa::ToSchema;

use super::made;
use crate::call::{Call, Caller};

/// An API key. Its value is shown when it is issued, and never again.
#[derive(Serialize, ToSchema)]
#[schema(as = ApiKey)]
pub(crate) struct Key<'a> {
    /// Id of the key.
    #[schema(value_type = i64)]
    id: ApiKeyId,
    /// Its name, for people.
    name: &'a str,
    /// Name of the store that it opens.
    store_name: &'a str,
    /// Whose key it is, and with which role.
    organization_role: OrganizationRole<'a>,
    /// When it was issued.
    created_at: DateTime<Utc>,
    /// When it was last used; null if it never was.
    last_used_at: Option<DateTime<Utc>>,
    /// When it expires; null if it does not.
    expires_at: Option<DateTime<Utc>>,
    /// Whether it opens: neither revoked nor expired.
    is_active: bool,
}

/// A member of the organization, with the role that the key carries.
#[derive(Serialize, ToSchema)]
pub(crate) struct OrganizationRole<'a> {
    /// Id of the membership.
    #[schema(value_type = i64)]
    id: MemberId,
    /// The member.
    user: User<'a>,
    /// What the member may do.
    role: Role,
}

/// A member by id and name.
#[derive(Serialize, ToSchema)]
#[schema(as = Member)]
pub(crate) struct User<'a> {
    /// Id of the person.
    #[schema(value_type = i64)]
    id: UserId,
    /// The name that identifies the person best.
    best_identifier: &'a str,
}

/// The views that it hands out.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::ApiKeys];

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_api_keys",
    tag: Tag::Keys,
    summary: "List the API keys of the user whom your key belongs to",
    text: "In order of issue. Expired and revoked keys are listed too, with `is_active` false. `last_used_at` and `expires_at` \
           may be null. The value of a key is never told.",
    parameters: &[],
    body: None,
    answer: Answer::JsonArray("ApiKey"),
};

/// Answers with the list.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let entry = call.find(caller.organization_id, ViewKind::ApiKeys, caller.user_id).await?;
    let stored = entry.as_ref().map_or(&b"[]"[..], |entry| &entry.body);
    let credentials: Vec<Credential> = serde_json::from_slice(stored).map_err(Problem::internal)?;
    let now = call.shared.clock.now();
    let keys: Vec<_> = credentials
        .iter()
        .map(|credential| {
            let user = User { id: credential.user_id, best_identifier: &credential.best_identifier };
            Key {
                id: credential.key_id,
                name: &credential.name,
                store_name: &credential.store_name,
                organization_role: OrganizationRole { id: credential.member_id, user, role: credential.role },
                created_at: credential.created_at,
                last_used_at: call.shared.gate.last_use(credential),
                expires_at: credential.expires_at,
                is_active: credential.is_active(now),
            }
        })
        .collect();
    made(&call, &keys).await
}
