//! A cache with a maximum weight that forgets everything when it is full.
//!
//! It belongs to one task, which changes values in place and relies on a value that it has just added. A cache for
//! concurrent requests returns copies and may drop a new value.

use std::collections::HashMap;
use std::hash::Hash;

/// Keeps values up to a total weight.
#[derive(Debug)]
pub(crate) struct Bounded<K, V> {
    capacity: usize,
    weight: usize,
    values: HashMap<K, Weighed<V>>,
}

#[derive(Debug)]
struct Weighed<V> {
    value: V,
    weight: usize,
}

impl<K: Eq + Hash, V> Bounded<K, V> {
    pub(crate) fn new(capacity: usize) -> Self {
        Self { capacity, weight: 0, values: HashMap::new() }
    }

    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.values.get(key).map(|entry| &entry.value)
    }

    pub(crate) fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.values.get_mut(key).map(|entry| &mut entry.value)
    }

    /// Adds a value. It stays at least until the next one is added.
    pub(crate) fn insert(&mut self, key: K, value: V, weight: usize) {
        self.remove(&key);
        if self.weight + weight > self.capacity {
            self.values.clear();
            self.weight = 0;
        }
        self.weight += weight;
        self.values.insert(key, Weighed { value, weight });
    }

    pub(crate) fn reweigh(&mut self, key: &K, weight: usize) {
        if let Some(entry) = self.values.get_mut(key) {
            self.weight = self.weight - entry.weight + weight;
            entry.weight = weight;
        }
    }

    pub(crate) fn remove(&mut self, key: &K) -> Option<V> {
        let entry = self.values.remove(key)?;
        self.weight -= entry.weight;
        Some(entry.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_cache_forgets_everything_before_the_next_value() {
        let mut cache = Bounded::new(8);
        cache.insert("first", 1, 4);
        cache.insert("second", 2, 4);
        assert_eq!((cache.get(&"first"), cache.get(&"second")), (Some(&1), Some(&2)));
        cache.insert("third", 3, 1);
        assert_eq!((cache.get(&"first"), cache.get(&"second"), cache.get(&"third")), (None, None, Some(&3)));
    }

    #[test]
    fn a_value_heavier_than_the_whole_cache_is_kept_until_the_next() {
        let mut cache = Bounded::new(8);
        cache.insert(1, "heavy", 100);
        assert_eq!(cache.get_mut(&1), Some(&mut "heavy"));
        cache.reweigh(&1, 200);
        assert_eq!(cache.remove(&1), Some("heavy"));
        assert_eq!(cache.get(&1), None);
    }

    #[test]
    fn the_weight_held_stays_within_the_capacity() {
        let mut cache = Bounded::new(100);
        for number in 0..1_000 {
            cache.insert(number, (), 3);
            cache.reweigh(&number, 5);
            assert!(cache.values.len() <= 100 / 3);
        }
    }
}
