//! A cache of values that are loaded once, shared by concurrent requests, and dropped when a notice says that they
//! changed.
//!
//! * Concurrent requests for a key share one load. The load has its own task, so it ends and its value is kept even if
//!   the request that started it is canceled.
//! * A notice removes the values that it names, and detaches loads of them that are under way: their results are not
//!   stored, and later requests do not wait for them. Storing and noticing exclude each other, so a hit needs no check
//!   and takes no lock.
//! * A notice may bring the new value. Then it replaces a value that is in memory, so that its readers need not wait for a load.
//! * A value that is older than the last notice for its key, because the store lags behind its notices, is neither
//!   stored nor served. This applies to values with a position.
//! * Missing values and failures are not kept.
//! * With a [`Lifetime`], a value expires without a notice too. Before it expires, one request loads it again, and all
//!   others still get the old value. No request waits for a load that began longer than a lifetime before.
//!
//! The values are held by moka, which removes the least useful ones when their weight exceeds the capacity.

mod floors;

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::FutureExt;
use futures::future::Shared;
use proto_events::Position;
use service_kit::message;
use service_kit::problem::Problem;
use tokio::sync::oneshot;
use tokio::time::Instant;

use floors::Floors;

const NOT_YET: &str = "The newest state is not available yet. Please try again.";

/// The settings of a cache.
#[derive(Debug, Clone, Copy)]
pub struct CacheSettings {
    /// Maximum weight of all values.
    pub capacity: u64,
    /// Maximum number of loads for a request, if notices overtake them. After the last one, the request gets a value
    /// that was overtaken: its load began after the request, or no notice came between the two.
    pub attempts: usize,
    /// How long a value is valid; `None` until its notice.
    pub lifetime: Option<Lifetime>,
}

/// How long a value is valid without a notice, counted from the start of its load.
#[derive(Debug, Clone, Copy)]
pub struct Lifetime {
    /// A value of this age is not served.
    pub valid_for: Duration,
    /// From this age on, one request loads the value again.
    pub refreshed_after: Duration,
}

/// A loaded value.
#[derive(Debug, Clone)]
pub struct Loaded<V> {
    /// The value. Copies of it are cheap.
    pub value: V,
    /// The position up to which it is true; `None` if it is not compared with the positions of notices.
    pub position: Option<Position>,
}

/// The result of a load: `Ok(None)` if there is no such value.
pub type LoadResult<V> = Result<Option<Loaded<V>>, Problem>;

/// The store lags behind its notices.
#[derive(Debug, thiserror::Error)]
#[error("the view store is behind its notices")]
struct Behind;

/// The task that loads a value panicked.
#[derive(Debug, thiserror::Error)]
#[error("the task that loads the value ended without a result")]
struct Lost;

/// Values by key. Clones share the values.
pub struct NoticedCache<K, V>(Arc<Inner<K, V>>);

struct Inner<K, V> {
    settings: CacheSettings,
    entries: moka::sync::Cache<K, Entry<V>>,
    state: Mutex<State<K, V>>,
}

/// A value in memory.
#[derive(Clone)]
struct Entry<V> {
    value: V,
    /// When its load began.
    since: Instant,
    /// Whether a request loads it again.
    is_refreshing: bool,
}

/// The state behind the lock, which is held while a value is stored or a notice is processed, never during a load.
struct State<K, V> {
    /// Loads that later requests may join.
    flights: HashMap<K, Flight<V>>,
    flight_count: u64,
    /// Positions of the last notices. A notice for all keys may lower positions, so it clears them.
    floors: Floors<K>,
}

/// A load under way.
#[derive(Clone)]
struct Flight<V> {
    number: u64,
    since: Instant,
    landed: Shared<oneshot::Receiver<Landed<V>>>,
}

/// The result of a load.
#[derive(Clone)]
enum Landed<V> {
    /// A value that may be served.
    Found(V),
    /// There is no such value.
    Missing,
    /// A notice arrived during the load, or a newer load began. The value was current when this load began, but must
    /// not be stored.
    Overtaken(Option<V>),
    /// The value is older than the last notice for it.
    Behind,
    /// The load failed.
    Failed(Problem),
}

/// How a request gets its value.
enum Source<V> {
    /// From memory.
    Memory(V),
    /// From a load that another request started.
    Joined(Flight<V>),
    /// From a load that this request has to start, and whose result it has to send.
    New(Flight<V>, oneshot::Sender<Landed<V>>),
}

