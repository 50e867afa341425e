//! The public pages of an event, which need no key. A page is drawn from the data of the event's page and the standings on
//! it; the page of a round from its own data and that of its event's page. A search for a name picks lines from a drawing
//! that is kept, so that many different searches take little time and no memory.
//!
//! Only public events have documents of pages, so pages of other events are not found.

use std::sync::Arc;

use api_kit::description::{Answer, Parameter, Values};
use api_kit::negotiation::EVENT_STREAM;
use api_kit::path::integer;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::Response;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::{DocumentKey, PublicArchetypes, ViewKind};
use web::public::find::{self, Drawn, is_search};
use web::public::round::{self, Order};
use web::public::{EventView, archetypes, not_found, screen};
use web::texts::Language;

use super::events::{LAST_EVENT_ID, stream};
use crate::cache::Entry;
use crate::call::{Call, LANGUAGE};
use crate::drawing::Sources;
use crate::endpoint::{Endpoint, Handler};
use crate::live::{PAGES, Topic, id_of_event_page, id_of_round_page, id_of_screen};
use crate::own_events::read;
use crate::query::malformed;
use crate::response_headers::ResponseHeaders;

/// Maximum number of characters of a name that is searched for.
const LONGEST_SEARCH: usize = 100;
/// The highest number of a page of a long list.
const LAST_PAGE: u16 = 999;

pub(crate) static ENDPOINTS: &[Endpoint] =
    &[EVENT, LIVE, SCREEN, TOURNAMENT, STANDINGS, BRACKET, DECKS, PLAYERS, ARCHETYPES, ROUND];

const EVENT: Endpoint = Endpoint {
    template: "/events/{id}/",
    handler: Handler::Open(|call| Box::pin(view(call, EventView::Overview))),
    source_views: &[ViewKind::EventPage],
    id: "show_event_page",
    summary: "Show the public page of an event",
    text: "When and where it takes place, what is on now, and the top of its standings. Further pages have its pairings, \
           standings, bracket, published lists and players. Test events, unlisted events, and events of unlisted \
           conventions have no page.",
    parameters: &[FIND, LANGUAGE],
    ..Endpoint::NEW
};

const STANDINGS: Endpoint = Endpoint {
    template: "/events/{id}/standings/",
    handler: Handler::Open(|call| Box::pin(view(call, EventView::Standings))),
    source_views: &[ViewKind::EventPage, ViewKind::RoundPage],
    id: "show_standings_page",
    summary: "Show the standings of an event",
    text: "With the cut line, and how places changed since the round before. Without `round`, the final ones, or those \
           of the active round.",
    parameters: &[OF_ROUND, PAGE, FIND, LANGUAGE],
    ..EVENT
};

const BRACKET: Endpoint = Endpoint {
    template: "/events/{id}/bracket/",
    handler: Handler::Open(|call| Box::pin(view(call, EventView::Bracket))),
    id: "show_bracket_page",
    summary: "Show the brackets of an event",
    text: "A column for each round of the playoff, those to come included.",
    parameters: &[LANGUAGE],
    ..EVENT
};

const DECKS: Endpoint = Endpoint {
    template: "/events/{id}/decks/",
    handler: Handler::Open(|call| Box::pin(view(call, EventView::Decks))),
    id: "show_decks_page",
    summary: "Show the published lists of an event",
    text: "In the order of the standings, with pictures.",
    parameters: &[PAGE, LANGUAGE],
    ..EVENT
};

const PLAYERS: Endpoint = Endpoint {
    template: "/events/{id}/players/",
    handler: Handler::Open(|call| Box::pin(view(call, EventView::Players))),
    id: "show_players_page",
    summary: "Show the players of an event",
    text: "By name, with places and records once they play. Teams in an event of teams.",
    parameters: &[PAGE, FIND, LANGUAGE],
    ..EVENT
};

const LIVE: Endpoint = Endpoint {
    template: "/events/{id}/live/",
    handler: Handler::Open(|call| Box::pin(live(call))),
    source_views: PAGES,
    id: "follow_event_pages",
    summary: "Follow the changes of an event's public pages",
    text: "The same stream as for members of the organization, for readers without a key. The `address` is that of the \
           page that changed. Every page names in `data-live` the stream that goes on where the page ends. Pages have \
           no `etag` here, because they are drawn when they are requested.",
    parameters: &[LAST_EVENT_ID],
    answer: Answer::EventStream,
    ..Endpoint::NEW
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
    id: "show_event_screen",
    summary: "Show the page of an event for the wall",
    text: "In large letters: the clock of the round, its pairings by name, the tables that still play, and the \
           standings between rounds.",
    parameters: &[LANGUAGE],
    ..Endpoint::NEW
};

