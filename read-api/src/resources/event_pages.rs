//! The public pages of an event, which need no key. A page is drawn from its data and the standings on it; the page of
//! a round also from the data of its event's page. A search for a name picks lines from a drawing that is kept, so that
//! many different searches take little time and no memory.
//!
//! Only public events have documents of pages, so pages of other events are not found.

use std::borrow::Cow;
use std::sync::Arc;

use api_kit::description::{Answer, Parameter, Tag, Values};
use api_kit::negotiation::EVENT_STREAM;
use api_kit::path::integer;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::{DocumentKey, PublicArchetypes, ViewKind};
use web::public::find::{self, Drawn, is_search};
use web::public::round::{self, Order};
use web::public::{archetypes, event, not_found, screen};
use web::texts::Language;

use super::events::{LAST_EVENT_ID, stream};
use crate::audience::Audience;
use crate::cache::Entry;
use crate::call::{Call, LANGUAGE};
use crate::drawing::Sources;
use crate::endpoint::{Cached, Endpoint, Handler};
use crate::live::{PAGES, Topic, id_of_event_page, id_of_round_page, id_of_screen};
use crate::own_events::read;
use crate::page_standings::standings_of;
use crate::query::malformed;
use crate::response_headers::ResponseHeaders;
use crate::shared::Shared;

/// Maximum number of characters of a name that is searched for.
const LONGEST_SEARCH: usize = 100;
/// Tells the screen from the other drawings of the data of an event's page.
const SCREEN_FORM: u8 = u8::MAX;

pub(crate) const ENDPOINTS: &[Endpoint] = &[EVENT, LIVE, SCREEN, TOURNAMENT, ARCHETYPES, ROUND];

const EVENT: Endpoint = Endpoint {
    template: "/events/{id}/",
    handler: Handler::Open(|call| Box::pin(event_page(call))),
    source_views: &[ViewKind::EventPage],
    cached: Some(Cached { kind: ViewKind::EventPage, find: cached_page }),
    id: "show_event_page",
    tag: Tag::Pages,
    summary: "Show the public page of an event",
    text: "When and where it takes place, who plays, its rounds, bracket and standings and, once they are published, \
           its lists. Test events, unlisted events, and events of unlisted conventions have no page.",
    parameters: &[FIND, LANGUAGE],
    answer: Answer::Html,
};

async fn event_page(call: Call) -> Result<Response, Problem> {
    match integer(call.param("id")) {
        Some(id) => page(&call, ViewKind::EventPage, id.to_string()).await,
        None => Ok(nothing(call.language())),
    }
}

const LIVE: Endpoint = Endpoint {
    template: "/events/{id}/live/",
    handler: Handler::Open(|call| Box::pin(live(call))),
    source_views: PAGES,
    cached: None,
    id: "follow_event_pages",
    tag: Tag::Pages,
    summary: "Follow the changes of an event's public pages",
    text: "The same stream as for members of the organization, for readers without a key. The `address` is that of the \
           page that changed. Every page names in `data-live` the stream that goes on where the page ends. Pages have \
           no `etag` here, because they are drawn when they are requested.",
    parameters: &[LAST_EVENT_ID],
    answer: Answer::EventStream,
};

async fn live(call: Call) -> Result<Response, Problem> {
    call.accept(EVENT_STREAM)?;
    let event = call.id("event")?;
    stream(&call, Topic::pages(event), None).await
}

const SCREEN: Endpoint = Endpoint {
    template: "/events/{id}/screen/",
    handler: Handler::Open(|call| Box::pin(screen_page(call))),
    source_views: &[ViewKind::EventPage, ViewKind::RoundPage],
    cached: None,
    id: "show_event_screen",
    tag: Tag::Pages,
    summary: "Show the page of an event for the wall",
    text: "In large letters: the clock of the round, its pairings by name, the tables that still play, and the \
           standings between rounds.",
    parameters: &[LANGUAGE],
    answer: Answer::Html,
};

