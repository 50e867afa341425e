//! Finds the accounts that an organization's administrators may see, and their rights to manage them.

use api_kit::path::nothing;
use api_kit::store_failed;
use proto_events::ids::{OrganizationId, UserId};
use service_kit::problem::Problem;
use storage::{Membership, ViewKind};

use super::stewardship::{Steward, may_see};
use crate::http::problems;
use crate::http::run::Run;

/// Returns the caller as an account's administrator; the command decides whether the caller may manage it.
///
/// # Errors
/// 404 for an account that the organization does not see, with the same text as for one that never existed.
pub(crate) async fn steward_of(run: &Run, user_id: UserId) -> Result<Steward, Problem> {
    let (api, organization_id) = (run.api(), run.caller.organization()?);
    let memberships = memberships(run, user_id).await?;
    let user = api.user(user_id).await.map_err(problems::failed)?;
    let user = user.filter(|user| may_see(&user.state, organization_id, &memberships));
    let user = user.ok_or_else(|| nothing("user", &user_id.to_string()))?;
    let elsewhere = api.elsewhere(&user.state, organization_id, &memberships).await;
    Ok(Steward::Administrator { organization_id, elsewhere: elsewhere.map_err(problems::failed)? })
}

/// Returns a person's memberships in all organizations, according to the views.
async fn memberships(run: &Run, user_id: UserId) -> Result<Vec<Membership>, Problem> {
    let prefix = Membership::prefix(user_id);
    let views = &run.shared.views;
    let documents = views.documents_under(OrganizationId::SHARED, ViewKind::Membership, &prefix).await;
    let documents = documents.map_err(store_failed)?;
    let memberships = documents.iter().map(|document| serde_json::from_slice(&document.body.for_everyone())).collect();
    Result::map_err(memberships, Problem::internal)
}
