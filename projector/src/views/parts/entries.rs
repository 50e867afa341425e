//! Registrations of a tournament, in the order that all lists use.

use domain::decklist::Decklist;
use domain::tournament::{Registration, Tournament};

use super::lists;
use crate::views::TournamentContext;

/// Returns all registrations: by completion, incomplete ones last, then by id.
pub(in crate::views) fn in_order(tournament: &Tournament) -> Vec<&Registration> {
    let mut entries: Vec<&Registration> = tournament.registrations.iter().collect();
    entries.sort_by_key(|entry| (entry.completed_at.is_none(), entry.completed_at, entry.id));
    entries
}

/// Returns the list handed in with a registration, at the revision that counts, if it is known.
pub(in crate::views) fn decklist<'a>(context: &TournamentContext<'a>, entry: &Registration) -> Option<&'a Decklist> {
    lists::of(context, entry).map(|counting| counting.list)
}
