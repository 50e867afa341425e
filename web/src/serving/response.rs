//! Turns pages into responses, with the headers of every page, and packs large ones with gzip: a page of 512 players takes a
//! tenth of its size on the way.

use std::io::Write as _;

use api_kit::negotiation::wants_gzip;
use askama::Template;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use service_kit::problem::Problem;

/// Pages load styles, scripts and icons from this service only, send forms only to it, and cannot be framed.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; \
     form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
);

/// Answers with a page. Browsers and proxies do not store it: it is personal and may hold a value that is shown only
/// once.
pub(crate) fn page(status: StatusCode, page: &impl Template) -> Result<Response, Problem> {
    let text = page.render().map_err(Problem::internal)?;
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    set_page_headers(response.headers_mut());
    Ok(response)
}

pub(crate) fn set_page_headers(headers: &mut HeaderMap) {
    for (name, value) in [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
        (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
        (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    ] {
        headers.insert(name, value);
    }
}

/// Redirects the browser with GET. The path begins with the base path.
pub(crate) fn see_other(path: &str) -> Result<Response, Problem> {
    let location = HeaderValue::try_from(path).map_err(Problem::internal)?;
    let headers = [(header::LOCATION, location), (header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    Ok((StatusCode::SEE_OTHER, headers).into_response())
}

pub(crate) fn with_cookie(mut response: Response, cookie: HeaderValue) -> Response {
    response.headers_mut().append(header::SET_COOKIE, cookie);
    response
}

/// Adds several cookies to an answer.
pub(crate) fn with_cookies(response: Response, cookies: impl IntoIterator<Item = HeaderValue>) -> Response {
    cookies.into_iter().fold(response, with_cookie)
}

/// Answers with a problem as a page, with its status, headers and extensions.
pub(crate) fn problem(problem: Problem, page: &impl Template) -> Response {
    let Ok(text) = page.render() else { return problem.into_response() };
    let (mut parts, _) = problem.into_response().into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    set_page_headers(&mut parts.headers);
    Response::from_parts(parts, Body::from(text))
}

/// Pages up to this size are sent as they are. Pages that show a secret once are smaller than this, so that the size of
/// an answer reveals nothing about a secret.
const PLAIN_UP_TO: usize = 8 * 1024;

/// Packs a page if the browser takes gzip and the page is large.
pub(crate) async fn packed(asked: &HeaderMap, response: Response) -> Response {
    let is_page =
        response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    if !is_page || !wants_gzip(asked) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    // The body is a text in memory, so reading it cannot fail.
    let Ok(text) = to_bytes(body, usize::MAX).await else { return Response::from_parts(parts, Body::empty()) };
    if text.len() <= PLAIN_UP_TO {
        return Response::from_parts(parts, Body::from(text));
    }
    let mut encoder = GzEncoder::new(Vec::with_capacity(text.len() / 8), Compression::fast());
    let Ok(bytes) = encoder.write_all(&text).and_then(|()| encoder.finish()) else {
        return Response::from_parts(parts, Body::from(text));
    };
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.append(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(bytes))
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use axum::http::StatusCode;
    use flate2::read::GzDecoder;

    use super::*;

    async fn sent(length: usize, encoding: &'static str) -> (Option<HeaderValue>, Vec<u8>) {
        let mut asked = HeaderMap::new();
        asked.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(encoding));
        let mut response = Response::new(Body::from("a page ".repeat(length)));
        *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        let response = packed(&asked, response).await;
        assert_eq!(response.status(), StatusCode::UNPROCESSABLE_ENTITY);
        let encoding = response.headers().get(header::CONTENT_ENCODING).cloned();
        (encoding, to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec())
    }

    #[tokio::test]
    async fn a_large_page_is_packed_for_browsers_that_take_gzip() {
        let (encoding, bytes) = sent(10_000, "gzip, br").await;
        assert_eq!(encoding, Some(HeaderValue::from_static("gzip")));
        let mut text = String::new();
        GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, "a page ".repeat(10_000));
    }

    #[tokio::test]
    async fn small_pages_and_other_browsers_get_plain_text() {
        for (length, encoding) in [(10, "gzip"), (10_000, "identity")] {
            assert_eq!(sent(length, encoding).await, (None, "a page ".repeat(length).into_bytes()));
        }
    }
}
