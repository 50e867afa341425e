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

/// Combines health and the services in one router. A process without a write side has only the read side. The services
/// answer once the views are `complete`.
pub(super) fn front(
    health: Router,
    read: Router,
    write: Option<&WriteSide>,
    complete: watch::Receiver<bool>,
) -> Router {
    let refuse = from_fn_with_state(complete, refuse_while_starting);
    let Some(WriteSide { http, site }) = write else { return health.fallback_service(read.layer(refuse)) };
    let write = http.router(read.clone());
    let services = service_fn(move |request: Request<Body>| {
        let is_for_read = (is_read(request.method()) || is_preflight(&request)) && !has_writer(request.uri().path());
        let side = if is_for_read { read.clone() } else { write.clone() };
        async move { Ok::<_, Infallible>(side.oneshot(request).await.unwrap_or_else(|never| match never {})) }
    });
    health.fallback_service(site.router().fallback_service(services).layer(refuse))
}

/// Answers simple requests before the routers, once views are available. These pages and health always go through the
/// routers.
pub(super) fn shortcut(read: &ReadApi, complete: watch::Receiver<bool>) -> Shortcut {
    let read = read.shortcut();
    Arc::new(move |request| if *complete.borrow() { read(request) } else { None })
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

/// Whether requests can be answered before anything runs: the views are complete and show the newest event of the log,
/// or there are no views and the log is empty. Without access to the log, complete views are enough.
pub(super) async fn has_views(events: Option<&dyn EventStore>, views: &dyn ViewStore) -> Result<bool, StoreError> {
    let active = views.active().await?;
    let head = match events {
        Some(events) => Some(events.head().await?),
        None => None,
    };
    Ok(match active {
        Some(active) => active.is_complete() && head.is_none_or(|head| active.position() >= head),
        None => head == Some(Position::START),
    })
}

async fn refuse_while_starting(complete: State<watch::Receiver<bool>>, request: Request<Body>, next: Next) -> Response {
    if *complete.borrow() {
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

    /// Returns the first segment of a path.
    fn first(path: &str) -> Option<&str> {
        path.strip_prefix('/')?.split('/').next()
    }

    #[test]
    fn the_gateway_knows_the_addresses_of_pages_and_of_reads_on_the_write_side() {
        let mut pages: Vec<_> = web::site::routes().iter().filter_map(|route| first(route.template)).collect();
        pages.sort_unstable();
        pages.dedup();
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
    }
}
