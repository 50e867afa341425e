//! Encodes rows as parameters: one array for each column, so that a statement's text does not depend on their number.

use proto_events::StreamId;
use sqlx::postgres::{PgArguments, Postgres};
use sqlx::query::Query;

/// A statement with its parameters.
pub(super) type Statement<'q> = Query<'q, Postgres, PgArguments>;

/// Returns the kinds and the ids of streams.
pub(super) fn stream_columns<'a>(streams: impl Iterator<Item = &'a StreamId>) -> (Vec<&'static str>, Vec<i64>) {
    streams.map(|stream| (stream.kind.name(), stream.id)).unzip()
}
