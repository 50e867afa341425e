//! Receives the body of a write within its limit, and reads it: a decklist from three media types, others from JSON.

mod declare;
mod json;
mod list;
mod media_type;
mod object;
mod value;

use axum::body::Body as RawBody;
use bytes::Bytes;
use service_kit::intake::{self, NotReceived};
use service_kit::message;
use service_kit::problem::Problem;

pub use declare::Typed;
pub(crate) use declare::{
    Body, NoFields, Required, body, body_schema, check_body, choices, described_elsewhere, limit, schema, within,
};
pub(crate) use list::read_list;
pub(crate) use media_type::{MediaType, content_type};
pub(crate) use object::Object;
pub(crate) use value::{FromJson, Limit, fault, one_of, plain};

/// Receives a body of at most `most` bytes. A body that is declared as too large is not waited for; one that turns out too large is not kept.
pub(crate) async fn receive(body: RawBody, most: usize) -> Result<Bytes, Problem> {
    intake::receive(body, most).await.map_err(|fault| match fault {
        NotReceived::TooLarge { declared: Some(bytes), .. } => Problem::payload_too_large(message!(
            "body-too-large-as-declared",
            "A body may have at most {most} bytes; this one has {bytes}.",
            most,
            bytes
        )),
        NotReceived::TooLarge { declared: None, .. } => Problem::payload_too_large(message!(
            "request-body-too-large",
            "A body may have at most {most} bytes.",
            most
        )),
        fault => fault.into_problem(),
    })
}

#[cfg(test)]
mod tests;
