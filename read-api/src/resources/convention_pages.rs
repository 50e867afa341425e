//! The public pages of conventions: the list, the page of one with its schedule, its queues, and a visitor's agenda as a page and as a
//! calendar.
//!
//! A slug is unique in an organization only: if several organizations have a public convention of one slug, `store` chooses, and
//! without it, it is the oldest one.
//!
//! What the schedule shows of the events is read once for each state of the list of public events. Pages are kept by it, so
//! that they are drawn anew only when they show something else.

use std::collections::BTreeSet;
use std::sync::Arc;

use api_kit::description::{Answer, Parameter, Values};
use api_kit::path::{integer, nothing as no_such};
use axum::response::Response;
use bytes::Bytes;
use chrono::NaiveDate;
use domain::documents::{PublicConvention, PublicEvent};
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::EventFormat;
use service_kit::problem::Problem;
use storage::{ConventionEvents, PublicConventions, ViewKind};
use web::public::calendar;
use web::public::convention::schedule::{self, Choice};
use web::public::convention::{Hub, draw_agenda, draw_hub, draw_list, draw_queues};
use web::texts::Language;

use super::event_pages::nothing;
use super::public_events::{CALENDAR_HEADERS, FORMAT, HOUR, STEP, list_sources, sources};
use super::stores::documents;
use crate::answer;
use crate::cache::Entry;
use crate::call::{Call, LANGUAGE};
use crate::drawing::Sources;
use crate::endpoint::{Endpoint, Handler};

/// Maximum number of conventions in the list.
const MOST: i64 = 200;
/// Maximum number of conventions of one slug.
const MOST_OF_SLUG: i64 = 50;
/// Maximum number of events in an agenda.
const MOST_CHOSEN: usize = 100;

pub(crate) static ENDPOINTS: &[Endpoint] = &[LIST, HUB, QUEUES, AGENDA, CALENDAR];

const LIST: Endpoint = Endpoint {
    template: "/conventions/",
    handler: Handler::Open(|call| Box::pin(list_page(call))),
    source_views: &[ViewKind::PublicConvention],
    id: "show_conventions",
    summary: "Show the public conventions",
    text: "Those that run or are to come by start, and those that are over or archived, the latest first. Unlisted \
           conventions are not shown.",
    parameters: &[LANGUAGE],
    ..Endpoint::NEW
};

const HUB: Endpoint = Endpoint {
    template: "/conventions/{slug}/",
    handler: Handler::Open(|call| Box::pin(hub_page(call))),
    source_views: &[ViewKind::PublicConvention, ViewKind::PublicEvent, ViewKind::StorePage],
    id: "show_convention",
    summary: "Show the page of a convention",
    text: "What it says about itself, and its schedule by day in its time zone. Without details, or with a schedule \
           elsewhere, it has no schedule. An unlisted convention has no page.",
    parameters: &[STORE, DAY, FORMAT, PLACE, LANGUAGE],
    ..Endpoint::NEW
};

const QUEUES: Endpoint = Endpoint {
    template: "/conventions/{slug}/queues/",
    handler: Handler::Open(|call| Box::pin(queues_page(call))),
    id: "show_queues",
    summary: "Show the on-demand queues of a convention",
    text: "What is played, with how many players an event begins, how many wait, and where to join. A convention without \
           a schedule has no such page.",
    parameters: &[STORE, LANGUAGE],
    ..HUB
};

const AGENDA: Endpoint = Endpoint {
    template: "/conventions/{slug}/agenda/",
    handler: Handler::Open(|call| Box::pin(agenda_page(call))),
    id: "show_agenda",
    summary: "Show an agenda of events of a convention",
    text: "The chosen events by day, with a warning where two overlap. It needs no account: the address has the events. \
           A convention without a schedule has no agenda.",
    parameters: &[STORE, EVENT, LANGUAGE],
    ..HUB
};

