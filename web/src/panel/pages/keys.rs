//! `/admin/keys/`: the organization's keys.

use askama::Template;
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::organization::{ApiKey, Organization};
use service_kit::problem::Problem;

use crate::panel::call::{Call, Visitor};
use crate::panel::people::{People, organization};
use crate::panel::view::Frame;
use crate::panel::view::words::{Badge, Moment, day, last_day};

#[derive(Template)]
#[template(path = "panel/keys.html")]
struct KeysPage {
    frame: Frame,
    rows: Vec<Row>,
}

struct Row {
    id: i64,
    name: String,
    state: Badge,
    is_open: bool,
    role: &'static str,
    read_only: bool,
    member: String,
    created: Moment,
    last_use: Option<Moment>,
    last_day: Option<String>,
}

/// Shows the keys: valid ones first, each group newest first.
pub(crate) async fn show(call: Call, visitor: Visitor) -> Result<Response, Problem> {
    let organization = organization(&call, &visitor).await?;
    let organization = &organization.state;
    let people = People::of(&call, organization.members.iter().map(|member| member.user_id)).await?;
    let mut rows: Vec<_> = organization.keys.iter().map(|key| row(&call, key, organization, &people)).collect();
    rows.reverse();
    rows.sort_by_key(|row| !row.is_open);
    call.page(&KeysPage { frame: call.frame(&visitor), rows })
}

fn row(call: &Call, key: &ApiKey, organization: &Organization, people: &People) -> Row {
    let now = call.shared.clock.now();
    let member = organization.member(key.member_id);
    Row {
        id: key.id.0,
        name: key.name.clone(),
        state: state(key, organization, now),
        is_open: is_open(key, organization, now),
        role: member.map_or("", |member| member.role.display_name()),
        read_only: key.read_only,
        member: member.map_or_else(String::new, |member| people.name(member.user_id)),
        created: key.created_at.into(),
        last_use: last_use(call, key),
        last_day: key.expires_at.map(|end| day(last_day(end))),
    }
}

/// Returns the last use of a key that the log or this process knows of.
pub(super) fn last_use(call: &Call, key: &ApiKey) -> Option<Moment> {
    call.shared.gate.last_use_of(key.id, key.last_used_at).map(Moment::from)
}

/// Returns the state of a key.
pub(super) fn state(key: &ApiKey, organization: &Organization, now: DateTime<Utc>) -> Badge {
    Badge::of_credential(key.revoked, is_over(key, organization), key.expires_at, now)
}

/// Whether a key is valid.
pub(super) fn is_open(key: &ApiKey, organization: &Organization, now: DateTime<Utc>) -> bool {
    !key.revoked && !is_over(key, organization) && key.expires_at.is_none_or(|end| now < end)
}

fn is_over(key: &ApiKey, organization: &Organization) -> bool {
    organization.member(key.member_id).is_none_or(|member| member.removed)
}
