//! A paired round as tests look at it: its matches, and the byes.

use domain::pairing::{EntrantId, Seats};
use proto_events::tournament::PairingKind;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Table {
    pub(crate) number: i32,
    pub(crate) players: [EntrantId; 2],
}

pub(crate) fn tables(round: &[Seats]) -> impl Iterator<Item = Table> {
    let versus = round.iter().filter(|table| table.kind == PairingKind::Versus);
    versus.map(|table| Table { number: table.table_number, players: table.entrants[..].try_into().unwrap() })
}

pub(crate) fn byes(round: &[Seats]) -> Vec<EntrantId> {
    round.iter().filter(|table| table.kind == PairingKind::Bye).map(|table| table.entrants[0]).collect()
}