const CALENDAR: Endpoint = Endpoint {
    template: "/conventions/{slug}/agenda.ics",
    handler: Handler::Open(|call| Box::pin(agenda_calendar(call))),
    id: "show_agenda_calendar",
    summary: "Subscribe to the events of a convention as a calendar",
    text: "The chosen events, or all public events of the convention, as iCalendar (RFC 5545), with the same `UID`s as \
           in `/events.ics`. A convention without a schedule has no calendar.",
    parameters: &[STORE, EVENT],
    answer: Answer::Calendar,
    ..HUB
};

const STORE: Parameter = Parameter {
    name: "store",
    text: "The organization, if several have a convention of this slug; the oldest one if not given.",
    values: Values::Preferably(|| vec!["1"]),
    example: "1",
};
const DAY: Parameter = Parameter {
    name: "day",
    text: "Only events of this day, in the time zone of the convention: `2026-03-07`. A day without events is ignored.",
    values: Values::Preferably(|| vec!["2026-03-07"]),
    example: "2026-03-07",
};
const PLACE: Parameter = Parameter {
    name: "place",
    text: "Only events in this room or hall. A place without events is ignored.",
    values: Values::Preferably(|| vec!["Hall 2"]),
    example: "Hall 2",
};
const EVENT: Parameter = Parameter {
    name: "event",
    text: "An event of the agenda; may be given up to 100 times. Events that the convention does not have are ignored.",
    values: Values::Preferably(|| vec!["1"]),
    example: "1",
};

async fn list_page(call: Call) -> Result<Response, Problem> {
    let (now, language) = (call.shared.clock.now(), call.language());
    let minute = now.timestamp().div_euclid(STEP);
    let text = format!("conventions {minute}");
    let sources = list_sources(&call, &[ViewKind::PublicConvention], language, &text).await?;
    let (shared, addresses) = (Arc::clone(&call.shared), call.addresses());
    let read = async move {
        let conventions = documents(&shared, &PublicConventions::All.range(MOST)).await?;
        Ok::<_, Problem>(move || draw_list(language, addresses.each_ref().map(|text| &**text), &conventions, now))
    };
    let page = call.shared.drawings.get_with(sources, read).await?;
    call.answer_page(&page).await
}

/// A public convention.
struct Convention {
    read: PublicConvention,
    document: Entry,
    /// What the schedule shows of its events, as JSON.
    events: Arc<Entry>,
}

/// Returns the convention that the address names; `None` if there is none, or none with a schedule where one is needed.
async fn named(call: &Call, needs_schedule: bool) -> Result<Option<Convention>, Problem> {
    let store = call.query().text(STORE.name).and_then(integer);
    for body in documents(&call.shared, &PublicConventions::OfSlug(call.param("slug")).range(MOST_OF_SLUG)).await? {
        let read: PublicConvention = serde_json::from_slice(&body).map_err(Problem::internal)?;
        if store.is_none_or(|store| store == read.organization_id.0) {
            if needs_schedule && !read.has_schedule() {
                return Ok(None);
            }
            let events = events(call, &read).await?;
            return Ok(Some(Convention { document: Entry::made(body.into(), false), read, events }));
        }
    }
    Ok(None)
}

async fn hub_page(call: Call) -> Result<Response, Problem> {
    let Some(convention) = named(&call, false).await? else { return Ok(nothing(&call)) };
    let (query, day) = (call.query(), |text: &str| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok());
    let choice = Choice {
        day: query.text(DAY.name).and_then(day),
        format: query.text(FORMAT.name).and_then(EventFormat::from_wire_name),
        place: query.text(PLACE.name).unwrap_or_default().to_owned(),
    };
    let choice = choice.known(&convention.read, &convention.events.body).map_err(Problem::internal)?;
    let text = format!("hub {choice:?}");
    let draw = move |language, addresses: [&str; 2], hub: &Hub<'_>| draw_hub(language, addresses, hub, &choice);
    convention.page(&call, &text, draw).await
}

async fn queues_page(call: Call) -> Result<Response, Problem> {
    let Some(convention) = named(&call, true).await? else { return Ok(nothing(&call)) };
    convention.page(&call, "queues", draw_queues).await
}

