//! Decodes events from rows and checks their hashes, for any database. A damaged row becomes an event that is marked as
//! damaged, so that it does not block the log.

use chrono::DateTime;
use proto_events::{Actor, Encoded, EventHash, Position, Recorded, StreamId, StreamKind};

use crate::StoreError;
use crate::sql::StoreRow;

/// The stream of an event whose stream cannot be read. No organization has this id.
const UNKNOWN_STREAM: StreamId = StreamId { kind: StreamKind::Organization, id: 0 };

/// Decodes events from rows, and checks each hash against the previous event's.
#[derive(Default)]
pub(crate) struct EventDecoder {
    last: Option<(Position, EventHash)>,
}

impl EventDecoder {
    /// Decodes the event in a row with the columns of [`EVENTS`](crate::log_rows::EVENTS), and behind them the hash of the
    /// previous event or null.
    pub(crate) fn recorded(&mut self, row: &impl StoreRow) -> Result<Recorded, StoreError> {
        let mut is_whole = true;
        let mut event = Self::unchecked(row, &mut is_whole)?;
        let Recorded { position, hash, .. } = event;
        let previous = match (row.column::<Option<&[u8]>>(13).unwrap_or_default(), self.last) {
            (Some(previous), _) => EventHash::from_bytes(previous),
            (None, Some((last, hash))) if last.0 + 1 == position.0 => Some(hash),
            (None, _) => (position.0 == 1).then_some(EventHash::START),
        };
        event.is_damaged = !is_whole || previous.is_none_or(|previous| event.hash_after(previous) != hash);
        if event.is_damaged {
            tracing::error!(position = position.0, stream = %event.stream, "a stored event is damaged");
            metrics::counter!("crosstable_events_damaged_total").increment(1);
        }
        self.last = Some((position, hash));
        Ok(event)
    }

    /// Decodes an event without comparing its hash. `whole` becomes false if a column cannot be read.
    fn unchecked(row: &impl StoreRow, whole: &mut bool) -> Result<Recorded, StoreError> {
        let kind = row.column(1).ok().and_then(StreamKind::from_name);
        let stream = kind.zip(row.column(2).ok()).map(|(kind, id)| StreamId { kind, id });
        let time = |index| row.column(index).ok().and_then(DateTime::from_timestamp_micros);
        Ok(Recorded {
            position: Position(row.column(0)?),
            stream: or(stream, UNKNOWN_STREAM, whole),
            version: or(row.column(3).ok(), 0, whole),
            organization_id: or(row.column(4).ok(), 0_i64, whole).into(),
            occurred_at: or(time(5), DateTime::UNIX_EPOCH, whole),
            recorded_at: or(time(6), DateTime::UNIX_EPOCH, whole),
            actor: or(row.column(7).ok().and_then(|json| serde_json::from_str(json).ok()), Actor::System, whole),
            traceparent: or(row.column(11).ok(), None, whole),
            hash: or(row.column(10).ok().and_then(EventHash::from_bytes), EventHash::START, whole),
            is_damaged: false,
            encoded: Encoded {
                event_type: or(row.column(8).ok(), String::new(), whole),
                schema: or(row.column(9).ok(), 0, whole),
                payload: or(row.column(12).ok(), String::new(), whole),
            },
        })
    }
}

/// Returns a value, or another one if it could not be read.
fn or<T>(found: Option<T>, other: T, is_whole: &mut bool) -> T {
    found.unwrap_or_else(|| {
        *is_whole = false;
        other
    })
}

#[cfg(test)]
mod tests {
    use sqlx::Connection;
    use sqlx::sqlite::SqliteConnection;

    use super::*;
    use crate::log_rows::event_row;
    use crate::sql::{Row, Sql, Statement, sql};
    use crate::testing::recorded;

    /// Returns the row of an event with this hash, and without the hash of the event before it.
    fn row(position: i64, payload: &str, hash: EventHash) -> Row {
        let mut row = event_row(&Recorded { hash, ..recorded(position, payload) }).unwrap();
        row.push(None::<&[u8]>.into());
        row
    }

    /// Returns a row with another value of a column.
    fn changed(index: usize, value: impl Into<crate::sql::Value>) -> Row {
        let mut row = row(1, "{}", hashes()[0]);
        row[index] = value.into();
        row
    }

    fn hashes() -> [EventHash; 2] {
        let one = recorded(1, "{}").hash_after(EventHash::START);
        [one, recorded(2, "{}").hash_after(one)]
    }

    async fn decoded(row: Row) -> Recorded {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let select = sql("SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14");
        let (mut decoder, mut events) = (EventDecoder::default(), Vec::new());
        let each = |row| {
            events.push(decoder.recorded(&row)?);
            Ok(())
        };
        connection.each(row.into_iter().fold(select, Statement::bind), each).await.unwrap();
        events.remove(0)
    }

    #[tokio::test]
    async fn whatever_a_row_has_become_it_gives_an_event() {
        let [_, two] = hashes();
        let damaged = [
            changed(1, "decklisu"),
            changed(2, 6),
            changed(7, "\"sistem\""),
            changed(5, i64::MAX),
            changed(10, &[1_u8, 2, 3][..]),
            changed(3, "one"),
            row(1, "{}", two),
            row(2, "{}", two),
        ];
        for row in damaged {
            let event = decoded(row).await;
            assert!(event.is_damaged && event.decode().is_err(), "{event:?}");
        }
    }
}
