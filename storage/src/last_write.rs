//! The time of a store's last write. After a recent write, a store need not be tested for writing.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::StoreError;

/// How long after a successful write a store counts as writable. A failing disk is noticed within this time, and an
/// idle store is not tested more often.
const PROVES: Duration = Duration::from_secs(4);

#[derive(Debug, Default)]
pub(crate) struct LastWrite(Mutex<Option<Instant>>);

impl LastWrite {
    /// Records a successful write.
    pub(crate) fn note(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// Records a failed write: earlier successes no longer count.
    pub(crate) fn forget(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Tries a write, unless one succeeded recently.
    pub(crate) async fn unless_recent(
        &self,
        write: impl Future<Output = Result<(), StoreError>>,
    ) -> Result<(), StoreError> {
        let last = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_none_or(|at| at.elapsed() >= PROVES) {
            write.await?;
            self.note();
        }
        Ok(())
    }
}
