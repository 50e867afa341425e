//! Documents in memory, and the rule that none of them is ever older than what has been noticed.
//!
//! * A notice takes the entries it names out, and detaches loads of them that are under way: what those bring is not
//!   stored, and nobody who asks later waits for them. Storing and noticing exclude each other, so a hit needs no check.
//! * A document older than the last position noticed for its key (a store that lags behind its notices) is neither
//!   stored nor served.
//! * Whoever asks for the same document at the same time shares one load.
//! * What does not exist is not remembered.

mod entry;

use std::collections::HashMap;
use std::collections::hash_map;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use api_kit::store_failed;
use futures::FutureExt;
use futures::future::{BoxFuture, Shared};
use metrics::Counter;
use proto_events::Position;
use service_kit::problem::Problem;
use storage::{Document, DocumentKey, Notice, StoreError};
use tokio::sync::oneshot;

pub(crate) use entry::{COMPRESSED_ABOVE, Coding, Entry};

/// How often a load is begun anew because a notice overtook it.
const ATTEMPTS: usize = 3;
/// How long positions noticed are remembered: longer than any load takes.
const FLOOR_TIME: Duration = Duration::from_secs(60);
/// How many are remembered.
const FLOORS: u64 = 100_000;

/// A document on its way from the store.
pub(crate) type Loading = BoxFuture<'static, Result<Option<Document>, StoreError>>;
type Load = Box<dyn Fn(DocumentKey) -> Loading + Send + Sync>;

/// Rendered documents by key.
pub(crate) struct DocumentCache {
    load: Load,
    entries: moka::sync::Cache<DocumentKey, Arc<Entry>>,
    /// Positions noticed last. They belong to a generation of views, and are forgotten with it.
    floors: moka::sync::Cache<DocumentKey, (u64, Position)>,
    state: Mutex<State>,
    hits: Counter,
    misses: Counter,
}

/// Held while something is stored or noticed, never while loading.
#[derive(Default)]
struct State {
    /// Loads that a later asker may join.
    flights: HashMap<DocumentKey, Flight>,
    flight_count: u64,
    /// Counts notices that anything may have changed.
    epoch: u64,
}

#[derive(Clone)]
struct Flight {
    number: u64,
    landed: Shared<oneshot::Receiver<Landed>>,
}

/// How a load ended.
#[derive(Clone)]
enum Landed {
    /// With what may be served.
    Found(Arc<Entry>),
    /// There is no such document.
    Missing,
    /// A notice came meanwhile. True when the load began; must not be stored.
    Overtaken(Option<Arc<Entry>>),
    /// Older than what was noticed.
    Behind,
    /// Not at all.
    Failed(Arc<StoreError>),
}

/// Why a document cannot be had.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoadError {
    #[error("the view store is behind its notices")]
    Behind,
    #[error("a load was lost")]
    Lost,
    #[error(transparent)]
    Store(Arc<StoreError>),
}

impl From<LoadError> for Problem {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Behind => Self::unavailable("The newest state is not here yet.", 1).with_source(error),
            LoadError::Store(error) => store_failed(StoreError::Shared(error)),
            LoadError::Lost => Self::internal(error),
        }
    }
}

impl DocumentCache {
    /// An empty cache that holds this many bytes.
    pub(crate) fn new(bytes: u64, load: impl Fn(DocumentKey) -> Loading + Send + Sync + 'static) -> Self {
        let entries = moka::sync::Cache::builder()
            .max_capacity(bytes)
            .weigher(|key: &DocumentKey, entry: &Arc<Entry>| entry.weight(key))
            .build();
        let floors = moka::sync::Cache::builder().max_capacity(FLOORS).time_to_live(FLOOR_TIME).build();
        let hits = metrics::counter!("crosstable_cache_hits_total");
        let misses = metrics::counter!("crosstable_cache_misses_total");
        Self { load: Box::new(load), entries, floors, state: Mutex::default(), hits, misses }
    }

    /// A document, from memory or from the store; none if there is none.
    pub(crate) async fn get(self: &Arc<Self>, key: &DocumentKey) -> Result<Option<Arc<Entry>>, LoadError> {
        if let Some(found) = self.at_hand(key) {
            self.count_hit();
            return Ok(Some(found));
        }
        self.misses.increment(1);
        let mut last = Landed::Behind;
        for attempt in 0..ATTEMPTS {
            if attempt > 0
                && let Some(entry) = self.entries.get(key)
            {
                return Ok(Some(entry));
            }
            let flight = self.join(key);
            last = match flight.landed.clone().await {
                Ok(Landed::Found(entry)) => return Ok(Some(entry)),
                Ok(Landed::Missing) => return Ok(None),
                Ok(Landed::Failed(error)) => return Err(LoadError::Store(error)),
                Ok(landed) => landed,
                Err(_) => {
                    self.detach(key, flight.number);
                    return Err(LoadError::Lost);
                }
            };
        }
        match last {
            // Notices come faster than loads. This load began after the question, so its answer is no older than that.
            Landed::Overtaken(entry) => Ok(entry),
            _ => Err(LoadError::Behind),
        }
    }

