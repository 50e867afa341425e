//! Decodes events from rows and checks their hashes, for any database. A damaged row becomes an event that is marked as
//! damaged, so that it does not block the log.

use chrono::{DateTime, Utc};
use proto_events::{Actor, Encoded, EventHash, Position, Recorded, StoredContent, StreamId, StreamKind, Version};

use crate::StoreError;
use crate::sql::StoreRow;

/// The stream of an event whose kind of stream cannot be read. No organization has this id.
const UNKNOWN_STREAM: StreamId = StreamId { kind: StreamKind::Organization, id: 0 };

/// The columns of an event.
struct EventColumns<'r> {
    position: i64,
    stream_kind: &'r str,
    stream_id: i64,
    version: Version,
    organization_id: i64,
    occurred_at: i64,
    recorded_at: i64,
    actor: &'r str,
    event_type: &'r str,
    schema: i32,
    content: &'r str,
    traceparent: Option<&'r str>,
    hash: &'r [u8],
    /// Hash of the previous event, if the query includes it.
    previous: Option<&'r [u8]>,
    /// Whether every column could be read.
    is_readable: bool,
}

/// Returns a column, or an empty value if it cannot be read.
fn or_empty<T: Default>(column: Result<T, sqlx::Error>, is_readable: &mut bool) -> T {
    column.unwrap_or_else(|_| {
        *is_readable = false;
        T::default()
    })
}

/// Reads [`EventColumns`] from a row with the columns in the order of the struct.
fn event_columns<'r>(row: &'r impl StoreRow) -> Result<EventColumns<'r>, sqlx::Error> {
    let mut is_readable = true;
    let readable = &mut is_readable;
    Ok(EventColumns {
        position: row.column(0)?,
        stream_kind: or_empty(row.column(1), readable),
        stream_id: or_empty(row.column(2), readable),
        version: or_empty(row.column(3), readable),
        organization_id: or_empty(row.column(4), readable),
        occurred_at: or_empty(row.column(5), readable),
        recorded_at: or_empty(row.column(6), readable),
        actor: or_empty(row.column(7), readable),
        event_type: or_empty(row.column(8), readable),
        schema: or_empty(row.column(9), readable),
        content: or_empty(row.column(10), readable),
        traceparent: or_empty(row.column(11), readable),
        hash: or_empty(row.column(12), readable),
        previous: or_empty(row.column(13), readable),
        is_readable,
    })
}

/// Decodes events from rows, and checks each hash against the previous event's.
#[derive(Default)]
pub(crate) struct EventDecoder {
    /// The last actor: consecutive events often have the same.
    actor: Option<(String, Actor)>,
    /// The last event.
    last: Option<(Position, EventHash)>,
}

impl EventDecoder {
    /// Decodes the event in a row.
    pub(crate) fn recorded(&mut self, row: &impl StoreRow) -> Result<Recorded, StoreError> {
        Ok(self.of_columns(&event_columns(row)?))
    }

    fn of_columns(&mut self, columns: &EventColumns<'_>) -> Recorded {
        let position = Position(columns.position);
        let kind = StreamKind::from_name(columns.stream_kind);
        let stream = kind.map_or(UNKNOWN_STREAM, |kind| StreamId { kind, id: columns.stream_id });
        let (occurred_at, recorded_at) = (time(columns.occurred_at), time(columns.recorded_at));
        let actor = self.actor(columns.actor);
        let hash = EventHash::from_bytes(columns.hash);
        let is_whole = columns.is_readable && kind.is_some() && occurred_at.is_some() && recorded_at.is_some();
        let is_intact = is_whole && actor.is_some() && hash.is_some() && hash == self.expected(columns, stream);
        if !is_intact {
            tracing::error!(position = position.0, %stream, "a stored event is damaged");
            metrics::counter!("crosstable_events_damaged_total").increment(1);
        }
        let hash = hash.unwrap_or_default();
        self.last = Some((position, hash));
        Recorded {
            position,
            stream,
            version: columns.version,
            organization_id: columns.organization_id.into(),
            occurred_at: occurred_at.unwrap_or_default(),
            recorded_at: recorded_at.unwrap_or_default(),
            actor: actor.unwrap_or(Actor::System),
            traceparent: columns.traceparent.map(str::to_owned),
            hash,
            is_damaged: !is_intact,
            encoded: Encoded {
                event_type: columns.event_type.to_owned(),
                schema: columns.schema,
                payload: columns.content.to_owned(),
            },
        }
    }

