//! Keeps pages and pictures, which the crate `web` draws from documents when they are requested. They are kept by the
//! digests of these documents: a drawing is never older than what it was drawn from, and no notice is needed to drop it.
//!
//! Concurrent requests for one drawing share it. Drawings are made on blocking threads, on at most half of the
//! processors at a time, so that anonymous clients cannot take the processors from other readers.

use std::sync::Arc;

use service_kit::problem::Problem;
use storage::ViewKind;
use tokio::sync::{OnceCell, Semaphore};

use crate::cache::Entry;
use crate::digest::digest;

/// Share of the processors that may draw at the same time, as a divisor.
const PART_OF_PROCESSORS: usize = 2;

/// Maximum number of drawings that are being made or wait for it. More are refused with 503.
const QUEUE: usize = 256;
const CROWDED: &str = "Many pages are being drawn at the moment. Please try again in a second.";

/// Identifies a drawing: the kind of its main document, and the content of the documents that it is made from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Sources {
    kind: ViewKind,
    main: [u8; 16],
    second: Option<[u8; 16]>,
    /// Whether one of the documents may lack the newest events.
    stale: bool,
}

impl Sources {
    /// The sources of a drawing that is made from one document or two.
    pub(crate) fn new(kind: ViewKind, main: &Entry, second: Option<&Entry>) -> Self {
        let stale = main.stale || second.is_some_and(|entry| entry.stale);
        Self { kind, main: main.content(), second: second.map(Entry::content), stale }
    }
}

/// A drawing that is being made, or was made.
type Cell = Arc<OnceCell<Arc<Entry>>>;

/// The drawings in memory.
pub(crate) struct Drawings {
    kept: moka::sync::Cache<Sources, Cell>,
    places: Arc<Semaphore>,
    /// Drawings that are being made or wait for a place.
    queue: Arc<Semaphore>,
}

impl Drawings {
    /// Keeps up to so many bytes of drawings.
    pub(crate) fn new(bytes: u64) -> Self {
        let kept = moka::sync::Cache::builder()
            .max_capacity(bytes)
            .weigher(|_, cell: &Cell| cell.get().map_or(0, |entry| entry.size()))
            .build();
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let places = Arc::new(Semaphore::new((processors / PART_OF_PROCESSORS).max(1)));
        Self { kept, places, queue: Arc::new(Semaphore::new(QUEUE)) }
    }

    /// Returns the number of drawings in memory and their bytes.
    pub(crate) fn size(&self) -> (u64, u64) {
        self.kept.run_pending_tasks();
        (self.kept.entry_count(), self.kept.weighted_size())
    }

    /// Returns a drawing, if it is in memory.
    pub(crate) fn at_hand(&self, sources: &Sources) -> Option<Arc<Entry>> {
        self.kept.get(sources)?.get().cloned()
    }

    /// Returns a drawing. It is made by `draw`, if it is not in memory.
    ///
    /// # Errors
    /// 500 if a document cannot be read, 503 if too many drawings are waiting.
    pub(crate) async fn get(
        &self,
        sources: Sources,
        draw: impl FnOnce() -> Result<String, serde_json::Error> + Send + 'static,
    ) -> Result<Arc<Entry>, Problem> {
        let cell = self.kept.get_with_by_ref(&sources, Cell::default);
        if let Some(drawn) = cell.get() {
            return Ok(Arc::clone(drawn));
        }
        let (kept, places, queue) = (self.kept.clone(), Arc::clone(&self.places), Arc::clone(&self.queue));
        // A task of its own: the drawing is kept even if the client leaves.
        let drawing = tokio::spawn(async move {
            let stale = sources.stale;
            let make = || async {
                let _queued = queue.try_acquire().map_err(|_| Problem::unavailable(CROWDED, 1))?;
                let place = places.acquire_owned().await.map_err(Problem::internal)?;
                let drawing = tokio::task::spawn_blocking(move || {
                    let _place = place;
                    let body = draw()?;
                    let digest = digest(body.as_bytes());
                    Ok::<_, serde_json::Error>(Arc::new(Entry::new(body.into(), &digest, stale)))
                });
                let drawn = drawing.await.map_err(Problem::internal)?.map_err(Problem::internal)?;
                Ok::<_, Problem>(drawn)
            };
            let drawn = cell.get_or_try_init(make).await.cloned();
            match &drawn {
                // Inserted again, now that its size is known.
                Ok(_) => kept.insert(sources, Arc::clone(&cell)),
                Err(_) => kept.invalidate(&sources),
            }
            drawn
        });
        drawing.await.map_err(Problem::internal)?
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn entry(body: &'static str, digest: &str, stale: bool) -> Entry {
        Entry::new(body.into(), digest, stale)
    }

    #[tokio::test]
    async fn concurrent_requests_share_one_drawing() {
        let (drawings, made) = (Drawings::new(1_000_000), Arc::new(AtomicUsize::new(0)));
        let sources = Sources::new(ViewKind::EventPage, &entry("a", "1", false), None);
        let ask = || {
            let made = Arc::clone(&made);
            drawings.get(sources.clone(), move || {
                made.fetch_add(1, Ordering::Relaxed);
                Ok("drawn".to_owned())
            })
        };
        for drawn in futures::future::join_all((0..20).map(|_| ask())).await {
            assert_eq!(drawn.unwrap().body, "drawn");
        }
        assert_eq!(made.load(Ordering::Relaxed), 1);
        assert_eq!(drawings.at_hand(&sources).unwrap().body, "drawn");
    }

    #[tokio::test]
    async fn a_failure_is_not_kept() {
        let drawings = Drawings::new(1_000_000);
        let sources = Sources::new(ViewKind::RoundPage, &entry("a", "1", false), None);
        let failing = || serde_json::from_str::<()>("x").map(|()| String::new());
        assert!(drawings.get(sources.clone(), failing).await.is_err());
        assert!(drawings.at_hand(&sources).is_none());
        assert!(drawings.get(sources, || Ok(String::new())).await.is_ok());
    }

    #[test]
    fn sources_are_told_apart_by_content_and_by_what_may_be_missing() {
        let of = |body, stale| Sources::new(ViewKind::Decklist, &entry(body, "1", stale), None);
        assert_eq!(of("a", false), of("a", false));
        assert_ne!(of("a", false), of("b", false), "the same tag on other content");
        assert_ne!(of("a", false), of("a", true));
        let (first, second) = (entry("a", "1", false), entry("b", "1", false));
        assert_ne!(of("a", false), Sources::new(ViewKind::Decklist, &first, Some(&second)));
        assert_ne!(of("a", false), Sources::new(ViewKind::EventPage, &first, None));
    }
}
