//! `PATCH /api/v1/api-keys/api_keys/{id}/`: renames an API key, or sets when it expires.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use service_kit::problem::Problem;

use crate::commands::organizations::change_api_key::ChangeApiKey;
use crate::commands::organizations::rename_api_key::faults;
use crate::http::documents::staff;
use crate::http::request::WriteRequest;
use crate::http::{answer, problems};

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "change_api_key",
    tag: Tag::Keys,
    summary: "Rename an API key, or set when it expires",
    text: "Fields that are not given stay as they are. `expires_at` may be null, for never, or in the past: then the \
           key expires at once. A revoked key stays revoked, and its expiry cannot be changed (409).",
    parameters: &[],
    body: Some("ApiKeyChange"),
    answer: Answer::Json(200, "ApiKey"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let organization_id = request.caller.organization()?;
    let key_id = request.id("API key")?;
    let mut fields = request.object(body, "{\"name\": \"Overlay\"}").await?;
    let (name, expires_at) = (fields.text("name"), fields.time_or_null("expires_at"));
    fields.foresee(faults(name.as_deref().unwrap_or_default()));
    fields.check()?;
    let command = ChangeApiKey { organization_id, key_id, name, expires_at };
    let commands = &request.shared.commands;
    let done = commands.change_api_key(&request.caller.actor(), &command).await.map_err(problems::not_done)?;

    let organization = &done.folded.state;
    let Some(key) = staff::key_of(organization, key_id) else {
        return Err(api_kit::path::nothing("API key", request.param("id")));
    };
    let user = commands.user(key.1.user_id).await.map_err(problems::unanswered)?;
    let document = staff::api_key(organization, key, user.as_ref().map(|user| &user.state), commands.now());
    answer::json(&request, StatusCode::OK, done.folded.position, &document).await
}
