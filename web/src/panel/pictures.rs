//! `/pictures/{file}`: the pictures of events and stores. Everyone who knows the hash may see them.

use api_kit::store_failed;
use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use service_kit::message;
use service_kit::problem::Problem;

use crate::serving::failures::PageResult;
use crate::serving::request::PageRequest;

/// Sends a picture. Its address names its bytes, so that it may be kept for ever.
pub(crate) async fn show(request: &PageRequest) -> PageResult {
    let found = request.shared.events.picture(request.param("file")).await.map_err(store_failed)?;
    let picture = found.ok_or_else(|| Problem::not_found(message!("no-such-picture", "There is no such picture.")))?;
    let media_type = HeaderValue::try_from(picture.media_type).map_err(Problem::internal)?;
    let mut response = Response::new(Body::from(picture.content));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, media_type);
    for (name, value) in [
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
        (header::CONTENT_DISPOSITION, "inline"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}
