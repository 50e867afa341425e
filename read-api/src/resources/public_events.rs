//! The lists of public events: the index, which is also the page at the address of the service, and calendars.
//!
//! The index is drawn once for each choice and each state of the list of public events, and is then in memory.

use std::sync::Arc;

use api_kit::description::{Answer, Parameter, Tag, Values};
use api_kit::path::{integer, nothing};
use api_kit::store_failed;
use axum::response::Response;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::{ListFilter, Stage, ViewKind};
use web::public::calendar;
use web::public::index::{self, Index};
use web::texts::Language;

use crate::answer;
use crate::cache::Entry;
use crate::call::{Call, LANGUAGE};
use crate::drawing::Sources;
use crate::endpoint::{Endpoint, Handler};
use crate::public_lists::{Choice, stores, with_chosen};
use crate::query::event_formats;
use crate::response_headers::ResponseHeaders;

/// Maximum number of running and of upcoming events on a page, and of finished ones.
const MOST: usize = 50;
const MOST_FINISHED: usize = 25;
/// Maximum number of events of each stage in a calendar.
const MOST_IN_CALENDAR: usize = 500;
/// How long after its planned start an event is upcoming that has not begun. Later it is shown nowhere.
const LATE: TimeDelta = TimeDelta::days(1);
/// The page says which events are upcoming at a moment of this precision, in seconds.
const STEP: i64 = 60;
/// Seconds for which a calendar stays the same while the events do.
const HOUR: i64 = 60 * 60;
/// Days before today from which a calendar without `after` begins.
const DAYS: TimeDelta = TimeDelta::days(90);

pub(crate) const ENDPOINTS: &[Endpoint] = &[EVENTS, CALENDAR, CALENDAR_OF_EVENT];

/// The page at the address of the service.
pub(crate) const INDEX: &[Endpoint] = &[Endpoint {
    template: "/",
    id: "show_index",
    summary: "Show the public events, at the address of the service",
    text: "The same page as `/events/`.",
    ..EVENTS
}];

const EVENTS: Endpoint = Endpoint {
    template: "/events/",
    handler: Handler::Open(|call| Box::pin(index_page(call))),
    source_views: &[ViewKind::PublicEvent],
    cached: None,
    id: "show_events",
    tag: Tag::Pages,
    summary: "Show the public events",
    text: "Running, upcoming and finished events of all organizations, with filters. An event that has not begun is \
           shown as upcoming until a day after its planned start. Test events, unlisted events, and events of unlisted \
           conventions are not shown.",
    parameters: &[STORE, FORMAT, AFTER, BEFORE, place("running"), place("upcoming"), place("finished"), LANGUAGE],
    answer: Answer::Html,
};

/// The filters.
const STORE: Parameter = Parameter {
    name: "store",
    text: "Only events of the organization with this id. Empty: all.",
    values: Values::Preferably(|| vec!["1"]),
    example: "1",
};
const FORMAT: Parameter = Parameter {
    name: "format",
    text: "Only events of this format. Empty: all.",
    values: Values::Preferably(event_formats),
    example: "LEGACY",
};
const AFTER: Parameter = Parameter {
    name: "after",
    text: "Only events on or after this day, where they take place: `2026-03-01`. Anything else is ignored.",
    values: Values::Preferably(|| vec!["2026-03-01"]),
    example: "2026-03-01",
};
const BEFORE: Parameter = Parameter {
    name: "before",
    text: "Only events on or before this day. Anything else is ignored.",
    values: Values::Preferably(|| vec!["2026-03-31"]),
    example: "2026-03-31",
};

/// Returns the parameter with the place in a list that a page goes on from.
const fn place(name: &'static str) -> Parameter {
    Parameter {
        name,
        text: "Where this list goes on, from the link on the page before. Other lists are left out then.",
        values: Values::Preferably(|| vec!["1772877600000.40"]),
        example: "1772877600000.40",
    }
}

async fn index_page(call: Call) -> Result<Response, Problem> {
    let choice = Choice::of(&call.query());
    let now = call.shared.clock.now();
    let page = drawn_index(&call, &choice, now).await?;
    call.answer_page(&page).await
}

/// Returns the sources of something that is determined by the list of public events and by a text.
async fn sources(call: &Call, language: Language, text: &str) -> Result<Sources, Problem> {
    let views = &*call.shared.views;
    let state = views.list_state(OrganizationId::SHARED, ViewKind::PublicEvent, ListFilter::default()).await;
    let state = state.map_err(store_failed)?;
    let determined_by = Entry::made(format!("{state:?} {text}").into(), false);
    Ok(Sources::new(ViewKind::PublicEvent, language, &determined_by, [None; 2]))
}

/// Returns the stores to choose from. They are read once for each state of the list.
async fn known_stores(call: &Call) -> Result<Vec<(i64, String)>, Problem> {
    let (views, drawings) = (&*call.shared.views, &call.shared.drawings);
    let sources = sources(call, Language::English, "stores").await?;
    let known = match drawings.cached(&sources) {
        Some(known) => known,
        None => {
            let stores = stores(views).await?;
            drawings.get(sources, move || serde_json::to_string(&stores)).await?
        }
    };
    serde_json::from_slice(&known.body).map_err(Problem::internal)
}

