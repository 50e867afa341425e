//! Functions for public pages, which need no key.
//!
//! Only public events have documents of pages, so pages of other events are not found.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::answer;
use crate::call::Call;
use crate::drawing::pages;
use crate::form::Form;

const NOTHING: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>Not found</title>
<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }</style>
<h1>Not found</h1>
<p>There is no public page here. The event may be unlisted, or the address mistyped.</p>
</html>
";

/// Answers with a public page.
pub(super) async fn page(call: &Call, kind: ViewKind, key: String) -> Result<Response, Problem> {
    match pages::find(call, kind, key).await? {
        Some(entry) => answer::entry(&call.headers, &entry, Form::PUBLIC_PAGE).await,
        None => Ok(nothing()),
    }
}

/// Returns the page for 404.
pub(super) fn nothing() -> Response {
    let mut response = html(StatusCode::NOT_FOUND, NOTHING);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Returns a page with this text.
pub(super) fn html(status: StatusCode, text: impl Into<Body>) -> Response {
    let mut response = Response::new(text.into());
    *response.status_mut() = status;
    let headers: &mut HeaderMap = response.headers_mut();
    Form::PUBLIC_PAGE.write(headers);
    response
}
