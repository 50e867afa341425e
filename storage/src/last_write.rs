//! When a store was written last: one that was written a moment ago need not prove that it can be.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a successful write proves that the next one will succeed: a failing disk is noticed within this time, and an
/// idle store is tried no more often.
const PROVES: Duration = Duration::from_secs(4);

/// The time of the last write that succeeded.
#[derive(Debug, Default)]
pub(crate) struct LastWrite(Mutex<Option<Instant>>);

impl LastWrite {
    /// Notes that a write succeeded now.
    pub(crate) fn note(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// Notes that a write failed: what succeeded before proves nothing any more.
    pub(crate) fn forget(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Whether one did a moment ago.
    pub(crate) fn is_recent(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|at| at.elapsed() < PROVES)
    }
}
