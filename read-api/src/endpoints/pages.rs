//! What pages for people have in common. They need no key.
//!
//! What is not public is not among the documents, and so is not found.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::answer;
use crate::call::Call;
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
    match call.find(OrganizationId::SHARED, kind, key).await? {
        Some(entry) => answer::entry(&call.headers, &entry, Form::PUBLIC_PAGE).await,
        None => Ok(nothing()),
    }
}

/// The page that says that there is none.
pub(super) fn nothing() -> Response {
    let mut response = html(StatusCode::NOT_FOUND, NOTHING);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// A page without a document behind it.
pub(super) fn html(status: StatusCode, text: impl Into<Body>) -> Response {
    let mut response = Response::new(text.into());
    *response.status_mut() = status;
    let headers: &mut HeaderMap = response.headers_mut();
    Form::PUBLIC_PAGE.write(headers);
    response
}
