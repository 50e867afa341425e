//! Answers of decklists.

use axum::body::Body;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::Response;
use domain::decklist::{Decklist, DecklistDocument};

use crate::Folded;
use crate::http::answer::finished;
use crate::http::headers::{etag, value};
use crate::http::request::WriteRequest;

/// Lower-case hex SHA-256 of the list's text: the receipt.
const CONTENT_SHA256: HeaderName = HeaderName::from_static("x-content-sha256");

/// Answers with a list as it was after the write.
pub(crate) async fn answer(request: &WriteRequest, status: StatusCode, written: &Folded<Decklist>) -> Response {
    let (list, settings) = (&written.state, &request.shared.settings);
    let document = DecklistDocument::new(list, &settings.public_url, &settings.deck_host, settings.vendor_field_names);
    let mut response = finished(request, status, written.position, Body::from(document.to_json())).await;
    let headers = response.headers_mut();
    headers.insert(header::ETAG, etag(written.version));
    headers.insert(CONTENT_SHA256, value(&list.content_sha256()));
    if status == StatusCode::CREATED {
        headers.insert(header::LOCATION, value(&format!("/api/v1/decklists/{}/", list.id)));
    }
    response
}
