//! From a page to a response: the headers that every page has, and the few other answers there are.

use askama::Template;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use service_kit::problem::Problem;

/// A page loads its style sheet, its script and its icon from here, sends its forms here, and stands in nobody's frame.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; \
     frame-ancestors 'none'",
);

/// A page. It is kept by no browser and no proxy: it may hold a value that is shown once, and is one person's anyway.
pub(crate) fn page(status: StatusCode, page: &impl Template) -> Result<Response, Problem> {
    let text = page.render().map_err(Problem::internal)?;
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    dress(response.headers_mut());
    Ok(response)
}

/// The headers of a page.
pub(crate) fn dress(headers: &mut HeaderMap) {
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

/// Sends the browser on, to be asked with GET. The path begins with the base path.
pub(crate) fn see_other(path: &str) -> Result<Response, Problem> {
    let location = HeaderValue::try_from(path).map_err(Problem::internal)?;
    let headers = [(header::LOCATION, location), (header::CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    Ok((StatusCode::SEE_OTHER, headers).into_response())
}

/// Gives the browser a cookie along with an answer.
pub(crate) fn with_cookie(mut response: Response, cookie: HeaderValue) -> Response {
    response.headers_mut().append(header::SET_COOKIE, cookie);
    response
}

/// The same with several.
pub(crate) fn with_cookies(response: Response, cookies: impl IntoIterator<Item = HeaderValue>) -> Response {
    cookies.into_iter().fold(response, with_cookie)
}

/// A problem as a page: its status and headers, and what the boundary wants to know of it.
pub(crate) fn problem(problem: Problem, page: &impl Template) -> Response {
    let Ok(text) = page.render() else { return problem.into_response() };
    let (mut parts, _) = problem.into_response().into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    dress(&mut parts.headers);
    Response::from_parts(parts, Body::from(text))
}
