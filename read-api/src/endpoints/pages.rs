//! Answers with public pages, which need no key. A page is drawn from its data and the standings on it; the page of a
//! round also from the data of its event's page. A search for a name picks lines from a drawing that is kept, so that
//! many different searches take little time and no memory.
//!
//! Only public events have documents of pages, so pages of other events are not found.

use std::borrow::Cow;
use std::sync::Arc;

use api_kit::description::{Parameter, Values};
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::{DocumentKey, ViewKind};
use web::public::find::{self, Drawn, is_search};
use web::public::round::{self, Order};
use web::public::{event, not_found};
use web::texts::Language;

use crate::Shared;
use crate::answer;
use crate::audience::Audience;
use crate::cache::Entry;
use crate::call::Call;
use crate::drawing::Sources;
use crate::form::Form;
use crate::live::{id_of_event_page, id_of_round_page};
use crate::page_standings::standings_of;
use crate::query::malformed;

/// Maximum number of characters of a name that is searched for.
const LONGEST_SEARCH: usize = 100;

/// The query parameter with a name to find.
pub(super) const FIND: Parameter = Parameter {
    name: "find",
    text: "Shows the lines of which a name has words that begin like these, at the top of the page. Long lists are left out \
           then.",
    values: Values::Text(LONGEST_SEARCH),
    example: "ann lee",
};

/// The query parameter for the order of the lines of a round.
pub(super) const BY: Parameter = Parameter {
    name: "by",
    text: "The order of pairings: by the names of players or teams, or by table. Other values mean `name`.",
    values: Values::Preferably(orders),
    example: "table",
};

fn orders() -> Vec<&'static str> {
    vec!["name", "table"]
}

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
pub(super) async fn page(call: &Call, kind: ViewKind, key: String) -> Result<Response, Problem> {
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
    let Some(mut entry) = find(call, kind, key, shape).await? else { return Ok(nothing(language)) };
    if let Some(search) = search {
        let finder = std::str::from_utf8(&entry.body).map_err(Problem::internal)?;
        entry = Arc::new(Entry::made(find::page(language, finder, search).into(), entry.stale));
    }
    answer::entry(&call.headers, &entry, Form::PUBLIC_PAGE.in_language(language)).await
}

/// Returns the page with this data, if there is one.
async fn find(call: &Call, data: ViewKind, key: String, shape: Shape) -> Result<Option<Arc<Entry>>, Problem> {
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
pub(crate) fn at_hand(
    shared: &Shared,
    data: &DocumentKey,
    audience: Audience,
    language: Language,
) -> Option<Arc<Entry>> {
    let page = shared.cache.at_hand(data, audience)?;
    if is_drawn(&page) {
        return Some(page);
    }
    let mut others = [None, None];
    for (other, key) in others.iter_mut().zip(other_sources(data, &page)) {
        if let Some(key) = key {
            *other = Some(shared.cache.at_hand(&key, audience)?);
        }
    }
    let [event, standings] = others;
    let sources = Sources::new(data.kind, language, &page, [event.as_deref(), standings.as_deref()]);
    shared.drawings.at_hand(&sources.in_form(Shape::PLAIN.form()))
}

/// Whether it is a page already: views of earlier versions hold pages until they are rendered again.
pub(super) fn is_drawn(page: &Entry) -> bool {
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
pub(super) fn html(status: StatusCode, language: Language, text: impl Into<Body>) -> Response {
    let mut response = Response::new(text.into());
    *response.status_mut() = status;
    let headers: &mut HeaderMap = response.headers_mut();
    Form::PUBLIC_PAGE.in_language(language).write(headers);
    response
}
