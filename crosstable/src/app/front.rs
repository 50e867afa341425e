//! One router in front of both services and the pages for signed-in people. The pages have addresses of their own. The
//! read side gets all other reads except those of webhooks, and the write side gets everything else.
//!
//! Health comes first, since it must answer while the services do not answer yet. The write side passes unknown routes
//! on to the read side, which answers for addresses that can only be read. A process without a write side answers reads
//! only and has none of these pages. A process without a read side still answers reads that a gateway sends to it.
//!
//! Requests get 503 until the views have been up to date once: without views, a valid key would be unknown and a submitted
//! list would not be found. Complete views from an earlier run are served once they show the newest event of the start. They
//! are also served while the projector renders them again or needs more than a few seconds to catch up, unless they were
//! made from another log.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::ACCESS_CONTROL_REQUEST_METHOD;
use axum::http::{Method, Request};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use proto_events::Position;
use read_api::ReadApi;
use service_kit::message;
use service_kit::problem::Problem;
use service_kit::server::Shortcut;
use storage::{EventStore, StoreError, ViewStore};
use tokio::sync::watch;
use tower::{ServiceExt, service_fn};
use web::site::Site;
use write_api::interface::WriteHttp;

/// The beginnings of addresses whose reads are answered by the write side, too.
const OF_WRITER: [&str; 2] = ["/api/v1/series", "/api/v1/webhooks"];

/// The HTTP interfaces of a process with the write side.
pub(super) struct WriteSide {
    pub(super) http: WriteHttp,
    pub(super) site: Site,
}

/// Combines health and the services in one router.
pub(super) fn front(health: Router, read: Router, write: Option<&WriteSide>, starting: &Starting) -> Router {
    let pages: Arc<[&str]> = write.map_or_else(Vec::new, |_| page_segments()).into();
    let site = write.map_or_else(Router::new, |write| write.site.router()).fallback_service(read.clone());
    let write = write.map_or_else(|| read.clone(), |write| write.http.router(read.clone()));
    let (site, read, write) = (starting.guard(site), starting.guard(read), starting.guard(write));
    health.fallback_service(service_fn(move |request: Request<Body>| {
        let side = if is_page(&pages, request.uri().path()) {
            &site
        } else if (is_read(request.method()) || is_preflight(&request)) && !has_writer(request.uri().path()) {
            &read
        } else {
            &write
        };
        let side = side.clone();
        async move { Ok::<_, Infallible>(side.oneshot(request).await.unwrap_or_else(|never| match never {})) }
    }))
}

/// Answers simple requests before the routers, once views are available. These pages and health always go through the
/// routers.
pub(super) fn shortcut(read: &ReadApi, starting: &Starting) -> Shortcut {
    let (starting, read) = (starting.clone(), read.shortcut());
    Arc::new(move |request| if starting.is_over() { read(request) } else { None })
}

/// Returns the first path segments of the pages: `admin`, `desk`, `me`.
fn page_segments() -> Vec<&'static str> {
    let mut first: Vec<_> = web::site::routes().iter().filter_map(|route| first(route.template)).collect();
    first.sort_unstable();
    first.dedup();
    first
}

fn is_page(pages: &[&str], path: &str) -> bool {
    first(path).is_some_and(|first| pages.contains(&first))
}

/// Returns the first segment of a path.
fn first(path: &str) -> Option<&str> {
    path.strip_prefix('/')?.split('/').next()
}

/// Whether reads of this address are answered by the write side, too: those of webhooks, whose log of deliveries is in its
/// database, and of series.
fn has_writer(path: &str) -> bool {
    let is_below = |start: &&str| path.strip_prefix(start).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    OF_WRITER.iter().any(is_below)
}

fn is_read(method: &Method) -> bool {
    method == Method::GET || method == Method::HEAD
}

/// Whether a browser asks what a page of another origin may request. It may only read.
fn is_preflight(request: &Request<Body>) -> bool {
    request.method() == Method::OPTIONS && request.headers().contains_key(ACCESS_CONTROL_REQUEST_METHOD)
}

#[derive(Clone)]
pub(super) struct Starting {
    /// Whether there are views to serve.
    complete: watch::Receiver<bool>,
}

/// Whether requests can be answered before anything runs: the views are complete and show the newest event of the log,
/// or there are no views and the log is empty. Without access to the log, complete views are enough.
pub(super) async fn has_views(events: Option<&dyn EventStore>, views: &dyn ViewStore) -> Result<bool, StoreError> {
    if let Some(active) = views.active().await? {
        let is_current = match events {
            Some(events) => active.position() >= events.head().await?,
            None => true,
        };
        return Ok(active.is_complete() && is_current);
    }
    match events {
        Some(events) => Ok(events.head().await? == Position::START),
        None => Ok(false),
    }
}

impl Starting {
    pub(super) fn new(complete: watch::Receiver<bool>) -> Self {
        Self { complete }
    }

    /// Whether the views are complete.
    pub(super) fn is_over(&self) -> bool {
        *self.complete.borrow()
    }

    /// Waits until the views are complete. Returns false if that can no longer happen.
    pub(super) async fn ends(&self) -> bool {
        self.complete.clone().wait_for(|complete| *complete).await.is_ok()
    }

    /// Answers requests with 503 until the views are complete.
    pub(super) fn guard(&self, router: Router) -> Router {
        router.layer(from_fn_with_state(self.clone(), refuse_while_starting))
    }
}

async fn refuse_while_starting(State(starting): State<Starting>, request: Request<Body>, next: Next) -> Response {
    if starting.is_over() {
        return next.run(request).await;
    }
    Problem::unavailable(
        message!("starting", "The service is starting: its answers are being made from the log. Please try again."),
        1,
    )
    .into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_have_what_begins_like_one_of_its_addresses() {
        let pages = page_segments();
        assert_eq!(
            pages,
            [
                "account",
                "admin",
                "confirm",
                "desk",
                "e",
                "join",
                "login",
                "logout",
                "me",
                "password",
                "pictures",
                "set-up",
                "unsubscribe"
            ]
        );
        let gateway = include_str!("../../../deploy/gateway/nginx.conf");
        assert!(gateway.contains(&format!("/({})(/|$)\" page;", pages.join("|"))), "other pages in the gateway");
        let names = OF_WRITER.map(|start| start.trim_start_matches("/api/v1/")).join("|");
        let reads = format!("^(GET|HEAD) /api/v1/({names})(/|$)\" page;");
        assert!(gateway.contains(&reads), "other reads in the gateway");
        for (path, expected) in [
            ("/api/v1/webhooks", true),
            ("/api/v1/webhooks/7/", true),
            ("/api/v1/webhooksx/", false),
            ("/api/v1/series/", true),
        ] {
            assert_eq!(has_writer(path), expected, "{path}");
        }
        for path in ["/login", "/login/", "/admin/keys/7/", "/desk/events/7/", "/password/9-pl_x/", "/me", "/e/7/x/"] {
            assert!(is_page(&pages, path), "{path}");
        }
        for path in ["/", "/administrator/", "/api/v1/members/", "/events/1/", "/members/", "//admin/", "*"] {
            assert!(!is_page(&pages, path), "{path}");
        }
    }
}
