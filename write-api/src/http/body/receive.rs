//! Receives the body of a write within its limit.

use axum::body::Body as RawBody;
use bytes::Bytes;
use domain::limits::BODY_BYTES;
use service_kit::intake::{self, NotReceived};
use service_kit::message;
use service_kit::problem::Problem;

/// Receives a body. A body that is declared as too large is not waited for; one that turns out too large is not kept.
pub(crate) async fn receive(body: RawBody) -> Result<Bytes, Problem> {
    intake::receive(body, BODY_BYTES).await.map_err(|fault| match fault {
        NotReceived::TooLarge { declared, .. } => too_large(declared),
        fault => fault.into_problem(),
    })
}

/// Returns the problem for a body above the limit.
fn too_large(declared: Option<u64>) -> Problem {
    Problem::payload_too_large(match declared {
        Some(bytes) => message!(
            "body-too-large-as-declared",
            "A body may have at most {most} bytes; this one has {bytes}.",
            most = BODY_BYTES,
            bytes
        ),
        None => message!("request-body-too-large", "A body may have at most {most} bytes.", most = BODY_BYTES),
    })
}
