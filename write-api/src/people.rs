//! Finds the person whom a body names.

use api_kit::store_failed;

use crate::prelude::*;

/// Merges that are followed from one account to the next.
const MERGES: usize = 4;

/// Returns the person named by `username`, or by `user_id` within the organization's reach; `None` if the body has
/// neither field. Ids can be guessed, so an id beyond the reach is answered like an unknown one. For an invalid field,
/// adds an error and returns the id 0.
pub(crate) async fn named_by(
    run: &Run,
    organization_id: OrganizationId,
    user_id: Option<UserId>,
    username: Option<String>,
    errors: &mut FieldErrors,
) -> Result<Option<UserId>, Problem> {
    const NOBODY: Option<UserId> = Some(UserId(0));
    let commands = &run.shared.commands;
    if errors.names("user_id") || errors.names("username") {
        return Ok(NOBODY);
    }
    match (user_id, username) {
        (None, None) => Ok(None),
        (Some(_), Some(_)) => {
            errors.add("user_id", message!("user-id-or-username", "Give one of user_id and username."));
            Ok(NOBODY)
        }
        (None, Some(username)) => {
            let known = commands.user_named(&username).await.map_err(problems::failed)?;
            if known.is_none() {
                errors.add("username", message!("unknown-username", "No account has this username."));
            }
            Ok(known.map(|user| user.state.id).or(NOBODY))
        }
        (Some(user_id), None) => {
            if !is_within_reach(run, organization_id, user_id).await? {
                errors.add(
                    "user_id",
                    message!(
                        "person-unknown-give-username",
                        "Your organization does not know this person. Give the username."
                    ),
                );
            }
            Ok(Some(user_id))
        }
    }
}

/// Returns the account that registrations of a person go to: another one if the account was merged.
pub(crate) async fn account_of(run: &Run, user_id: UserId) -> Result<UserId, Problem> {
    let mut account = user_id;
    for _ in 0..MERGES {
        let user = run.shared.commands.user(account).await.map_err(problems::failed)?;
        let Some(merged) = user.and_then(|user| user.state.merged_into.clone()) else { break };
        account = merged.user_id;
    }
    Ok(account)
}

/// Returns whether the organization manages the account, or the person is its member or registered for one of its
/// events.
pub(crate) async fn is_within_reach(
    run: &Run,
    organization_id: OrganizationId,
    user_id: UserId,
) -> Result<bool, Problem> {
    let commands = &run.shared.commands;
    let Some(user) = commands.user(user_id).await.map_err(problems::failed)? else { return Ok(false) };
    if user.state.is_managed_by(organization_id) {
        return Ok(true);
    }
    let organization = commands.organization(organization_id).await.map_err(problems::failed)?;
    if organization.is_some_and(|organization| organization.state.member_of(user_id).is_some()) {
        return Ok(true);
    }
    let events = run.own_events_with(organization_id, StreamId::user(user_id)).await.map_err(store_failed)?;
    for event in events {
        let event = commands.tournament(event).await.map_err(problems::failed)?;
        let event = event.filter(|event| event.organization_id == organization_id);
        let mut entries = event.iter().flat_map(|event| event.state.registrations.iter());
        if entries.any(|entry| entry.user_id == user_id && entry.signed_up) {
            return Ok(true);
        }
    }
    Ok(false)
}
