//! Writes records of the export of changes, and numbers their changes.

use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Row};

use super::retry::{STATEMENT, within};
use crate::StoreError;
use crate::chunks::chunks;
use crate::records::{Changed, ExportRecord, KNOWN_COLUMNS, PackedRecord, change_row, changed};
use crate::views::Generation;

/// Maximum number of rows in a statement.
const ROWS_PER_INSERT: usize = 1_000;
/// Maximum number of bytes in a statement, because parameters are copied here and on the server.
const BYTES_PER_INSERT: usize = 8 * 1024 * 1024;

/// Writes records.
pub(super) async fn write(
    connection: &mut PgConnection,
    generation: Generation,
    packed: &[PackedRecord<'_>],
) -> Result<(), StoreError> {
    for records in chunks(packed, ROWS_PER_INSERT, BYTES_PER_INSERT, PackedRecord::stored_bytes) {
        within(STATEMENT, write_records(connection, generation, records)).await?;
    }
    Ok(())
}

async fn write_records(
    connection: &mut PgConnection,
    generation: Generation,
    records: &[PackedRecord<'_>],
) -> Result<(), StoreError> {
    let numbers = |of: fn(&ExportRecord) -> i64| records.iter().map(|it| of(it.record)).collect::<Vec<_>>();
    let flags = |of: fn(&ExportRecord) -> bool| records.iter().map(|it| of(it.record)).collect::<Vec<_>>();
    let query = sqlx::query(
        "INSERT INTO export_records (generation, tournament_id, organization_id, starts_at, event_format, position,
             has_public, is_public, head, public_head, standings, public_standings, rounds, public_rounds, matches,
             public_matches, cards, public_cards, decklists, public_decklists)
         SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bigint[], $7::boolean[],
             $8::boolean[], $9::bytea[], $10::bytea[], $11::bytea[], $12::bytea[], $13::bytea[], $14::bytea[],
             $15::bytea[], $16::bytea[], $17::bytea[], $18::bytea[], $19::bytea[], $20::bytea[])
         ON CONFLICT (generation, tournament_id) DO UPDATE SET
             organization_id = excluded.organization_id, starts_at = excluded.starts_at,
             event_format = excluded.event_format, position = excluded.position, has_public = excluded.has_public,
             is_public = excluded.is_public, head = excluded.head, public_head = excluded.public_head,
             standings = excluded.standings, public_standings = excluded.public_standings, rounds = excluded.rounds,
             public_rounds = excluded.public_rounds, matches = excluded.matches,
             public_matches = excluded.public_matches, cards = excluded.cards, public_cards = excluded.public_cards,
             decklists = excluded.decklists, public_decklists = excluded.public_decklists",
    );
    let mut query = query
        .bind(generation.0)
        .bind(numbers(|it| it.tournament_id.0))
        .bind(numbers(|it| it.organization_id.0))
        .bind(records.iter().map(|it| it.record.start.map(|start| start.timestamp_micros())).collect::<Vec<_>>())
        .bind(records.iter().map(|it| it.record.event_format.wire_name()).collect::<Vec<_>>())
        .bind(numbers(|it| it.position.0))
        .bind(flags(|it| it.public.is_some()))
        .bind(flags(|it| it.is_public));
    for part in 0..6 {
        query = query
            .bind(records.iter().map(|it| &it.whole[part][..]).collect::<Vec<_>>())
            .bind(records.iter().map(|it| it.public[part].as_deref()).collect::<Vec<_>>());
    }
    query.execute(connection).await?;
    Ok(())
}

/// Deletes the records of deleted tournaments, and numbers what changed. The counter stays locked until the commit, so that
/// commits have the order of their numbers: therefore this is the last step of a batch.
pub(super) async fn write_changes(
    connection: &mut PgConnection,
    generation: Generation,
    records: &[&ExportRecord],
) -> Result<(), StoreError> {
    if records.is_empty() {
        return Ok(());
    }
    let deleted: Vec<i64> =
        records.iter().filter(|record| record.whole.is_none()).map(|record| record.tournament_id.0).collect();
    let query = sqlx::query("DELETE FROM export_records WHERE generation = $1 AND tournament_id = ANY($2)");
    query.bind(generation.0).bind(deleted).execute(&mut *connection).await?;
    let known = format!("SELECT {KNOWN_COLUMNS} FROM export_changes WHERE generation = $1 AND tournament_id = ANY($2)");
    let ids: Vec<i64> = records.iter().map(|record| record.tournament_id.0).collect();
    let query = sqlx::query(AssertSqlSafe(known)).bind(generation.0).bind(ids);
    let known = query.fetch_all(&mut *connection).await?.iter().map(change_row).collect::<Result<_, _>>()?;
    let changed = changed(records, known);
    if changed.is_empty() {
        return Ok(());
    }
    let sequence = advance(connection).await?;
    number(connection, generation, sequence, &changed).await
}

async fn advance(connection: &mut PgConnection) -> Result<i64, StoreError> {
    let query = sqlx::query("UPDATE export_clock SET sequence = sequence + 1 RETURNING sequence");
    Ok(query.fetch_one(connection).await?.try_get(0)?)
}

async fn number(
    connection: &mut PgConnection,
    generation: Generation,
    sequence: i64,
    changed: &[Changed],
) -> Result<(), StoreError> {
    let query = sqlx::query(
        "INSERT INTO export_changes AS known (generation, tournament_id, audience, organization_id, starts_at,
                                              event_format, is_visible, digest, moved, sequence)
         SELECT $1, rows.*, $2 FROM unnest($3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[],
                                           $8::boolean[], $9::bigint[], $10::bigint[]) AS rows
         ON CONFLICT (generation, tournament_id, audience) DO UPDATE SET
             organization_id = excluded.organization_id, starts_at = excluded.starts_at,
             event_format = excluded.event_format, is_visible = excluded.is_visible, digest = excluded.digest,
             sequence = excluded.sequence, moved = greatest(known.moved, excluded.moved)",
    );
    let query = query
        .bind(generation.0)
        .bind(sequence)
        .bind(changed.iter().map(|it| it.row.tournament_id).collect::<Vec<_>>())
        .bind(changed.iter().map(|it| it.row.audience).collect::<Vec<_>>())
        .bind(changed.iter().map(|it| it.row.organization_id).collect::<Vec<_>>())
        .bind(changed.iter().map(|it| it.row.starts_at).collect::<Vec<_>>())
        .bind(changed.iter().map(|it| &it.row.event_format[..]).collect::<Vec<_>>())
        .bind(changed.iter().map(|it| it.row.is_visible).collect::<Vec<_>>())
        .bind(changed.iter().map(|it| it.row.digest).collect::<Vec<_>>())
        .bind(changed.iter().map(|it| if it.is_moved { sequence } else { 0 }).collect::<Vec<_>>());
    query.execute(connection).await?;
    Ok(())
}
