//! The page of a store, its colours, and what programs that search the web read.
//!
//! A store has a page once an administrator has changed it, or once it has a public event or a public convention to come.
//! The names of other organizations stay unknown.

use api_kit::description::{Answer, Tag};
use api_kit::path::nothing as no_such;
use api_kit::store_failed;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use chrono::{DateTime, Utc};
use domain::documents::{PublicConvention, PublicEvent, StorePageDocument, store_path};
use domain::permissions::Operation::ReadStorePage;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::{EventPlace, ListRange, PublicConventions, PublicEvents, Stage, ViewKind};
use web::public::store::{self, StoreEvents};
use web::public::{colors, sitemap};
use web::texts::Language;

use super::event_pages::nothing;
use super::public_events::{LATE, STEP, list_sources, stores};
use crate::answer;
use crate::call::{Call, LANGUAGE};
use crate::endpoint::{Endpoint, Handler};
use crate::response_headers::ResponseHeaders;
use crate::shared::Shared;

/// Maximum number of events on the page of a store that run or are to come, and of finished ones.
const MOST: i64 = 12;
/// Maximum number of events of a stage in the sitemap. With two pages each, it stays below 50,000 pages.
const MOST_IN_SITEMAP: i64 = 8_000;
/// Maximum number of stores in the sitemap.
const MOST_STORES: usize = 1_000;
/// Maximum number of conventions in the sitemap, and on the page of a store.
const MOST_CONVENTIONS: i64 = 1_000;
const CONVENTIONS: i64 = 12;
/// The lists that determine the page of a store, and the sitemap.
const LISTS: [ViewKind; 2] = [ViewKind::PublicEvent, ViewKind::PublicConvention];
const STAGES: [Stage; 3] = [Stage::Running, Stage::Upcoming, Stage::Finished];

pub(crate) static ENDPOINTS: &[Endpoint] = &[STORE, COLORS, ROBOTS, SITEMAP];

/// The page as data, for the store itself.
pub(crate) static DATA: &[Endpoint] = &[Endpoint {
    template: "/api/v1/store-page/",
    handler: Handler::Known(ReadStorePage, |call, caller| {
        Box::pin(async move {
            let id = caller.organization()?;
            let found = call.find(OrganizationId::SHARED, ViewKind::StorePage, id).await?;
            call.answer(&*found.ok_or_else(|| no_such("organization", &id.to_string()))?).await
        })
    }),
    source_views: &[ViewKind::StorePage],
    id: "get_store_page",
    tag: Tag::Members,
    summary: "Get the page of your store",
    text: "The public page is at `/stores/{slug}/`, or at `/stores/{organization_id}/` until it is changed for the first \
           time.",
    answer: Answer::of::<StorePageDocument<'_>>(200),
    ..Endpoint::NEW
}];

const STORE: Endpoint = Endpoint {
    template: "/stores/{slug}/",
    handler: Handler::Open(|call| Box::pin(store_page(call))),
    source_views: &[ViewKind::StorePage, ViewKind::PublicEvent, ViewKind::PublicConvention],
    id: "show_store",
    summary: "Show the page of a store",
    text: "Its text, address and logo, and its public events. `slug` may also be an earlier slug or the id of the \
           organization: these lead to the page. A store has a page once it was changed, or once it has a public event \
           or a public convention to come.",
    parameters: &[LANGUAGE],
    ..Endpoint::NEW
};

async fn store_page(call: Call) -> Result<Response, Problem> {
    let slug = call.param("slug");
    let Some(found) = call.find(OrganizationId::SHARED, ViewKind::StorePage, slug).await? else {
        return Ok(nothing(&call));
    };
    let page: StorePageDocument<'_> = serde_json::from_slice(&found.body).map_err(Problem::internal)?;
    if !page.slug.is_empty() && page.slug != slug {
        return redirect(&format!("{}{}", call.shared.settings.base_path(), page.path()));
    }
    let now = call.shared.clock.now();
    let id = page.organization_id;
    let minute = now.timestamp().div_euclid(STEP);
    let text = format!("store {id} {minute} {:?}", found.content());
    let sources = list_sources(&call, &LISTS, call.language(), &text).await?;
    if let Some(page) = call.shared.drawings.cached(&sources) {
        return call.answer_page(&page).await;
    }
    let events = events(&call.shared, id, now).await?;
    if page.slug.is_empty() && events.is_empty() {
        return Ok(nothing(&call));
    }
    let (language, [address, base]) = (call.language(), call.addresses());
    let draw = move || store::draw(language, &base, &address, &found.body, &events);
    let page = call.shared.drawings.get(sources, draw).await?;
    call.answer_page(&page).await
}

/// Returns the events that run or are to come, the next first, the newest finished ones, and the next conventions.
async fn events(shared: &Shared, id: OrganizationId, now: DateTime<Utc>) -> Result<StoreEvents, Problem> {
    let list = PublicEvents { organization_id: Some(id), format: None };
    let upcoming = list.range(Stage::Upcoming, Some(EventPlace::at(now - LATE)), None);
    let running = list.range(Stage::Running, None, None);
    let finished = ListRange { is_reverse: true, ..list.range(Stage::Finished, None, None) };
    let mut found = Vec::new();
    for range in [running, upcoming, finished] {
        found.push(documents(shared, &ListRange { limit: MOST, ..range }).await?);
    }
    let past = found.pop().unwrap_or_default();
    let mut next = found.concat();
    next.truncate(usize::try_from(MOST).unwrap_or(usize::MAX));
    let mut conventions = documents(shared, &PublicConventions::OfStore(id).range(CONVENTIONS)).await?;
    conventions.retain(|body| serde_json::from_slice::<PublicConvention>(body).is_ok_and(|it| !it.is_over(now)));
    conventions.reverse();
    Ok(StoreEvents { next, past, conventions })
}

