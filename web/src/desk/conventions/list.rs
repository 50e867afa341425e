//! `/desk/conventions/`: the organization's conventions, the last to begin first.

use api_kit::store_failed;
use askama::Template;
use chrono::{DateTime, Utc};
use domain::documents::ReaderGroup;
use domain::permissions::Operation;
use domain::time_zone::Zone;
use proto_events::vocabulary::ConventionStatus;
use serde::Deserialize;
use serde::de::IgnoredAny;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::desk::conventions::hub::days_between;
use crate::parts::frame::Frame;
use crate::serving::failures::PageResult;
use crate::serving::request::UserRequest;
use crate::texts::Texts;

const MOST: i64 = 200;

#[derive(Template)]
#[template(path = "desk/conventions/list.html")]
struct ListPage {
    frame: Frame,
    may_create: bool,
    rows: Vec<Row>,
}

/// The fields of a convention's document that are needed here.
#[derive(Deserialize)]
struct Row {
    id: i64,
    name: String,
    status: ConventionStatus,
    start_datetime: Option<DateTime<Utc>>,
    end_datetime: Option<DateTime<Utc>>,
    event_timezone: Option<String>,
    name_of_location: Option<String>,
    magic_events: Vec<IgnoredAny>,
}

impl Row {
    fn days(&self, texts: &Texts) -> String {
        days_between(texts, Zone::of(self.event_timezone.as_deref()), [self.start_datetime, self.end_datetime])
    }
}

pub(crate) async fn show(request: &UserRequest<'_>) -> PageResult {
    let organization_id = request.session.organization_id()?;
    let bodies = request.shared.views.last(organization_id, ViewKind::Convention, MOST).await.map_err(store_failed)?;
    let rows = bodies.iter().map(|body| serde_json::from_slice(&body.seen_by(ReaderGroup::Organizers)));
    let rows: Vec<Row> = rows.collect::<Result<_, _>>().map_err(Problem::internal)?;
    request.page(&ListPage { frame: request.frame(), may_create: request.may(Operation::ManageConventions), rows })
}
