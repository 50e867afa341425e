//! Roles for one event on pages. Pages below the address of an event follow the better of the role in the organization and
//! the role for the event, and `/desk/` and the floor open for people who have such a role. The write side decides
//! (`WriteApi::caller_in_event`).

use std::collections::BTreeSet;

use api_kit::path::integer;
use api_kit::{Caller, store_failed};
use domain::permissions::Operation;
use proto_events::ids::TournamentId;
use proto_events::{StreamId, StreamKind};
use serde_json::Value;
use service_kit::problem::Problem;
use storage::{DocumentKey, ViewKind, ViewReader};

use crate::serving::documents;
use crate::serving::state::Shared;

/// The pages with the events for which a person has a role.
const LISTS: [&str; 2] = ["/desk/", "/desk/floor/"];
/// The number of a person's events, the newest first, among which those with a role are looked for.
const MOST: usize = 200;

/// Returns the caller as of an operation on the page of this template. `id` is the id in its address.
pub(crate) async fn acting(
    shared: &Shared,
    caller: Caller,
    operation: Operation,
    (template, id): (&str, &str),
) -> Result<Caller, Problem> {
    if caller.may(operation) {
        return Ok(caller);
    }
    let events = match template {
        _ if LISTS.contains(&template) => assigned(&*shared.views, &caller).await?,
        _ if template.starts_with("/desk/events/{id}/") => integer(id).into_iter().collect(),
        _ => BTreeSet::new(),
    };
    for event in events {
        let acting = shared.commands.caller_in_event(caller.clone(), operation, TournamentId(event)).await?;
        if acting.may(operation) {
            return Ok(acting);
        }
    }
    Ok(caller)
}

/// Returns the ids of the events of the caller's organization in which the person has a role, as the views have them.
pub(crate) async fn assigned(views: &dyn ViewReader, caller: &Caller) -> Result<BTreeSet<i64>, Problem> {
    let mut assigned = BTreeSet::new();
    let (Some(organization_id), Some(active)) = (caller.organization_id, views.active().await.map_err(store_failed)?)
    else {
        return Ok(assigned);
    };
    let person = [StreamId::user(caller.user_id)];
    let events = views.dependents(active.generation, &person).await.map_err(store_failed)?;
    let events = events.iter().filter(|stream| stream.kind == StreamKind::Tournament);
    let events: BTreeSet<_> = events.map(|event| event.id).collect();
    for event in events.into_iter().rev().take(MOST) {
        let key = DocumentKey::new(organization_id, ViewKind::OrganizedEvent, event);
        let Some(settings) = documents::find::<Value>(views, key).await? else { continue };
        let mut staff = settings["staff"].as_array().into_iter().flatten();
        assigned.extend(staff.any(|member| member["user_id"] == caller.user_id.0).then_some(event));
    }
    Ok(assigned)
}
