//! The tables of a round that have not reported.

use domain::tournament::Round;

/// Returns the numbers of tables without a result. Seats of a team match that is already decided need none.
pub(crate) fn unreported(round: &Round) -> Vec<i32> {
    let mut tables: Vec<i32> = round.unreported().map(|table| table.pairing.table_number).collect();
    tables.sort_unstable();
    tables
}
