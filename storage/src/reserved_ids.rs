//! Ids reserved in advance (hi-lo), so that decisions can take ids and stay pure.
//!
//! A command is decided once to count its ids, and again with reserved ones. Only the functions that reserve call the
//! store. Nothing here knows what an id is for.

use std::collections::HashMap;
use std::ops::Range;

use crate::StoreError;
use crate::log_store::EventStore;
use proto_events::ids::Sequence;

/// Blocks of reserved ids, one per sequence, handed out in ascending order.
#[derive(Debug, Clone, Default)]
pub struct ReservedIds {
    blocks: HashMap<Sequence, Range<i64>>,
    overdrawn: Option<Sequence>,
    /// Whether ids are only counted: from 1 on, without an end.
    counts: bool,
}

/// More ids were taken than reserved: the count given to [`ReservedIds::reserve`] was too low.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("more ids of sequence `{}` were used than reserved", .0.name())]
pub struct Overdrawn(pub Sequence);

impl ReservedIds {
    /// Reserves this many ids of each sequence. Counts of 0 are skipped.
    pub async fn reserve(store: &dyn EventStore, counts: &[(Sequence, usize)]) -> Result<Self, StoreError> {
        let mut ids = Self::default();
        for &(sequence, count) in counts.iter().filter(|(_, count)| *count > 0) {
            let first = store.reserve_ids(sequence, count).await?;
            ids.put(sequence, first, count);
        }
        Ok(ids)
    }

    /// Returns ids from 1 on that are not reserved, however many, to count how many a decision uses.
    pub fn counting() -> Self {
        Self { counts: true, ..Self::default() }
    }

    /// Returns whether no id was taken.
    pub fn is_unused(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Makes sure that as many ids are reserved as were counted.
    pub async fn reserve_as_many(&mut self, store: &dyn EventStore, counted: &Self) -> Result<(), StoreError> {
        for (sequence, taken) in &counted.blocks {
            let count = usize::try_from(taken.start - 1).unwrap_or(usize::MAX);
            let kept = self.blocks.get(sequence).map_or(0, |block| block.end - block.start);
            if usize::try_from(kept).unwrap_or(0) < count {
                let first = store.reserve_ids(*sequence, count).await?;
                self.put(*sequence, first, count);
            }
        }
        Ok(())
    }

    /// Returns ids from 1 on that are not reserved, for trial runs and tests.
    pub fn imagined(counts: &[(Sequence, usize)]) -> Self {
        let mut ids = Self::default();
        for &(sequence, count) in counts {
            ids.put(sequence, 1, count);
        }
        ids
    }

    /// Returns the next id of a sequence. Past the end of the block it returns 0, and [`ReservedIds::check`] fails.
    pub fn next(&mut self, sequence: Sequence) -> i64 {
        if self.counts {
            self.blocks.entry(sequence).or_insert(1..i64::MAX);
        }
        if let Some(id) = self.blocks.get_mut(&sequence).and_then(Iterator::next) {
            return id;
        }
        self.overdrawn.get_or_insert(sequence);
        0
    }

    /// Checks that every id handed out was reserved.
    pub fn check(&self) -> Result<(), Overdrawn> {
        self.overdrawn.map_or(Ok(()), |sequence| Err(Overdrawn(sequence)))
    }

    fn put(&mut self, sequence: Sequence, first: i64, count: usize) {
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        self.blocks.insert(sequence, first..first.saturating_add(count));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_ascend_within_their_block_and_an_overdraft_is_told() {
        let mut ids = ReservedIds::imagined(&[(Sequence::Round, 2), (Sequence::Match, 1)]);
        assert_eq!([ids.next(Sequence::Round), ids.next(Sequence::Match), ids.next(Sequence::Round)], [1, 1, 2]);
        assert_eq!(ids.check(), Ok(()));
        assert_eq!(ids.next(Sequence::Match), 0);
        assert_eq!(ids.check(), Err(Overdrawn(Sequence::Match)));
    }
}
