//! A cache with a maximum weight that removes roughly the least recently used values.
//!
//! It has two maps: recently used values and older ones. When the recent map reaches half of the capacity, it becomes
//! the older map, and the previous older map is dropped. It belongs to one task, which changes values in place and
//! relies on a value that it has just added. A cache for concurrent requests returns copies and may drop a new value.

use std::collections::HashMap;
use std::hash::Hash;

/// Keeps values up to a total weight.
#[derive(Debug)]
pub(crate) struct Bounded<K, V> {
    half: usize,
    recent: HashMap<K, Weighed<V>>,
    recent_weight: usize,
    older: HashMap<K, Weighed<V>>,
}

#[derive(Debug)]
struct Weighed<V> {
    value: V,
    weight: usize,
}

impl<K: Eq + Hash + Clone, V> Bounded<K, V> {
    /// Creates an empty cache of this capacity.
    pub(crate) fn new(capacity: usize) -> Self {
        Self { half: capacity / 2, recent: HashMap::new(), recent_weight: 0, older: HashMap::new() }
    }

    /// Returns the value. This does not count as a use.
    pub(crate) fn peek(&self, key: &K) -> Option<&V> {
        self.recent.get(key).or_else(|| self.older.get(key)).map(|entry| &entry.value)
    }

    /// Returns the value for a change.
    pub(crate) fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        if !self.recent.contains_key(key) {
            let entry = self.older.remove(key)?;
            self.insert(key.clone(), entry.value, entry.weight);
        }
        // A single entry may have filled the recent half.
        let entry = match self.recent.get_mut(key) {
            Some(entry) => Some(entry),
            None => self.older.get_mut(key),
        };
        entry.map(|entry| &mut entry.value)
    }

    /// Adds a value. It stays at least until the next one is added.
    pub(crate) fn insert(&mut self, key: K, value: V, weight: usize) {
        self.remove(&key);
        self.recent_weight += weight;
        self.recent.insert(key, Weighed { value, weight });
        self.turn_over();
    }

    /// Updates the weight of a value.
    pub(crate) fn reweigh(&mut self, key: &K, weight: usize) {
        if let Some(entry) = self.recent.get_mut(key) {
            self.recent_weight = self.recent_weight - entry.weight + weight;
            entry.weight = weight;
            self.turn_over();
        } else if let Some(entry) = self.older.get_mut(key) {
            entry.weight = weight;
        }
    }

    /// Removes a value.
    pub(crate) fn remove(&mut self, key: &K) -> Option<V> {
        let recent = self.recent.remove(key);
        if let Some(entry) = &recent {
            self.recent_weight -= entry.weight;
        }
        recent.or_else(|| self.older.remove(key)).map(|entry| entry.value)
    }

    /// Returns every value, in no particular order.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.recent.values_mut().chain(self.older.values_mut()).map(|entry| &mut entry.value)
    }

    fn turn_over(&mut self) {
        if self.recent_weight >= self.half.max(1) {
            self.older = std::mem::take(&mut self.recent);
            self.recent_weight = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_in_use_stays_and_what_is_not_goes() {
        let mut cache = Bounded::new(8);
        cache.insert("kept", 0, 1);
        for number in 1..100 {
            cache.insert("other", number, 1);
            cache.insert("another", number, 2);
            assert_eq!(cache.get_mut(&"kept"), Some(&mut 0));
        }
        for _ in 0..3 {
            cache.insert("heavy", 1, 4);
            cache.insert("heavier", 1, 5);
        }
        assert_eq!(cache.peek(&"kept"), None);
    }

    #[test]
    fn a_value_heavier_than_the_whole_cache_is_kept_until_the_next() {
        let mut cache = Bounded::new(8);
        cache.insert(1, "heavy", 100);
        assert_eq!(cache.get_mut(&1), Some(&mut "heavy"));
        cache.reweigh(&1, 200);
        assert_eq!(cache.remove(&1), Some("heavy"));
        assert_eq!(cache.peek(&1), None);
    }

    #[test]
    fn the_weight_held_stays_within_the_capacity() {
        let mut cache = Bounded::new(100);
        for number in 0..1_000 {
            cache.insert(number, (), 3);
            cache.reweigh(&number, 5);
            assert!(cache.values_mut().count() <= 100 / 3);
        }
    }
}
