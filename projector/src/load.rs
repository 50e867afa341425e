//! Reads folds that are not in memory from the log.

use std::collections::{BTreeMap, BTreeSet};

use domain::decklist::Decklist;
use proto_events::ids::DecklistId;
use proto_events::{Position, Recorded, StreamId, Version};

use crate::engine::Engine;
use crate::error::ProjectorError;
use crate::folds::{Fold, Folded};
use crate::poison::guard;

impl Engine {
    /// Makes sure that these folds are in memory, at a position. If there are more than fit into one query, the cache
    /// may drop some of them again.
    pub(crate) async fn ensure<F: Fold>(&mut self, ids: &[i64], up_to: Position) -> Result<(), ProjectorError> {
        let cache = F::cache_mut(&mut self.folds);
        let missing: Vec<i64> = ids.iter().copied().filter(|id| cache.get_mut(id).is_none()).collect();
        for ids in missing.chunks(F::STREAMS_PER_READ) {
            self.read::<F>(ids, up_to).await?;
        }
        Ok(())
    }

    /// Reads a fold again from the log, at a position.
    pub(crate) async fn reload<F: Fold>(&mut self, stream: StreamId, up_to: Position) -> Result<(), ProjectorError> {
        F::cache_mut(&mut self.folds).remove(&stream.id);
        self.read::<F>(&[stream.id], up_to).await
    }

    /// Updates the weight of a fold in the cache.
    pub(crate) fn reweigh<F: Fold>(&mut self, id: i64) {
        let cache = F::cache_mut(&mut self.folds);
        if let Some(weight) = cache.peek(&id).map(weight) {
            cache.reweigh(&id, weight);
        }
    }

    async fn read<F: Fold>(&mut self, ids: &[i64], up_to: Position) -> Result<(), ProjectorError> {
        let mut streams: BTreeMap<i64, Vec<Recorded>> = ids.iter().map(|id| (*id, Vec::new())).collect();
        for recorded in self.events.read_streams(F::KIND, ids, up_to).await? {
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
    pub(crate) async fn revisions(
        &mut self,
        wanted: &[(DecklistId, Version)],
        up_to: Position,
    ) -> Result<Vec<Decklist>, ProjectorError> {
        let mut found = Vec::new();
        for wanted in wanted.chunks(Decklist::STREAMS_PER_READ) {
            let ids: BTreeSet<i64> = wanted.iter().map(|(id, _)| id.0).collect();
            let mut streams: BTreeMap<i64, Vec<Recorded>> = BTreeMap::new();
            let ids: Vec<i64> = ids.into_iter().collect();
            for recorded in self.events.read_streams(Decklist::KIND, &ids, up_to).await? {
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