async fn screen_page(call: Call) -> Result<Response, Problem> {
    let page = match integer(call.param("id")) {
        Some(id) => find_screen(&call, id).await?,
        None => None,
    };
    match page {
        Some(page) => call.answer_page(&page).await,
        None => Ok(nothing(call.language())),
    }
}

/// Returns the page, if the event has one.
async fn find_screen(call: &Call, id: i64) -> Result<Option<Arc<Entry>>, Problem> {
    let event = call.find(OrganizationId::SHARED, ViewKind::EventPage, id).await?;
    let Some(event) = event.filter(|event| !is_drawn(event)) else { return Ok(None) };
    let standings = match standings_of(&event) {
        Some(key) => call.shared.cache.get(key, call.audience).await?,
        None => None,
    };
    let round = shown_round(call, id, &event).await?;
    let (language, base) = (call.language(), call.shared.settings.base_path().to_owned());
    let others = [round.as_ref().map(|(_, round)| &**round), standings.as_deref()];
    let sources = Sources::new(ViewKind::EventPage, language, &event, others).in_form(SCREEN_FORM);
    let draw = move || {
        let shown = round.as_ref().map(|(number, round)| (*number, &**round));
        let live_id = id_of_screen(id, &event, shown, standings.as_deref())?;
        let round = shown.map(|(_, round)| &*round.body);
        screen::draw(language, &base, &event.body, round, standings.as_ref().map(|lines| &*lines.body), &live_id)
    };
    call.shared.drawings.get(sources, draw).await.map(Some)
}

/// Returns the last round whose pairings are published, with its number.
async fn shown_round(call: &Call, id: i64, event: &Entry) -> Result<Option<(i64, Arc<Entry>)>, Problem> {
    for number in screen::rounds(&event.body).map_err(Problem::internal)? {
        let round = call.find(OrganizationId::SHARED, ViewKind::RoundPage, format!("{id}/{number}")).await?;
        let Some(round) = round.filter(|round| !is_drawn(round)) else { continue };
        if screen::has_pairings(&round.body).map_err(Problem::internal)? {
            return Ok(Some((number.into(), round)));
        }
    }
    Ok(None)
}

/// The page at the address that it has with services of vendors. Clients build it from the id of an event.
const TOURNAMENT: Endpoint = Endpoint {
    template: "/events/{id}/tournament/",
    id: "show_event_tournament_page",
    summary: "Show the public page of an event at another address",
    text: "The same page as `/events/{id}/`. Clients of services of vendors build this address from the id of an \
           event.",
    ..EVENT
};

const ARCHETYPES: Endpoint = Endpoint {
    template: "/events/{id}/archetypes/",
    handler: Handler::Open(|call| Box::pin(archetypes_page(call))),
    // The first one says that everyone may see the page.
    source_views: &[ViewKind::PublicArchetypes, ViewKind::Archetypes, ViewKind::EventPage],
    cached: None,
    id: "show_archetypes_page",
    tag: Tag::Pages,
    summary: "Show the archetypes of an event",
    text: "The share of each archetype, and the results of archetypes against each other with 95 % confidence \
           intervals, once the event has published its lists. Unlisted events, and events of unlisted conventions, \
           have no page.",
    parameters: &[LANGUAGE],
    answer: Answer::Html,
};

async fn archetypes_page(call: Call) -> Result<Response, Problem> {
    let language = call.language();
    let Some(id) = integer(call.param("id")) else { return Ok(nothing(language)) };
    let public = call.find(OrganizationId::SHARED, ViewKind::PublicArchetypes, id).await?;
    let Some(public) = public else { return Ok(nothing(language)) };
    let PublicArchetypes { organization_id } = read(&public)?;
    let data = call.find(organization_id, ViewKind::Archetypes, id).await?;
    let event = call.find(OrganizationId::SHARED, ViewKind::EventPage, id).await?;
    let (Some(data), Some(event)) = (data, event.filter(|event| !is_drawn(event))) else {
        return Ok(nothing(language));
    };
    let sources = Sources::new(ViewKind::Archetypes, language, &data, [Some(&event), None]);
    let base = call.shared.settings.base_path().to_owned();
    let draw = move || archetypes::draw(language, &base, &data.body, &event.body);
    let page = call.shared.drawings.get(sources, draw).await?;
    call.answer_page(&page).await
}

