//! The lists of a tournament, at the revisions that count.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use domain::decklist::Decklist;
use domain::documents::DecklistDocument;
use domain::tournament::Registration;
use proto_events::Version;
use proto_events::ids::DecklistId;

use super::entries;
use crate::views::view::TournamentContext;

/// A list at the revision that counts.
#[derive(Debug, Clone, Copy)]
pub(in crate::views) struct Counting<'a> {
    /// The list at its fixed revision, or otherwise its current state.
    pub(in crate::views) list: &'a Decklist,
    is_fixed: bool,
}

impl<'a> Counting<'a> {
    /// Returns the revision, if it is fixed.
    pub(in crate::views) fn revision(&self) -> Option<Version> {
        self.is_fixed.then_some(self.list.version)
    }

    /// Returns its document, with the picture of that revision.
    pub(in crate::views) fn document(&self, context: &TournamentContext<'_>) -> DecklistDocument<'a> {
        let document = context.settings.document_of(self.list);
        match self.revision() {
            Some(revision) => document.of_revision(revision),
            None => document,
        }
    }
}

/// Returns the list of a registration, if it is known.
pub(in crate::views) fn of<'a>(context: &TournamentContext<'a>, entry: &Registration) -> Option<Counting<'a>> {
    let id = entry.decklist_id?;
    let newest = context.decklists.get(&id).map(Arc::as_ref);
    let of_newest = newest.and_then(|list| entry.revision_of(list, context.tournament.organization_id));
    let Some(revision) = of_newest.or_else(|| entry.fixed_revision_of(id)) else {
        return newest.map(|list| Counting { list, is_fixed: false });
    };
    let newest = newest.filter(|list| list.version == revision);
    let list = newest.or_else(|| context.revisions.get(&(id, revision)))?;
    Some(Counting { list, is_fixed: true })
}

/// Returns the list handed in with a registration, at the revision that counts, if it is known.
pub(in crate::views) fn decklist<'a>(context: &TournamentContext<'a>, entry: &Registration) -> Option<&'a Decklist> {
    of(context, entry).map(|counting| counting.list)
}

/// Returns the lists of the event in the order of their registrations, without those of players who left before play.
/// Each list appears once: if two registrations share it, the revision of the first counts.
pub(in crate::views) fn in_order<'a>(context: &TournamentContext<'a>) -> Vec<Counting<'a>> {
    each_once(context, |entry| !entry.has_left()).into_iter().map(|(_, counting)| counting).collect()
}

/// Returns every list of the event by id, including those of players who left, which staff may still read.
pub(in crate::views) fn by_id<'a>(context: &TournamentContext<'a>) -> BTreeMap<DecklistId, Counting<'a>> {
    each_once(context, |_| true).into_iter().map(|(_, counting)| (counting.list.id, counting)).collect()
}

/// Returns the lists of registrations, each list once, in the order of the registrations.
pub(in crate::views) fn each_once<'a>(
    context: &TournamentContext<'a>,
    which: impl Fn(&Registration) -> bool,
) -> Vec<(&'a Registration, Counting<'a>)> {
    let mut seen = HashSet::new();
    let entries = entries::in_order(context.tournament).into_iter().filter(|entry| which(entry));
    let lists = entries.filter_map(|entry| Some((entry, of(context, entry)?)));
    lists.filter(|(_, counting)| seen.insert(counting.list.id)).collect()
}
