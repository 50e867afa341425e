//! How both databases write a batch of views.

use std::collections::BTreeMap;

use proto_events::{EventHash, Position, StreamId};

use super::writing::write_documents;
use crate::StoreError;
use crate::checkpoint::Reached;
use crate::columns::{STREAM, stream_rows};
use crate::document_rows::{export_rows, exports_table};
use crate::records::{Changed, EXPORT_RECORDS, ExportRecord, KNOWN_COLUMNS, change_row, changed, latest, record_rows};
use crate::sql::{Conflict, Row, Sql, Statement, StoreRow, Table, Value, among, rows_of, sql};
use crate::views::{CommitError, Generation, ParkedStream, ViewBatch};

/// The columns of a stream and of one that its documents depend on.
const PAIR: &str = "of_kind text, of_id bigint, on_kind text, on_id bigint";
const LAGGING: Table = Table {
    name: "lagging",
    columns: "generation bigint, stream_kind text, stream_id bigint",
    conflict: Conflict::Keep,
};
const PARKED: Table = Table {
    name: "parked",
    columns: "generation bigint, stream_kind text, stream_id bigint, position bigint, error text",
    conflict: Conflict::Replace("generation bigint, stream_kind text, stream_id bigint"),
};
/// The columns of a change that gets a number.
const CHANGED: &str = "tournament bigint, seen_by bigint, organization bigint, starts bigint, format text, \
                       visible bigint, sum bigint, is_moved bigint";

/// Moves the shard's checkpoint and counts the batch, if the checkpoint is at the expected position. Returns the
/// number of the batch in its shard, and the name that PostgreSQL gives it. The row of the shard stays locked until
/// the transaction ends.
pub(crate) async fn move_checkpoint<C: Sql>(
    connection: &mut C,
    batch: &ViewBatch,
) -> Result<Result<(i64, String), CommitError>, StoreError> {
    let (generation, shard) = (batch.generation.0, i64::from(batch.shard.index));
    if C::pick(false, true) {
        // A statement of its own: the next one sees what was committed while this one waited.
        let lock = sql("SELECT 1 FROM shards WHERE generation = $1 AND shard = $2 FOR UPDATE");
        connection.execute(lock.bind(generation).bind(shard)).await?;
    }
    let Reached { applied, prompt, settled } = batch.reached;
    let (naming, name) = C::pick(("", "''"), (", batch = gen_random_uuid()::text", "batch"));
    let update = sql(format!(
        "UPDATE shards SET applied = $1, prompt = $2, settled = $3, hash = $4, commits = commits + 1{naming}
         WHERE generation = $5 AND shard = $6 AND applied = $7
         AND (SELECT count(*) FROM shards AS each WHERE each.generation = shards.generation) = $8
         AND EXISTS (SELECT 1 FROM generations WHERE id = generation AND state <> 'retired')
         RETURNING commits, {name}"
    ));
    let update = update.bind(applied.0).bind(prompt.0).bind(settled.0);
    let update = update.bind(batch.hash.as_ref().map(EventHash::as_bytes)).bind(generation).bind(shard);
    let update = update.bind(batch.from.0).bind(i64::from(batch.shard.of));
    Ok(match connection.first(update, |row| Ok((row.column(0)?, row.column(1)?))).await? {
        Some(moved) => Ok(moved),
        None => Err(why_not_moved(connection, batch).await?),
    })
}

