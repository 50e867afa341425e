//! The memory of streams: folded states, so that a command need not read its whole stream, and the turns of writers. Without
//! turns, the writers of a stream would conflict in the store, and with many some would run out of attempts.
//!
//! A state may lag behind the store, since other processes write too. So each command first reads the newer events, and the
//! append checks the version.

use std::sync::Arc;

use domain::convention::Convention;
use domain::decklist::Decklist;
use domain::organization::Organization;
use domain::tournament::Tournament;
use moka::sync::Cache;
use proto_events::StreamId;
use service_kit::concurrency::KeyedLimit;

use super::state::Folded;

/// Limit for conventions, in bytes.
const CONVENTION_BYTES: u64 = 8 * 1024 * 1024;
/// Limit for decklists, in bytes.
const DECKLIST_BYTES: u64 = 64 * 1024 * 1024;
/// Limit for tournaments, in bytes: a dozen of the largest at the same time.
const TOURNAMENT_BYTES: u64 = 96 * 1024 * 1024;
/// Limit for organizations, in bytes.
const ORGANIZATION_BYTES: u64 = 16 * 1024 * 1024;
/// Approximate size of a state without the parts that its kind weighs.
const BESIDE: usize = 512;

/// The states of the streams of one kind; rarely used ones are evicted.
pub(crate) struct Memory<S>(Cache<StreamId, Arc<Folded<S>>>);

impl<S: Send + Sync + 'static> Memory<S> {
    /// Creates a memory with this limit in bytes; `weigh` returns the approximate size of a state.
    fn new(bytes: u64, weigh: fn(&S) -> usize) -> Self {
        let weigh =
            move |_: &StreamId, kept: &Arc<Folded<S>>| u32::try_from(BESIDE + weigh(&kept.state)).unwrap_or(u32::MAX);
        Self(Cache::builder().max_capacity(bytes).weigher(weigh).build())
    }

    /// Returns the state kept of a stream.
    pub(crate) fn get(&self, stream: StreamId) -> Option<Arc<Folded<S>>> {
        self.0.get(&stream)
    }

    /// Keeps a state unless a newer one is kept.
    pub(crate) fn put(&self, folded: &Arc<Folded<S>>) {
        if self.get(folded.stream).is_none_or(|known| known.version <= folded.version) {
            self.0.insert(folded.stream, Arc::clone(folded));
        }
    }
}

/// The memories of all kinds of streams, and the turns at each stream, in order of arrival.
pub(crate) struct Memories {
    pub(crate) turns: KeyedLimit<StreamId>,
    pub(crate) conventions: Memory<Convention>,
    pub(crate) lists: Memory<Decklist>,
    pub(crate) organizations: Memory<Organization>,
    pub(crate) tournaments: Memory<Tournament>,
}

impl Memories {
    /// Creates empty memories.
    pub(crate) fn new() -> Self {
        Self {
            turns: KeyedLimit::new(1),
            conventions: Memory::new(CONVENTION_BYTES, |convention| {
                let said = convention.announcements.iter().map(|it| 64 + it.text.len()).sum::<usize>();
                4096 + 64 * (convention.tables.len() + convention.calls.len()) + said
            }),
            lists: Memory::new(DECKLIST_BYTES, |list| {
                160 * list.earlier.len() + list.body.deckhost_deck_json.len() + list.body.plaintext_list.len()
            }),
            organizations: Memory::new(ORGANIZATION_BYTES, |organization| {
                64 * organization.members.len() + 240 * organization.keys.len()
            }),
            tournaments: Memory::new(TOURNAMENT_BYTES, |tournament| {
                let entries = tournament.registrations.iter().map(|entry| 512 + entry.internal_notes.len());
                let tables = tournament.rounds().map(|(_, round)| 220 * round.all_matches().count());
                entries.chain(tables).sum()
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    fn folded(id: i64, version: i64) -> Arc<Folded<String>> {
        let stream = StreamId { kind: StreamKind::Decklist, id };
        let (organization_id, position) = (OrganizationId(1), Position(version));
        Arc::new(Folded { state: "x".repeat(100), stream, organization_id, version, position })
    }

    #[test]
    fn a_memory_holds_no_more_than_its_bytes() {
        let memory: Memory<String> = Memory::new(10_000, String::len);
        (0..50).for_each(|id| memory.put(&folded(id, 1)));
        memory.0.run_pending_tasks();
        assert!(memory.0.weighted_size() <= 10_000 && memory.0.entry_count() > 0);
    }

    #[test]
    fn an_older_state_does_not_replace_a_newer_one() {
        let memory: Memory<String> = Memory::new(10_000, String::len);
        for (version, kept) in [(2, 2), (1, 2), (3, 3)] {
            memory.put(&folded(7, version));
            assert_eq!(memory.get(folded(7, 1).stream).map(|state| state.version), Some(kept));
        }
    }
}
