//! The memory of streams: folded states, so that a command need not read its whole stream, and the turns of writers.
//!
//! A state may lag behind the store, since other processes write too. Commands are decided on it, and the append checks
//! the version. A refusal, or a decision without events, is decided again on the state in the store.

use std::sync::Arc;

use domain::convention::Convention;
use domain::decklist::Decklist;
use domain::organization::Organization;
use domain::tournament::{Registration, Tournament};
use domain::user::User;
use moka::sync::Cache;
use proto_events::StreamId;

use super::state::Folded;
use super::stream_lock::StreamLocks;

/// Limit for decklists, in bytes.
const DECKLIST_BYTES: u64 = 64 * 1024 * 1024;
/// Limit for tournaments, in bytes: a dozen of the largest at the same time.
const TOURNAMENT_BYTES: u64 = 96 * 1024 * 1024;
/// Limit for organizations, in bytes.
const ORGANIZATION_BYTES: u64 = 16 * 1024 * 1024;
/// Approximate size of a state without the parts below.
const BESIDE: usize = 512;
/// Approximate size of an earlier revision of a list.
const REVISION: usize = 160;
/// Approximate sizes of a registration without its texts, of a match, and of a player in a match.
const ENTRY: usize = 480;
const TABLE: usize = 200;
const SEAT: usize = 8;
/// Approximate sizes of a member and of an API key.
const MEMBER: usize = 64;
const KEY: usize = 240;

/// The states and locks of the streams of one kind.
pub(crate) struct Memory<S> {
    /// States by stream, if this kind is kept; rarely used ones are evicted.
    kept: Option<Cache<StreamId, Arc<Folded<S>>>>,
    /// The turns of writers.
    pub(crate) locks: StreamLocks<S>,
}

impl<S: Send + Sync + 'static> Memory<S> {
    /// Creates a memory with this limit in bytes.
    fn new(bytes: u64, weigh: fn(&S) -> usize) -> Self {
        let weigh = move |_: &StreamId, kept: &Arc<Folded<S>>| u32::try_from(weigh(&kept.state)).unwrap_or(u32::MAX);
        let kept = Some(Cache::builder().max_capacity(bytes).weigher(weigh).build());
        Self { kept, locks: StreamLocks::new() }
    }

    /// Creates a memory that keeps no states.
    fn without_states() -> Self {
        Self { kept: None, locks: StreamLocks::new() }
    }

    /// Returns the state kept of a stream.
    pub(crate) fn get(&self, stream: StreamId) -> Option<Arc<Folded<S>>> {
        self.kept.as_ref()?.get(&stream)
    }

    /// Keeps a state.
    pub(crate) fn put(&self, folded: &Arc<Folded<S>>) {
        if let Some(kept) = &self.kept {
            kept.insert(folded.stream, Arc::clone(folded));
        }
    }

    /// Keeps a state unless a newer one is kept.
    pub(crate) fn put_newer(&self, folded: &Arc<Folded<S>>) {
        if self.get(folded.stream).is_none_or(|kept| kept.version < folded.version) {
            self.put(folded);
        }
    }
}

/// The memories of all kinds of streams.
pub(crate) struct Memories {
    pub(crate) conventions: Memory<Convention>,
    pub(crate) lists: Memory<Decklist>,
    pub(crate) organizations: Memory<Organization>,
    pub(crate) tournaments: Memory<Tournament>,
    pub(crate) users: Memory<User>,
}

impl Memories {
    /// Creates empty memories.
    pub(crate) fn new() -> Self {
        Self {
            conventions: Memory::without_states(),
            lists: Memory::new(DECKLIST_BYTES, weight_of_list),
            organizations: Memory::new(ORGANIZATION_BYTES, weight_of_organization),
            tournaments: Memory::new(TOURNAMENT_BYTES, weight_of_tournament),
            users: Memory::without_states(),
        }
    }
}

fn weight_of_list(list: &Decklist) -> usize {
    let body = &list.body;
    let texts = [
        &body.name,
        &body.deckhost_deck_json,
        &body.plaintext_list,
        &body.deckhost_public_id,
        &body.archetype,
        &list.deck_url,
    ];
    BESIDE + REVISION * list.earlier.len() + texts.iter().map(|text| text.len()).sum::<usize>()
}

fn weight_of_tournament(tournament: &Tournament) -> usize {
    let texts =
        |entry: &Registration| entry.internal_notes.len() + entry.tags.iter().map(|tag| 24 + tag.len()).sum::<usize>();
    let entries = tournament.registrations.iter().map(|entry| ENTRY + texts(entry)).sum::<usize>();
    let rounds = tournament.rounds().map(|(_, round)| {
        let tables = round.all_matches().map(|table| TABLE + SEAT * table.pairing.players.len()).sum::<usize>();
        tables + TABLE * round.team_matches.len() + SEAT * round.entrants.as_ref().map_or(0, Vec::len)
    });
    BESIDE + entries + rounds.sum::<usize>() + TABLE * tournament.teams.len()
}

fn weight_of_organization(organization: &Organization) -> usize {
    BESIDE + MEMBER * organization.members.len() + KEY * organization.keys.len()
}

#[cfg(test)]
mod tests {
    use proto_events::ids::OrganizationId;
    use proto_events::{Position, StreamKind};

    use super::*;

    #[test]
    fn a_memory_holds_no_more_than_its_bytes() {
        let memory: Memory<String> = Memory::new(1_000, String::len);
        for id in 0..50 {
            let stream = StreamId { kind: StreamKind::Decklist, id };
            let organization_id = OrganizationId(1);
            let folded = Folded { state: "x".repeat(100), stream, organization_id, version: 1, position: Position(1) };
            memory.put(&Arc::new(folded));
        }
        let kept = memory.kept.unwrap();
        kept.run_pending_tasks();
        assert!(kept.weighted_size() <= 1_000 && kept.entry_count() > 0);
    }
}
