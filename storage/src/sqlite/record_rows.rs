//! Writes records of the export of changes, and numbers their changes.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;

use sqlx::sqlite::SqliteConnection;
use sqlx::{QueryBuilder, Row, Sqlite};

use super::rows::json_rows;
use crate::StoreError;
use crate::chunks::chunks;
use crate::records::{
    CARRY_OVER, Changed, ExportRecord, KNOWN_COLUMNS, NEW_ROWS, PackedRecord, TOMBSTONES, change_row, changed,
};
use crate::views::Generation;

/// Maximum number of rows in an insert.
const ROWS_PER_INSERT: usize = 32;
/// Maximum number of bytes in an insert, because parameters are copied.
const BYTES_PER_INSERT: usize = 4 * 1024 * 1024;
/// The step of the counter with the first change after a start.
const AFTER_START: i64 = 1 << 20;

/// Whether this process has advanced the counter. A power cut may lose the last changes, although clients know their numbers.
/// Therefore the counter advances far with the first change after a start, in a commit that is flushed: far fewer changes are
/// lost, so none of their numbers is used again.
#[derive(Debug, Default)]
pub(super) struct RecordClock(AtomicBool);

impl RecordClock {
    /// Returns whether the next change is the first one after the start.
    pub(super) fn is_new(&self) -> bool {
        !self.0.load(SeqCst)
    }

    /// Notes that a change is committed.
    pub(super) fn has_advanced(&self) {
        self.0.store(true, SeqCst);
    }

    fn step(&self) -> i64 {
        if self.is_new() { AFTER_START } else { 1 }
    }
}

/// Writes the records of a batch, deletes those of deleted tournaments, and numbers what changed. Returns whether anything did.
pub(super) async fn write(
    connection: &mut SqliteConnection,
    generation: Generation,
    records: &[&ExportRecord],
    packed: &[PackedRecord<'_>],
    clock: &RecordClock,
) -> Result<bool, StoreError> {
    if records.is_empty() {
        return Ok(false);
    }
    let deleted = records.iter().filter(|record| record.whole.is_none());
    let query = sqlx::query(
        "DELETE FROM export_records WHERE generation = ?1 AND tournament_id IN (SELECT value FROM json_each(?2))",
    );
    let deleted = json_rows(deleted.map(|record| record.tournament_id.0))?;
    query.bind(generation.0).bind(deleted).execute(&mut *connection).await?;
    for records in chunks(packed, ROWS_PER_INSERT, BYTES_PER_INSERT, PackedRecord::stored_bytes) {
        write_records(connection, generation, records).await?;
    }
    let known = format!(
        "SELECT {KNOWN_COLUMNS} FROM export_changes
         WHERE generation = ?1 AND tournament_id IN (SELECT value FROM json_each(?2))"
    );
    let ids = json_rows(records.iter().map(|record| record.tournament_id.0))?;
    let query = sqlx::query(sqlx::AssertSqlSafe(known)).bind(generation.0).bind(ids);
    let known = query.fetch_all(&mut *connection).await?.iter().map(change_row).collect::<Result<_, _>>()?;
    let changed = changed(records, known);
    if changed.is_empty() {
        return Ok(false);
    }
    let sequence = advance(connection, clock.step()).await?;
    write_changes(connection, generation, sequence, &changed).await?;
    Ok(true)
}

async fn advance(connection: &mut SqliteConnection, step: i64) -> Result<i64, StoreError> {
    let query = sqlx::query("UPDATE export_clock SET sequence = sequence + ?1 RETURNING sequence").bind(step);
    Ok(query.fetch_one(connection).await?.try_get(0)?)
}

async fn write_records(
    connection: &mut SqliteConnection,
    generation: Generation,
    records: &[PackedRecord<'_>],
) -> Result<(), StoreError> {
    let mut insert = QueryBuilder::<Sqlite>::new(
        "INSERT OR REPLACE INTO export_records (generation, tournament_id, organization_id, starts_at, event_format,
         position, has_public, is_public, head, public_head, standings, public_standings, rounds, public_rounds, matches,
         public_matches, cards, public_cards, decklists, public_decklists) ",
    );
    insert.push_values(records, |mut row, PackedRecord { record, whole, public }| {
        row.push_bind(generation.0)
            .push_bind(record.tournament_id.0)
            .push_bind(record.organization_id.0)
            .push_bind(record.start.map(|start| start.timestamp_micros()))
            .push_bind(record.event_format.wire_name())
            .push_bind(record.position.0)
            .push_bind(record.public.is_some())
            .push_bind(record.is_public);
        for (whole, public) in whole.iter().zip(public) {
            row.push_bind(&whole[..]).push_bind(public.as_deref());
        }
    });
    insert.build().persistent(false).execute(connection).await?;
    Ok(())
}

async fn write_changes(
    connection: &mut SqliteConnection,
    generation: Generation,
    sequence: i64,
    changed: &[Changed],
) -> Result<(), StoreError> {
    let rows = json_rows(changed.iter().map(|Changed { row, is_moved }| {
        let place = (row.tournament_id, row.audience, row.organization_id, row.starts_at, &row.event_format);
        (place.0, place.1, place.2, place.3, place.4, row.is_visible, row.digest, is_moved)
    }))?;
    let query = sqlx::query(
        "INSERT INTO export_changes (generation, tournament_id, audience, organization_id, starts_at, event_format,
                                     is_visible, digest, sequence, moved)
         SELECT ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, ?2,
                CASE WHEN value ->> 7 THEN ?2 ELSE 0 END
         FROM json_each(?3) WHERE TRUE
         ON CONFLICT (generation, tournament_id, audience) DO UPDATE SET
             organization_id = excluded.organization_id, starts_at = excluded.starts_at,
             event_format = excluded.event_format, is_visible = excluded.is_visible, digest = excluded.digest,
             sequence = excluded.sequence, moved = max(moved, excluded.moved)",
    );
    query.bind(generation.0).bind(sequence).bind(rows).execute(connection).await?;
    Ok(())
}

/// Begins another lineage if no generation is active: nothing is known of what clients have seen.
pub(super) async fn begin_lineage(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let query = sqlx::query(
        "UPDATE export_clock SET lineage = lower(hex(randomblob(16)))
         WHERE NOT EXISTS (SELECT 1 FROM generations WHERE state = 'active')",
    );
    query.execute(connection).await?;
    Ok(())
}

/// Gives the changes of a generation that becomes active their numbers, before it does.
pub(super) async fn carry_over(connection: &mut SqliteConnection, generation: Generation) -> Result<(), StoreError> {
    let query = sqlx::query("SELECT id FROM generations WHERE state = 'active' AND id <> ?1").bind(generation.0);
    let Some(former) = query.fetch_optional(&mut *connection).await? else { return Ok(()) };
    let former: i64 = former.try_get(0)?;
    let sequence = advance(connection, 1).await?;
    for statement in [NEW_ROWS, CARRY_OVER, TOMBSTONES] {
        sqlx::query(statement).bind(generation.0).bind(former).bind(sequence).execute(&mut *connection).await?;
    }
    Ok(())
}
