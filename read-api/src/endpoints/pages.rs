//! Pages for people: `/events/{id}/`, `/events/{id}/rounds/{number}/`, and `/`. They need no key.
//!
//! What is not public is not among the documents, and so is not found.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::ViewKind;

use crate::answer::{self, Form};
use crate::call::Call;
use api_kit::path::integer;

const INDEX: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<title>Crosstable</title>
<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }</style>
<h1>Crosstable</h1>
<p>Conventions, tournaments, standings and decklists of card-game stores, as data.</p>
<p>Programs read under <code>/api/v1/</code> with an API key in the header <code>X-API-Key</code>;
finished results are at <code>/api/export-decklists/</code>.
Events have public pages under <code>/events/</code> and their id.</p>
</html>
";

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

/// An event's page.
pub(crate) async fn event(call: Call) -> Result<Response, Problem> {
    match integer(call.param("id")) {
        Some(id) => page(&call, ViewKind::EventPage, id.to_string()).await,
        None => Ok(nothing()),
    }
}

/// A round's page.
pub(crate) async fn round(call: Call) -> Result<Response, Problem> {
    match (integer(call.param("id")), integer(call.param("number"))) {
        (Some(id), Some(number)) => page(&call, ViewKind::RoundPage, format!("{id}/{number}")).await,
        _ => Ok(nothing()),
    }
}

/// What this is.
pub(crate) async fn index(_: Call) -> Result<Response, Problem> {
    Ok(html(StatusCode::OK, INDEX))
}

async fn page(call: &Call, kind: ViewKind, key: String) -> Result<Response, Problem> {
    match call.find(OrganizationId::SHARED, kind, key).await? {
        Some(entry) => answer::entry(&call.headers, &entry, Form::PUBLIC_PAGE).await,
        None => Ok(nothing()),
    }
}

fn nothing() -> Response {
    let mut response = html(StatusCode::NOT_FOUND, NOTHING);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn html(status: StatusCode, text: &'static str) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let headers: &mut HeaderMap = response.headers_mut();
    Form::PUBLIC_PAGE.write(headers);
    response
}