    /// Computes the hash that the event should have, or `None` if the previous hash is missing.
    fn expected(&self, columns: &EventColumns<'_>, stream: StreamId) -> Option<EventHash> {
        let position = Position(columns.position);
        let previous = match (columns.previous, self.last) {
            (Some(previous), _) => EventHash::from_bytes(previous)?,
            (None, Some((last, hash))) if last.0 + 1 == position.0 => hash,
            (None, _) if position.0 == 1 => EventHash::START,
            (None, _) => return None,
        };
        let content = StoredContent {
            stream,
            organization_id: columns.organization_id,
            occurred_at: columns.occurred_at,
            recorded_at: columns.recorded_at,
            actor: columns.actor,
            event_type: columns.event_type,
            schema: columns.schema,
            payload: columns.content,
            traceparent: columns.traceparent,
        };
        Some(previous.then(position, columns.version, &content.digest()))
    }

    fn actor(&mut self, json: &str) -> Option<Actor> {
        if let Some((known, actor)) = &self.actor
            && known == json
        {
            return Some(actor.clone());
        }
        let actor: Actor = serde_json::from_str(json).ok()?;
        self.actor = Some((json.to_owned(), actor.clone()));
        Some(actor)
    }
}

fn time(micros: i64) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp_micros(micros)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns<'a>(position: i64, content: &'a str, hash: &'a EventHash) -> EventColumns<'a> {
        EventColumns {
            position,
            stream_kind: "decklist",
            stream_id: 7,
            version: position,
            organization_id: 3,
            occurred_at: 1,
            recorded_at: 2,
            actor: "\"system\"",
            event_type: "revised",
            schema: 1,
            content,
            traceparent: None,
            hash: hash.as_bytes(),
            previous: None,
            is_readable: true,
        }
    }

    fn hashes() -> [EventHash; 2] {
        let first = EventDecoder::default();
        let stream = StreamId { kind: StreamKind::Decklist, id: 7 };
        let one = first.expected(&columns(1, "{}", &EventHash::START), stream).unwrap();
        let second = EventDecoder { last: Some((Position(1), one)), actor: None };
        [one, second.expected(&columns(2, "{}", &EventHash::START), stream).unwrap()]
    }

    #[test]
    fn events_that_follow_each_other_are_intact() {
        let [one, two] = hashes();
        let mut decoder = EventDecoder::default();
        assert!(!decoder.of_columns(&columns(1, "{}", &one)).is_damaged);
        assert!(!decoder.of_columns(&columns(2, "{}", &two)).is_damaged);
        let alone = EventColumns { previous: Some(one.as_bytes()), ..columns(2, "{}", &two) };
        assert!(!EventDecoder::default().of_columns(&alone).is_damaged, "read alone, with the hash before");
    }

    #[test]
    fn one_damaged_event_does_not_cast_doubt_on_the_next() {
        let [one, two] = hashes();
        let mut decoder = EventDecoder::default();
        assert!(decoder.of_columns(&columns(1, "{ }", &one)).is_damaged);
        assert!(!decoder.of_columns(&columns(2, "{}", &two)).is_damaged);
    }

    #[test]
    fn whatever_a_row_has_become_it_gives_an_event() {
        let [one, two] = hashes();
        let damaged = [
            EventColumns { stream_kind: "decklisu", ..columns(1, "{}", &one) },
            EventColumns { stream_id: 6, ..columns(1, "{}", &one) },
            EventColumns { actor: "\"sistem\"", ..columns(1, "{}", &one) },
            EventColumns { occurred_at: i64::MAX, ..columns(1, "{}", &one) },
            EventColumns { hash: &[1, 2, 3], ..columns(1, "{}", &one) },
            EventColumns { is_readable: false, ..columns(1, "{}", &one) },
            columns(1, "{}", &two),
            columns(2, "{}", &two),
        ];
        for columns in damaged {
            let event = EventDecoder::default().of_columns(&columns);
            assert!(event.is_damaged && event.decode().is_err(), "{event:?}");
        }
    }
}
