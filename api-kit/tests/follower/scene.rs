//! Views in a temporary folder, a writer, and readers with a cache.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use api_kit::noticed_cache::NoticedCache;
use api_kit::progress::Wanted;
use api_kit::{Follower, Progress, store_failed};
use proto_events::ids::{OrganizationId, TournamentId};
use proto_events::{Position, StreamId};
use service_kit::nats::{Nats, NatsOptions, connect};
use storage::sqlite::SqliteViewStore;
use storage::{
    CommitNotice, Document, DocumentBody, DocumentKey, Generation, Notice, NoticeBoard, Reached, Shard, ViewBatch,
    ViewKind, ViewStore,
};
use test_servers::nats::Nats as Server;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// Time limit for an expected condition.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long notices must arrive one by one before a reader counts as connected: after a new connection, caches may be
/// emptied once more.
const HEARD: Duration = Duration::from_millis(300);

/// Connects to a server.
pub(crate) async fn connected(server: &Server) -> Nats {
    let nats = connect(&NatsOptions::new([server.url()])).await.unwrap();
    nats.link().wait_for(|link| link.connected).await.unwrap();
    nats
}

/// Waits for a condition.
pub(crate) async fn until(is_so: impl AsyncFn() -> bool) {
    let begun = Instant::now();
    while !is_so().await {
        assert!(begun.elapsed() < PATIENCE, "the condition is not reached");
        tokio::task::yield_now().await;
    }
}

pub(crate) struct Scene {
    pub(crate) views: Arc<dyn ViewStore>,
    _folder: Option<tempfile::TempDir>,
}

impl Scene {
    /// Creates empty views in their first generation, and their writer.
    pub(crate) async fn start() -> (Self, Writer) {
        let folder = tempfile::tempdir().unwrap();
        let views = SqliteViewStore::open(&folder.path().join("views.sqlite")).await.unwrap();
        Self::on(Arc::new(views), Some(folder)).await
    }

    /// The same in a given store.
    pub(crate) async fn on(views: Arc<dyn ViewStore>, folder: Option<tempfile::TempDir>) -> (Self, Writer) {
        let generation = views.begin_generation("first", "log").await.unwrap();
        let writer = Writer {
            views: Arc::clone(&views),
            nats: None,
            generation,
            at: (Position::START, 0),
            position: Position::START,
            written: BTreeSet::new(),
        };
        (Self { views, _folder: folder }, writer)
    }

    /// Stops the readers.
    pub(crate) async fn stop(self, readers: impl IntoIterator<Item = Reader>) {
        for reader in readers {
            reader.stop.cancel();
            reader.running.await.unwrap();
        }
        self.views.close().await;
    }
}

/// Writes views like a projector.
pub(crate) struct Writer {
    views: Arc<dyn ViewStore>,
    nats: Option<Nats>,
    generation: Generation,
    /// The position of the shard, and how many batches it has written.
    at: (Position, i64),
    /// The newest position.
    position: Position,
    /// The written documents.
    written: BTreeSet<i64>,
}

impl Writer {
    /// Sends notices from now on.
    pub(crate) fn tell_on(&mut self, nats: &Nats) {
        self.nats = Some(nats.clone());
    }

    pub(crate) fn key(number: i64) -> DocumentKey {
        DocumentKey::new(OrganizationId(1), ViewKind::Round, number)
    }

    /// Writes documents that contain their position.
    pub(crate) async fn commit(&mut self, numbers: &[i64]) -> Position {
        self.position = Position(self.position.0 + 1);
        let position = self.position;
        let told = self.write(self.generation, numbers, position).await;
        self.written.extend(numbers);
        if let Some(nats) = &self.nats {
            let subject = format!("{}.notices", nats.prefix());
            nats.client().publish(subject, serde_json::to_vec(&told).unwrap().into()).await.unwrap();
        }
        position
    }

    async fn write(&mut self, generation: Generation, numbers: &[i64], position: Position) -> CommitNotice {
        let shard = Shard::WHOLE;
        let reached = Reached::all(position);
        let mut batch = ViewBatch::new(generation, shard, self.at.0, reached);
        batch.documents = numbers.iter().map(|number| document(*number, position)).collect();
        let number = self.views.commit(batch).await.unwrap();
        assert_eq!(number, self.at.1 + 1);
        self.at = (position, number);
        let keys = numbers.iter().map(|number| Self::key(*number)).collect();
        CommitNotice { generation, shard, number, reached, notice: Notice::Documents { keys, position } }
    }

