//! Files that pages load. Their address changes with their contents, so browsers can cache them.

use std::sync::LazyLock;

use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use service_kit::problem::Problem;
use sha2::{Digest, Sha256};

use crate::panel::call::Call;

/// Name, media type, content.
const FILES: [(&str, &str, &str); 3] = [
    ("panel.css", "text/css; charset=utf-8", include_str!("../../assets/panel/panel.css")),
    ("copy.js", "text/javascript; charset=utf-8", include_str!("../../assets/panel/copy.js")),
    ("icon.svg", "image/svg+xml", include_str!("../../assets/panel/icon.svg")),
];

/// Returns a hash of the contents of all files.
pub(crate) fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let digest = FILES.iter().fold(Sha256::new(), |digest, (.., content)| digest.chain_update(content));
        digest.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
    });
    &VERSION
}

/// Serves a file.
pub(crate) async fn show(call: Call) -> Result<Response, Problem> {
    let file = FILES.iter().find(|(name, ..)| *name == call.param("file"));
    let (_, media_type, content) = file.ok_or_else(|| Problem::not_found("There is no such file."))?;
    let mut response = Response::new(Body::from(*content));
    let lasting = call.query("v").as_deref() == Some(version());
    let kept = if lasting { "public, max-age=31536000, immutable" } else { "public, no-cache" };
    for (name, value) in [
        (header::CONTENT_TYPE, *media_type),
        (header::CACHE_CONTROL, kept),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    Ok(response)
}
