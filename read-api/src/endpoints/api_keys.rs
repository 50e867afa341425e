//! `GET /api/v1/api-keys/api_keys/`: the keys of the caller's user, or of the whole organization. The document is made
//! for each request, because `is_active` depends on the time.

use std::borrow::Cow;

use api_kit::description::{Answer, Description, Parameter, Tag, Values};
use axum::response::Response;
use domain::identity::{ApiKeyDocument, KeyHolder, OrganizationRole};
use domain::permissions::Operation::ReadAllKeys;
use service_kit::problem::Problem;
use storage::ViewKind;

use super::made;
use crate::call::{Call, Caller};
use crate::people::keys_in;

/// The views that it serves.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::ApiKeys];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "list_api_keys",
    tag: Tag::Keys,
    summary: "List the API keys of the user that your key belongs to",
    text: "Sorted by time of issue. Expired and revoked keys are listed too, with `is_active` false. `last_used_at` \
           and `expires_at` may be null. The value of a key is never shown. With `all=true`, an extension for \
           administrators, the keys of all members are listed, sorted by id.",
    parameters: &[Parameter {
        name: "all",
        text: "Whether the keys of the whole organization are listed.",
        values: Values::Boolean,
        example: "true",
    }],
    body: None,
    answer: Answer::JsonArray("ApiKey"),
};

/// Answers with the list.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let credentials = if call.query().boolean("all")?.unwrap_or(false) {
        caller.authorize(ReadAllKeys)?;
        call.keys_of(caller.organization()?).await?
    } else {
        let entry = call.find(caller.organization()?, ViewKind::ApiKeys, caller.user_id).await?;
        entry.map_or_else(|| Ok(Vec::new()), |entry| keys_in(&entry.body))?
    };
    let now = call.shared.clock.now();
    let keys: Vec<_> = credentials
        .iter()
        .map(|credential| {
            let user = KeyHolder {
                id: credential.user_id,
                best_identifier: Cow::Borrowed(credential.best_identifier.as_str()),
            };
            ApiKeyDocument {
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
