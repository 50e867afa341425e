//! The cache of documents. It never serves a document that is older than the last commit notice for it.
//!
//! * A notice removes the entries that it names, and detaches loads of them that are under way: their results are not
//!   stored, and later requests do not wait for them. Storing and noticing exclude each other, so a hit needs no check.
//! * A document that is older than the last notice for its key (because the store lags behind its notices) is neither
//!   stored nor served.
//! * Simultaneous requests for a document share one load.
//! * Missing documents are not remembered.

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

/// Maximum number of loads for a request, if notices overtake them.
const ATTEMPTS: usize = 3;
/// How long the positions of notices are remembered: longer than any load takes.
const FLOOR_TIME: Duration = Duration::from_secs(60);
/// Maximum number of remembered positions.
const FLOORS: u64 = 100_000;

/// A load of a document from the store.
pub(crate) type Loading = BoxFuture<'static, Result<Option<Document>, StoreError>>;
type Load = Box<dyn Fn(DocumentKey) -> Loading + Send + Sync>;

/// Rendered documents by key.
pub(crate) struct DocumentCache {
    load: Load,
    entries: moka::sync::Cache<DocumentKey, Arc<Entry>>,
    /// Positions of the last notices, each with its epoch. `Notice::Everything` drops them all.
    floors: moka::sync::Cache<DocumentKey, (u64, Position)>,
    state: Mutex<State>,
    hits: Counter,
    misses: Counter,
}

/// The state behind the lock, which is held while an entry is stored or a notice is processed, never during a load.
#[derive(Default)]
struct State {
    /// Loads that later requests may join.
    flights: HashMap<DocumentKey, Flight>,
    flight_count: u64,
    /// Number of `Notice::Everything` so far.
    epoch: u64,
}

#[derive(Clone)]
struct Flight {
    number: u64,
    landed: Shared<oneshot::Receiver<Landed>>,
}

/// The result of a load.
#[derive(Clone)]
enum Landed {
    /// A document that may be served.
    Found(Arc<Entry>),
    /// There is no such document.
    Missing,
    /// A notice arrived during the load. The document was current when the load began, but must not be stored.
    Overtaken(Option<Arc<Entry>>),
    /// The document is older than the last notice for it.
    Behind,
    /// The store failed.
    Failed(Arc<StoreError>),
}

/// Why a document cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LoadError {
    #[error("the view store is behind its notices")]
    Behind,
    #[error("the task that loads the document ended without a result")]
    Lost,
    #[error(transparent)]
    Store(Arc<StoreError>),
}

impl From<LoadError> for Problem {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Behind => {
                Self::unavailable("The newest state is not available yet. Please try again.", 1).with_source(error)
            }
            LoadError::Store(error) => store_failed(StoreError::Shared(error)),
            LoadError::Lost => Self::internal(error),
        }
    }
}

impl DocumentCache {
    /// Creates an empty cache of up to `bytes` bytes that loads documents with `load`.
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

    /// Returns a document from memory or from the store; `None` if it does not exist.
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
            // Notices arrive faster than loads end. This load began after the request, so its document is no older than
            // the request.
            Landed::Overtaken(entry) => Ok(entry),
            _ => Err(LoadError::Behind),
        }
    }

    /// Returns a document, if it is in memory.
    pub(crate) fn at_hand(&self, key: &DocumentKey) -> Option<Arc<Entry>> {
        self.entries.get(key)
    }

    /// Counts an answer from memory.
    pub(crate) fn count_hit(&self) {
        self.hits.increment(1);
    }

    /// Processes a notice. After it returns, requests no longer get documents from before the notice.
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
                // One by one: `invalidate_all` distinguishes old entries from new ones only by their time.
                for (key, _) in &self.entries {
                    self.entries.invalidate(&*key);
                }
            }
        }
    }

    /// Returns the number of entries and their bytes.
    pub(crate) fn size(&self) -> (u64, u64) {
        // The cache updates its counts only when it runs pending tasks.
        self.entries.run_pending_tasks();
        (self.entries.entry_count(), self.entries.weighted_size())
    }

    fn raise_floor(&self, key: &DocumentKey, epoch: u64, position: Position) {
        let known = self.floor(key, epoch).unwrap_or(position);
        self.floors.insert(key.clone(), (epoch, known.max(position)));
    }

    fn floor(&self, key: &DocumentKey, epoch: u64) -> Option<Position> {
        self.floors.get(key).filter(|(noticed_in, _)| *noticed_in == epoch).map(|(_, position)| position)
    }

    /// Returns the running load of this document, or starts one.
    fn join(self: &Arc<Self>, key: &DocumentKey) -> Flight {
        let mut state = self.lock();
        state.flight_count += 1;
        let number = state.flight_count;
        match state.flights.entry(key.clone()) {
            hash_map::Entry::Occupied(under_way) => under_way.get().clone(),
            hash_map::Entry::Vacant(place) => {
                let (land, landed) = oneshot::channel();
                // In its own task, the load ends and cleans up even if the request is cancelled.
                tokio::spawn(Arc::clone(self).fly(key.clone(), number, land));
                place.insert(Flight { number, landed: landed.shared() }).clone()
            }
        }
    }

    async fn fly(self: Arc<Self>, key: DocumentKey, number: u64, land: oneshot::Sender<Landed>) {
        let loaded = (self.load)(key.clone()).await;
        // The waiting requests may be gone.
        let _ = land.send(self.land(&key, number, loaded));
    }

    /// Stores the loaded document, unless a notice arrived during the load.
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

/// Removes a load from those that can be joined. Returns whether it was still one of them.
fn detach(state: &mut State, key: &DocumentKey, number: u64) -> bool {
    let joinable = state.flights.get(key).is_some_and(|flight| flight.number == number);
    if joinable {
        state.flights.remove(key);
    }
    joinable
}

#[cfg(test)]
mod tests;
