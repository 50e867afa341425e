//! Answers of decklists.

use axum::http::{HeaderName, header};
use domain::documents::{DecklistDocument, archetype};
use proto_events::decklist::DecklistBody;

use crate::http::answer::finished;
use crate::http::headers::{etag, value};
use crate::prelude::*;

/// Lower-case hex SHA-256 of the list's text: the receipt.
const CONTENT_SHA256: HeaderName = HeaderName::from_static("x-content-sha256");

/// Returns the body to store. Clients of vendors send a list back as they read it: a text and an archetype that answers
/// only derive are not stored as the list's own.
pub(crate) fn stored(run: &Run, list: &Decklist, mut body: DecklistBody) -> DecklistBody {
    let settings = &run.shared.settings;
    if !settings.vendor_field_names {
        return body;
    }
    if body.archetype == archetype(true, &list.body.archetype) {
        body.archetype.clone_from(&list.body.archetype);
    }
    list.without_derived_text(body, &settings.public_url, &settings.deck_host)
}

/// Answers with a list as it was after the write.
pub(crate) async fn answer(request: &WriteRequest, written: &Folded<Decklist>) -> Result<Response, Problem> {
    let (list, settings, status) = (&written.state, &request.shared.settings, request.status(true));
    let document = DecklistDocument::new(list, &settings.public_url, &settings.deck_host, settings.vendor_field_names);
    let mut response = finished(request, status, written.position, Body::from(document.to_json())).await;
    let headers = response.headers_mut();
    headers.insert(header::ETAG, etag(written.version));
    headers.insert(CONTENT_SHA256, value(&list.content_sha256()));
    if status == StatusCode::CREATED {
        headers.insert(header::LOCATION, value(&format!("/api/v1/decklists/{}/", list.id)));
    }
    Ok(response)
}
