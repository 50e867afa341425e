//! Streams that are no longer projected, in memory: whoever reads with a token has to know of them, and nearly always there
//! are none.
//!
//! A commit that parks a stream posts [`Notice::Everything`], and so does a change of generations. Listeners hear of it before
//! anybody is told how far the views are, so what is remembered is never older than the position that a reader waited for.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use storage::{Generation, Notice, ParkedStream, StoreError, ViewStore};

/// The parked streams of the active generation; an empty store has no generation.
#[derive(Debug)]
pub(crate) struct Parked {
    pub(crate) generation: Option<Generation>,
    pub(crate) streams: Vec<ParkedStream>,
}

/// What is remembered.
#[derive(Debug, Default)]
struct Known {
    /// Counts notices; held while something is stored or taken out, never while loading.
    notices: u64,
    parked: Option<Arc<Parked>>,
}

/// Remembers the parked streams from notice to notice.
pub(crate) struct ParkedStreams {
    views: Arc<dyn ViewStore>,
    known: Mutex<Known>,
}

impl ParkedStreams {
    /// Of these views, nothing remembered.
    pub(crate) fn new(views: Arc<dyn ViewStore>) -> Self {
        Self { views, known: Mutex::default() }
    }

    /// Heeds a notice.
    pub(crate) fn heed(&self, notice: &Notice) {
        if *notice == Notice::Everything {
            let mut known = self.lock();
            known.notices += 1;
            known.parked = None;
        }
    }

    /// Those of now.
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
        // The first generation of a store comes without a notice.
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
