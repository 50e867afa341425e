//! Limits of what may be in progress at once, for each key and for all together, on semaphores.
//!
//! All limits with keys are here. A limit without keys is a `tokio::sync::Semaphore` at its place of use.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Keys that are known before those without a holder are removed for the first time.
const KEPT: usize = 64;

/// Values that all holders of a key share. A value is dropped with its last holder.
#[derive(Debug)]
pub struct Keyed<K, T>(Mutex<Values<K, T>>);

#[derive(Debug)]
struct Values<K, T> {
    by_key: HashMap<K, Weak<T>>,
    /// The number of keys at which those without a holder are removed.
    most: usize,
}

impl<K, T> Default for Keyed<K, T> {
    fn default() -> Self {
        Self(Mutex::new(Values { by_key: HashMap::new(), most: KEPT }))
    }
}

impl<K: Eq + Hash, T> Keyed<K, T> {
    /// Returns the value of a key. If no one holds it, `new` makes it.
    pub fn get(&self, key: K, new: impl FnOnce() -> T) -> Arc<T> {
        let Values { by_key, most } = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(value) = by_key.get(&key).and_then(Weak::upgrade) {
            return value;
        }
        if by_key.len() >= *most {
            by_key.retain(|_, value| value.strong_count() > 0);
            *most = KEPT.max(by_key.len() * 2);
        }
        let value = Arc::new(new());
        by_key.insert(key, Arc::downgrade(&value));
        value
    }
}

/// A maximum that each key has for itself.
#[derive(Debug)]
pub struct KeyedLimit<K> {
    most: usize,
    semaphores: Keyed<K, Semaphore>,
}

impl<K: Eq + Hash> KeyedLimit<K> {
    /// Allows each key `most` permits at a time.
    pub fn new(most: usize) -> Self {
        Self { most: most.min(Semaphore::MAX_PERMITS), semaphores: Keyed::default() }
    }

    /// Returns how many permits each key may have.
    pub fn most(&self) -> usize {
        self.most
    }

    /// Returns a permit, unless the key has all of its permits.
    pub fn try_acquire(&self, key: K) -> Option<OwnedSemaphorePermit> {
        self.semaphore(key).try_acquire_owned().ok()
    }

    /// Returns a permit that counts as many, unless the key would then have too many.
    pub fn try_acquire_many(&self, key: K, permits: usize) -> Option<OwnedSemaphorePermit> {
        self.semaphore(key).try_acquire_many_owned(u32::try_from(permits).ok()?).ok()
    }

    /// Waits for a permit, in order of arrival.
    pub async fn acquire(&self, key: K) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        self.semaphore(key).acquire_owned().await.ok()
    }

    /// Returns how many permits a key has.
    pub fn in_progress(&self, key: K) -> usize {
        self.most - self.semaphore(key).available_permits()
    }

    fn semaphore(&self, key: K) -> Arc<Semaphore> {
        self.semaphores.get(key, || Semaphore::new(self.most))
    }
}

/// Maxima for one, for a group and for all together.
#[derive(Debug)]
pub struct ConcurrencyLimit<One, Group> {
    of_one: KeyedLimit<One>,
    of_group: KeyedLimit<Group>,
    of_all: KeyedLimit<()>,
}

/// The right to be in progress, until it is dropped.
#[derive(Debug)]
pub struct ConcurrencyPermit {
    _permits: [Option<OwnedSemaphorePermit>; 3],
}

impl<One: Copy + Eq + Hash, Group: Eq + Hash> ConcurrencyLimit<One, Group> {
    /// Sets the maxima for one, for a group and for all.
    pub fn new(of_one: usize, of_group: usize, of_all: usize) -> Self {
        Self { of_one: KeyedLimit::new(of_one), of_group: KeyedLimit::new(of_group), of_all: KeyedLimit::new(of_all) }
    }

    /// Returns a permit for one, who may belong to a group.
    ///
    /// # Errors
    /// The first maximum that is reached.
    pub fn try_acquire(&self, one: One, group: Option<Group>) -> Result<ConcurrencyPermit, usize> {
        self.try_acquire_many(Some(one), group, 1)
    }

    /// Returns a permit that counts as many. Without one and without a group, only the maximum of all counts.
    ///
    /// # Errors
    /// The first maximum that would be exceeded.
    pub fn try_acquire_many(
        &self,
        one: Option<One>,
        group: Option<Group>,
        permits: usize,
    ) -> Result<ConcurrencyPermit, usize> {
        let of_one = one.map(|one| self.of_one.try_acquire_many(one, permits).ok_or(self.of_one.most));
        let of_group = group.map(|group| self.of_group.try_acquire_many(group, permits).ok_or(self.of_group.most));
        let of_all = self.of_all.try_acquire_many((), permits).ok_or(self.of_all.most);
        Ok(ConcurrencyPermit { _permits: [of_one.transpose()?, of_group.transpose()?, Some(of_all?)] })
    }

    /// Returns how many permits one has.
    pub fn in_progress_of(&self, one: One) -> usize {
        self.of_one.in_progress(one)
    }

    /// Returns how many permits all have.
    pub fn in_progress(&self) -> usize {
        self.of_all.in_progress(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_shared_while_someone_holds_it_and_keys_without_a_holder_are_removed() {
        let keyed = Keyed::<usize, usize>::default();
        let held = keyed.get(0, || 7);
        assert_eq!(*keyed.get(0, || 8), 7);
        for key in 1..KEPT * 10 {
            keyed.get(key, || 0);
        }
        assert!(keyed.0.lock().unwrap().by_key.len() <= KEPT);
        assert_eq!(*keyed.get(0, || 8), 7, "a held value stays");
        drop(held);
        assert_eq!(*keyed.get(0, || 8), 8);
    }

    #[tokio::test]
    async fn each_key_has_its_own_permits_and_further_ones_wait() {
        let limit = KeyedLimit::new(2);
        let first = limit.try_acquire("a").unwrap();
        let _second = limit.acquire("a").await.unwrap();
        assert!(limit.try_acquire("a").is_none());
        let mut waits = Box::pin(limit.acquire("a"));
        assert!(futures::poll!(&mut waits).is_pending());
        assert!(limit.try_acquire("b").is_some());
        assert_eq!((limit.in_progress("a"), limit.in_progress("b")), (2, 0));
        drop(first);
        assert!(futures::poll!(&mut waits).is_ready());
    }

    #[test]
    fn a_permit_counts_for_one_for_its_group_and_for_all() {
        let limit = ConcurrencyLimit::new(2, 3, 4);
        let first = limit.try_acquire(1, Some("a")).unwrap();
        let _second = limit.try_acquire(1, Some("a")).unwrap();
        assert_eq!(limit.try_acquire(1, Some("a")).unwrap_err(), 2);
        let _third = limit.try_acquire(2, Some("a")).unwrap();
        assert_eq!(limit.try_acquire(3, Some("a")).unwrap_err(), 3);
        let _fourth = limit.try_acquire(3, None).unwrap();
        assert_eq!(limit.try_acquire(3, Some("b")).unwrap_err(), 4);
        assert_eq!((limit.in_progress_of(3), limit.in_progress()), (1, 4), "a refusal takes nothing");
        drop(first);
        assert!(limit.try_acquire(3, Some("a")).is_ok());
    }

    #[test]
    fn the_largest_number_is_no_limit() {
        let limit = ConcurrencyLimit::new(usize::MAX, usize::MAX, usize::MAX);
        let _permit = limit.try_acquire(1, Some(1)).unwrap();
        assert_eq!((limit.in_progress_of(1), limit.in_progress()), (1, 1));
    }
}
