//! `/desk/`: the organization's events, or those for which a member has a role: running ones and those to come with their next step, and finished ones by page. `/desk/events/{id}/`: the page of an event
//! where the next step is: the players before the first round, then the last round, and in the end the standings.

use askama::Template;
use chrono::NaiveDateTime;
use domain::permissions::Operation::{self, ReadDesk, ReadOwnAccount};
use domain::time_zone::Zone;
use domain::tournament::Tournament;
use proto_events::ids::TournamentId;
use proto_events::vocabulary::{LifecycleStatus, ProgressStatus};

use crate::desk::event::{Desk, status_word};
use crate::desk::paging::Paged;
use crate::desk::{next_step, players, playoff, round};
use crate::parts::frame::Frame;
use crate::serving::documents::KnownEvent;
use crate::serving::event_roles;
use crate::serving::failures::{PageResult, failed};
use crate::serving::live::PageReader;
use crate::serving::request::UserRequest;

/// Maximum number of events that are read: the last to start.
const EVENTS: i64 = 1000;
/// Maximum number of events that are shown with their next step. Further ones are shown from their documents.
const WITH_STEP: usize = 100;
const FINISHED: usize = 25;

#[derive(Template)]
#[template(path = "desk/events.html")]
struct EventsPage {
    frame: Frame,
    may_create: bool,
    may_see_all: bool,
    has_events: bool,
    running: Vec<EventRow>,
    /// Those to come, soonest first.
    coming: Vec<EventRow>,
    over: Paged<EventRow>,
}

impl EventsPage {
    /// Returns the lists of events that are not over, with the keys of their titles.
    fn open(&self) -> [(&'static str, &'static str, &[EventRow]); 2] {
        [("running", "public-running", &self.running), ("coming", "public-upcoming", &self.coming)]
    }
}

struct EventRow {
    event: KnownEvent,
    /// Its start, where it takes place.
    starts: Option<NaiveDateTime>,
    /// The next step; empty if the event is over.
    next: String,
    may_copy: bool,
}

impl EventRow {
    fn new(event: KnownEvent, zone: Zone, next: String, may_copy: bool) -> Self {
        Self { starts: event.start_datetime.map(|start| zone.local(start)), event, next, may_copy }
    }
}

/// Shows the page: running events, then those to come, then the others, newest first. Events that are over are shown from
/// their documents, so that they do not take the place of running ones in memory.
pub(crate) async fn show(request: &UserRequest<'_>) -> PageResult {
    let organization_id = request.session.organization_id()?;
    let mut known = KnownEvent::newest(&*request.shared.views, organization_id, EVENTS).await?;
    if !request.may(ReadDesk) {
        let assigned = event_roles::assigned(&*request.shared.views, &request.session.caller).await?;
        known.retain(|event| assigned.contains(&event.id));
    }
    let (may_create, has_events) = (request.may(Operation::ManageEvents), !known.is_empty());
    let (over, open): (Vec<_>, Vec<_>) = known.into_iter().partition(KnownEvent::is_over);
    // The finder counts and finds all, and only finished events have pages.
    let names = |event: &KnownEvent| event.name.clone();
    let mut open = Paged::new(request, "/desk/", usize::MAX, open, names);
    open.rows.sort_by_key(|event| event.lifecycle_status != LifecycleStatus::EventInProgress);
    let mut over = Paged::new(request, "/desk/", FINISHED, over, names);
    over.has_finder |= open.has_finder;
    let views = &*request.shared.views;
    let (mut running, mut coming) = (Vec::new(), Vec::new());
    for (at, event) in open.rows.into_iter().enumerate() {
        if at >= WITH_STEP {
            let zone = event.zone(views, organization_id).await?;
            coming.push(EventRow::new(event, zone, String::new(), may_create));
            continue;
        }
        let state = request.shared.commands.tournament(TournamentId(event.id)).await.map_err(failed)?;
        let is_own = |event: &Tournament| event.organization_id == organization_id && !event.is_deleted;
        let Some(state) = state.filter(|event| is_own(&event.state)) else { continue };
        let (state, caller) = (&state.state, request.session.caller.in_event(&state.state));
        let next = next_step::of(state, request.texts, request.shared.clock.now(), |operation| caller.may(operation));
        let zone = Zone::of(state.details.time_zone.as_deref());
        let rows = if state.lifecycle == LifecycleStatus::EventInProgress { &mut running } else { &mut coming };
        rows.push(EventRow::new(event, zone, next.text, may_create && state.import.is_none()));
    }
    coming.sort_by_key(|row| (row.starts.is_none(), row.starts));
    let mut finished = Vec::new();
    for event in std::mem::take(&mut over.rows) {
        let zone = event.zone(views, organization_id).await?;
        finished.push(EventRow::new(event, zone, String::new(), may_create));
    }
    request.page(&EventsPage {
        frame: request.frame(),
        may_create,
        may_see_all: request.may(ReadDesk),
        has_events,
        running,
        coming,
        over: over.with(finished),
    })
}

pub(crate) async fn show_current(desk: &Desk<'_>) -> PageResult {
    match desk.working_round() {
        None => players::show(desk).await,
        Some(round) if round.status == ProgressStatus::Complete && desk.state().lifecycle.is_finished() => {
            playoff::show_standings(desk).await
        }
        Some(_) => round::show(desk).await,
    }
}

pub(crate) async fn live(request: &UserRequest<'_>) -> PageResult {
    let (organization_id, person) = (request.session.organization_id()?, request.session.caller.user_id);
    // The stream of a person who is staff of this event alone ends with that role, or with the membership.
    let (assigned, right) = if request.may(ReadDesk) { (None, ReadDesk) } else { (Some(person), ReadOwnAccount) };
    let reader = PageReader::Staff(organization_id, assigned);
    Ok(request.follow(request.id()?, reader, Some(request.stream_right(right))).await?)
}
