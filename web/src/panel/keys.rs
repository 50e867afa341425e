//! `/admin/keys/`: the organization's keys.

use askama::Template;
use axum::response::Response;
use domain::organization::{ApiKey, Organization};
use service_kit::problem::Problem;

use crate::panel::common::key_state::{is_valid, last_use, state};
use crate::parts::format::{Badge, Moment, last_day};
use crate::parts::frame::Frame;
use crate::serving::people::{People, organization};
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;

#[derive(Template)]
#[template(path = "panel/keys.html")]
struct KeysPage {
    frame: Frame,
    rows: Vec<KeyRow>,
}

struct KeyRow {
    id: i64,
    name: String,
    state: Badge,
    is_valid: bool,
    role: String,
    read_only: bool,
    member: String,
    created: Moment,
    last_use: Option<Moment>,
    last_day: Option<String>,
}

/// Shows the keys: valid ones first, each group newest first.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let organization = organization(&request, &session).await?;
    let organization = &organization.state;
    let people = People::load(&request, organization.members.iter().map(|member| member.user_id)).await?;
    let mut rows: Vec<_> = organization.keys.iter().map(|key| row(&request, key, organization, &people)).collect();
    rows.reverse();
    rows.sort_by_key(|row| !row.is_valid);
    request.page(&KeysPage { frame: session.frame(&request), rows })
}

fn row(request: &PageRequest, key: &ApiKey, organization: &Organization, people: &People) -> KeyRow {
    let (texts, now) = (request.texts, request.shared.clock.now());
    let member = organization.member(key.member_id);
    KeyRow {
        id: key.id.0,
        name: key.name.clone(),
        state: state(texts, key, organization, now),
        is_valid: is_valid(key, organization, now),
        role: member.map_or_else(String::new, |member| texts.term(member.role)),
        read_only: key.read_only,
        member: member.map_or_else(String::new, |member| people.name(member.user_id)),
        created: Moment::utc(texts, key.created_at),
        last_use: last_use(request, key),
        last_day: key.expires_at.map(|end| texts.day(last_day(end))),
    }
}
