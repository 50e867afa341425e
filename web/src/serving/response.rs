//! Turns pages into responses, with the headers of every page.

use askama::Template;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use service_kit::problem::Problem;

/// Pages load styles, scripts and icons from this service only, send forms only to it, and cannot be framed.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; \
     frame-ancestors 'none'",
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

/// Sets the headers of a page.
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

/// Adds a cookie to an answer.
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
