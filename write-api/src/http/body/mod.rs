//! Receives the body of a write within its limit, and reads it: a decklist from three media types, others from JSON.

mod declare;
mod form;
mod gathered;
mod json;
mod media_type;
mod multipart;
mod object;
mod repeated;
mod value;
mod values;

use api_kit::names::Ignored;
use axum::body::Body as RawBody;
use bytes::Bytes;
use domain::limits::BODY_BYTES;
use service_kit::intake::{self, NotReceived};
use service_kit::problem::Problem;

pub(crate) use declare::{Body, Field, NoFields, Required, body, first, inner, limit, required, schema};
pub(super) use media_type::MediaType;
pub(crate) use object::Object;
pub(crate) use value::{FromJson, Limit, OrNull, fault, one_of, plain};
pub(crate) use values::whole;

use super::problems;
use crate::FieldErrors;
use crate::commands::decklists::decklist_fields::DecklistFields;

/// Why a body cannot be read at all. Errors in single fields are reported by field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Unreadable {
    /// It does not match its media type.
    Malformed(String),
    /// A part of it has an unsupported format.
    Unsupported(String),
}

/// Receives a body. A body that is declared as too large is not waited for; one that turns out too large is not kept.
pub(super) async fn receive(body: RawBody) -> Result<Bytes, Problem> {
    intake::receive(body, BODY_BYTES).await.map_err(|fault| match fault {
        NotReceived::TooLarge { declared, .. } => problems::body_too_large(declared),
        fault => fault.into_problem(),
    })
}

/// Reads the fields. Invalid ones are added to the errors and left out.
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
