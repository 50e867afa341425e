//! `GET /api/v1/api-keys/whoami/`: the key in use. Made here, because this request is its last use.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use chrono::{DateTime, Utc};
use proto_events::vocabulary::Role;
use serde::Serialize;
use service_kit::problem::Problem;
use storage::ViewKind;
use utoipa::ToSchema;

use super::made;
use crate::call::{Call, Caller};

/// The API key in use.
#[derive(Serialize, ToSchema)]
#[schema(as = ApiKeyInformation)]
pub(crate) struct Whoami<'a> {
    /// Its name, for people.
    name: &'a str,
    /// Name of the store that it opens.
    store_name: &'a str,
    /// What its holder may do.
    role: Role,
    /// When it was issued.
    created_at: DateTime<Utc>,
    /// When it was last used: by this request.
    last_used_at: Option<DateTime<Utc>>,
    /// When it expires; null if it does not.
    expires_at: Option<DateTime<Utc>>,
}

/// What it is made from: the credential; and the lists of keys, which are rendered from the same stream and are not shared.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::Credential, ViewKind::ApiKeys];

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_api_key_in_use",
    tag: Tag::Keys,
    summary: "Get what is known of the key in use",
    text: "This request is already its last use. `expires_at` is null for a key that does not expire.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "ApiKeyInformation"),
};

/// Answers with the key.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let key = caller.key().ok_or_else(|| Problem::unauthorized("This address tells of API keys alone."))?;
    let whoami = Whoami {
        name: &key.name,
        store_name: &key.store_name,
        role: key.role,
        created_at: key.created_at,
        last_used_at: call.shared.gate.last_use(key),
        expires_at: key.expires_at,
    };
    made(&call, &whoami).await
}
