//! Undoes an import: deletes the tournament and the lists that the import made. The log keeps everything. People stay,
//! because other tournaments may show them. Lists stay that were changed since, or are attached elsewhere. The file can
//! then be imported again.

use std::collections::BTreeSet;

use proto_events::ids::{DecklistId, TournamentId};
use proto_events::{DecklistEvent, DomainEvent, Envelope, Position, StreamId, StreamKind, TournamentEvent, Version};
use service_kit::BoxError;
use storage::{NewEvent, StreamWrite};

use crate::importer::{ATTEMPTS, Importer, decoded};

/// Streams read at once.
const STREAMS_AT_ONCE: usize = 250;
/// Events read at once while the log is searched.
const EVENTS_AT_ONCE: usize = 4_096;

/// What an undone import deleted, or would delete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Undone {
    /// Name of the tournament.
    pub name: String,
    /// Events of the tournament that were written after the import.
    pub later_changes: usize,
    /// Lists deleted.
    pub decklists: usize,
    /// Lists of the import that stay: changed since, or attached elsewhere.
    pub kept_decklists: usize,
}

/// Why an import was not undone. Nothing was stored.
#[derive(Debug, thiserror::Error)]
pub enum UndoError {
    /// There is no such tournament.
    #[error("event {0} does not exist")]
    Unknown(TournamentId),
    /// The tournament was not imported.
    #[error("event {0} was not imported; only an import can be undone")]
    NotImported(TournamentId),
    /// The tournament was changed after the import.
    #[error("event {tournament_id} was changed after its import ({later_changes} events)")]
    Changed {
        /// The tournament.
        tournament_id: TournamentId,
        /// Events written after the import.
        later_changes: usize,
    },
    /// Others wrote first in every attempt.
    #[error("others keep writing to event {0}; try again")]
    Busy(TournamentId),
    /// The store failed, or its data cannot be read.
    #[error(transparent)]
    Failed(#[from] BoxError),
}

/// How an import is undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UndoImport {
    /// The tournament that was imported.
    pub tournament_id: TournamentId,
    /// Whether changes that were made after the import are deleted with it; otherwise they prevent it.
    pub with_changes: bool,
    /// Whether to store nothing and only report what would be deleted.
    pub dry_run: bool,
}

impl Importer {
    /// Undoes an import.
    ///
    /// # Errors
    /// If the tournament does not exist, was not imported, or was changed since; or the store fails.
    pub async fn undo_import(&self, undo: UndoImport) -> Result<Undone, UndoError> {
        let UndoImport { tournament_id, with_changes, dry_run } = undo;
        for _ in 0..ATTEMPTS {
            let Some((tournament, events)) = self.tournament(tournament_id).await? else {
                return Err(UndoError::Unknown(tournament_id));
            };
            let Some(first) = events.first().filter(|_| tournament.import.is_some()) else {
                return Err(UndoError::NotImported(tournament_id));
            };
            let later_changes = events.iter().filter(|event| event.recorded_at != first.recorded_at).count();
            if later_changes > 0 && !with_changes {
                return Err(UndoError::Changed { tournament_id, later_changes });
            }
            let (to_delete, kept_decklists) = self.lists_of_import(first, &attached(&events)).await?;
            let name = tournament.details.name;
            let undone = Undone { name, later_changes, decklists: to_delete.len(), kept_decklists };
            let version = events.last().map_or(0, |last| last.version);
            if dry_run || self.delete(first, version, &to_delete).await? {
                return Ok(undone);
            }
        }
        Err(UndoError::Busy(tournament_id))
    }

    /// Appends the deletions. Returns whether they are stored; otherwise another writer was first.
    async fn delete(&self, first: &Envelope, version: Version, lists: &[DecklistId]) -> Result<bool, BoxError> {
        let (occurred_at, organization_id) = (self.clock.now(), first.organization_id);
        let deleted = |stream, expected_version, event: DomainEvent| StreamWrite {
            stream,
            organization_id,
            expected_version,
            events: vec![NewEvent { occurred_at, event }],
        };
        // Each of these lists has one event.
        let list = |list: &DecklistId| deleted(StreamId::decklist(*list), 1, DecklistEvent::Deleted {}.into());
        let mut writes: Vec<StreamWrite> = lists.iter().map(list).collect();
        writes.push(deleted(first.stream, version, TournamentEvent::Deleted {}.into()));
        Ok(self.append(writes, Vec::new()).await?)
    }

    /// Returns the lists to delete and the number of those to keep, among a tournament's lists that the import made: those
    /// begun in the same append.
    async fn lists_of_import(
        &self,
        first: &Envelope,
        attached: &BTreeSet<DecklistId>,
    ) -> Result<(Vec<DecklistId>, usize), BoxError> {
        let ids: Vec<i64> = attached.iter().map(|id| id.0).collect();
        let (mut made, mut changed) = (BTreeSet::new(), BTreeSet::new());
        for ids in ids.chunks(STREAMS_AT_ONCE) {
            let events = self.events.read_streams(StreamKind::Decklist, ids, Position(i64::MAX)).await?;
            for events in events.chunk_by(|one, other| one.stream == other.stream) {
                let list = DecklistId(events[0].stream.id);
                if events[0].recorded_at == first.recorded_at {
                    made.insert(list);
                }
                if events.len() > 1 {
                    changed.insert(list);
                }
            }
        }
        let elsewhere = self.attached_elsewhere(first, &made).await?;
        let is_kept = |list: &DecklistId| changed.contains(list) || elsewhere.contains(list);
        let (kept, to_delete): (Vec<_>, Vec<_>) = made.into_iter().partition(is_kept);
        Ok((to_delete, kept.len()))
    }

    /// Returns those of these lists that were ever attached to another tournament. Lists are attached after they are
    /// made, so the log is searched from there.
    async fn attached_elsewhere(
        &self,
        first: &Envelope,
        lists: &BTreeSet<DecklistId>,
    ) -> Result<BTreeSet<DecklistId>, BoxError> {
        let (mut found, mut after) = (BTreeSet::new(), first.position);
        while found.len() < lists.len() {
            let events = self.events.read_sealed(after, EVENTS_AT_ONCE).await?;
            let Some(last) = events.last() else { break };
            after = last.position;
            let elsewhere = events.iter().filter(|event| event.stream != first.stream);
            let elsewhere = elsewhere.filter(|event| event.encoded.event_type == "decklist_attached");
            let elsewhere: Vec<Envelope> = decoded(elsewhere)?;
            found.extend(attached(&elsewhere).intersection(lists));
        }
        Ok(found)
    }
}

/// Returns all lists that these events attach to registrations.
fn attached(events: &[Envelope]) -> BTreeSet<DecklistId> {
    let list = |event: &Envelope| match event.event {
        DomainEvent::Tournament(TournamentEvent::DecklistAttached { decklist_id, .. }) => decklist_id,
        _ => None,
    };
    events.iter().filter_map(list).collect()
}
