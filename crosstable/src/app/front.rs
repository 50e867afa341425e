//! One address in front of both services: reads go to the read side, everything else to the write side.
//!
//! Health comes before both: it is asked while neither may answer yet. The write side passes on what it does not know, so
//! that an address that only answers reads says so itself. A process without a write side answers reads alone; one without a
//! read side answers them as well, should a gateway send it any.

use std::convert::Infallible;

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request};
use tower::{ServiceExt, service_fn};
use write_api::http::WriteHttp;

use super::starting::Starting;

/// Health and the services behind one router.
pub(super) fn front(health: Router, read: Router, write: Option<&WriteHttp>, starting: &Starting) -> Router {
    let write = write.map_or_else(|| read.clone(), |write| write.router(read.clone()));
    let (read, write) = (starting.guard(read), starting.guard(write));
    health.fallback_service(service_fn(move |request: Request<Body>| {
        let side = if is_read(request.method()) { read.clone() } else { write.clone() };
        async move { Ok::<_, Infallible>(side.oneshot(request).await.unwrap_or_else(|never| match never {})) }
    }))
}

fn is_read(method: &Method) -> bool {
    method == Method::GET || method == Method::HEAD
}
