//! The positions of the last notices by key. They are remembered for as long as a load may take, so that no load stores or
//! returns a value from before the notice.
//!
//! Half of them are recent and half are older. When the recent half is full or old, it becomes the older one, which is dropped.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::time::Duration;

use proto_events::Position;
use tokio::time::Instant;

/// How long a position is remembered at least: longer than any load takes.
const TIME: Duration = Duration::from_secs(60);
/// Number of positions that are remembered at least, however short the time between the notices is.
const KEYS: usize = 50_000;

/// Positions by key.
pub(super) struct Floors<K> {
    recent: HashMap<K, Position>,
    /// When the first recent one was added.
    since: Instant,
    older: HashMap<K, Position>,
}

impl<K: Hash + Eq> Floors<K> {
    pub(super) fn new() -> Self {
        Self { recent: HashMap::new(), since: Instant::now(), older: HashMap::new() }
    }

    /// Notes a notice. A position is never lowered.
    pub(super) fn raise<Q>(&mut self, key: &Q, position: Position)
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        if let Some(known) = self.recent.get_mut(key) {
            *known = position.max(*known);
            return;
        }
        let now = Instant::now();
        if self.recent.len() >= KEYS || now - self.since >= TIME {
            self.older = std::mem::take(&mut self.recent);
        }
        if self.recent.is_empty() {
            self.since = now;
        }
        let known = self.older.get(key).copied();
        self.recent.insert(key.to_owned(), known.map_or(position, |known| known.max(position)));
    }

    /// Returns the position of the last notice for a key.
    pub(super) fn of<Q>(&self, key: &Q) -> Option<Position>
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        self.recent.get(key).or_else(|| self.older.get(key)).copied()
    }

    /// Forgets all positions.
    pub(super) fn clear(&mut self) {
        self.recent.clear();
        self.older.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn positions_are_remembered_for_a_minute_and_not_for_ever() {
        let mut floors = Floors::<String>::new();
        floors.raise("a", Position(7));
        floors.raise("a", Position(5));
        assert_eq!((floors.of("a"), floors.of("b")), (Some(Position(7)), None));
        tokio::time::advance(TIME).await;
        floors.raise("b", Position(8));
        assert_eq!((floors.of("a"), floors.of("b")), (Some(Position(7)), Some(Position(8))));
        floors.raise("a", Position(6));
        assert_eq!(floors.of("a"), Some(Position(7)), "never lowered");
        tokio::time::advance(TIME).await;
        floors.raise("c", Position(9));
        tokio::time::advance(TIME).await;
        floors.raise("d", Position(10));
        assert_eq!(["a", "b", "c", "d"].map(|key| floors.of(key).is_some()), [false, false, true, true]);
        floors.clear();
        assert_eq!(floors.of("d"), None);
    }

    #[tokio::test]
    async fn the_newest_positions_are_remembered_however_many_there_are() {
        let mut floors = Floors::<String>::new();
        for key in 0..3 * KEYS {
            floors.raise(&key.to_string(), Position(1));
        }
        assert!((2 * KEYS..3 * KEYS).all(|key| floors.of(&key.to_string()).is_some()));
        assert!(floors.recent.len() + floors.older.len() <= 2 * KEYS);
    }
}
