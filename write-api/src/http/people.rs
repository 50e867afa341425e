//! The person whom a body names.

use proto_events::ids::{OrganizationId, UserId};

use super::body::Object;
use super::call::Call;
use crate::decision::Failure;

/// The person named by `username`, or by `user_id` if the organization manages the account or the person is or was its
/// member; none where the body names nobody. Where it names nobody rightly, that is noted, and nobody stands in.
pub(super) async fn named(
    call: &Call,
    organization_id: OrganizationId,
    fields: &mut Object,
) -> Result<Option<UserId>, Failure> {
    const NOBODY: Option<UserId> = Some(UserId(0));
    let commands = &call.shared.commands;
    let (user_id, username) = (fields.id("user_id").map(UserId), fields.text("username"));
    if fields.errors.names("user_id") || fields.errors.names("username") {
        return Ok(NOBODY);
    }
    match (user_id, username) {
        (None, None) => Ok(None),
        (Some(_), Some(_)) => {
            fields.errors.add("user_id", "Give one of user_id and username.");
            Ok(NOBODY)
        }
        (None, Some(username)) => {
            let known = commands.user_named(&username).await?;
            if known.is_none() {
                fields.errors.add("username", "Nobody has this username.");
            }
            Ok(known.map(|user| user.state.id).or(NOBODY))
        }
        (Some(user_id), None) => {
            if !is_known(call, organization_id, user_id).await? {
                fields.errors.add("user_id", "Your organization knows no such person. Give the person's username.");
            }
            Ok(Some(user_id))
        }
    }
}

async fn is_known(call: &Call, organization_id: OrganizationId, user_id: UserId) -> Result<bool, Failure> {
    let commands = &call.shared.commands;
    let (user, organization) = (commands.user(user_id).await?, commands.organization(organization_id).await?);
    let is_managed = user.as_ref().is_some_and(|user| user.state.managed_by == Some(organization_id));
    let members = organization.iter().flat_map(|organization| &organization.state.members);
    let was_member = members.into_iter().any(|member| member.user_id == user_id);
    Ok(user.is_some() && (is_managed || was_member))
}
