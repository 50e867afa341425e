//! Finds out which audiences see a record change. For any database.

use std::collections::HashMap;

use super::{Audience, ExportRecord};
use crate::StoreError;
use crate::sql::StoreRow;

/// The columns of the rows that [`change_row`] reads.
pub(crate) const KNOWN_COLUMNS: &str =
    "tournament_id, audience, organization_id, starts_at, event_format, is_visible, digest";

/// What an audience sees of a tournament. Of a hidden tournament, the other columns are those from before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ChangeRow {
    pub(crate) tournament_id: i64,
    pub(crate) audience: i64,
    pub(crate) organization_id: i64,
    pub(crate) starts_at: Option<i64>,
    pub(crate) event_format: String,
    pub(crate) is_visible: bool,
    pub(crate) digest: i64,
}

impl ChangeRow {
    /// Returns whether filters choose both alike.
    fn is_alike(&self, other: &Self) -> bool {
        (self.organization_id, self.starts_at, &self.event_format)
            == (other.organization_id, other.starts_at, &other.event_format)
    }
}

/// What each audience sees of tournaments, by tournament and audience.
type Known = HashMap<(i64, i64), ChangeRow>;

/// A row that gets a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Changed {
    pub(crate) row: ChangeRow,
    /// Whether a column changed that filters read.
    pub(crate) is_moved: bool,
}

/// Decodes the columns of [`KNOWN_COLUMNS`].
pub(crate) fn change_row(row: &impl StoreRow) -> Result<ChangeRow, StoreError> {
    Ok(ChangeRow {
        tournament_id: row.column(0)?,
        audience: row.column(1)?,
        organization_id: row.column(2)?,
        starts_at: row.column(3)?,
        event_format: row.column(4)?,
        is_visible: row.column(5)?,
        digest: row.column(6)?,
    })
}

/// Returns the rows that change with these records, given the rows of their tournaments. An audience that never saw a
/// tournament gets no row when it is hidden or deleted.
pub(crate) fn changed(records: &[&ExportRecord], known: Vec<ChangeRow>) -> Vec<Changed> {
    let known: Known = known.into_iter().map(|row| ((row.tournament_id, row.audience), row)).collect();
    records.iter().flat_map(|record| changes_of(record, &known)).collect()
}

fn changes_of(record: &ExportRecord, known: &Known) -> impl Iterator<Item = Changed> {
    let public = record.public.as_ref().map(|body| record.digest(body));
    Audience::ALL.into_iter().filter_map(move |audience| {
        let known = known.get(&(record.tournament_id.0, audience.number()));
        let Some(body) = record.seen_by(audience) else {
            let row = ChangeRow { is_visible: false, ..known.filter(|row| row.is_visible)?.clone() };
            return Some(Changed { row, is_moved: false });
        };
        let row = ChangeRow {
            tournament_id: record.tournament_id.0,
            audience: audience.number(),
            organization_id: record.organization_id.0,
            starts_at: record.start.map(|start| start.timestamp_micros()),
            event_format: record.event_format.wire_name().to_owned(),
            is_visible: true,
            digest: match (audience, public) {
                (Audience::Public | Audience::Member, Some(digest)) => digest,
                _ => record.digest(body),
            },
        };
        let is_moved = known.is_some_and(|known| !known.is_alike(&row));
        (known != Some(&row)).then_some(Changed { row, is_moved })
    })
}

/// Gives the rows of a generation that becomes active the numbers of the rows before, where an audience sees the same in
/// both. Parameters: the generation, the one before, the number of all other changes.
pub(crate) const CARRY_OVER: &str = "UPDATE export_changes AS fresh SET
        sequence = CASE WHEN (NOT fresh.is_visible AND NOT former.is_visible)
                          OR (fresh.is_visible AND former.is_visible AND fresh.digest = former.digest)
                        THEN former.sequence ELSE $3 END,
        moved = CASE WHEN fresh.organization_id = former.organization_id AND fresh.event_format = former.event_format
                      AND fresh.starts_at IS NOT DISTINCT FROM former.starts_at
                     THEN former.moved ELSE $3 END
    FROM export_changes AS former
    WHERE fresh.generation = $1 AND former.generation = $2 AND former.tournament_id = fresh.tournament_id
      AND former.audience = fresh.audience";

/// Gives a new number to rows of a generation that becomes active, if there was none before. Parameters as above.
pub(crate) const NEW_ROWS: &str = "UPDATE export_changes SET sequence = $3, moved = 0
    WHERE generation = $1 AND NOT EXISTS (
        SELECT 1 FROM export_changes AS former
        WHERE former.generation = $2 AND former.tournament_id = export_changes.tournament_id
          AND former.audience = export_changes.audience)";

/// Adds rows for tournaments that an audience saw before and does not see in a generation that becomes active. Parameters as
/// above.
pub(crate) const TOMBSTONES: &str = "INSERT INTO export_changes
        (generation, tournament_id, audience, organization_id, starts_at, event_format, sequence, moved, is_visible, digest)
    SELECT $1, tournament_id, audience, organization_id, starts_at, event_format,
           CASE WHEN is_visible THEN $3 ELSE sequence END, moved, FALSE, digest
    FROM export_changes AS former
    WHERE generation = $2 AND NOT EXISTS (
        SELECT 1 FROM export_changes AS fresh
        WHERE fresh.generation = $1 AND fresh.tournament_id = former.tournament_id AND fresh.audience = former.audience)";