async fn screen_page(call: Call) -> Result<Response, Problem> {
    let Some(id) = integer(call.param("id")) else { return Ok(nothing(&call)) };
    let Some(event) = call.find_event(id).await? else { return Ok(nothing(&call)) };
    let standings = call.at(event.page.standings()).await?;
    let round = shown_round(&call, id, &event.page).await?;
    let (language, [address, base]) = (call.language(), call.addresses());
    let others = [event.store.as_deref(), round.as_ref().map(|(_, round)| &**round), standings.as_deref()];
    let sources = Sources::new(ViewKind::EventPage, language, &event.page, &others).in_form("screen");
    let draw = move || {
        let shown = round.as_ref().map(|(number, round)| (*number, &**round));
        let live_id = id_of_screen(id, &event, shown, standings.as_deref())?;
        let round = shown.map(|(_, round)| &*round.body);
        let addresses = [&*address, &*base];
        screen::draw(language, addresses, event.data(), round, standings.as_ref().map(|lines| &*lines.body), &live_id)
    };
    let page = call.shared.drawings.get(sources, draw).await?;
    call.answer_page(&page).await
}

/// Returns the last round whose pairings are published, with its number.
async fn shown_round(call: &Call, id: i64, event: &Entry) -> Result<Option<(i64, Arc<Entry>)>, Problem> {
    let Some(number) = screen::shown_round(&event.body).map_err(Problem::internal)? else { return Ok(None) };
    let round = call.find(OrganizationId::SHARED, ViewKind::RoundPage, format!("{id}/{number}")).await?;
    Ok(round.map(|round| (number.into(), round)))
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
    id: "show_archetypes_page",
    summary: "Show the archetypes of an event",
    text: "The share of each archetype, and the results of archetypes against each other with 95 % confidence \
           intervals, once the event has published its lists. Unlisted events, and events of unlisted conventions, \
           have no page.",
    parameters: &[LANGUAGE],
    ..Endpoint::NEW
};

async fn archetypes_page(call: Call) -> Result<Response, Problem> {
    let language = call.language();
    let Some(id) = integer(call.param("id")) else { return Ok(nothing(&call)) };
    let public = call.find(OrganizationId::SHARED, ViewKind::PublicArchetypes, id).await?;
    let Some(public) = public else { return Ok(nothing(&call)) };
    let PublicArchetypes { organization_id } = read(&public)?;
    let data = call.find(organization_id, ViewKind::Archetypes, id).await?;
    let (Some(data), Some(event)) = (data, call.find_event(id).await?) else {
        return Ok(nothing(&call));
    };
    let sources = Sources::new(ViewKind::Archetypes, language, &data, &event.entries());
    let [address, base] = call.addresses();
    let draw = move || archetypes::draw(language, [&address, &base], &data.body, event.data());
    let page = call.shared.drawings.get(sources, draw).await?;
    call.answer_page(&page).await
}

const ROUND: Endpoint = Endpoint {
    template: "/events/{id}/rounds/{number}/",
    handler: Handler::Open(|call| Box::pin(view(call, EventView::Pairings))),
    source_views: &[ViewKind::RoundPage],
    id: "show_round_page",
    summary: "Show the public page of a round of an event",
    text: "Pairings by name or by table, and seatings. Pairings are shown once they are published. `number` is the \
           round's number in the event.",
    parameters: &[BY, PAGE, FIND, LANGUAGE],
    ..Endpoint::NEW
};

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

/// The query parameter with the page of a long list.
const PAGE: Parameter = Parameter {
    name: "page",
    text: "The page of a list of more than 128 lines, from 1. Numbers behind the last one mean the last one; anything \
           else is ignored.",
    values: Values::Preferably(|| vec!["2"]),
    example: "2",
};

/// The query parameter with the round of standings.
const OF_ROUND: Parameter = Parameter {
    name: "round",
    text: "The number of the round after which the standings are shown. A round without standings is ignored.",
    values: Values::Preferably(|| vec!["3"]),
    example: "3",
};

/// How a page is drawn.
#[derive(Debug, Clone, Copy)]
struct Shape {
    view: EventView,
    order: Order,
    drawn: Drawn,
}

