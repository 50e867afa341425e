//! The entrants at a table of a round, before the table has an id.

use proto_events::tournament::PairingKind;

use crate::pairing::EntrantId;

/// A pairing without an id: the entrants at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seats {
    /// Its kind: a match, a seating, a bye.
    pub kind: PairingKind,
    /// Table number, from 1; a team match counts as one table.
    pub table_number: i32,
    /// Pod number, from 1; 0 outside drafts.
    pub pod_number: i32,
    /// The entrants at the table, in order.
    pub entrants: Vec<EntrantId>,
}
