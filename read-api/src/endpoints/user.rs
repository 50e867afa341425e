//! `GET /api/v1/users/{id}/`: a person whose account the organization manages.

use api_kit::description::{Answer, Description, Tag};
use api_kit::path::nothing;
use axum::response::Response;
use proto_events::ids::{OrganizationId, UserId};
use service_kit::problem::Problem;
use storage::{Account, ViewKind};

use crate::answer;
use crate::call::{Call, Caller};

/// The view that it serves, and the one that names the managing organization.
pub(crate) const DRAWS_ON: &[ViewKind] = &[ViewKind::User, ViewKind::Account];

/// Its description in the documentation.
pub(crate) const DESCRIPTION: Description = Description {
    id: "get_user",
    tag: Tag::Members,
    summary: "Get an account",
    text: "An account that your organization manages; 404 for others. Texts without a value are empty.",
    parameters: &[],
    body: None,
    answer: Answer::Json(200, "User"),
};

/// Answers with the document.
pub(crate) async fn answer(call: Call, caller: Caller) -> Result<Response, Problem> {
    let (organization, user) = (caller.organization()?, UserId(call.id("user")?));
    let unknown = || nothing("user", call.param("id"));
    if !is_managed(&call, organization, user).await? {
        return Err(unknown());
    }
    let document = call.find(OrganizationId::SHARED, ViewKind::User, user).await?.ok_or_else(unknown)?;
    answer::entry(&call.headers, &document, call.form).await
}

/// Returns whether the organization manages the account.
async fn is_managed(call: &Call, organization: OrganizationId, user: UserId) -> Result<bool, Problem> {
    let Some(record) = call.find(OrganizationId::SHARED, ViewKind::Account, user).await? else { return Ok(false) };
    let account: Account = serde_json::from_slice(&record.body).map_err(Problem::internal)?;
    Ok(account.managed_by == Some(organization))
}
