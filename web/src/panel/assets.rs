//! `/admin/assets/{file}`: the files that pages load.

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use service_kit::message;
use service_kit::problem::Problem;

use crate::parts::files;
use crate::serving::failures::PageResult;
use crate::serving::request::PageRequest;

/// Serves a file.
pub(crate) async fn show(request: &PageRequest) -> PageResult {
    let file = files::find(request.param("file"));
    let (media_type, content) =
        file.ok_or_else(|| Problem::not_found(message!("no-such-file", "There is no such file.")))?;
    let mut response = Response::new(Body::from(content));
    let lasting = request.query("v").as_deref() == Some(files::version());
    let kept = if lasting { "public, max-age=31536000, immutable" } else { "public, no-cache" };
    for (name, value) in [
        (header::CONTENT_TYPE, media_type),
        (header::CACHE_CONTROL, kept),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}