/// Returns why the checkpoint was not at the expected position. A shard that no longer exists has position -1.
async fn why_not_moved(connection: &mut impl Sql, batch: &ViewBatch) -> Result<CommitError, StoreError> {
    let query = sql("SELECT applied FROM generations LEFT JOIN shards ON generation = id AND shard = $2
                     WHERE id = $1 AND state <> 'retired'");
    let query = query.bind(batch.generation.0).bind(i64::from(batch.shard.index));
    let applied = connection.first(query, |row| Ok(row.column::<Option<i64>>(0)?)).await?;
    let Some(applied) = applied else { return Ok(CommitError::GenerationGone) };
    Ok(CommitError::CheckpointMoved { expected: batch.from, actual: Position(applied.unwrap_or(-1)) })
}

/// Writes the batch. Rows that shards share are written last, so that they are locked only during the commit. The
/// counter of the records' changes advances by `step`. Returns whether it did.
pub(crate) async fn write<C: Sql>(connection: &mut C, batch: &ViewBatch, step: i64) -> Result<bool, StoreError> {
    let counts = write_documents(connection, batch).await?;
    write_rows(connection, batch).await?;
    counts.write(connection, batch.generation).await?;
    number_records(connection, batch, step).await
}

/// Writes the exports, the records and what is noted about streams.
async fn write_rows<C: Sql>(connection: &mut C, batch: &ViewBatch) -> Result<(), StoreError> {
    let generation = batch.generation;
    if !batch.unexported.is_empty() {
        let ids = batch.unexported.iter().map(|tournament| tournament.0);
        connection.execute(of_tournaments::<C>("DELETE FROM exports", generation, ids)).await?;
    }
    connection.insert(&exports_table::<C>(), export_rows::<C>(generation, &batch.exports)).await?;
    connection.insert(&EXPORT_RECORDS, record_rows(generation, &latest(&batch.records))).await?;
    for statement in sources::<C>(generation, &batch.sources) {
        connection.execute(statement).await?;
    }
    write_streams(connection, batch).await
}

/// Numbers the changes of the records. Returns whether there are any.
async fn number_records<C: Sql>(connection: &mut C, batch: &ViewBatch, step: i64) -> Result<bool, StoreError> {
    let records = latest(&batch.records);
    if records.is_empty() {
        return Ok(false);
    }
    let known = connection.all(known::<C>(batch.generation, &records), change_row).await?;
    let changed = changed(&records, known);
    for statement in number::<C>(batch.generation, &records, &changed, step) {
        connection.execute(statement).await?;
    }
    Ok(!changed.is_empty())
}

/// Writes which streams lag, and which are parked. Parking must succeed with any error text, but text in PostgreSQL
/// cannot contain NUL.
async fn write_streams<C: Sql>(connection: &mut C, batch: &ViewBatch) -> Result<(), StoreError> {
    let generation = batch.generation.0;
    let row = |stream: &StreamId| -> Row { vec![generation.into(), stream.kind.name().into(), stream.id.into()] };
    connection.insert(&LAGGING, batch.lagging.iter().map(row).collect()).await?;
    if !batch.settled.is_empty() {
        let settled = sql(format!(
            "DELETE FROM lagging WHERE generation = $1 AND (stream_kind, stream_id) IN (SELECT kind, id FROM {})",
            rows_of::<C>("settled", 2, STREAM)
        ));
        connection.execute(settled.bind(generation).bind(stream_rows(&batch.settled))).await?;
    }
    let parked: BTreeMap<_, _> = batch.parked.iter().map(|parked| (parked.stream, parked)).collect();
    let rows = parked.into_values().map(|ParkedStream { stream, position, error }| {
        let error = error.replace('\0', "\u{fffd}");
        row(stream).into_iter().chain([position.0.into(), error.into()]).collect()
    });
    connection.insert(&PARKED, rows.collect()).await
}

/// Returns the statements that write what documents depend on. They write only differences: a large tournament depends on
/// thousands of streams, and each change adds one. Of several entries for a stream, the last one counts.
pub(crate) fn sources<C: Sql>(generation: Generation, sources: &[(StreamId, Vec<StreamId>)]) -> Vec<Statement> {
    let sources: BTreeMap<StreamId, &[StreamId]> = sources.iter().map(|(of, on)| (*of, &on[..])).collect();
    if sources.is_empty() {
        return Vec::new();
    }
    let pair = |of: &StreamId, on: &StreamId| -> Row {
        vec![of.kind.name().into(), of.id.into(), on.kind.name().into(), on.id.into()]
    };
    let pairs: Vec<Row> = sources.iter().flat_map(|(of, on)| on.iter().map(move |on| pair(of, on))).collect();
    let pairs = Value::Rows(PAIR, pairs);
    let changed: Vec<StreamId> = sources.into_keys().collect();
    let forget = sql(format!(
        "DELETE FROM sources WHERE generation = $1
             AND (dependent_kind, dependent_id) IN (SELECT kind, id FROM {})
             AND (dependent_kind, dependent_id, source_kind, source_id) NOT IN (
                 SELECT of_kind, of_id, on_kind, on_id FROM {})",
        rows_of::<C>("changed", 2, STREAM),
        rows_of::<C>("kept", C::pick(3, 4), PAIR)
    ));
    let add = sql(format!(
        "INSERT INTO sources (generation, dependent_kind, dependent_id, source_kind, source_id)
         SELECT CAST($1 AS BIGINT), of_kind, of_id, on_kind, on_id FROM {} WHERE TRUE ON CONFLICT DO NOTHING",
        rows_of::<C>("pairs", 2, PAIR)
    ));
    let forget = forget.bind(generation.0).bind(stream_rows(&changed)).bind(pairs.clone());
    vec![forget, add.bind(generation.0).bind(pairs)]
}

/// Returns the query for what is known of the tournaments of these records. [`change_row`] reads its rows.
fn known<C: Sql>(generation: Generation, records: &[&ExportRecord]) -> Statement {
    let ids = records.iter().map(|record| record.tournament_id.0);
    of_tournaments::<C>(&format!("SELECT {KNOWN_COLUMNS} FROM export_changes"), generation, ids)
}

/// Returns the statements that delete the records of deleted tournaments, and number what changed. The counter advances by
/// `step`, and stays locked until the commit, so that commits have the order of their numbers: therefore these statements are
/// the last ones of a batch.
fn number<C: Sql>(generation: Generation, records: &[&ExportRecord], changed: &[Changed], step: i64) -> Vec<Statement> {
    let mut statements = Vec::new();
    let deleted: Vec<_> = records.iter().filter(|record| record.whole.is_none()).collect();
    if !deleted.is_empty() {
        let ids = deleted.iter().map(|record| record.tournament_id.0);
        statements.push(of_tournaments::<C>("DELETE FROM export_records", generation, ids));
    }
    if changed.is_empty() {
        return statements;
    }
    statements.push(sql("UPDATE export_clock SET sequence = sequence + $1").bind(step));
    let rows = changed.iter().map(|Changed { row, is_moved }| {
        vec![
            row.tournament_id.into(),
            row.audience.into(),
            row.organization_id.into(),
            row.starts_at.into(),
            row.event_format.as_str().into(),
            i64::from(row.is_visible).into(),
            row.digest.into(),
            i64::from(*is_moved).into(),
        ]
    });
    let number = sql(format!(
        "INSERT INTO export_changes AS known (generation, tournament_id, audience, organization_id, starts_at,
                                              event_format, is_visible, digest, sequence, moved)
         SELECT CAST($1 AS BIGINT), tournament, seen_by, organization, starts, format, visible <> 0, sum, sequence,
                CASE WHEN is_moved <> 0 THEN sequence ELSE 0 END
         FROM export_clock CROSS JOIN {} WHERE TRUE
         ON CONFLICT (generation, tournament_id, audience) DO UPDATE SET
             organization_id = excluded.organization_id, starts_at = excluded.starts_at,
             event_format = excluded.event_format, is_visible = excluded.is_visible, digest = excluded.digest,
             sequence = excluded.sequence, moved = {}(known.moved, excluded.moved)",
        rows_of::<C>("changed", 2, CHANGED),
        C::pick("max", "greatest")
    ));
    statements.push(number.bind(generation.0).bind(Value::Rows(CHANGED, rows.collect())));
    statements
}

fn of_tournaments<C: Sql>(what: &str, generation: Generation, ids: impl Iterator<Item = i64>) -> Statement {
    let among = among::<C>("tournament_id", "$2");
    sql(format!("{what} WHERE generation = $1 AND {among}")).bind(generation.0).bind(Value::Numbers(ids.collect()))
}
