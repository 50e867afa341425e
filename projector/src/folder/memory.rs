//! The folds in memory. Those that are missing are read from the log.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use domain::decklist::Decklist;
use proto_events::ids::DecklistId;
use proto_events::{Position, Recorded, StreamId, Version};
use storage::{LogReader, StoreError};

use super::folds::{Fold, Folded, Folds};
use super::parking::{Parking, guard};
use crate::error::ProjectorError;

/// The folds in memory, and the streams whose fold ends at a parked event.
pub(super) struct Memory {
    log: Arc<dyn LogReader>,
    folds: Folds,
    parking: Parking,
}

impl Memory {
    /// Creates an empty memory.
    pub(super) fn new(log: Arc<dyn LogReader>, parking: Parking) -> Self {
        Self { log, folds: Folds::new(), parking }
    }

    /// Returns the folds.
    pub(super) fn folds(&self) -> &Folds {
        &self.folds
    }

    /// Returns the folds, for events to be applied.
    pub(super) fn folds_mut(&mut self) -> &mut Folds {
        &mut self.folds
    }

    /// Returns the parked streams.
    pub(super) fn parking(&self) -> &Parking {
        &self.parking
    }

    /// Returns the parked streams, for changes.
    pub(super) fn parking_mut(&mut self) -> &mut Parking {
        &mut self.parking
    }

    /// Returns the position of a parked event that is damaged. Documents that use its stream may be wrong.
    pub(super) async fn damaged_event(&self) -> Result<Option<Position>, StoreError> {
        for position in self.parking.positions() {
            let events = self.log.read_sealed(Position(position.0 - 1), 1).await?;
            if events.iter().any(|event| event.position == position && event.is_damaged) {
                return Ok(Some(position));
            }
        }
        Ok(None)
    }

    /// Drops a fold.
    pub(super) fn remove<F: Fold>(&mut self, id: i64) {
        F::cache_mut(&mut self.folds).remove(&id);
    }

    /// Returns copies of folds, reading those from the log that are not in memory. Streams without events are left out.
    pub(super) async fn states<F: Fold + Clone>(
        &mut self,
        ids: &[i64],
        up_to: Position,
    ) -> Result<Vec<F>, ProjectorError> {
        let mut states = Vec::with_capacity(ids.len());
        for ids in ids.chunks(F::STREAMS_PER_READ) {
            self.ensure::<F>(ids, up_to).await?;
            for id in ids {
                if F::cache(&self.folds).peek(id).is_none() {
                    // The cache dropped it to make room for the others.
                    self.ensure::<F>(&[*id], up_to).await?;
                }
                states.extend(self.folds.state::<F>(*id).cloned());
            }
        }
        Ok(states)
    }

    /// Makes sure that these folds are in memory, at a position. If there are more than fit into one query, the cache
    /// may drop some of them again.
    pub(super) async fn ensure<F: Fold>(&mut self, ids: &[i64], up_to: Position) -> Result<(), ProjectorError> {
        let cache = F::cache_mut(&mut self.folds);
        let missing: Vec<i64> = ids.iter().copied().filter(|id| cache.get_mut(id).is_none()).collect();
        for ids in missing.chunks(F::STREAMS_PER_READ) {
            self.read::<F>(ids, up_to).await?;
        }
        Ok(())
    }

    /// Reads a fold again from the log, at a position.
    pub(super) async fn reload<F: Fold>(&mut self, stream: StreamId, up_to: Position) -> Result<(), ProjectorError> {
        F::cache_mut(&mut self.folds).remove(&stream.id);
        self.read::<F>(&[stream.id], up_to).await
    }

    /// Updates the weight of a fold in the cache.
    pub(super) fn reweigh<F: Fold>(&mut self, id: i64) {
        let cache = F::cache_mut(&mut self.folds);
        if let Some(weight) = cache.peek(&id).map(weight) {
            cache.reweigh(&id, weight);
        }
    }

    async fn read<F: Fold>(&mut self, ids: &[i64], up_to: Position) -> Result<(), ProjectorError> {
        let mut streams: BTreeMap<i64, Vec<Recorded>> = ids.iter().map(|id| (*id, Vec::new())).collect();
        for recorded in self.log.read_streams(F::KIND, ids, up_to).await? {
            streams.entry(recorded.stream.id).or_default().push(recorded);
        }
        for (id, events) in streams {
            let folded = self.fold::<F>(&events);
            let weight = weight(&folded);
            F::cache_mut(&mut self.folds).insert(id, folded, weight);
        }
        Ok(())
    }

    /// Reads these revisions of lists from the log. Revisions that do not exist are left out.
    pub(super) async fn revisions(
        &mut self,
        wanted: &[(DecklistId, Version)],
        up_to: Position,
    ) -> Result<Vec<Decklist>, ProjectorError> {
        let mut found = Vec::new();
        for wanted in wanted.chunks(Decklist::STREAMS_PER_READ) {
            let ids: BTreeSet<i64> = wanted.iter().map(|(id, _)| id.0).collect();
            let mut streams: BTreeMap<i64, Vec<Recorded>> = BTreeMap::new();
            let ids: Vec<i64> = ids.into_iter().collect();
            for recorded in self.log.read_streams(Decklist::KIND, &ids, up_to).await? {
                streams.entry(recorded.stream.id).or_default().push(recorded);
            }
            for (id, version) in wanted {
                let events = streams.get(&id.0).map(Vec::as_slice).unwrap_or_default();
                let events = &events[..events.iter().take_while(|event| event.version <= *version).count()];
                found.extend(self.fold::<Decklist>(events).state.filter(|list| list.version == *version));
            }
        }
        Ok(found)
    }

    /// Folds a stream's events, up to the event at which it is parked.
    fn fold<F: Fold>(&mut self, events: &[Recorded]) -> Folded<F> {
        let mut folded = Folded::empty();
        for recorded in events {
            if self.parking.parked_at(recorded.stream).is_some_and(|position| recorded.position >= position) {
                break;
            }
            if let Err(error) = fold_one::<F>(&mut folded, recorded) {
                self.parking.park(recorded.stream, recorded.position, error);
                break;
            }
        }
        folded
    }
}

fn weight<F: Fold>(folded: &Folded<F>) -> usize {
    folded.state.as_ref().map_or(1, F::weight)
}

fn fold_one<F: Fold>(folded: &mut Folded<F>, recorded: &Recorded) -> Result<(), String> {
    let envelope = guard(|| recorded.decode())?;
    if envelope.version != folded.version + 1 {
        return Err(format!("version {} does not follow version {}", envelope.version, folded.version));
    }
    match &mut folded.state {
        Some(state) => guard(|| state.advance(&envelope))?,
        None => folded.state = Some(guard(|| F::begin(&envelope))?),
    }
    folded.version = envelope.version;
    Ok(())
}