const ROUND: Endpoint = Endpoint {
    template: "/events/{id}/rounds/{number}/",
    handler: Handler::Open(|call| Box::pin(round_page(call))),
    source_views: &[ViewKind::RoundPage],
    cached: Some(Cached { kind: ViewKind::RoundPage, find: cached_page }),
    id: "show_round_page",
    tag: Tag::Pages,
    summary: "Show the public page of a round of an event",
    text: "Pairings by name or by table, seatings and standings. Pairings are shown once they are published. `number` \
           is the round's number in the event.",
    parameters: &[BY, FIND, LANGUAGE],
    answer: Answer::Html,
};

async fn round_page(call: Call) -> Result<Response, Problem> {
    match (integer(call.param("id")), integer(call.param("number"))) {
        (Some(id), Some(number)) => page(&call, ViewKind::RoundPage, format!("{id}/{number}")).await,
        _ => Ok(nothing(call.language())),
    }
}

/// The query parameter with a name to find.
const FIND: Parameter = Parameter {
    name: "find",
    text: "Shows the lines of which a name has words that begin like these, at the top of the page. Long lists are \
           left out then.",
    values: Values::Text(LONGEST_SEARCH),
    example: "ann lee",
};

/// The query parameter for the order of the lines of a round.
const BY: Parameter = Parameter {
    name: "by",
    text: "The order of pairings: by the names of players or teams, or by table. Other values mean `name`.",
    values: Values::Preferably(|| vec!["name", "table"]),
    example: "table",
};

/// How a page is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Shape {
    order: Order,
    drawn: Drawn,
}

impl Shape {
    /// The page at the address without a query.
    const PLAIN: Self = Self { order: Order::ByName, drawn: Drawn::Whole };

    /// The form of the drawing.
    fn form(self) -> u8 {
        match (self.order, self.drawn) {
            (Order::ByName, Drawn::Whole) => 0,
            (Order::ByTable, Drawn::Whole) => 1,
            (Order::ByName, Drawn::Finder) => 2,
            (Order::ByTable, Drawn::Finder) => 3,
        }
    }
}

/// Answers with a public page.
async fn page(call: &Call, kind: ViewKind, key: String) -> Result<Response, Problem> {
    let (query, language) = (call.query(), call.language());
    let search = query.text(FIND.name).filter(|text| is_search(text));
    if search.is_some_and(|text| text.chars().count() > LONGEST_SEARCH) {
        return Err(malformed(FIND.name, format!("must have at most {LONGEST_SEARCH} characters")));
    }
    let is_by_table = kind == ViewKind::RoundPage && query.text(BY.name) == Some("table");
    let shape = Shape {
        order: if is_by_table { Order::ByTable } else { Order::ByName },
        drawn: if search.is_some() { Drawn::Finder } else { Drawn::Whole },
    };
    let Some(mut entry) = find_page(call, kind, key, shape).await? else { return Ok(nothing(language)) };
    if let Some(search) = search {
        let finder = std::str::from_utf8(&entry.body).map_err(Problem::internal)?;
        entry = Arc::new(Entry::made(find::page(language, finder, search).into(), entry.stale));
    }
    call.answer_page(&entry).await
}

