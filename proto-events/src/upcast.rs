//! Upcasters: pure functions that convert an event of an older schema to the next one.
//!
//! All events share one schema number. To change a released event: raise [`CURRENT_SCHEMA`], add an [`Upcaster`] from
//! the old number, keep the old golden file and add a test that it still decodes.

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

/// Converts the events of one kind from schema `from` to `from + 1`. Events that did not change pass unchanged.
pub struct Upcaster {
    /// Kind of stream whose events it converts.
    pub kind: StreamKind,
    /// Schema number it starts from.
    pub from: i32,
    /// The conversion.
    pub lift: fn(Value) -> Value,
}

/// The upcasters of all releases, oldest first. Schema 1 is the first, so there is none yet.
const UPCASTERS: &[Upcaster] = &[];

/// Converts `event` from `schema` to [`CURRENT_SCHEMA`].
///
/// # Errors
/// If the event's schema is newer than this version knows.
pub fn upcast(kind: StreamKind, schema: i32, event: Value) -> Result<Value, DecodeError> {
    upcast_with(UPCASTERS, CURRENT_SCHEMA, kind, schema, event)
}

/// Converts `event` from `schema` to `target` with the given upcasters.
///
/// # Errors
/// If `schema` is above `target`.
pub fn upcast_with(
    upcasters: &[Upcaster],
    target: i32,
    kind: StreamKind,
    schema: i32,
    event: Value,
) -> Result<Value, DecodeError> {
    if schema > target {
        return Err(DecodeError::Newer { found: schema });
    }
    let lifted = (schema..target).fold(event, |event, from| {
        upcasters
            .iter()
            .filter(|upcaster| upcaster.kind == kind && upcaster.from == from)
            .fold(event, |event, upcaster| (upcaster.lift)(event))
    });
    Ok(lifted)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Before schema 1, drafts of the contract had time extensions in minutes: `{"match_id": 7, "minutes": 5}`.
    fn minutes_to_seconds(mut event: Value) -> Value {
        if let Some(body) = event.get_mut("time_extended").and_then(Value::as_object_mut)
            && let Some(minutes) = body.remove("minutes").and_then(|minutes| minutes.as_i64())
        {
            body.insert("time_extension_seconds".into(), json!(minutes * 60));
        }
        event
    }

    const DRAFT: &[Upcaster] = &[Upcaster { kind: StreamKind::Tournament, from: 0, lift: minutes_to_seconds }];

    #[test]
    fn an_event_of_an_older_schema_is_lifted_and_then_decodes() {
        let old = json!({"time_extended": {"match_id": 7, "minutes": 5}});
        let lifted = upcast_with(DRAFT, 1, StreamKind::Tournament, 0, old).unwrap();
        let event: crate::TournamentEvent = serde_json::from_value(lifted).unwrap();
        assert_eq!(event, crate::TournamentEvent::TimeExtended { match_id: 7.into(), time_extension_seconds: 300 });
    }

    #[test]
    fn events_of_other_kinds_and_of_today_pass_unchanged() {
        let event = json!({"renamed": {"name": "Moxhall"}});
        let lifted = upcast_with(DRAFT, 1, StreamKind::Organization, 0, event.clone()).unwrap();
        assert_eq!(lifted, event);
        assert_eq!(upcast(StreamKind::Organization, CURRENT_SCHEMA, event.clone()).unwrap(), event);
    }

    #[test]
    fn an_event_from_the_future_is_refused() {
        let refused = upcast(StreamKind::User, CURRENT_SCHEMA + 1, json!({}));
        assert!(matches!(refused, Err(DecodeError::Newer { found }) if found == CURRENT_SCHEMA + 1));
    }
}
