//! The site under test. Most answers repeat what was understood of the request.

use std::fmt::Write;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::map_response;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use futures::stream;
use http_body_util::BodyExt;
use service_kit::server::{PlainRequest, ShortcutAnswer, Site};

const ETAG: (&str, &str) = ("etag", "\"tag\"");
/// Bytes of the large answer.
const LARGE: usize = 100_000;
/// Addresses whose answers are not in memory.
const ROUTED: [&str; 6] = ["/echo", "/slow", "/large", "/last", "/empty", "/stream"];

/// Returns the site with or without the shortcut.
pub(crate) fn site(with_shortcut: bool) -> Site {
    let site = Site::from(router());
    if with_shortcut { site.with_shortcut(Arc::new(shortly)) } else { site }
}

fn shortly(asked: PlainRequest<'_>) -> ShortcutAnswer {
    match asked.uri.path() {
        _ if asked.method != Method::GET => ShortcutAnswer::Unknown,
        path if ROUTED.contains(&path) => ShortcutAnswer::NotAtHand,
        "/known" if asked.headers.contains_key("x-other") => ShortcutAnswer::NotAtHand,
        "/known" => {
            let (status, body) = known(asked.headers);
            let answer = Response::builder().status(status).header(ETAG.0, ETAG.1).body(Bytes::from_static(body));
            answer.map_or(ShortcutAnswer::Unknown, |answer| ShortcutAnswer::Answer {
                answer: Arc::new(answer.into()),
                caller_known: true,
            })
        }
        _ => ShortcutAnswer::Unknown,
    }
}

fn known(headers: &HeaderMap) -> (StatusCode, &'static [u8]) {
    match headers.contains_key("if-none-match") {
        true => (StatusCode::NOT_MODIFIED, b""),
        false => (StatusCode::OK, b"here it is"),
    }
}

fn router() -> Router {
    let known = get(async |headers: HeaderMap| {
        let (status, body) = known(&headers);
        (status, [ETAG], body)
    });
    // The shortcut sends no type either.
    let known = known.layer(map_response(async |mut answer: Response| {
        answer.headers_mut().remove("content-type");
        answer
    }));
    Router::new()
        .route("/known", known)
        .route("/echo", any(echo))
        .route("/slow", any(slow))
        .route("/large", get(async || "x".repeat(LARGE)))
        .route("/last", get(async || ([("connection", "close")], "the last one")))
        .route("/empty", get(async || StatusCode::NO_CONTENT))
        .route("/stream", get(async || Body::from_stream(stream::iter(["one", "two"].map(Ok::<_, std::io::Error>)))))
        .route("/refused", any(async || (StatusCode::UNAUTHORIZED, "before the body was read")))
}

/// Answers with what was understood of the request.
async fn echo(request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let mut said = format!("{} {}\n", parts.method, parts.uri);
    for (name, value) in &parts.headers {
        let _ = writeln!(said, "{name}: {}", value.as_bytes().escape_ascii());
    }
    match body.collect().await {
        Ok(body) => {
            let _ = write!(said, "{}", body.to_bytes().escape_ascii());
            said.into_response()
        }
        Err(_) => (StatusCode::BAD_REQUEST, "the body is incomplete").into_response(),
    }
}

/// Answers like `echo`, after a while.
async fn slow(request: Request) -> Response {
    for _ in 0..3 {
        tokio::task::yield_now().await;
    }
    echo(request).await
}
