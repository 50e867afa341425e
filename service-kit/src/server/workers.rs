//! Worker threads for connections, each with its own runtime.
//!
//! A connection stays on its thread, so that an answer from memory wakes no other thread and shares no queue. The
//! router's work may take longer: it runs on the runtime that the server was started on, and does not delay other
//! connections of the worker.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::runtime::{Builder, Handle};
use tokio_util::sync::{CancellationToken, DropGuard};

use super::processor;

/// Number of tasks after which a worker looks for requests. By default, it would be 61, and after a change that many streams may send
/// before a reader's turn.
const LOOK_AFTER: u32 = 16;

/// Returns the number of processors of the machine.
pub fn one_per_core() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// Worker threads for connections; without any, connections stay on the accepting runtime.
pub(super) struct Workers {
    workers: Vec<Worker>,
    here: Handle,
}

struct Worker {
    runtime: Handle,
    /// Number of its open connections.
    open: Arc<AtomicUsize>,
    _end: DropGuard,
}

/// Counts a connection of a worker until it is dropped.
pub(super) struct OpenConnection(Option<Arc<AtomicUsize>>);

impl Drop for OpenConnection {
    fn drop(&mut self) {
        if let Some(open) = &self.0 {
            open.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

impl Workers {
    /// Starts `count` workers. The router's work runs on the current runtime.
    pub(super) fn open(count: usize) -> std::io::Result<Self> {
        let workers = (0..count).map(|index| Worker::open(index, count)).collect::<std::io::Result<_>>()?;
        Ok(Self { workers, here: Handle::current() })
    }

    /// Returns the runtime for the router's work, unless it runs where the connection is.
    pub(super) fn elsewhere(&self) -> Option<Handle> {
        (!self.workers.is_empty()).then(|| self.here.clone())
    }

    /// Assigns the next connection to the worker with the fewest connections.
    pub(super) fn next(&self) -> (&Handle, OpenConnection) {
        match self.workers.iter().min_by_key(|worker| worker.open.load(Ordering::Relaxed)) {
            None => (&self.here, OpenConnection(None)),
            Some(worker) => {
                worker.open.fetch_add(1, Ordering::Relaxed);
                (&worker.runtime, OpenConnection(Some(Arc::clone(&worker.open))))
            }
        }
    }
}

impl Worker {
    /// Starts a thread that runs until the worker is dropped: the one with this index.
    fn open(index: usize, count: usize) -> std::io::Result<Self> {
        let runtime = Builder::new_current_thread().event_interval(LOOK_AFTER).enable_all().build()?;
        let (handle, end) = (runtime.handle().clone(), CancellationToken::new());
        let ended = end.clone();
        let run = move || {
            processor::assign(index, count);
            runtime.block_on(ended.cancelled());
        };
        std::thread::Builder::new().name("connections".into()).spawn(run)?;
        Ok(Self { runtime: handle, open: Arc::default(), _end: end.drop_guard() })
    }
}
