//! `DELETE /api/v1/api-keys/api_keys/{id}/`: revokes an API key for good.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::organizations::revoke_api_key::RevokeApiKey;
use crate::http::call::Call;
use crate::http::{answer, problems};

/// What the documentation says of it.
pub(crate) const DESCRIPTION: Description = Description {
    id: "revoke_api_key",
    tag: Tag::Keys,
    summary: "Revoke an API key",
    text: "For good: it opens nothing within a second, and stays in the list, not active. A key that was revoked before is \
           revoked again with the same answer. The key in use may revoke itself.",
    parameters: &[],
    body: None,
    answer: Answer::Nothing,
};

/// Revokes it. What comes as a body is nobody's concern.
pub(crate) async fn answer(call: Call, _: Body) -> Result<Response, Problem> {
    let organization_id = call.caller.organization()?;
    let command = RevokeApiKey { organization_id, key_id: call.id("API key")? };
    let done = call.shared.commands.revoke_api_key(&call.caller.actor(), &command).await.map_err(problems::not_done)?;
    Ok(answer::nothing(&call, done.folded.position).await)
}
