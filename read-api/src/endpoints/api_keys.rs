//! `GET /api/v1/api-keys/api_keys/`: the keys of the caller's user. Made here, because `is_active` depends on the time.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use chrono::{DateTime, Utc};
use proto_events::ids::{ApiKeyId, MemberId, UserId};
use proto_events::vocabulary::Role;
use serde::Serialize;
use service_kit::problem::Problem;
use storage::{Credential, ViewKind};

use super::made;
use crate::call::{Call, Caller};

#[derive(Serialize)]
struct Key<'a> {
    id: ApiKeyId,
    name: &'a str,
    store_name: &'a str,
    organization_role: OrganizationRole<'a>,
    created_at: DateTime<Utc>,
    last_used_at: Option<DateTime<Utc>>,
    expires_at: Option<DateTime<Utc>>,
    is_active: bool,
}

#[derive(Serialize)]
struct OrganizationRole<'a> {
    id: MemberId,
    user: User<'a>,
    role: Role,
}

#[derive(Serialize)]
struct User<'a> {
    id: UserId,
    best_identifier: &'a str,
}

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