impl<V: Clone> Entry<V> {
    /// Returns the value, if it is valid and the request need not load it again.
    fn usable(self, lifetime: Option<Lifetime>) -> Option<V> {
        let Some(lifetime) = lifetime else { return Some(self.value) };
        let age = self.since.elapsed();
        let is_usable = age < lifetime.refreshed_after || age < lifetime.valid_for && self.is_refreshing;
        is_usable.then_some(self.value)
    }
}

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
    /// Creates an empty cache. `weigh` returns the weight of a value under its key.
    pub fn new(settings: CacheSettings, weigh: impl Fn(&K, &V) -> u32 + Send + Sync + 'static) -> Self {
        let entries = moka::sync::Cache::builder()
            .max_capacity(settings.capacity)
            .weigher(move |key, entry: &Entry<V>| weigh(key, &entry.value))
            .build();
        let state = Mutex::new(State { flights: HashMap::new(), flight_count: 0, floors: Floors::new() });
        Self(Arc::new(Inner { settings, entries, state }))
    }

    /// Returns a value, if it is in memory and this request need not load it again.
    pub fn at_hand<Q>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        self.0.entries.get(key)?.usable(self.0.settings.lifetime)
    }

    /// Returns a value from memory, or else from a load; `None` if there is no such value.
    ///
    /// # Errors
    /// Those of the load; 503 if the loaded value is older than the last notice for it.
    pub async fn get<Q, L>(&self, key: &Q, load: impl Fn(K) -> L) -> Result<Option<V>, Problem>
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
        L: Future<Output = LoadResult<V>> + Send + 'static,
    {
        if let Some(value) = self.at_hand(key) {
            return Ok(Some(value));
        }
        let mut last = Landed::Behind;
        for _ in 0..self.0.settings.attempts {
            let flight = match self.0.source(key) {
                Source::Memory(value) => return Ok(Some(value)),
                Source::Joined(flight) => flight,
                Source::New(flight, land) => {
                    let (inner, number, since) = (Arc::clone(&self.0), flight.number, flight.since);
                    let (key, loading) = (key.to_owned(), load(key.to_owned()));
                    // In its own task, the load ends and cleans up even if the request is canceled.
                    tokio::spawn(async move {
                        let landed = inner.land(&key, number, since, loading.await);
                        // The waiting requests may be gone.
                        let _ = land.send(landed);
                    });
                    flight
                }
            };
            last = match flight.landed.await {
                Ok(Landed::Found(value)) => return Ok(Some(value)),
                Ok(Landed::Missing) => return Ok(None),
                Ok(Landed::Failed(problem)) => return Err(problem),
                Ok(landed) => landed,
                Err(_) => {
                    self.0.lock().detach(key, flight.number);
                    return Err(Problem::internal(Lost));
                }
            };
        }
        match last {
            // Notices arrive faster than loads end.
            Landed::Overtaken(value) => Ok(value),
            _ => Err(Problem::unavailable(message!("newest-state-not-available", NOT_YET), 1).with_source(Behind)),
        }
    }

    /// Processes a notice that the values of these keys changed at this position. After it returns, requests no longer
    /// get values from before the notice.
    pub fn invalidate<'a, Q>(&self, keys: impl IntoIterator<Item = &'a Q>, position: Position)
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized + 'a,
    {
        self.renew(keys, position, |_, _| None);
    }

    /// The same, if new values may be at hand: `renewed` gets the place of a key among the keys and its value in memory, and
    /// returns the value that replaces it.
    pub fn renew<'a, Q>(
        &self,
        keys: impl IntoIterator<Item = &'a Q>,
        position: Position,
        renewed: impl Fn(usize, V) -> Option<V>,
    ) where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized + 'a,
    {
        let entries = &self.0.entries;
        let mut state = self.0.lock();
        for (place, key) in keys.into_iter().enumerate() {
            state.flights.remove(key);
            state.floors.raise(key, position);
            // Asked first, because to get a missing value counts as a request for it.
            if !entries.contains_key(key) {
                continue;
            }
            match entries.get(key).and_then(|entry| renewed(place, entry.value)) {
                Some(value) => {
                    entries.insert(key.to_owned(), Entry { value, since: Instant::now(), is_refreshing: false });
                }
                None => entries.invalidate(key),
            }
        }
    }

    /// Processes a notice that all values may have changed, and positions may have been lowered.
    pub fn invalidate_all(&self) {
        let mut state = self.0.lock();
        state.flights.clear();
        state.floors.clear();
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

impl<K, V> Inner<K, V>
where
    K: Hash + Eq + Clone + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    /// Returns the value, a running load of it, or a new load. If the value is to be refreshed, it stays in use.
    fn source<Q>(&self, key: &Q) -> Source<V>
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        let mut state = self.lock();
        let entry = self.entries.get(key);
        if let Some(value) = entry.clone().and_then(|entry| entry.usable(self.settings.lifetime)) {
            return Source::Memory(value);
        }
        let is_recent = |flight: &&Flight<V>| {
            self.settings.lifetime.is_none_or(|lifetime| flight.since.elapsed() < lifetime.valid_for)
        };
        if let Some(flight) = state.flights.get(key).filter(is_recent) {
            return Source::Joined(flight.clone());
        }
        if let Some(entry) = entry {
            self.entries.insert(key.to_owned(), Entry { is_refreshing: true, ..entry });
        }
        state.flight_count += 1;
        let (land, landed) = oneshot::channel();
        let flight = Flight { number: state.flight_count, since: Instant::now(), landed: landed.shared() };
        state.flights.insert(key.to_owned(), flight.clone());
        Source::New(flight, land)
    }

    /// Stores the loaded value, unless a notice arrived during the load.
    fn land(&self, key: &K, number: u64, since: Instant, loaded: LoadResult<V>) -> Landed<V> {
        let mut state = self.lock();
        let overtaken = !state.detach(key, number);
        let Loaded { value, position } = match loaded {
            Err(problem) => return Landed::Failed(problem),
            Ok(Some(loaded)) => loaded,
            Ok(None) if overtaken => return Landed::Overtaken(None),
            Ok(None) => {
                self.entries.invalidate(key);
                return Landed::Missing;
            }
        };
        if position.zip(state.floors.of(key)).is_some_and(|(position, floor)| position < floor) {
            return Landed::Behind;
        }
        if overtaken {
            return Landed::Overtaken(Some(value));
        }
        self.entries.insert(key.clone(), Entry { value: value.clone(), since, is_refreshing: false });
        Landed::Found(value)
    }
}

impl<K, V> Inner<K, V> {
    fn lock(&self) -> MutexGuard<'_, State<K, V>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Hash + Eq, V> State<K, V> {
    /// Removes a load from those that can be joined. Returns whether it was still one of them.
    fn detach<Q>(&mut self, key: &Q, number: u64) -> bool
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        let is_joinable = self.flights.get(key).is_some_and(|flight| flight.number == number);
        if is_joinable {
            self.flights.remove(key);
        }
        is_joinable
    }
}

#[cfg(test)]
mod tests;
