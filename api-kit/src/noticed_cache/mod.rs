//! A cache of values that are loaded once, shared by concurrent requests, and dropped when a notice says that they
//! changed.
//!
//! * Concurrent requests for a key share one load. The load has its own task, so it ends and its value is kept even if
//!   the request that started it is canceled.
//! * A notice comes after its change is in the store. It removes the values that it names, and detaches loads of them
//!   that are under way: requests that wait for such a load began before the notice and get its result, which is not
//!   kept; later requests do not wait for it. Storing and noticing exclude each other, so a hit needs no check and takes
//!   no lock.
//! * Missing values and failures are not kept.
//! * With a lifetime, a value expires without a notice too. No request waits for a load that began longer than a lifetime
//!   before.
//!
//! The values are held by moka, which removes the least useful ones when their weight exceeds the capacity.

use std::collections::HashMap;
use std::hash::Hash;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::FutureExt;
use futures::future::{BoxFuture, Shared};
use service_kit::problem::Problem;
use storage::{DocumentKey, Notice, NoticeBoard};
use tokio::time::Instant;

/// The result of a load: `Ok(None)` if there is no such value.
pub type LoadResult<V> = Result<Option<V>, Problem>;

/// Values by key. Clones share the values.
pub struct NoticedCache<K, V>(Arc<Inner<K, V>>);

struct Inner<K, V> {
    lifetime: Option<Duration>,
    entries: moka::sync::Cache<K, Entry<V>>,
    /// Locked while a value is stored or a notice is processed, never during a load.
    loads: Mutex<Loads<K, V>>,
}

#[derive(Clone)]
struct Entry<V> {
    value: V,
    /// When its load began.
    since: Instant,
}

/// The loads that later requests may join.
struct Loads<K, V> {
    by_key: HashMap<K, Load<V>>,
    count: u64,
}

struct Load<V> {
    number: u64,
    since: Instant,
    result: SharedResult<V>,
}

type SharedResult<V> = Shared<BoxFuture<'static, LoadResult<V>>>;

impl<K, V> Clone for NoticedCache<K, V> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K, V> NoticedCache<K, V>
where
    K: Hash + Eq + Clone + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    /// Creates an empty cache of values that are valid until their notice, up to this total weight. `weigh` returns the
    /// weight of a value under its key.
    pub fn new(capacity: u64, weigh: impl Fn(&K, &V) -> u32 + Send + Sync + 'static) -> Self {
        Self::expiring(None, capacity, weigh)
    }

    /// Creates a cache whose values are valid at most for the lifetime, counted from the start of their load.
    pub fn expiring(
        lifetime: Option<Duration>,
        capacity: u64,
        weigh: impl Fn(&K, &V) -> u32 + Send + Sync + 'static,
    ) -> Self {
        let entries = moka::sync::Cache::builder()
            .max_capacity(capacity)
            .weigher(move |key, entry: &Entry<V>| weigh(key, &entry.value))
            .build();
        let loads = Mutex::new(Loads { by_key: HashMap::new(), count: 0 });
        Self(Arc::new(Inner { lifetime, entries, loads }))
    }

    /// Returns a value, if it is in memory.
    pub fn cached(&self, key: &K) -> Option<V> {
        self.0.entries.get(key).filter(|entry| self.0.is_valid(entry.since)).map(|entry| entry.value)
    }

    /// Returns a value from memory, or else from a load; `None` if there is no such value.
    pub async fn get<L>(&self, key: &K, load: impl FnOnce(K) -> L) -> LoadResult<V>
    where
        L: Future<Output = LoadResult<V>> + Send + 'static,
    {
        if let Some(value) = self.cached(key) {
            return Ok(Some(value));
        }
        let result = {
            let mut loads = self.0.lock();
            if let Some(value) = self.cached(key) {
                return Ok(Some(value));
            }
            match loads.by_key.get(key).filter(|load| self.0.is_valid(load.since)) {
                Some(load) => load.result.clone(),
                None => self.begin(&mut loads, key.clone(), load(key.clone())),
            }
        };
        result.await
    }

    /// Begins a load in a task of its own.
    fn begin(
        &self,
        loads: &mut Loads<K, V>,
        key: K,
        loading: impl Future<Output = LoadResult<V>> + Send + 'static,
    ) -> SharedResult<V> {
        loads.count += 1;
        let (number, since) = (loads.count, Instant::now());
        let (inner, loaded_key) = (Arc::clone(&self.0), key.clone());
        let task = tokio::spawn(async move {
            // A load that panics ends too, so that the next request begins another one.
            let loaded = AssertUnwindSafe(loading).catch_unwind().await;
            let loaded = loaded.unwrap_or_else(|_| Err(Problem::internal("the load of a value panicked")));
            inner.finish(&loaded_key, number, since, &loaded);
            loaded
        });
        let result = task.map(|ended| ended.unwrap_or_else(|error| Err(Problem::internal(error)))).boxed().shared();
        loads.by_key.insert(key, Load { number, since, result: result.clone() });
        result
    }

    /// Processes a notice that the values of these keys changed. After it returns, requests no longer get values from
    /// before the notice.
    pub fn invalidate<'a>(&self, keys: impl IntoIterator<Item = &'a K>) {
        let mut loads = self.0.lock();
        for key in keys {
            loads.by_key.remove(key);
            self.0.entries.invalidate(key);
        }
    }

    /// Processes a notice that all values may have changed.
    pub fn invalidate_all(&self) {
        let mut loads = self.0.lock();
        loads.by_key.clear();
        // One by one: moka's `invalidate_all` distinguishes old entries from new ones only by their time.
        for (key, _) in &self.0.entries {
            self.0.entries.invalidate(&*key);
        }
    }

    /// Returns the number of values in memory and their weight.
    pub fn size(&self) -> (u64, u64) {
        // moka updates its counts only when it runs pending tasks.
        self.0.entries.run_pending_tasks();
        (self.0.entries.entry_count(), self.0.entries.weighted_size())
    }
}

impl<V: Clone + Send + Sync + 'static> NoticedCache<DocumentKey, V> {
    /// Processes all notices on a board from now on.
    pub fn heed(&self, board: &NoticeBoard) {
        let cache = self.clone();
        board.listen(move |notice| match notice {
            Notice::Documents { keys, .. } => cache.invalidate(keys),
            Notice::Everything => cache.invalidate_all(),
        });
    }
}

impl<K, V> Inner<K, V>
where
    K: Hash + Eq + Clone + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    /// Ends a load, and keeps its value unless a notice or a newer load came meanwhile.
    fn finish(&self, key: &K, number: u64, since: Instant, loaded: &LoadResult<V>) {
        let mut loads = self.lock();
        if loads.by_key.get(key).is_none_or(|load| load.number != number) {
            return;
        }
        loads.by_key.remove(key);
        if let Ok(Some(value)) = loaded {
            self.entries.insert(key.clone(), Entry { value: value.clone(), since });
        }
    }
}

impl<K, V> Inner<K, V> {
    fn is_valid(&self, since: Instant) -> bool {
        self.lifetime.is_none_or(|lifetime| since.elapsed() < lifetime)
    }

    fn lock(&self) -> MutexGuard<'_, Loads<K, V>> {
        self.loads.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