    /// A document, if it is in memory.
    pub(crate) fn at_hand(&self, key: &DocumentKey) -> Option<Arc<Entry>> {
        self.entries.get(key)
    }

    /// Counts a document that was answered with from memory.
    pub(crate) fn count_hit(&self) {
        self.hits.increment(1);
    }

    /// Heeds a notice. When it returns, nobody who asks is given what was there before.
    pub(crate) fn heed(&self, notice: &Notice) {
        let mut state = self.lock();
        match notice {
            Notice::Documents { keys, position } => {
                for key in keys {
                    state.flights.remove(key);
                    self.raise_floor(key, state.epoch, *position);
                    self.entries.invalidate(key);
                }
            }
            Notice::Everything => {
                state.epoch += 1;
                state.flights.clear();
                self.floors.invalidate_all();
                // One by one: what `invalidate_all` leaves behind is told apart by time alone.
                for (key, _) in &self.entries {
                    self.entries.invalidate(&*key);
                }
            }
        }
    }

    /// Records how much it holds.
    pub(crate) fn sample(&self) {
        // The cache counts what came last only when it gets around to it.
        self.entries.run_pending_tasks();
        metrics::gauge!("crosstable_cache_entries").set(self.entries.entry_count() as f64);
        metrics::gauge!("crosstable_cache_bytes").set(self.entries.weighted_size() as f64);
    }

    fn raise_floor(&self, key: &DocumentKey, epoch: u64, position: Position) {
        let known = self.floor(key, epoch).unwrap_or(position);
        self.floors.insert(key.clone(), (epoch, known.max(position)));
    }

    fn floor(&self, key: &DocumentKey, epoch: u64) -> Option<Position> {
        self.floors.get(key).filter(|(noticed_in, _)| *noticed_in == epoch).map(|(_, position)| position)
    }

    /// The load of this document that is under way, or a new one.
    fn join(self: &Arc<Self>, key: &DocumentKey) -> Flight {
        let mut state = self.lock();
        state.flight_count += 1;
        let number = state.flight_count;
        match state.flights.entry(key.clone()) {
            hash_map::Entry::Occupied(under_way) => under_way.get().clone(),
            hash_map::Entry::Vacant(place) => {
                let (land, landed) = oneshot::channel();
                // A task of its own: it ends and cleans up even when whoever asked has gone.
                tokio::spawn(Arc::clone(self).fly(key.clone(), number, land));
                place.insert(Flight { number, landed: landed.shared() }).clone()
            }
        }
    }

    async fn fly(self: Arc<Self>, key: DocumentKey, number: u64, land: oneshot::Sender<Landed>) {
        let loaded = (self.load)(key.clone()).await;
        // Whoever waits may have gone.
        let _ = land.send(self.land(&key, number, loaded));
    }

    /// Stores what a load brought, unless a notice came meanwhile.
    fn land(&self, key: &DocumentKey, number: u64, loaded: Result<Option<Document>, StoreError>) -> Landed {
        let mut state = self.lock();
        let overtaken = !detach(&mut state, key, number);
        let document = match loaded {
            Err(error) => return Landed::Failed(Arc::new(error)),
            Ok(None) if overtaken => return Landed::Overtaken(None),
            Ok(None) => return Landed::Missing,
            Ok(Some(document)) => document,
        };
        if self.floor(key, state.epoch).is_some_and(|floor| document.position < floor) {
            return Landed::Behind;
        }
        let entry = Arc::new(Entry::of(document));
        if overtaken {
            return Landed::Overtaken(Some(entry));
        }
        self.entries.insert(key.clone(), Arc::clone(&entry));
        Landed::Found(entry)
    }

    fn detach(&self, key: &DocumentKey, number: u64) {
        detach(&mut self.lock(), key, number);
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes a load out of those that can be joined. Says whether it was still among them.
fn detach(state: &mut State, key: &DocumentKey, number: u64) -> bool {
    let joinable = state.flights.get(key).is_some_and(|flight| flight.number == number);
    if joinable {
        state.flights.remove(key);
    }
    joinable
}

#[cfg(test)]
mod tests;
