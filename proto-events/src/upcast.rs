//! Converts events of older schemas.
//!
//! All events share one schema number. To change a released event: raise [`CURRENT_SCHEMA`], convert the old form in
//! `lift`, keep the old golden file and add a test that it still decodes.

use serde_json::Value;

use crate::stream::StreamKind;

/// The schema number of events written by this version.
pub const CURRENT_SCHEMA: i32 = 1;

/// Why a stored event cannot be decoded.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// The JSON does not fit the event type.
    #[error("the payload does not fit the event type: {0}")]
    Payload(#[from] serde_json::Error),
    /// The stored bytes are not those that were written.
    #[error("the stored event does not have the hash that it was written with: the database is damaged")]
    Damaged,
    /// The payload is encrypted, and no key decrypts it.
    #[error("the payload is encrypted, and the person's key is missing or damaged")]
    Sealed,
    /// Written by a newer version of Crosstable.
    #[error("schema {found} is newer than this version's {CURRENT_SCHEMA}; run a newer Crosstable")]
    Newer {
        /// The schema number found.
        found: i32,
    },
}

/// Converts `event` from `schema` to [`CURRENT_SCHEMA`].
///
/// # Errors
/// If the event's schema is newer than this version knows.
pub(crate) fn upcast(kind: StreamKind, schema: i32, event: Value) -> Result<Value, DecodeError> {
    if schema > CURRENT_SCHEMA {
        return Err(DecodeError::Newer { found: schema });
    }
    Ok((schema..CURRENT_SCHEMA).fold(event, |event, from| lift(kind, from, event)))
}

/// Converts an event of a kind from schema `from` to `from + 1`. Schema 1 is the first, so nothing has changed yet.
fn lift(_kind: StreamKind, _from: i32, event: Value) -> Value {
    event
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn events_of_today_pass_unchanged() {
        let event = json!({"renamed": {"name": "Moxhall"}});
        assert_eq!(upcast(StreamKind::Organization, CURRENT_SCHEMA, event.clone()).unwrap(), event);
    }

    #[test]
    fn an_event_from_the_future_is_refused() {
        let refused = upcast(StreamKind::User, CURRENT_SCHEMA + 1, json!({}));
        assert!(matches!(refused, Err(DecodeError::Newer { found }) if found == CURRENT_SCHEMA + 1));
    }
}