async fn agenda_page(call: Call) -> Result<Response, Problem> {
    let Some(convention) = named(&call, true).await? else { return Ok(nothing(&call)) };
    let chosen = chosen(&call, &convention.events)?.unwrap_or_default();
    let text = format!("agenda {chosen:?}");
    let draw = move |language, addresses: [&str; 2], hub: &Hub<'_>| draw_agenda(language, addresses, hub, &chosen);
    convention.page(&call, &text, draw).await
}

/// Returns the ids of the chosen events that the convention has, in order; `None` if the address names no event.
fn chosen(call: &Call, events: &Entry) -> Result<Option<Vec<i64>>, Problem> {
    let query = call.query();
    if query.texts(EVENT.name).next().is_none() {
        return Ok(None);
    }
    let named: BTreeSet<i64> = query.texts(EVENT.name).filter_map(integer).collect();
    let events: Vec<PublicEvent<'_>> = serde_json::from_slice(&events.body).map_err(Problem::internal)?;
    let known: BTreeSet<i64> = events.iter().map(|event| event.id.0).filter(|id| named.contains(id)).collect();
    Ok(Some(known.into_iter().take(MOST_CHOSEN).collect()))
}

async fn agenda_calendar(call: Call) -> Result<Response, Problem> {
    let Some(convention) = named(&call, true).await? else { return Err(no_such("convention", call.param("slug"))) };
    let (now, chosen) = (call.shared.clock.now(), chosen(&call, &convention.events)?);
    let name = convention.read.details.name.clone();
    let text = format!("agenda {} {name:?} {chosen:?} {}", convention.read.id, now.timestamp().div_euclid(HOUR));
    let sources = sources(&call, Language::English, &text).await?;
    let shared = Arc::clone(&call.shared);
    let read = async move {
        let mut events = documents(&shared, &list(&convention.read).range()).await?;
        if let Some(chosen) = chosen {
            let has = |body: &Vec<u8>| {
                serde_json::from_slice::<PublicEvent<'_>>(body).is_ok_and(|event| chosen.contains(&event.id.0))
            };
            events.retain(has);
        }
        let address = shared.settings.public_url.trim_end_matches('/').to_owned();
        Ok::<_, Problem>(move || calendar::draw(&name, &address, &events, now))
    };
    let calendar = call.shared.drawings.get_with(sources, read).await?;
    answer::entry(&call.headers, &calendar, CALENDAR_HEADERS).await
}

fn list(convention: &PublicConvention) -> ConventionEvents {
    ConventionEvents { organization_id: convention.organization_id, convention_id: convention.id }
}

/// Returns what the schedule of a convention shows of its events. It is kept for each state of the list of public events.
async fn events(call: &Call, convention: &PublicConvention) -> Result<Arc<Entry>, Problem> {
    if !convention.has_schedule() {
        return Ok(Arc::new(Entry::made(Bytes::from_static(b"[]"), false)));
    }
    let sources = sources(call, Language::English, &format!("schedule {}", convention.id)).await?;
    let (shared, range) = (Arc::clone(&call.shared), list(convention).range());
    let read = async move {
        let events = documents(&shared, &range).await?;
        Ok::<_, Problem>(move || schedule::shown(&events))
    };
    call.shared.drawings.get_with(sources, read).await
}

impl Convention {
    /// Answers with a page of it. `text` names the page and what it shows of the events.
    async fn page(
        self,
        call: &Call,
        text: &str,
        draw: impl FnOnce(Language, [&str; 2], &Hub<'_>) -> String + Send + 'static,
    ) -> Result<Response, Problem> {
        let store = call.find(OrganizationId::SHARED, ViewKind::StorePage, self.read.organization_id).await?;
        let (language, addresses) = (call.language(), call.addresses());
        let shape = Entry::made(text.to_owned().into(), false);
        let others = [Some(&*self.events), store.as_deref(), Some(&shape)];
        let sources = Sources::new(ViewKind::PublicConvention, language, &self.document, &others);
        let draw = move || {
            let hub = Hub::read(&self.document.body, store.as_ref().map(|store| &*store.body), &self.events.body)?;
            Ok::<_, serde_json::Error>(draw(language, addresses.each_ref().map(|text| &**text), &hub))
        };
        let page = call.shared.drawings.get(sources, draw).await?;
        call.answer_page(&page).await
    }
}
