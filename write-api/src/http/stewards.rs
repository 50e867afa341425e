//! Whose accounts an organization's administrators see, and in whose name they look after one.

use api_kit::path::nothing;
use api_kit::store_failed;
use proto_events::ids::{OrganizationId, UserId};
use service_kit::problem::Problem;
use storage::{Membership, ViewKind};

use super::call::Call;
use super::problems;
use crate::commands::users::stewardship::{Steward, may_see};

/// The caller as somebody who looks after an account; whether the caller may is for the command to say.
///
/// # Errors
/// 404 for an account that the organization does not see, in the same words as for one that never was.
pub(super) async fn steward_of(call: &Call, user_id: UserId) -> Result<Steward, Problem> {
    let (commands, organization_id) = (&call.shared.commands, call.caller.organization()?);
    let memberships = memberships(call, user_id).await?;
    let user = commands.user(user_id).await.map_err(problems::failed)?;
    let user = user.filter(|user| may_see(&user.state, organization_id, &memberships));
    let user = user.ok_or_else(|| nothing("user", call.param("id")))?;
    let elsewhere = commands.elsewhere(&user.state, organization_id, &memberships).await;
    Ok(Steward::Administrator { organization_id, elsewhere: elsewhere.map_err(problems::failed)? })
}

/// A person's memberships, in all organizations, as the views know them.
async fn memberships(call: &Call, user_id: UserId) -> Result<Vec<Membership>, Problem> {
    let prefix = Membership::prefix(user_id);
    let views = &call.shared.views;
    let documents = views.documents_under(OrganizationId::SHARED, ViewKind::Membership, &prefix).await;
    let documents = documents.map_err(store_failed)?;
    let memberships = documents.iter().map(|document| serde_json::from_slice(&document.body)).collect();
    Result::map_err(memberships, Problem::internal)
}
