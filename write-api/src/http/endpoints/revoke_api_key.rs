//! `DELETE /api/v1/api-keys/api_keys/{id}/`: revokes an API key permanently.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::organizations::revoke_api_key::RevokeApiKey;
use crate::http::request::WriteRequest;
use crate::http::{answer, problems};

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "revoke_api_key",
    tag: Tag::Keys,
    summary: "Revoke an API key",
    text: "Permanent: the key stops working within a second, and stays in the list as inactive. Revoking it again \
           gives the same answer. A key may revoke itself.",
    parameters: &[],
    body: None,
    answer: Answer::Nothing,
};

/// Handles the request, which has no body.
pub(crate) async fn answer(request: WriteRequest, _: Body) -> Result<Response, Problem> {
    let organization_id = request.caller.organization()?;
    let command = RevokeApiKey { organization_id, key_id: request.id("API key")? };
    let done =
        request.shared.commands.revoke_api_key(&request.caller.actor(), &command).await.map_err(problems::not_done)?;
    Ok(answer::nothing(&request, done.folded.position).await)
}
