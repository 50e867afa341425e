//! The body of a write: received within its limit, and read from the form it comes in: a list from three, others from JSON.

mod form;
mod gathered;
mod json;
mod media_type;
mod multipart;
mod object;
mod repeated;
mod values;

use api_kit::names::Ignored;
use axum::body::Body;
use bytes::Bytes;
use domain::limits::BODY_BYTES;
use service_kit::intake::{self, NotReceived};
use service_kit::problem::Problem;

pub(super) use media_type::MediaType;
pub(super) use object::Object;
pub(super) use values::whole;

use super::problems;
use crate::FieldErrors;
use crate::commands::decklists::decklist_fields::DecklistFields;

/// Why nothing can be read from a body. What is wrong with single fields is told by field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// It is not what its media type says.
    Malformed(String),
    /// A part of it comes in a form that is not read.
    Unsupported(String),
}

/// Receives a body. One that says it is too large is not waited for, and one that is is not kept.
pub(super) async fn receive(body: Body) -> Result<Bytes, Problem> {
    intake::receive(body, BODY_BYTES).await.map_err(|fault| match fault {
        NotReceived::TooLarge { declared, .. } => problems::body_too_large(declared),
        fault => fault.into_problem(),
    })
}

/// Reads the fields. Those that are not right are noted among the errors and left out.
pub(super) async fn read(
    media_type: &MediaType,
    bytes: Bytes,
    errors: &mut FieldErrors,
    ignored: &mut Ignored,
) -> Result<DecklistFields, Unreadable> {
    let gathered = match media_type {
        MediaType::Json => json::read(&bytes, ignored)?,
        MediaType::Form => form::read(&bytes, ignored),
        MediaType::Multipart { boundary } => multipart::read(bytes, boundary.as_deref(), ignored).await?,
    };
    Ok(gathered.into_fields(errors))
}

#[cfg(test)]
mod tests;
