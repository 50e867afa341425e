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

/// Returns the number of processors of the machine.
pub fn one_per_core() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// Worker threads for connections; without any, connections stay on the accepting runtime.
pub(super) struct Lanes {
    lanes: Vec<Lane>,
    here: Handle,
}

struct Lane {
    runtime: Handle,
    /// Number of its open connections.
    open: Arc<AtomicUsize>,
    _end: DropGuard,
}

/// Counts a connection of a worker until it is dropped.
pub(super) struct Berth(Option<Arc<AtomicUsize>>);

impl Drop for Berth {
    fn drop(&mut self) {
        if let Some(open) = &self.0 {
            open.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

impl Lanes {
    /// Starts `count` workers. The router's work runs on the current runtime.
    pub(super) fn open(count: usize) -> std::io::Result<Self> {
        let lanes = (0..count).map(|_| Lane::open()).collect::<std::io::Result<_>>()?;
        Ok(Self { lanes, here: Handle::current() })
    }

    /// Returns the runtime for the router's work, unless it runs where the connection is.
    pub(super) fn elsewhere(&self) -> Option<Handle> {
        (!self.lanes.is_empty()).then(|| self.here.clone())
    }

    /// Assigns the next connection to the worker with the fewest connections.
    pub(super) fn next(&self) -> (&Handle, Berth) {
        match self.lanes.iter().min_by_key(|lane| lane.open.load(Ordering::Relaxed)) {
            None => (&self.here, Berth(None)),
            Some(lane) => {
                lane.open.fetch_add(1, Ordering::Relaxed);
                (&lane.runtime, Berth(Some(Arc::clone(&lane.open))))
            }
        }
    }
}

impl Lane {
    /// Starts a thread that runs until the worker is dropped.
    fn open() -> std::io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let (handle, end) = (runtime.handle().clone(), CancellationToken::new());
        let ended = end.clone();
        let run = move || runtime.block_on(ended.cancelled());
        std::thread::Builder::new().name("connections".into()).spawn(run)?;
        Ok(Self { runtime: handle, open: Arc::default(), _end: end.drop_guard() })
    }
}
