//! Threads that connections are divided among, each with a runtime of its own.
//!
//! A connection stays on the thread that it was given to, so that what is answered from memory wakes no other thread and
//! shares no queue with one. What the router does may take its time: it goes to the runtime that the server was started on,
//! and holds up no other connection of the lane.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::runtime::{Builder, Handle};
use tokio_util::sync::{CancellationToken, DropGuard};

/// As many lanes as the machine has processors.
pub fn one_per_core() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// Threads for connections; or none, where they stay on the runtime of who accepts them.
pub(super) struct Lanes {
    lanes: Vec<Lane>,
    here: Handle,
}

struct Lane {
    runtime: Handle,
    /// Connections that it has.
    open: Arc<AtomicUsize>,
    _end: DropGuard,
}

/// A connection's place in a lane.
pub(super) struct Berth(Option<Arc<AtomicUsize>>);

impl Drop for Berth {
    fn drop(&mut self) {
        if let Some(open) = &self.0 {
            open.fetch_sub(1, Ordering::Relaxed);
        }
    }
}

impl Lanes {
    /// This many, with the runtime that this is called on for what does not stay in a lane.
    pub(super) fn open(count: usize) -> std::io::Result<Self> {
        let lanes = (0..count).map(|_| Lane::open()).collect::<std::io::Result<_>>()?;
        Ok(Self { lanes, here: Handle::current() })
    }

    /// Where the router's work goes, if it does not stay where the connection is.
    pub(super) fn elsewhere(&self) -> Option<Handle> {
        (!self.lanes.is_empty()).then(|| self.here.clone())
    }

    /// The lane of the next connection, with a place in it: the one that has the fewest.
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
    /// A thread that runs until the lane is dropped.
    fn open() -> std::io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let (handle, end) = (runtime.handle().clone(), CancellationToken::new());
        let ended = end.clone();
        let run = move || runtime.block_on(ended.cancelled());
        std::thread::Builder::new().name("connections".into()).spawn(run)?;
        Ok(Self { runtime: handle, open: Arc::default(), _end: end.drop_guard() })
    }
}
