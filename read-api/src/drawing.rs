//! Keeps pages and pictures, which the crate `web` draws from documents when they are requested. They are kept by the
//! digests of these documents: a drawing is never older than what it was drawn from, and its cache gets no notices.
//!
//! Concurrent requests for one drawing share it. Drawings are made on blocking threads, on at most half of the
//! processors at a time, so that anonymous clients cannot take the processors from other readers.

use std::fmt::Debug;
use std::sync::Arc;

use api_kit::noticed_cache::NoticedCache;
use service_kit::message;
use service_kit::problem::Problem;
use storage::ViewKind;
use tokio::sync::Semaphore;
use web::texts::Language;

use crate::cache::Entry;

/// Share of the processors that may draw at the same time, as a divisor.
const PART_OF_PROCESSORS: usize = 2;

/// Maximum number of drawings that are being made or wait for it. More are refused with 503.
const QUEUE: usize = 256;
const CROWDED: &str = "Many pages are being drawn at the moment. Please try again in a second.";

/// Identifies a drawing: the kind of its main document, its language, its form, and the content of the documents that it
/// is made from.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Sources {
    kind: ViewKind,
    language: Language,
    /// The form, if there are several drawings of the same documents.
    form: String,
    main: [u8; 16],
    others: Vec<Option<[u8; 16]>>,
    /// Whether one of the documents may lack the newest events.
    stale: bool,
}

impl Sources {
    /// The sources of a drawing in a language that is made from a document alone.
    pub(crate) fn of(kind: ViewKind, language: Language, main: &Entry) -> Self {
        Self::new(kind, language, main, &[])
    }

    /// The sources of a drawing in a language that is made from a document and others.
    pub(crate) fn new(kind: ViewKind, language: Language, main: &Entry, others: &[Option<&Entry>]) -> Self {
        let stale = main.stale || others.iter().flatten().any(|entry| entry.stale);
        let others = others.iter().map(|other| other.map(Entry::content)).collect();
        Self { kind, language, form: String::new(), main: main.content(), others, stale }
    }

    /// The same sources for a drawing in another form.
    pub(crate) fn in_form(self, form: impl Debug) -> Self {
        Self { form: format!("{form:?}"), ..self }
    }
}

/// The drawings in memory.
pub(crate) struct Drawings {
    kept: NoticedCache<Sources, Arc<Entry>>,
    places: Arc<Semaphore>,
    /// Drawings that are being made or wait for a place.
    queue: Arc<Semaphore>,
}

impl Drawings {
    /// Keeps up to so many bytes of drawings.
    pub(crate) fn new(bytes: u64) -> Self {
        let kept = NoticedCache::new(bytes, |_, entry: &Arc<Entry>| entry.size());
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let places = Arc::new(Semaphore::new((processors / PART_OF_PROCESSORS).max(1)));
        Self { kept, places, queue: Arc::new(Semaphore::new(QUEUE)) }
    }

    /// Returns the number of drawings in memory and their bytes.
    pub(crate) fn size(&self) -> (u64, u64) {
        self.kept.size()
    }

    /// Returns a drawing, if it is in memory.
    pub(crate) fn cached(&self, sources: &Sources) -> Option<Arc<Entry>> {
        self.kept.cached(sources)
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
        self.get_with(sources, std::future::ready(Ok(draw))).await
    }

    /// Returns a drawing. If it is not in memory, it is made by what `read` returns; concurrent requests share that, too.
    pub(crate) async fn get_with<D>(
        &self,
        sources: Sources,
        read: impl Future<Output = Result<D, Problem>> + Send + 'static,
    ) -> Result<Arc<Entry>, Problem>
    where
        D: FnOnce() -> Result<String, serde_json::Error> + Send + 'static,
    {
        let make = |sources: Sources| {
            let (places, queue) = (Arc::clone(&self.places), Arc::clone(&self.queue));
            async move {
                let _queued =
                    queue.try_acquire().map_err(|_| Problem::unavailable(message!("too-many-drawings", CROWDED), 1))?;
                let draw = read.await?;
                let place = places.acquire_owned().await.map_err(Problem::internal)?;
                let drawing = tokio::task::spawn_blocking(move || {
                    let _place = place;
                    Ok::<_, serde_json::Error>(Entry::made(draw()?.into(), sources.stale))
                });
                let drawn = drawing.await.map_err(Problem::internal)?.map_err(Problem::internal)?;
                Ok(Some(Arc::new(drawn)))
            }
        };
        let drawn = self.kept.get(&sources, make).await?;
        drawn.ok_or_else(|| Problem::internal("a drawing has no result"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(body: &'static str, digest: &str, stale: bool) -> Entry {
        Entry::new(body.into(), digest, stale)
    }

    #[test]
    fn sources_are_told_apart_by_content_and_by_what_may_be_missing() {
        let of = |body, stale| Sources::of(ViewKind::Decklist, Language::English, &entry(body, "1", stale));
        assert_eq!(of("a", false), of("a", false));
        assert_ne!(of("a", false), of("b", false), "the same tag on other content");
        assert_ne!(of("a", false), of("a", true));
        assert_ne!(of("a", false), of("a", false).in_form(1));
        let (first, second) = (entry("a", "1", false), entry("b", "1", false));
        assert_ne!(of("a", false), Sources::new(ViewKind::Decklist, Language::English, &first, &[None, Some(&second)]));
        assert_ne!(of("a", false), Sources::of(ViewKind::EventPage, Language::English, &first));
        let page = Sources::of(ViewKind::EventPage, Language::English, &first);
        assert_ne!(page, Sources::of(ViewKind::EventPage, Language::English, &first).in_form(1));
        assert_ne!(of("a", false), Sources::of(ViewKind::Decklist, Language::German, &first));
    }
}
