//! Answers to writes: the written document as it is read, and headers for careful clients.

use std::time::Duration;

use api_kit::consistency::CONSISTENCY_TOKEN;
use api_kit::prefer::{PREFERENCE_APPLIED, RESPOND_ASYNC};
use api_kit::progress::Wanted;
use api_kit::{Preferences, Progress};
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use domain::documents::to_json;
use proto_events::Position;
use proto_events::ids::OrganizationId;
use serde::Serialize;
use service_kit::problem::Problem;

use super::headers::{etag, value};
use super::request::WriteRequest;
use crate::Written;

/// How long an answer waits at most until the views include the write. Then it is sent anyway: the write is on disk.
const WAIT: Duration = Duration::from_millis(500);

/// Answers with a document once the views include the write at this position.
pub(crate) async fn json(
    request: &WriteRequest,
    position: Position,
    document: &impl Serialize,
) -> Result<Response, Problem> {
    with_status(request, request.status(true), position, document).await
}

/// Like `json`, with another status than the declared one.
pub(crate) async fn with_status(
    request: &WriteRequest,
    status: StatusCode,
    position: Position,
    document: &impl Serialize,
) -> Result<Response, Problem> {
    let body = to_json(document).map_err(Problem::internal)?;
    Ok(finished(request, status, position, Body::from(body)).await)
}

/// Answers a read, which waits for no views.
pub(crate) fn read(document: &impl Serialize) -> Result<Response, Problem> {
    let mut response = Response::new(Body::from(to_json(document).map_err(Problem::internal)?));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// Like `json`, with the new version of the stream, which `If-Match` takes.
pub(crate) async fn versioned<S>(
    request: &WriteRequest,
    written: &Written<S>,
    document: &impl Serialize,
) -> Result<Response, Problem> {
    let (status, folded) = (request.status(written.happened()), &written.folded);
    let mut response = with_status(request, status, folded.position, document).await?;
    response.headers_mut().insert(header::ETAG, etag(folded.version));
    Ok(response)
}

/// Like `versioned`; a new resource also gets the address at which it can be read.
pub(crate) async fn located<S>(
    request: &WriteRequest,
    location: &str,
    written: &Written<S>,
    document: &impl Serialize,
) -> Result<Response, Problem> {
    let mut response = versioned(request, written, document).await?;
    if response.status() == StatusCode::CREATED {
        response.headers_mut().insert(header::LOCATION, value(location));
    }
    Ok(response)
}

/// Answers without content after a removal, with the new version of the stream.
pub(crate) async fn removed<S>(request: &WriteRequest, written: &Written<S>) -> Result<Response, Problem> {
    let mut response = done(request, written).await?;
    response.headers_mut().insert(header::ETAG, etag(written.folded.version));
    Ok(response)
}

/// Answers without content after a command.
pub(crate) async fn done<S>(request: &WriteRequest, written: &Written<S>) -> Result<Response, Problem> {
    nothing(request, written.folded.position).await
}

/// Answers without content.
pub(crate) async fn nothing(request: &WriteRequest, position: Position) -> Result<Response, Problem> {
    let mut response = finished(request, StatusCode::NO_CONTENT, position, Body::empty()).await;
    response.headers_mut().remove(header::CONTENT_TYPE);
    Ok(response)
}

/// Answers with a body once the views include the write.
pub(crate) async fn finished(request: &WriteRequest, status: StatusCode, position: Position, body: Body) -> Response {
    let shared = &request.shared;
    let preferences = Preferences::of(&request.headers);
    until_readable(&shared.progress, position, preferences).await;

    // An API key reads with tokens of its own organization only; a person, who writes in several, with any.
    let organization_id = request.caller.organization_id.unwrap_or(OrganizationId::SHARED);
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(CONSISTENCY_TOKEN, shared.tokens.issue(position, organization_id, shared.log));
    if preferences.respond_async {
        headers.insert(PREFERENCE_APPLIED, RESPOND_ASYNC);
    }
    response
}

/// Waits until the views include a write, unless the client does not want that.
pub(crate) async fn until_readable(progress: &Progress, position: Position, preferences: Preferences) {
    if !preferences.respond_async {
        progress.reaches(position, Wanted::Written, WAIT).await;
    }
}

#[cfg(test)]
mod tests {
    use storage::Reached;
    use tokio::sync::watch;
    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn an_answer_waits_for_the_views_and_not_for_ever() {
        let written = |position| Reached { applied: Position(position), ..Reached::default() };
        let views = watch::Sender::new(written(6));
        let progress = Progress::new(views.subscribe());
        let (patient, hasty) = (Preferences::default(), Preferences { respond_async: true, wait: None });
        let begun = Instant::now();

        until_readable(&progress, Position(6), patient).await;
        until_readable(&progress, Position(7), hasty).await;
        assert_eq!(begun.elapsed(), Duration::ZERO);

        let later = async {
            tokio::time::sleep(Duration::from_millis(200)).await;
            views.send_replace(written(7));
        };
        tokio::join!(until_readable(&progress, Position(7), patient), later);
        assert_eq!(begun.elapsed(), Duration::from_millis(200));

        until_readable(&progress, Position(8), patient).await;
        assert_eq!(begun.elapsed(), Duration::from_millis(700));
    }
}
