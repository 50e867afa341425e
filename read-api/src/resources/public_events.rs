//! The lists of public events: the index, which is also the page at the address of the service, and calendars.
//!
//! The index is drawn once for each choice and each state of the list of public events, and is then in memory. Every list
//! is read from the index of the store, so that many events take no longer than few.

use std::sync::Arc;

use api_kit::description::{Answer, Parameter, Values};
use api_kit::path::{integer, nothing};
use api_kit::store_failed;
use axum::response::Response;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::documents::PublicEvent;
use domain::time_zone::Zone;
use futures::future::try_join_all;
use proto_events::ids::{OrganizationId, TournamentId};
use proto_events::vocabulary::EventFormat;
use service_kit::problem::Problem;
use storage::{DocumentBody, EventPlace, ListRange, Lists, PublicEvents, Stage, ViewKind, ViewReader};
use web::public::calendar;
use web::public::index::{self, Filter, Index, Section};
use web::texts::Language;

use crate::answer;
use crate::cache::Entry;
use crate::call::{Call, LANGUAGE};
use crate::drawing::Sources;
use crate::endpoint::{Endpoint, Handler};
use crate::query::{Query, event_formats};
use crate::response_headers::ResponseHeaders;

/// Maximum number of stores to choose from.
const STORES: usize = 100;
/// Days by which clocks in time zones may differ from UTC, rounded up.
const ZONES: TimeDelta = TimeDelta::days(1);
/// Maximum number of running and of upcoming events on a page, and of finished ones.
const MOST: usize = 50;
const MOST_FINISHED: usize = 25;
/// Maximum number of events of each stage in a calendar.
const MOST_IN_CALENDAR: usize = 500;
/// How long after its planned start an event is upcoming that has not begun. Later it is shown nowhere.
pub(super) const LATE: TimeDelta = TimeDelta::hours(4);
/// The page says which events are upcoming at a moment of this precision, in seconds.
pub(super) const STEP: i64 = 60;
/// Seconds for which a calendar stays the same while the events do.
pub(super) const HOUR: i64 = 60 * 60;
/// Days before today from which a calendar without `after` begins.
const DAYS: TimeDelta = TimeDelta::days(90);

pub(crate) static ENDPOINTS: &[Endpoint] = &[EVENTS, CALENDAR, CALENDAR_OF_EVENT];

