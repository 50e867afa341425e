//! Writes records of the export of changes, and numbers their changes.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;

use super::rows::json_rows;
use super::script::Script;
use crate::StoreError;
use crate::records::{Changed, ExportRecord, KNOWN_COLUMNS, PackedRecord};
use crate::views::Generation;

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

/// Adds the statement that reads what is known of the tournaments of these records. Its rows are decoded by
/// [`change_row`](crate::records::change_row).
pub(super) fn known(script: &mut Script, generation: Generation, records: &[&ExportRecord]) -> Result<(), StoreError> {
    let ids = json_rows(records.iter().map(|record| record.tournament_id.0))?;
    let statement = script.statement("SELECT ").push(KNOWN_COLUMNS).push(" FROM export_changes WHERE generation = ");
    statement.push_bind(generation.0);
    statement.push(" AND tournament_id IN (SELECT value FROM json_each(").push_bind(ids).push("))");
    Ok(())
}

/// Adds the statement that writes some of the records.
pub(super) fn write(script: &mut Script, generation: Generation, records: &[PackedRecord<'_>]) {
    script.statement(
        "INSERT OR REPLACE INTO export_records (generation, tournament_id, organization_id, starts_at, event_format,
         position, has_public, is_public, head, public_head, standings, public_standings, rounds, public_rounds, matches,
         public_matches, cards, public_cards, decklists, public_decklists) ",
    );
    script.rows(records, 20, |row, PackedRecord { record, whole, public }| {
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
}

/// Adds the statements that delete the records of deleted tournaments, and number what changed.
pub(super) fn write_changes(
    script: &mut Script,
    generation: Generation,
    records: &[&ExportRecord],
    changed: &[Changed],
    clock: &RecordClock,
) -> Result<(), StoreError> {
    let deleted: Vec<i64> =
        records.iter().filter(|record| record.whole.is_none()).map(|record| record.tournament_id.0).collect();
    if !deleted.is_empty() {
        let statement = script.statement("DELETE FROM export_records WHERE generation = ").push_bind(generation.0);
        statement.push(" AND tournament_id IN (SELECT value FROM json_each(").push_bind(json_rows(deleted)?).push("))");
    }
    if changed.is_empty() {
        return Ok(());
    }
    script.statement("UPDATE export_clock SET sequence = sequence + ").push_bind(clock.step());
    let rows = json_rows(changed.iter().map(|Changed { row, is_moved }| {
        let place = (row.tournament_id, row.audience, row.organization_id, row.starts_at, &row.event_format);
        (place.0, place.1, place.2, place.3, place.4, row.is_visible, row.digest, is_moved)
    }))?;
    let statement = script.statement(
        "INSERT INTO export_changes (generation, tournament_id, audience, organization_id, starts_at, event_format,
                                     is_visible, digest, sequence, moved) SELECT ",
    );
    statement.push_bind(generation.0).push(
        ", value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, export_clock.sequence,
                CASE WHEN value ->> 7 THEN export_clock.sequence ELSE 0 END
         FROM export_clock CROSS JOIN json_each(",
    );
    statement.push_bind(rows).push(
        ") WHERE TRUE
         ON CONFLICT (generation, tournament_id, audience) DO UPDATE SET
             organization_id = excluded.organization_id, starts_at = excluded.starts_at,
             event_format = excluded.event_format, is_visible = excluded.is_visible, digest = excluded.digest,
             sequence = excluded.sequence, moved = max(moved, excluded.moved)",
    );
    Ok(())
}