    /// Writes until a reader has learned of changes only from notices for a while.
    pub(crate) async fn commit_until_heard(&mut self, reader: &Reader, number: i64) {
        let begun = Instant::now();
        let mut heard_since = begun;
        while heard_since.elapsed() < HEARD {
            assert!(begun.elapsed() < PATIENCE, "no notice is heard");
            let (emptied, named) = (reader.emptied(), reader.named());
            let position = self.commit(&[number]).await;
            assert!(reader.progress.reaches(position, Wanted::All, Duration::from_secs(2)).await);
            if reader.emptied() > emptied || reader.named() == named {
                heard_since = Instant::now();
            }
        }
    }

    /// Renders everything into another generation and switches to it.
    pub(crate) async fn switch(&mut self) {
        let generation = self.views.begin_generation("second", "log").await.unwrap();
        self.at = (Position::START, 0);
        let numbers: Vec<i64> = self.written.iter().copied().collect();
        self.write(generation, &numbers, self.position).await;
        self.views.mark_complete(generation, Shard::WHOLE).await.unwrap();
        assert!(self.views.switch_to(generation, self.position).await.unwrap());
        self.generation = generation;
    }
}

fn document(number: i64, position: Position) -> Document {
    Document {
        key: Writer::key(number),
        source: StreamId::tournament(TournamentId(1)),
        sort: String::new(),
        owner: None,
        position,
        digest: position.0.to_string(),
        body: DocumentBody::same(Writer::key(number).kind, position.0.to_string()),
        stale: false,
    }
}

/// Reads views through a cache that listens to the board.
pub(crate) struct Reader {
    views: Arc<dyn ViewStore>,
    cache: NoticedCache<DocumentKey, Position>,
    /// How often the whole cache was emptied, and how many notices named documents.
    counts: Arc<[AtomicUsize; 2]>,
    pub(crate) progress: Progress,
    pub(crate) complete: watch::Receiver<bool>,
    pub(crate) sighted: watch::Receiver<bool>,
    stop: CancellationToken,
    running: JoinHandle<()>,
}

impl Reader {
    /// Starts a reader that only reads the store.
    pub(crate) fn looking(scene: &Scene) -> Self {
        Self::start(scene, None)
    }

    /// Starts a reader that receives notices.
    pub(crate) fn hearing(scene: &Scene, nats: &Nats) -> Self {
        Self::start(scene, Some(nats.clone()))
    }

    fn start(scene: &Scene, nats: Option<Nats>) -> Self {
        let (board, cache) = (NoticeBoard::new(), NoticedCache::<DocumentKey, Position>::new(100, |_, _| 1));
        let counts = Arc::<[AtomicUsize; 2]>::default();
        let (listener, counted) = (cache.clone(), Arc::clone(&counts));
        board.listen(move |notice| match notice {
            Notice::Everything => {
                counted[0].fetch_add(1, Ordering::SeqCst);
                listener.invalidate_all();
            }
            Notice::Documents { keys, .. } => {
                counted[1].fetch_add(1, Ordering::SeqCst);
                listener.invalidate(keys);
            }
        });
        let follower = Follower::new(scene.views.clone(), board, nats, None, false);
        let (progress, complete, sighted) = (follower.progress(), follower.complete(), follower.sighted());
        let stop = CancellationToken::new();
        let stopped = stop.clone();
        let running = tokio::spawn(async move { follower.run(stopped).await.unwrap() });
        Self { views: Arc::clone(&scene.views), cache, counts, progress, complete, sighted, stop, running }
    }

    /// Returns the position in a document.
    pub(crate) async fn read(&self, number: i64) -> Position {
        let views = Arc::clone(&self.views);
        let load = |key: DocumentKey| async move {
            let document = views.document(&key).await.map_err(store_failed)?;
            let body = document.map(|document| document.body.for_everyone());
            Ok(body.map(|body| Position(std::str::from_utf8(&body).unwrap().parse().unwrap())))
        };
        self.cache.get(&Writer::key(number), load).await.unwrap().unwrap_or(Position::START)
    }

    pub(crate) fn has_cached(&self, number: i64) -> bool {
        self.cache.cached(&Writer::key(number)).is_some()
    }

    /// Returns how often the whole cache was emptied.
    pub(crate) fn emptied(&self) -> usize {
        self.counts[0].load(Ordering::SeqCst)
    }

    /// Returns how many notices named documents.
    pub(crate) fn named(&self) -> usize {
        self.counts[1].load(Ordering::SeqCst)
    }
}