/// Answers with a page of an event, or of the round that the address names.
async fn view(call: Call, view: EventView) -> Result<Response, Problem> {
    let (id, number) = (integer(call.param("id")), integer(call.param("number")));
    let Some(id) = id.filter(|_| view != EventView::Pairings || number.is_some()) else { return Ok(nothing(&call)) };
    let query = call.query();
    let has = |parameter: &Parameter| call.parameters.iter().any(|known| known.name == parameter.name);
    let search = query.text(FIND.name).filter(|text| has(&FIND) && is_search(text));
    if search.is_some_and(|text| text.chars().count() > LONGEST_SEARCH) {
        return Err(malformed(FIND.name, format!("must have at most {LONGEST_SEARCH} characters")));
    }
    let page = query.text(PAGE.name).and_then(|text| text.parse().ok()).filter(|_| has(&PAGE));
    let shape = Shape {
        view,
        order: if query.text(BY.name) == Some("table") { Order::ByTable } else { Order::ByName },
        drawn: match search {
            Some(_) => Drawn::Finder,
            None => Drawn::Page(page.unwrap_or(1).clamp(1, LAST_PAGE)),
        },
    };
    let drawn = match number {
        Some(number) => draw_round(&call, id, number, shape).await?,
        None => draw_event(&call, id, shape).await?,
    };
    let Some(mut entry) = drawn else { return Ok(nothing(&call)) };
    if let Some(search) = search {
        let finder = std::str::from_utf8(&entry.body).map_err(Problem::internal)?;
        entry = Arc::new(Entry::made(find::page(call.language(), finder, search).into(), entry.stale));
    }
    call.answer_page(&entry).await
}

/// Draws the page of a round, if there is one.
async fn draw_round(call: &Call, id: i64, number: i64, shape: Shape) -> Result<Option<Arc<Entry>>, Problem> {
    let page = call.find(OrganizationId::SHARED, ViewKind::RoundPage, format!("{id}/{number}")).await?;
    // Not a document that the request names: it is rendered from the same stream as the page's data.
    let event = call.at(Some(DocumentKey::new(OrganizationId::SHARED, ViewKind::EventPage, id))).await?;
    let (Some(page), Some(event)) = (page, event) else { return Ok(None) };
    let event = call.join_event(event).await?;
    let (language, [address, base]) = (call.language(), call.addresses());
    let sources = Sources::new(ViewKind::RoundPage, language, &page, &event.entries()).in_form(shape);
    let draw = move || {
        let live_id = &id_of_round_page(id, number, &page, &event)?;
        let sources = round::Sources { number, data: &page.body, event: event.data(), live_id };
        round::draw(language, [&address, &base], sources, shape.order, shape.drawn)
    };
    call.shared.drawings.get(sources, draw).await.map(Some)
}

/// Draws a page of an event, if it has one.
async fn draw_event(call: &Call, id: i64, shape: Shape) -> Result<Option<Arc<Entry>>, Problem> {
    let Some(event) = call.find_event(id).await? else { return Ok(None) };
    let round = if shape.view == EventView::Standings { chosen_round(call, id).await? } else { None };
    let shown = round.as_ref().map_or(&event.page, |(_, round)| round);
    let standings = call.at(shown.standings()).await?;
    let before = shown.standings_before().filter(|_| shape.view == EventView::Standings);
    let before = call.at(before).await?;
    let (language, [address, base]) = (call.language(), call.addresses());
    let chosen = round.as_ref().map(|(_, round)| &**round);
    let others = [event.store.as_deref(), chosen, standings.as_deref(), before.as_deref()];
    let hours = event.page.hours(call.shared.clock.now());
    let sources = Sources::new(ViewKind::EventPage, language, &event.page, &others).in_form((shape, hours));
    let draw = move || {
        let live_id = &id_of_event_page(id, &event, standings.as_deref().filter(|_| round.is_none()))?;
        let sources = web::public::event::Sources {
            event: event.data(),
            round: round.as_ref().map(|(number, round)| (*number, &*round.body)),
            standings: standings.as_ref().map(|lines| &*lines.body),
            before: before.as_ref().map(|lines| &*lines.body),
            hours,
            live_id,
        };
        web::public::event::draw(language, [&address, &base], shape.view, sources, shape.drawn)
    };
    call.shared.drawings.get(sources, draw).await.map(Some)
}

/// Returns the round that the query names, if it has standings.
async fn chosen_round(call: &Call, event: i64) -> Result<Option<(i64, Arc<Entry>)>, Problem> {
    let query = call.query();
    let Some(number) = query.text(OF_ROUND.name).and_then(integer) else { return Ok(None) };
    let round = call.find(OrganizationId::SHARED, ViewKind::RoundPage, format!("{event}/{number}")).await?;
    let round = round.filter(|round| round.standings().is_some());
    Ok(round.map(|round| (number, round)))
}

/// Returns the page for 404.
pub(super) fn nothing(call: &Call) -> Response {
    not_found_at(&call.uri, &call.headers, call.shared.settings.base_path())
}

/// Returns the page for 404 at an address.
pub(crate) fn not_found_at(uri: &Uri, headers: &HeaderMap, base: &str) -> Response {
    let language = Language::of(uri.query(), headers);
    let mut response = Response::new(Body::from(not_found::draw(language, base, uri.path())));
    *response.status_mut() = StatusCode::NOT_FOUND;
    ResponseHeaders::PUBLIC_PAGE.in_language(language).write(response.headers_mut());
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
