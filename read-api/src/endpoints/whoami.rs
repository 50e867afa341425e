//! `GET /api/v1/api-keys/whoami/`: the key in use. The document is made for each request, because this
//! request is the last use of the key.

use api_kit::description::{Answer, Description, Tag};
use axum::response::Response;
use chrono::{DateTime, Utc};
use proto_events::vocabulary::Role;
use serde::Serialize;
use service_kit::message;
use service_kit::problem::Problem;
use storage::ViewKind;
use utoipa::ToSchema;

use super::made;
use crate::call::{Call, Caller};

/// The API key in use.
#[derive(Serialize, ToSchema)]
#[schema(as = ApiKeyInformation)]
pub(crate) struct Whoami<'a> {
    /// Human-readable name.
    name: &'a str,
    /// Name of the store that it gives access to.
    store_name: &'a str,
    /// Role of its holder.
    role: Role,
    /// When it was issued.
    created_at: DateTime<Utc>,
    /// When it was last used: by this request.
    last_used_at: Option<DateTime<Utc>>,
    /// When it expires; null if it does not.
    expires_at: Option<DateTime<Utc>>,
}

/// The credential, and the lists of keys. The lists belong to the organization and are rendered from the same stream,
/// so they show whether that stream is parked.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::Credential, ViewKind::ApiKeys];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_api_key_in_use",
    tag: Tag::Keys,
    summary: "Get the API key in use",
    text: "This request counts as the last use. `expires_at` is null for a key that does not expire.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "ApiKeyInformation"),
};

/// Answers with the key.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let key = caller
        .key()
        .ok_or_else(|| Problem::unauthorized(message!("for-api-keys-only", "This address is only for API keys.")))?;
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
