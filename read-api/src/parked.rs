//! The streams that cannot be projected further.

use std::sync::Arc;

use api_kit::noticed_cache::NoticedCache;
use api_kit::store_failed;
use service_kit::problem::Problem;
use storage::{Generation, Notice, NoticeBoard, ParkedStream, StoreError, ViewReader};

/// The parked streams of the active generation.
#[derive(Debug)]
pub(crate) struct Parked {
    pub(crate) generation: Generation,
    pub(crate) streams: Vec<ParkedStream>,
}

/// Keeps the parked streams in memory until the next notice for all documents: every read with a token needs them, and
/// there are almost never any.
///
/// A commit that parks a stream posts [`Notice::Everything`], and so does a switch of generations. Listeners get the
/// notice before the new position is reported, so the streams are never older than the position that a reader waits for.
pub(crate) struct ParkedStreams {
    views: Arc<dyn ViewReader>,
    kept: NoticedCache<(), Arc<Parked>>,
}

impl ParkedStreams {
    /// Creates an empty cache for these views, which listens to the notice board.
    pub(crate) fn new(views: Arc<dyn ViewReader>, board: &NoticeBoard) -> Self {
        let kept = NoticedCache::new(1, |_, _| 1);
        let listener = kept.clone();
        board.listen(move |notice| {
            if *notice == Notice::Everything {
                listener.invalidate_all();
            }
        });
        Self { views, kept }
    }

    /// Returns the parked streams. An empty store has no generation and so none; this is not kept, because its first
    /// generation comes without a notice.
    pub(crate) async fn now(&self) -> Result<Option<Arc<Parked>>, Problem> {
        let load = |()| {
            let views = Arc::clone(&self.views);
            async move { Ok(load(&*views).await.map_err(store_failed)?.map(Arc::new)) }
        };
        self.kept.get(&(), load).await
    }
}

async fn load(views: &dyn ViewReader) -> Result<Option<Parked>, StoreError> {
    let Some(active) = views.active().await? else { return Ok(None) };
    let generation = active.generation;
    Ok(Some(Parked { generation, streams: views.parked(generation).await? }))
}
