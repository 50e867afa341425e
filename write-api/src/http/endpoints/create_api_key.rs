//! `POST /api/v1/api-keys/api_keys/`: issues an API key.

use api_kit::description::{Answer, Description, Tag};
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use proto_events::vocabulary::Role;
use service_kit::problem::Problem;

use crate::commands::organizations::issue_api_key::{IssueApiKey, faults};
use crate::http::documents::staff::{self, IssuedApiKey};
use crate::http::request::WriteRequest;
use crate::http::{answer, problems};

/// The documentation of the route.
pub(crate) const DESCRIPTION: Description = Description {
    id: "create_api_key",
    tag: Tag::Keys,
    summary: "Issue an API key",
    text: "`name` is required. The key has `role`, or `READ_ONLY` if none is given. It is tied to you if that is your \
           role, otherwise to the first member with that role; if there is none, a member is created for it. With \
           `read_only`, it can only read, whatever its role may do. The answer contains the key's value in `key`. It \
           is shown only once and cannot be recovered. Therefore an `Idempotency-Key` has no effect: if the answer is \
           lost, revoke the key and issue another one.",
    parameters: &[],
    body: Some("NewApiKey"),
    answer: Answer::Json(201, "IssuedApiKey"),
};

/// Handles the request.
pub(crate) async fn answer(request: WriteRequest, body: Body) -> Result<Response, Problem> {
    let organization_id = request.caller.organization()?;
    let mut fields = request.object(body, "{\"name\": \"Overlay\", \"role\": \"READ_ONLY\"}").await?;
    let name = fields.text("name");
    let name = fields.required("name", name, String::new());
    let role = fields.role("role").unwrap_or(Role::ReadOnly);
    let expires_at = fields.time_or_null("expires_at").flatten();
    let read_only = fields.boolean("read_only").unwrap_or(false);
    let commands = &request.shared.commands;
    fields.foresee(faults(&name, expires_at, commands.now()));
    fields.check()?;
    let organization = commands.organization(organization_id).await.map_err(problems::failed)?;
    let members = organization.iter().flat_map(|organization| &organization.state.members);
    let mut issuers = members.into_iter().filter(|member| member.user_id == request.caller.user_id && !member.removed);
    let issued_by = issuers.next().map(|member| member.id);
    let command = IssueApiKey { organization_id, name, role, expires_at, read_only, issued_by };
    let issued = commands.issue_api_key(&request.caller.actor(), &command).await.map_err(problems::not_done)?;

    let organization = &issued.folded.state;
    let Some(key) = staff::key_of(organization, issued.key_id) else {
        return Err(api_kit::path::nothing("API key", &issued.key_id.to_string()));
    };
    let user = commands.user(key.1.user_id).await.map_err(problems::unanswered)?;
    let entry = staff::api_key(organization, key, user.as_ref().map(|user| &user.state), commands.now());
    let document = IssuedApiKey { entry, key: issued.value.expose() };
    answer::json(&request, StatusCode::CREATED, issued.folded.position, &document).await
}
