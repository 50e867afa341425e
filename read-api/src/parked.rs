//! Keeps the parked streams in memory. Every read with a token needs them, and there are almost never any.
//!
//! A commit that parks a stream posts [`Notice::Everything`], and so does a switch of generations. Listeners get the
//! notice before the new position is reported, so the remembered streams are never older than the position that a
//! reader waits for.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use storage::{Generation, Notice, ParkedStream, StoreError, ViewReader};

/// The parked streams of the active generation; an empty store has no generation.
#[derive(Debug)]
pub(crate) struct Parked {
    pub(crate) generation: Option<Generation>,
    pub(crate) streams: Vec<ParkedStream>,
}

/// The remembered streams.
#[derive(Debug, Default)]
struct Known {
    /// Number of notices so far. Streams that were loaded before the last notice are not remembered.
    notices: u64,
    parked: Option<Arc<Parked>>,
}

/// Remembers the parked streams until the next notice.
pub(crate) struct ParkedStreams {
    views: Arc<dyn ViewReader>,
    known: Mutex<Known>,
}

impl ParkedStreams {
    /// Creates an empty memory for these views.
    pub(crate) fn new(views: Arc<dyn ViewReader>) -> Self {
        Self { views, known: Mutex::default() }
    }

    /// Processes a notice.
    pub(crate) fn heed(&self, notice: &Notice) {
        if *notice == Notice::Everything {
            let mut known = self.lock();
            known.notices += 1;
            known.parked = None;
        }
    }

    /// Returns the current parked streams.
    pub(crate) async fn now(&self) -> Result<Arc<Parked>, StoreError> {
        let before = {
            let known = self.lock();
            if let Some(parked) = &known.parked {
                return Ok(Arc::clone(parked));
            }
            known.notices
        };
        let parked = Arc::new(self.load().await?);
        let mut known = self.lock();
        // A store without a generation is not remembered, because its first generation comes without a notice.
        if known.notices == before && parked.generation.is_some() {
            known.parked = Some(Arc::clone(&parked));
        }
        Ok(parked)
    }

    async fn load(&self) -> Result<Parked, StoreError> {
        let generation = self.views.active().await?.map(|active| active.generation);
        let streams = match generation {
            Some(generation) => self.views.parked(generation).await?,
            None => Vec::new(),
        };
        Ok(Parked { generation, streams })
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
