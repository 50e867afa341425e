//! The person whom a body names.

use proto_events::StreamId;
use proto_events::ids::{OrganizationId, UserId};
use service_kit::problem::Problem;

use super::attached::own_events_with;
use super::body::Object;
use super::call::Call;
use super::problems;

/// The person named by `username`, or by `user_id` within the organization's reach; none if the body has neither field. Ids
/// can be counted through, so another id is answered like one that does not exist. A field that is wrong is noted in
/// `fields`, and the id 0 is returned.
pub(super) async fn named(
    call: &Call,
    organization_id: OrganizationId,
    fields: &mut Object,
) -> Result<Option<UserId>, Problem> {
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
            let known = commands.user_named(&username).await.map_err(problems::failed)?;
            if known.is_none() {
                fields.errors.add("username", "Nobody has this username.");
            }
            Ok(known.map(|user| user.state.id).or(NOBODY))
        }
        (Some(user_id), None) => {
            if !is_within_reach(call, organization_id, user_id).await? {
                fields.errors.add("user_id", "Your organization knows no such person. Give the person's username.");
            }
            Ok(Some(user_id))
        }
    }
}

/// Whether the organization manages the account, or the person is its member or signed up for one of its events.
async fn is_within_reach(call: &Call, organization_id: OrganizationId, user_id: UserId) -> Result<bool, Problem> {
    let commands = &call.shared.commands;
    let Some(user) = commands.user(user_id).await.map_err(problems::failed)? else { return Ok(false) };
    if user.state.is_managed_by(organization_id) {
        return Ok(true);
    }
    let organization = commands.organization(organization_id).await.map_err(problems::failed)?;
    if organization.is_some_and(|organization| organization.state.member_of(user_id).is_some()) {
        return Ok(true);
    }
    for event in own_events_with(call, organization_id, StreamId::user(user_id)).await? {
        let event = commands.tournament(event).await.map_err(problems::failed)?;
        let event = event.filter(|event| event.organization_id == organization_id);
        let mut entries = event.iter().flat_map(|event| &event.state.registrations);
        if entries.any(|entry| entry.user_id == user_id && entry.signed_up) {
            return Ok(true);
        }
    }
    Ok(false)
}
