//! Checks whether the stores of this process can be written, by writing to them now and then, and logs every change.
//!
//! Only an idle store is written to for this check; in a busy store the normal writes are the proof. Reads continue in
//! any case.

use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use futures::future::BoxFuture;
use metrics::Gauge;
use service_kit::chain;
use service_kit::health::NotReady;
use storage::{EventStore, StoreError, ViewStore};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::disk;

/// Interval between two checks. A store is written to less often.
const EVERY: Duration = Duration::from_secs(1);
/// Time after which a write counts as failed; much longer than the slowest transaction.
const TIME_LIMIT: Duration = Duration::from_secs(10);
/// Free bytes below which a disk counts as full: the minimum for a transaction and the files that grow with it.
const RESERVE: u64 = 4 << 20;

/// A health check that succeeds while a store can be written.
pub(super) type WritingCheck = Box<dyn Fn() -> std::future::Ready<Result<(), NotReady>> + Send + Sync>;

type Called = BoxFuture<'static, Result<(), StoreError>>;

type Write = Box<dyn Fn() -> Called + Send + Sync>;

/// Returns a function that calls a store.
pub(super) fn calling<T: ?Sized + Send + Sync + 'static>(
    store: &Arc<T>,
    call: fn(Arc<T>) -> Called,
) -> impl Fn() -> Called + Send + Sync + use<T> {
    let store = Arc::clone(store);
    move || call(Arc::clone(&store))
}

/// A store that this process writes.
pub(super) struct Written {
    /// Its name in logs and metrics.
    name: &'static str,
    write: Write,
    /// Its file, if it has one.
    file: Option<PathBuf>,
    failing: Gauge,
    found: watch::Sender<WriterFound>,
}

/// The last known state of a store.
#[derive(Debug, Clone, PartialEq, Eq)]
enum WriterFound {
    /// It has not been checked yet.
    Unknown,
    Writable,
    /// It cannot be written; the text is the public reason.
    Failing(&'static str),
}

/// Why a store cannot be written.
enum Fault {
    Store(StoreError),
    /// Only this many bytes are free.
    NoRoom(u64),
    Silent,
}

impl Written {
    /// Watches the log.
    pub(super) fn log(events: &Arc<dyn EventStore>, file: Option<PathBuf>) -> Self {
        Self::new("log", Box::new(calling(events, |events| Box::pin(async move { events.try_write().await }))), file)
    }

    /// Watches the views.
    pub(super) fn views(views: &Arc<dyn ViewStore>, file: Option<PathBuf>) -> Self {
        Self::new("views", Box::new(calling(views, |views| Box::pin(async move { views.try_write().await }))), file)
    }

    fn new(name: &'static str, write: Write, file: Option<PathBuf>) -> Self {
        let failing = metrics::gauge!("crosstable_writes_failing", "store" => name);
        failing.set(0.0);
        Self { name, write, file, failing, found: watch::Sender::new(WriterFound::Unknown) }
    }

    /// Returns a health check that succeeds while the store can be written.
    pub(super) fn check(&self) -> WritingCheck {
        let found = self.found.subscribe();
        Box::new(move || {
            std::future::ready(match *found.borrow() {
                WriterFound::Writable => Ok(()),
                WriterFound::Unknown => Err(NotReady::new("It is not known yet whether it can be written.")),
                WriterFound::Failing(why) => Err(NotReady::new(why)),
            })
        })
    }

    /// Checks the store until the process stops.
    pub(super) async fn watch(self, stop: CancellationToken) -> Result<(), Infallible> {
        loop {
            self.note(&self.check_now().await);
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                () = tokio::time::sleep(EVERY) => {}
            }
        }
    }

    async fn check_now(&self) -> Result<(), Fault> {
        let written = tokio::time::timeout(TIME_LIMIT, (self.write)()).await;
        written.map_err(|_| Fault::Silent)?.map_err(Fault::Store)?;
        match self.file.as_deref().and_then(disk::free_at) {
            Some(free) if free < RESERVE => Err(Fault::NoRoom(free)),
            _ => Ok(()),
        }
    }

    /// Logs when writes begin to fail and when they succeed again.
    fn note(&self, looked: &Result<(), Fault>) {
        let was_failing = matches!(*self.found.borrow(), WriterFound::Failing(_));
        let store = self.name;
        let found = match looked {
            Ok(()) => WriterFound::Writable,
            Err(fault) => WriterFound::Failing(fault.reason()),
        };
        match looked {
            Err(fault) if !was_failing => {
                let (error, advice) = (fault.cause(), fault.advice());
                tracing::error!(store, error, advice, "writes fail; reads go on");
            }
            Ok(()) if was_failing => tracing::info!(store, "writes succeed again"),
            _ => {}
        }
        self.failing.set(if looked.is_err() { 1.0 } else { 0.0 });
        self.found.send_replace(found);
    }
}

impl Fault {
    /// Returns the public reason.
    fn reason(&self) -> &'static str {
        match self {
            Self::NoRoom(_) => "Its disk is full.",
            Self::Store(error) if error.is_full() => "Its disk is full.",
            Self::Store(_) => "It cannot be written.",
            Self::Silent => "A write gave no answer.",
        }
    }

    fn cause(&self) -> String {
        match self {
            Self::NoRoom(free) => format!("{free} bytes are free on its disk"),
            Self::Store(error) => chain(error),
            Self::Silent => format!("a write was not done within {} seconds", TIME_LIMIT.as_secs()),
        }
    }

    /// Returns advice for the operator.
    fn advice(&self) -> &'static str {
        match self {
            Self::NoRoom(_) => "make room on its disk; writes then resume automatically",
            Self::Store(error) if error.is_full() => "make room on its disk; writes then resume automatically",
            Self::Store(error) if error.is_unavailable() => {
                "look at the system's log: the disk fails or is read-only, or the database is away; writes resume \
                 automatically, unless the process was started while the disk was read-only: then restart it"
            }
            Self::Store(_) => "run `crosstable doctor` and `crosstable verify`",
            Self::Silent => "look at the disk, and at the database server if there is one",
        }
    }
}
