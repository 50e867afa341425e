//! Entries of a tournament in the order of every list of them.

use domain::decklist::Decklist;
use domain::tournament::{Registration, Tournament};
use proto_events::vocabulary::RegistrationStatus;

use crate::views::TournamentContext;

/// All entries: by completion, incomplete ones last, then by id.
pub(in crate::views) fn in_order(tournament: &Tournament) -> Vec<&Registration> {
    let mut entries: Vec<&Registration> = tournament.registrations.iter().collect();
    entries.sort_by_key(|entry| (entry.completed_at.is_none(), entry.completed_at, entry.id));
    entries
}

/// Whether the entry takes or took a place in the event.
pub(in crate::views) fn is_enrolled(entry: &Registration) -> bool {
    entry.is_listed() || entry.status == RegistrationStatus::Disqualified
}

/// The list handed in with the entry, where it is known.
pub(in crate::views) fn decklist<'a>(context: &TournamentContext<'a>, entry: &Registration) -> Option<&'a Decklist> {
    context.decklists.get(&entry.decklist_id?)
}