async fn drawn_index(call: &Call, choice: &Choice, now: DateTime<Utc>) -> Result<Arc<Entry>, Problem> {
    let (shared, language) = (&call.shared, call.language());
    let views = &*shared.views;
    let minute = now.timestamp().div_euclid(STEP);
    let sources = sources(call, language, &format!("index {choice:?} {minute}")).await?;
    if let Some(page) = shared.drawings.cached(&sources) {
        return Ok(page);
    }
    let since = DateTime::from_timestamp(minute * STEP, 0).unwrap_or(now) - LATE;
    let is_later = [choice.after_running, choice.after_upcoming, choice.after_finished].iter().any(Option::is_some);
    let shows = |is_named: bool| is_named || !is_later;
    let mut index = Index { filter: choice.filter.clone(), is_later_page: is_later, ..Index::default() };
    index.stores = with_chosen(views, known_stores(call).await?, choice.filter.store).await?;
    if shows(choice.after_running.is_some()) {
        index.running = Some(choice.latest(views, Stage::Running, MOST).await?);
    }
    if shows(choice.after_upcoming.is_some()) {
        index.upcoming = Some(choice.upcoming(views, since, MOST).await?);
    }
    if shows(choice.after_finished.is_some()) {
        index.finished = Some(choice.latest(views, Stage::Finished, MOST_FINISHED).await?);
    }
    let base = shared.settings.base_path().to_owned();
    shared.drawings.get(sources, move || index::draw(language, &base, &index)).await
}

const CALENDAR: Endpoint = Endpoint {
    template: "/events.ics",
    handler: Handler::Open(|call| Box::pin(events_calendar(call))),
    source_views: &[ViewKind::PublicEvent],
    cached: None,
    id: "show_calendar",
    tag: Tag::Pages,
    summary: "Subscribe to the public events as a calendar",
    text: "The events of `/events/` with the same filters, as iCalendar (RFC 5545): at most 500 that run, 500 that are \
           upcoming and 500 that are finished. Without `after`, it begins 90 days ago. Events without a date are left \
           out. An event keeps its `UID`; a canceled one has the status `CANCELLED`. Times are in UTC.",
    parameters: &[STORE, FORMAT, AFTER, BEFORE],
    answer: Answer::Calendar,
};

/// The headers of calendars.
const CALENDAR_HEADERS: ResponseHeaders = ResponseHeaders {
    content_type: "text/calendar; charset=utf-8",
    vary: "Accept-Encoding, Consistency-Token",
    language: None,
    content_security_policy: None,
    ..ResponseHeaders::PUBLIC_PAGE
};

async fn events_calendar(call: Call) -> Result<Response, Problem> {
    let now = call.shared.clock.now();
    let mut choice = Choice::of(&call.query());
    (choice.after_running, choice.after_upcoming, choice.after_finished) = (None, None, None);
    let since: NaiveDate = (now - DAYS).date_naive();
    let begin = *choice.filter.after.get_or_insert(since);
    let begin = begin.and_hms_opt(0, 0, 0).map_or(now, |time| time.and_utc()) - TimeDelta::days(1);
    let (views, drawings) = (&*call.shared.views, &call.shared.drawings);
    let hour = now.timestamp().div_euclid(HOUR);
    let sources = sources(&call, Language::English, &format!("calendar {choice:?} {hour}")).await?;
    if let Some(calendar) = drawings.cached(&sources) {
        return answer::entry(&call.headers, &calendar, CALENDAR_HEADERS).await;
    }
    let mut events = choice.latest(views, Stage::Running, MOST_IN_CALENDAR).await?.events;
    events.extend(choice.upcoming(views, begin, MOST_IN_CALENDAR).await?.events);
    events.extend(choice.latest(views, Stage::Finished, MOST_IN_CALENDAR).await?.events);
    let address = call.shared.settings.public_url.trim_end_matches('/').to_owned();
    let calendar = drawings.get(sources, move || calendar::draw(&address, &events, now)).await?;
    answer::entry(&call.headers, &calendar, CALENDAR_HEADERS).await
}

const CALENDAR_OF_EVENT: Endpoint = Endpoint {
    template: "/events/{id}/event.ics",
    handler: Handler::Open(|call| Box::pin(event_calendar(call))),
    source_views: &[ViewKind::PublicEvent],
    cached: None,
    id: "show_event_calendar",
    tag: Tag::Pages,
    summary: "Put a public event into a calendar",
    text: "The event as iCalendar (RFC 5545), with the same `UID` as in `/events.ics`. An event without a date is an \
           empty calendar.",
    parameters: &[],
    answer: Answer::Calendar,
};

async fn event_calendar(call: Call) -> Result<Response, Problem> {
    let not_found = || nothing("event", call.param("id"));
    let id = integer(call.param("id")).ok_or_else(not_found)?;
    let event = call.find(OrganizationId::SHARED, ViewKind::PublicEvent, id).await?.ok_or_else(not_found)?;
    let address = call.shared.settings.public_url.trim_end_matches('/');
    let calendar =
        calendar::draw(address, &[event.body.to_vec()], call.shared.clock.now()).map_err(Problem::internal)?;
    answer::entry(&call.headers, &Entry::made(calendar.into(), false), CALENDAR_HEADERS).await
}