/// The page at the address of the service.
pub(crate) static INDEX: &[Endpoint] = &[Endpoint {
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
    id: "show_events",
    summary: "Show the public events",
    text: "Running, upcoming and finished events of all organizations, with filters. An event that has not begun is \
           shown as upcoming until four hours after its planned start. Test events, unlisted events, and events of \
           unlisted conventions are not shown.",
    parameters: &[STORE, FORMAT, AFTER, BEFORE, place("running"), place("upcoming"), place("finished"), LANGUAGE],
    ..Endpoint::NEW
};

/// The filters.
const STORE: Parameter = Parameter {
    name: "store",
    text: "Only events of the organization with this id. Empty: all.",
    values: Values::Preferably(|| vec!["1"]),
    example: "1",
};
pub(super) const FORMAT: Parameter = Parameter {
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

/// Returns the sources of something that is determined by the list of public events and by a text.
pub(super) async fn sources(call: &Call, language: Language, text: &str) -> Result<Sources, Problem> {
    list_sources(call, &[ViewKind::PublicEvent], language, text).await
}

/// Returns the sources of something that is determined by lists of public documents and by a text.
pub(super) async fn list_sources(
    call: &Call,
    kinds: &[ViewKind],
    language: Language,
    text: &str,
) -> Result<Sources, Problem> {
    let mut determined_by = text.to_owned();
    for kind in kinds {
        let state = call.shared.views.state_of(Lists::of(OrganizationId::SHARED, *kind)).await;
        determined_by.push_str(&format!(" {:?}", state.map_err(store_failed)?));
    }
    Ok(Sources::of(ViewKind::PublicEvent, language, &Entry::made(determined_by.into(), false)))
}

/// Returns the stores to choose from. They are read once for each state of the list.
async fn known_stores(call: &Call) -> Result<Vec<(i64, String)>, Problem> {
    let (shared, sources) = (Arc::clone(&call.shared), sources(call, Language::English, "stores").await?);
    let read = async move {
        let stores = stores(&*shared.views, STORES).await?;
        Ok::<_, Problem>(move || serde_json::to_string(&stores))
    };
    let known = call.shared.drawings.get_with(sources, read).await?;
    serde_json::from_slice(&known.body).map_err(Problem::internal)
}

async fn index_page(call: Call) -> Result<Response, Problem> {
    let (shared, language) = (&call.shared, call.language());
    let (views, choice, now) = (&*shared.views, Choice::of(&call.query()), shared.clock.now());
    let minute = now.timestamp().div_euclid(STEP);
    let sources = sources(&call, language, &format!("index {choice:?} {minute}")).await?;
    if let Some(page) = shared.drawings.cached(&sources) {
        return call.answer_page(&page).await;
    }
    let since = DateTime::from_timestamp(minute * STEP, 0).unwrap_or(now) - LATE;
    let is_later_page = choice.after.iter().any(Option::is_some);
    let stores = with_chosen(views, known_stores(&call).await?, choice.filter.store).await?;
    let mut sections = [None, None, None];
    for (place, section) in sections.iter_mut().enumerate() {
        if choice.after[place].is_some() || !is_later_page {
            let most = if matches!(STAGES[place].0, Stage::Finished) { MOST_FINISHED } else { MOST };
            *section = Some(choice.section(views, place, since, most).await?);
        }
    }
    let [running, upcoming, finished] = sections;
    let filter = choice.filter;
    let index = Index { filter, is_later_page, stores, running, upcoming, finished };
    let [address, base] = call.addresses();
    let draw = move || index::draw(language, [&address, &base], &index);
    let page = shared.drawings.get(sources, draw).await?;
    call.answer_page(&page).await
}

const CALENDAR: Endpoint = Endpoint {
    template: "/events.ics",
    handler: Handler::Open(|call| Box::pin(events_calendar(call))),
    source_views: &[ViewKind::PublicEvent],
    id: "show_calendar",
    summary: "Subscribe to the public events as a calendar",
    text: "The events of `/events/` with the same filters, as iCalendar (RFC 5545): at most 500 that run, 500 that are \
           upcoming and 500 that are finished. Without `after`, it begins 90 days ago. Events without a date are left \
           out. An event keeps its `UID`; a canceled one has the status `CANCELLED`. Times are in UTC.",
    parameters: &[STORE, FORMAT, AFTER, BEFORE],
    answer: Answer::Calendar,
    ..Endpoint::NEW
};

pub(super) const CALENDAR_HEADERS: ResponseHeaders = ResponseHeaders {
    content_type: "text/calendar; charset=utf-8",
    vary: "Accept-Encoding, Consistency-Token",
    language: None,
    content_security_policy: None,
    ..ResponseHeaders::PUBLIC_PAGE
};

async fn events_calendar(call: Call) -> Result<Response, Problem> {
    let now = call.shared.clock.now();
    let mut choice = Choice::of(&call.query());
    choice.after = [None; 3];
    let since: NaiveDate = (now - DAYS).date_naive();
    let begin = *choice.filter.after.get_or_insert(since);
    let begin = begin.and_hms_opt(0, 0, 0).map_or(now, |time| time.and_utc()) - TimeDelta::days(1);
    let (shared, hour) = (Arc::clone(&call.shared), now.timestamp().div_euclid(HOUR));
    let sources = sources(&call, Language::English, &format!("calendar {choice:?} {hour}")).await?;
    let read = async move {
        let mut events = Vec::new();
        for place in 0..STAGES.len() {
            events.extend(choice.section(&*shared.views, place, begin, MOST_IN_CALENDAR).await?.events);
        }
        Ok::<_, Problem>(move || calendar::draw(calendar::NAME, &shared.settings.public_url, &events, now))
    };
    let calendar = call.shared.drawings.get_with(sources, read).await?;
    answer::entry(&call.headers, &calendar, CALENDAR_HEADERS).await
}

const CALENDAR_OF_EVENT: Endpoint = Endpoint {
    template: "/events/{id}/event.ics",
    handler: Handler::Open(|call| Box::pin(event_calendar(call))),
    source_views: &[ViewKind::PublicEvent],
    id: "show_event_calendar",
    summary: "Put a public event into a calendar",
    text: "The event as iCalendar (RFC 5545), with the same `UID` as in `/events.ics`. An event without a date is an \
           empty calendar.",
    answer: Answer::Calendar,
    ..Endpoint::NEW
};

async fn event_calendar(call: Call) -> Result<Response, Problem> {
    let not_found = || nothing("event", call.param("id"));
    let id = integer(call.param("id")).ok_or_else(not_found)?;
    let event = call.find(OrganizationId::SHARED, ViewKind::PublicEvent, id).await?.ok_or_else(not_found)?;
    let address = &call.shared.settings.public_url;
    let (events, now) = ([event.body.to_vec()], call.shared.clock.now());
    let calendar = calendar::draw(calendar::NAME, address, &events, now).map_err(Problem::internal)?;
    call.answer_text(calendar, CALENDAR_HEADERS).await
}

/// The stages of events, with the names of the parameters for the places that their lists go on from.
const STAGES: [(Stage, &str); 3] =
    [(Stage::Running, "running"), (Stage::Upcoming, "upcoming"), (Stage::Finished, "finished")];

/// The query parameters of a filter, and the places in lists that a page begins at.
#[derive(Debug)]
struct Choice {
    filter: Filter,
    /// The last event on the page before, for each of [`STAGES`].
    after: [Option<EventPlace>; 3],
}

impl Choice {
    /// Reads it from a query. An empty or malformed value, as a form sends it for a field that is not filled in, means no
    /// choice.
    fn of(query: &Query) -> Self {
        let day = |name: &str| NaiveDate::parse_from_str(query.text(name)?, "%Y-%m-%d").ok();
        let filter = Filter {
            store: query.text("store").and_then(integer),
            format: query
                .text("format")
                .and_then(|name| EventFormat::ALL.iter().copied().find(|format| format.wire_name() == name)),
            after: day("after"),
            before: day("before"),
        };
        Self { filter, after: STAGES.map(|(_, name)| read_place(query.text(name)?)) }
    }

    /// Returns the list that it chooses from.
    fn list(&self) -> PublicEvents {
        PublicEvents { organization_id: self.filter.store.map(OrganizationId), format: self.filter.format }
    }

    /// Returns the earliest and the latest start that can match, whatever the time zone.
    fn bounds(&self) -> (Option<EventPlace>, Option<EventPlace>) {
        let start = |day: NaiveDate| day.and_hms_opt(0, 0, 0).map(|time| time.and_utc());
        let from = self.filter.after.and_then(start).and_then(|at| at.checked_sub_signed(ZONES));
        let days = TimeDelta::days(1) + ZONES;
        let until = self.filter.before.and_then(start).and_then(|at| at.checked_add_signed(days));
        (from.map(EventPlace::at), until.map(EventPlace::at))
    }

    /// Returns whether the day of an event matches, where it takes place.
    fn has(&self, event: &PublicEvent<'_>) -> bool {
        let Filter { after, before, .. } = self.filter;
        if after.is_none() && before.is_none() {
            return true;
        }
        let zone = Zone::of(event.time_zone.as_deref());
        let Some(day) = event.start.map(|start| zone.local(start).date()) else { return false };
        after.is_none_or(|after| after <= day) && before.is_none_or(|before| day <= before)
    }

    /// Returns the events of a stage, and the place behind the last one that was read: upcoming ones from the first one on
    /// that starts at `since` or later, those without a date last, and others the latest first.
    async fn section(
        &self,
        views: &dyn ViewReader,
        place: usize,
        since: DateTime<Utc>,
        most: usize,
    ) -> Result<Section, Problem> {
        let ((stage, name), (from, until), after) = (STAGES[place], self.bounds(), self.after[place]);
        let range = if matches!(stage, Stage::Upcoming) {
            let from = [Some(EventPlace::at(since)), from, after.map(EventPlace::next)].into_iter().flatten().max();
            self.list().range(stage, from, until)
        } else {
            let until = [until, after].into_iter().flatten().min();
            ListRange { is_reverse: true, ..self.list().range(stage, from, until) }
        };
        let limit = i64::try_from(most).unwrap_or(i64::MAX).saturating_add(1);
        let found = views.range(&ListRange { limit, ..range }).await.map_err(store_failed)?;
        let has_more = found.len() > most;
        let mut section = Section::default();
        for body in found.iter().take(most) {
            let body = body.for_everyone();
            let event: PublicEvent<'_> = serde_json::from_slice(&body).map_err(Problem::internal)?;
            // Behind events without a date there is no place to go on from.
            section.more = event.start.map(|start| (name, write_place(EventPlace { start, id: event.id })));
            if self.has(&event) {
                section.events.push(body.to_vec());
            }
        }
        section.more = section.more.filter(|_| has_more);
        Ok(section)
    }
}

/// Returns stores with public events and the ids of their organizations: the first ones by id.
pub(super) async fn stores(views: &dyn ViewReader, most: usize) -> Result<Vec<(i64, String)>, Problem> {
    let mut stores = Vec::new();
    let mut last = None;
    while stores.len() < most {
        let found = views.range(&PublicEvents::of_organizations_after(last)).await.map_err(store_failed)?;
        let Some(store) = found.first().map(store_of).transpose()? else { break };
        last = Some(OrganizationId(store.0));
        stores.push(store);
    }
    Ok(stores)
}

/// Returns the stores by name, and with them the chosen one.
async fn with_chosen(
    views: &dyn ViewReader,
    mut stores: Vec<(i64, String)>,
    chosen: Option<i64>,
) -> Result<Vec<(i64, String)>, Problem> {
    if let Some(id) = chosen.filter(|id| stores.iter().all(|(known, _)| known != id)) {
        let list = PublicEvents { organization_id: Some(OrganizationId(id)), format: None };
        let ranges = STAGES.map(|(stage, _)| list.range(stage, None, None).first(1));
        let found = try_join_all(ranges.iter().map(|range| views.range(range))).await.map_err(store_failed)?;
        stores.extend(found.iter().flatten().next().map(store_of).transpose()?);
    }
    stores.sort_by_cached_key(|(_, name)| name.to_lowercase());
    Ok(stores)
}

fn store_of(body: &DocumentBody) -> Result<(i64, String), Problem> {
    let body = body.for_everyone();
    let event: PublicEvent<'_> = serde_json::from_slice(&body).map_err(Problem::internal)?;
    Ok((event.organization_id.0, event.store.into_owned()))
}

/// Writes a place for a link: `1772877600000.40`.
fn write_place(place: EventPlace) -> String {
    format!("{}.{}", place.start.timestamp_millis(), place.id)
}

fn read_place(text: &str) -> Option<EventPlace> {
    let (start, id) = text.split_once('.')?;
    Some(EventPlace {
        start: DateTime::from_timestamp_millis(start.parse().ok()?)?,
        id: TournamentId(id.parse().ok()?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_as_it_was_written() {
        let place = EventPlace { start: DateTime::from_timestamp(-7, 5_000_000).unwrap(), id: TournamentId(-40) };
        assert_eq!(read_place(&write_place(place)), Some(place));
        for odd in ["", ".", "1", "1.x", "99999999999999999999.1", "9223372036854775807.1"] {
            assert_eq!(read_place(odd), None, "{odd}");
        }
    }
}
