//! `/desk/`: the organization's newest events, each with what is to be done next. `/desk/events/{id}/`: the page of an event
//! where the next step is: the players before the first round, then the last round, and in the end the standings.

use api_kit::store_failed;
use askama::Template;
use chrono::{DateTime, Utc};
use domain::permissions::Operation::{self, ReadDesk};
use domain::time_zone::Zone;
use domain::tournament::Tournament;
use proto_events::ids::{OrganizationId, TournamentId};
use proto_events::vocabulary::{EventFormat, LifecycleStatus, ProgressStatus};
use serde::Deserialize;
use service_kit::problem::Problem;
use storage::{DocumentKey, ViewKind};

use crate::desk::event::{Desk, status_word};
use crate::desk::{next_step, players, round, standings};
use crate::parts::format::Moment;
use crate::parts::frame::Frame;
use crate::serving::failures::{PageResult, failed};
use crate::serving::live::{PageReader, PageStreamRequest};
use crate::serving::request::PageRequest;
use crate::serving::session::UserRequest;
use crate::texts::Texts;

const EVENTS: i64 = 25;

#[derive(Template)]
#[template(path = "desk/events.html")]
struct EventsPage {
    frame: Frame,
    may_create: bool,
    rows: Vec<EventRow>,
}

struct EventRow {
    id: i64,
    name: String,
    facts: String,
    starts: Option<Moment>,
    next: String,
    may_copy: bool,
}

/// The fields of an event's document that are needed here.
#[derive(Deserialize)]
struct Known {
    id: i64,
    name: String,
    lifecycle_status: LifecycleStatus,
    is_canceled: bool,
    event_format: EventFormat,
}

/// The fields of an event's settings that are needed here.
#[derive(Deserialize)]
struct Settings {
    start_datetime: Option<DateTime<Utc>>,
    time_zone: Option<String>,
}

/// Shows the page: running events first, then the others, newest first. Events that are over are shown from their
/// documents, so that they do not take the place of running ones in memory.
pub(crate) async fn show(request: &UserRequest) -> PageResult {
    let (texts, organization_id) = (request.texts, request.session.organization_id()?);
    let bodies = request.shared.views.last(organization_id, ViewKind::Overview, EVENTS).await.map_err(store_failed)?;
    let may_create = request.may(Operation::ManageEvents);
    let (mut running, mut others) = (Vec::new(), Vec::new());
    for body in &bodies {
        let known: Known = serde_json::from_slice(&body.for_everyone()).map_err(Problem::internal)?;
        if known.lifecycle_status.is_finished() && !known.is_canceled {
            others.push(over(request, organization_id, known, may_create).await?);
            continue;
        }
        let event = request.shared.commands.tournament(TournamentId(known.id)).await.map_err(failed)?;
        let is_own = |event: &Tournament| event.organization_id == organization_id && !event.is_deleted;
        let Some(event) = event.filter(|event| is_own(&event.state)) else { continue };
        let event = &event.state;
        let next = next_step::of(event, texts, |operation| request.may(operation));
        let row = EventRow {
            id: event.id.0,
            name: event.details.name.clone(),
            facts: facts(texts, event.details.event_format, &status_word(texts, event)),
            starts: starts(texts, event.details.start_datetime, event.details.time_zone.as_deref()),
            next: next.text,
            may_copy: may_create && event.import.is_none(),
        };
        let is_running = event.lifecycle == LifecycleStatus::EventInProgress && !event.details.is_canceled;
        if is_running { running.push(row) } else { others.push(row) }
    }
    running.append(&mut others);
    request.page(&EventsPage { frame: request.frame(), may_create, rows: running })
}

async fn over(
    request: &PageRequest,
    organization_id: OrganizationId,
    event: Known,
    may_copy: bool,
) -> Result<EventRow, Problem> {
    let key = DocumentKey::new(organization_id, ViewKind::OrganizedEvent, event.id);
    let document = request.shared.views.document(&key).await.map_err(store_failed)?;
    let settings: Option<Settings> =
        document.map(|it| serde_json::from_slice(&it.body.for_everyone())).transpose().map_err(Problem::internal)?;
    Ok(EventRow {
        id: event.id,
        name: event.name,
        facts: facts(request.texts, event.event_format, &request.texts.term(event.lifecycle_status)),
        starts: settings
            .and_then(|settings| starts(request.texts, settings.start_datetime, settings.time_zone.as_deref())),
        next: request.texts.say(next_when_over(event.lifecycle_status)),
        may_copy,
    })
}

/// Returns the key of the next step of an event that is over.
fn next_when_over(status: LifecycleStatus) -> &'static str {
    match status {
        LifecycleStatus::DecklistsPublished => "desk-next-nothing",
        _ => "desk-next-publish-lists",
    }
}

fn facts(texts: &Texts, format: EventFormat, status: &str) -> String {
    format!("{} · {status}", texts.game_format(format))
}

fn starts(texts: &Texts, at: Option<DateTime<Utc>>, time_zone: Option<&str>) -> Option<Moment> {
    at.map(|at| Moment::in_zone(texts, at, Zone::of(time_zone)))
}

pub(crate) async fn show_current(request: &UserRequest) -> PageResult {
    let desk = Desk::load(request).await?;
    match desk.last_round() {
        None => players::show(request).await,
        Some(round) if round.status == ProgressStatus::Complete && desk.state().lifecycle.is_finished() => {
            standings::show(request).await
        }
        Some(_) => round::show(request).await,
    }
}

/// Answers with the changes of the event as a stream, for the pages of the desk.
pub(crate) async fn live(request: &UserRequest) -> PageResult {
    let wanted = PageStreamRequest {
        event: request.id()?,
        reader: PageReader::Staff(request.session.organization_id()?),
        right: Some(request.stream_right(ReadDesk)),
        address: request.address,
        known: request.known_position(),
    };
    Ok(request.shared.live.open(wanted).await?)
}

#[cfg(test)]
mod tests {
    use proto_events::TournamentEvent;

    use super::*;
    use crate::desk::testing::tournament;
    use crate::texts::Language;

    #[test]
    fn the_next_step_after_an_event_is_that_of_its_own_page() {
        for &status in LifecycleStatus::ALL.iter().filter(|status| status.is_finished()) {
            let next = next_step::of(
                &tournament(&[TournamentEvent::LifecycleChanged { status }]),
                Texts::of(Language::English),
                |_| true,
            );
            assert_eq!(Texts::of(Language::English).say(next_when_over(status)), next.text, "{status}");
        }
    }
}
