//! Reads the body of a decklist, in one of three media types.

use api_kit::names::Ignored;
use bytes::Bytes;

use super::media_type::MediaType;
use super::unreadable::Unreadable;
use super::{form, json, multipart};
use crate::FieldErrors;
use crate::decklist_fields::DecklistFields;

/// Reads the fields. Invalid ones are added to the errors and left out.
pub(crate) async fn read_list(
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
