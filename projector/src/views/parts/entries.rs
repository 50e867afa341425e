//! Registrations of a tournament, in the order that all lists use.

use domain::tournament::{Registration, Tournament};

/// Returns all registrations: by completion, incomplete ones last, then by id.
pub(in crate::views) fn in_order(tournament: &Tournament) -> Vec<&Registration> {
    let mut entries: Vec<&Registration> = tournament.registrations.iter().collect();
    entries.sort_by_key(|entry| (entry.completed_at.is_none(), entry.completed_at, entry.id));
    entries
}
