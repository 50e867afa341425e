//! `/desk/`: the organization's newest events, each with what is to be done next.

use api_kit::store_failed;
use askama::Template;
use axum::response::Response;
use domain::permissions::Operation;
use domain::time_zone::Zone;
use domain::tournament::Tournament;
use proto_events::ids::TournamentId;
use proto_events::vocabulary::LifecycleStatus;
use serde::Deserialize;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::desk::next_step;
use crate::parts::format::Moment;
use crate::parts::frame::Frame;
use crate::serving::failures::failed;
use crate::serving::request::PageRequest;
use crate::serving::session::UserSession;
use crate::texts::{Texts, english};

/// Number of events to show.
const EVENTS: i64 = 25;

#[derive(Template)]
#[template(path = "desk/events.html")]
struct EventsPage {
    frame: Frame,
    texts: &'static Texts,
    may_create: bool,
    rows: Vec<Row>,
}

struct Row {
    id: i64,
    name: String,
    facts: String,
    starts: Option<Moment>,
    next: String,
    may_copy: bool,
}

/// The field of an event's document that is needed here.
#[derive(Deserialize)]
struct Known {
    id: i64,
}

/// Shows the page: running events first, then the others, newest first.
pub(crate) async fn show(request: PageRequest, session: UserSession) -> Result<Response, Problem> {
    let (texts, organization_id) = (english(), session.organization_id()?);
    let bodies = request.shared.views.last(organization_id, ViewKind::Overview, EVENTS).await.map_err(store_failed)?;
    let may_create = session.caller.may(Operation::ManageEvents);
    let (mut running, mut others) = (Vec::new(), Vec::new());
    for body in &bodies {
        let known: Known = serde_json::from_slice(body).map_err(Problem::internal)?;
        let event = request.shared.commands.tournament(TournamentId(known.id)).await.map_err(failed)?;
        let is_own = |event: &Tournament| event.organization_id == organization_id && !event.is_deleted;
        let Some(event) = event.filter(|event| is_own(&event.state)) else { continue };
        let event = &event.state;
        let next = next_step::of(event, texts, |operation| session.caller.may(operation));
        let row = Row {
            id: event.id.0,
            name: event.details.name.clone(),
            facts: format!("{} · {}", event.details.event_format.display_name(), event.lifecycle.display_name()),
            starts: event
                .details
                .start_datetime
                .map(|at| Moment::in_zone(at, Zone::of(event.details.time_zone.as_deref()))),
            next: next.text,
            may_copy: may_create && event.import.is_none(),
        };
        if event.lifecycle == LifecycleStatus::EventInProgress { running.push(row) } else { others.push(row) }
    }
    running.append(&mut others);
    request.page(&EventsPage { frame: session.frame(&request), texts, may_create, rows: running })
}
