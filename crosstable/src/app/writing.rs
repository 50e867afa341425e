//! Checks whether the stores of this process can be written, by writing to them now and then, and logs every change.
//!
//! Only an idle store is written to for this check; in a busy store the normal writes are the proof. Reads continue in
//! any case.

use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

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

pub(super) enum Store {
    Log(Arc<dyn EventStore>),
    Views(Arc<dyn ViewStore>),
}

/// A store that this process writes.
pub(super) struct Written {
    /// Its name in logs and metrics.
    name: &'static str,
    store: Store,
    file: Option<PathBuf>,
    failing: Gauge,
    /// The public reason why it cannot be written, or that it can be; none until it has been checked.
    found: watch::Sender<Option<Result<(), &'static str>>>,
}

/// Why a store cannot be written: the public reason, the cause, and advice for the operator.
struct Fault {
    reason: &'static str,
    cause: String,
    advice: &'static str,
}

impl Written {
    pub(super) fn new(name: &'static str, store: Store, file: Option<PathBuf>) -> Self {
        let failing = metrics::gauge!("crosstable_writes_failing", "store" => name);
        failing.set(0.0);
        Self { name, store, file, failing, found: watch::Sender::new(None) }
    }

    /// Returns a health check that succeeds while the store can be written.
    pub(super) fn check(&self) -> WritingCheck {
        let found = self.found.subscribe();
        Box::new(move || {
            let found = found.borrow().unwrap_or(Err("It is not known yet whether it can be written."));
            std::future::ready(found.map_err(NotReady::new))
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
        let write = async {
            match &self.store {
                Store::Log(events) => events.try_write().await,
                Store::Views(views) => views.try_write().await,
            }
        };
        let written = tokio::time::timeout(TIME_LIMIT, write).await;
        let written = written.map_err(|_| Fault {
            reason: "A write gave no answer.",
            cause: format!("a write was not done within {} seconds", TIME_LIMIT.as_secs()),
            advice: "look at the disk, and at the database server if there is one",
        });
        written?.map_err(|error| Fault::of_store(&error))?;
        match self.file.as_deref().and_then(disk::free_at) {
            Some(free) if free < RESERVE => Err(Fault::full(format!("{free} bytes are free on its disk"))),
            _ => Ok(()),
        }
    }

    /// Logs when writes begin to fail and when they succeed again.
    fn note(&self, looked: &Result<(), Fault>) {
        let was_failing = matches!(*self.found.borrow(), Some(Err(_)));
        let store = self.name;
        match looked {
            Err(Fault { cause, advice, .. }) if !was_failing => {
                tracing::error!(store, error = cause, advice, "writes fail; reads go on");
            }
            Ok(()) if was_failing => tracing::info!(store, "writes succeed again"),
            _ => {}
        }
        self.failing.set(if looked.is_err() { 1.0 } else { 0.0 });
        self.found.send_replace(Some(looked.as_ref().copied().map_err(|fault| fault.reason)));
    }
}

impl Fault {
    fn full(cause: String) -> Self {
        let advice = "make room on its disk; writes then resume automatically";
        Self { reason: "Its disk is full.", cause, advice }
    }

    fn of_store(error: &StoreError) -> Self {
        if error.is_full() {
            return Self::full(chain(error));
        }
        let advice = if error.is_unavailable() {
            "look at the system's log: the disk fails or is read-only, or the database is away; writes resume \
             automatically, unless the process was started while the disk was read-only: then restart it"
        } else {
            "run `crosstable doctor` and `crosstable verify`"
        };
        Self { reason: "It cannot be written.", cause: chain(error), advice }
    }
}