/// Returns the page with this data, if there is one.
async fn find_page(call: &Call, data: ViewKind, key: String, shape: Shape) -> Result<Option<Arc<Entry>>, Problem> {
    let data = DocumentKey::new(OrganizationId::SHARED, data, key);
    let Some(page) = call.find(data.organization_id, data.kind, &data.key).await? else { return Ok(None) };
    if is_drawn(&page) {
        return Ok(Some(page));
    }
    // Not documents that the request names: they are rendered from the same stream as the page's data.
    let mut others = [None, None];
    for (other, key) in others.iter_mut().zip(other_sources(&data, &page)) {
        if let Some(key) = key {
            *other = call.shared.cache.get(&key, call.audience).await?;
        }
    }
    let [event, standings] = others;
    if data.kind == ViewKind::RoundPage && event.is_none() {
        return Ok(None);
    }
    let language = call.language();
    let sources = Sources::new(data.kind, language, &page, [event.as_deref(), standings.as_deref()]);
    let sources = sources.in_form(shape.form());
    let base = call.shared.settings.base_path().to_owned();
    let draw = move || {
        let lines = standings.as_ref().map(|entry| &*entry.body);
        let id = live_id(&data.key, &page, event.as_deref(), standings.as_deref())?;
        let Some(event) = &event else { return event::draw(language, &base, &page.body, lines, &id, shape.drawn) };
        let number = data.key.split_once('/').and_then(|(_, number)| number.parse().ok()).unwrap_or_default();
        let sources = round::Sources { number, data: &page.body, event: &event.body, standings: lines, live_id: &id };
        round::draw(language, &base, sources, shape.order, shape.drawn)
    };
    call.shared.drawings.get(sources, draw).await.map(Some)
}

/// Returns the id from which the event's stream goes on after this page: between the two, nothing is missed.
fn live_id(key: &str, page: &Entry, event: Option<&Entry>, standings: Option<&Entry>) -> serde_json::Result<String> {
    let (id, number) = key.split_once('/').unwrap_or((key, ""));
    let (id, number) = (id.parse().unwrap_or_default(), number.parse().unwrap_or_default());
    match event {
        Some(event) => id_of_round_page(id, number, page, event, standings),
        None => id_of_event_page(id, page, standings),
    }
}

/// Returns the page, if it and its sources are in memory.
fn cached_page(shared: &Shared, data: &DocumentKey, audience: Audience, language: Language) -> Option<Arc<Entry>> {
    let page = shared.cache.cached(data, audience)?;
    if is_drawn(&page) {
        return Some(page);
    }
    let mut others = [None, None];
    for (other, key) in others.iter_mut().zip(other_sources(data, &page)) {
        if let Some(key) = key {
            *other = Some(shared.cache.cached(&key, audience)?);
        }
    }
    let [event, standings] = others;
    let sources = Sources::new(data.kind, language, &page, [event.as_deref(), standings.as_deref()]);
    shared.drawings.cached(&sources.in_form(Shape::PLAIN.form()))
}

/// Whether it is a page already: views of earlier versions hold pages until they are rendered again.
fn is_drawn(page: &Entry) -> bool {
    page.body.starts_with(b"<")
}

/// Returns the keys of the other documents that a page is drawn from: the data of the event's page, if this is the page
/// of a round, and the standings on the page.
fn other_sources<'a>(data: &DocumentKey, page: &'a Entry) -> [Option<Cow<'a, DocumentKey>>; 2] {
    let event = data.key.split_once('/').map(|(event, _)| event);
    let event = event.map(|event| DocumentKey::new(OrganizationId::SHARED, ViewKind::EventPage, event));
    [event.map(Cow::Owned), standings_of(page).map(Cow::Borrowed)]
}

/// Returns the page for 404.
pub(super) fn nothing(language: Language) -> Response {
    let mut response = html(StatusCode::NOT_FOUND, language, not_found::draw(language));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Returns a page with this text in a language.
fn html(status: StatusCode, language: Language, text: impl Into<Body>) -> Response {
    let mut response = Response::new(text.into());
    *response.status_mut() = status;
    let headers: &mut HeaderMap = response.headers_mut();
    ResponseHeaders::PUBLIC_PAGE.in_language(language).write(headers);
    response
}