/// Returns the documents of a range of public ones.
pub(super) async fn documents(shared: &Shared, range: &ListRange) -> Result<Vec<Vec<u8>>, Problem> {
    let bodies = shared.views.range(range).await.map_err(store_failed)?;
    Ok(bodies.iter().map(|body| body.for_everyone().to_vec()).collect())
}

/// Leads to another address of a page. Browsers ask each time, because a slug may return to where it was.
fn redirect(address: &str) -> Result<Response, Problem> {
    let mut response = Response::default();
    *response.status_mut() = StatusCode::MOVED_PERMANENTLY;
    let headers = response.headers_mut();
    headers.insert(header::LOCATION, HeaderValue::from_str(address).map_err(Problem::internal)?);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, no-cache"));
    Ok(response)
}

const COLORS: Endpoint = Endpoint {
    template: "/colors/{file}",
    handler: Handler::Open(|call| {
        Box::pin(async move {
            let color = call.param("file").strip_suffix(".css").unwrap_or_default();
            let style = colors::style_sheet(color).ok_or_else(|| no_such("colour", color))?;
            call.answer_text(style, STYLE).await
        })
    }),
    id: "get_colors",
    summary: "Get the style sheet of a colour",
    text: "`file` is the colour of an organization with six hexadecimal digits: `1f6feb.css`.",
    answer: Answer::File,
    ..Endpoint::NEW
};

/// A day: another version of the service may make other colours of one.
const STYLE: ResponseHeaders = ResponseHeaders {
    content_type: "text/css; charset=utf-8",
    cache_control: "public, max-age=86400",
    ..ResponseHeaders::SCRIPT
};

const ROBOTS: Endpoint = Endpoint {
    template: "/robots.txt",
    handler: Handler::Open(|call| {
        Box::pin(async move {
            let [address, base] = call.addresses();
            let text = sitemap::robots(&address, &base);
            call.answer_text(text, TEXT).await
        })
    }),
    id: "get_robots",
    summary: "Get what search engines may read",
    answer: Answer::File,
    ..Endpoint::NEW
};

const TEXT: ResponseHeaders = ResponseHeaders { content_type: "text/plain; charset=utf-8", ..ResponseHeaders::SCRIPT };
const XML: ResponseHeaders = ResponseHeaders {
    content_type: "application/xml; charset=utf-8",
    vary: "Accept-Encoding, Consistency-Token",
    ..ResponseHeaders::SCRIPT
};

const SITEMAP: Endpoint = Endpoint {
    template: "/sitemap.xml",
    handler: Handler::Open(|call| Box::pin(answer_sitemap(call))),
    source_views: &[ViewKind::PublicEvent, ViewKind::PublicConvention, ViewKind::StorePage],
    id: "get_sitemap",
    summary: "Get the sitemap",
    text: "The stores with public events, public conventions, and the newest public events.",
    answer: Answer::File,
    ..Endpoint::NEW
};

async fn answer_sitemap(call: Call) -> Result<Response, Problem> {
    let sources = list_sources(&call, &LISTS, Language::English, "sitemap").await?;
    let drawings = &call.shared.drawings;
    let text = match drawings.cached(&sources) {
        Some(known) => known,
        None => {
            let mut paths = vec!["/".to_owned()];
            for (id, _) in stores(&*call.shared.views, MOST_STORES).await? {
                let Some(found) = call.find(OrganizationId::SHARED, ViewKind::StorePage, id).await? else { continue };
                let page: StorePageDocument<'_> = serde_json::from_slice(&found.body).map_err(Problem::internal)?;
                paths.push(store_path(&page.slug, page.organization_id));
            }
            paths.push("/conventions/".to_owned());
            for body in documents(&call.shared, &PublicConventions::All.range(MOST_CONVENTIONS)).await? {
                let convention: PublicConvention = serde_json::from_slice(&body).map_err(Problem::internal)?;
                paths.push(convention.path());
            }
            for stage in STAGES {
                add_events(&call, stage, &mut paths).await?;
            }
            let address = call.shared.settings.public_url.clone();
            drawings.get(sources, move || Ok(sitemap::pages(&address, &paths))).await?
        }
    };
    answer::entry(&call.headers, &text, XML).await
}

/// Adds the paths of the newest public events of a stage, and of their standings.
async fn add_events(call: &Call, stage: Stage, paths: &mut Vec<String>) -> Result<(), Problem> {
    let range = PublicEvents::default().range(stage, None, None);
    let range = ListRange { is_reverse: true, limit: MOST_IN_SITEMAP, ..range };
    for body in documents(&call.shared, &range).await? {
        let event: PublicEvent<'_> = serde_json::from_slice(&body).map_err(Problem::internal)?;
        paths.push(format!("/events/{}/", event.id));
        if !matches!(stage, Stage::Upcoming) {
            paths.push(format!("/events/{}/standings/", event.id));
        }
    }
    Ok(())
}
