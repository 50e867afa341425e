//! Checks that each organization has an administrator who can sign in. Without one, only the command line can manage
//! it.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use domain::organization::Organization;
use proto_events::ids::UserId;
use proto_events::vocabulary::Role;
use service_kit::clock::Clock;
use storage::EventStore;

use super::finding::Finding;
use crate::directory;

const CHECK: &str = "administrators";
/// Maximum number of organizations to name.
const NAMED: usize = 5;

pub(super) async fn check(events: &dyn EventStore, clock: &dyn Clock) -> Vec<Finding> {
    let looked = look(events, clock.now()).await;
    looked.unwrap_or_else(|error| {
        let advice = "check the database's own log, and run `crosstable verify`";
        vec![Finding::wrong(CHECK, format!("they cannot be read: {error:#}"), advice)]
    })
}

async fn look(events: &dyn EventStore, now: DateTime<Utc>) -> anyhow::Result<Vec<Finding>> {
    let organizations = directory::organizations(events).await?;
    if organizations.is_empty() {
        let advice = "`crosstable init --organization NAME --username NAME` makes the first one";
        return Ok(vec![Finding::note(CHECK, "there is no organization yet", advice)]);
    }
    let users = directory::users(events, organizations.iter().flat_map(administrators)).await?;
    let sign_in = users.iter().filter(|user| directory::way_in(user, now).is_some()).map(|user| user.id);
    let sign_in: HashSet<UserId> = sign_in.collect();
    let without = |organization: &&Organization| !administrators(organization).any(|id| sign_in.contains(&id));
    let mut notes: Vec<Finding> = organizations.iter().filter(without).take(NAMED).map(note).collect();
    if notes.is_empty() {
        notes.push(Finding::fine(CHECK, "every organization has one who can sign in"));
    }
    Ok(notes)
}

fn administrators(organization: &Organization) -> impl Iterator<Item = UserId> {
    let members = organization.members.iter().filter(|member| !member.removed && member.role == Role::Admin);
    members.map(|member| member.user_id)
}

fn note(organization: &Organization) -> Finding {
    Finding::note(
        CHECK,
        format!("organization {}, {}, has none who can sign in", organization.id, organization.name),
        "to give it one: `crosstable users create`, `members add --role ADMIN`, `users password-link`",
    )
}
