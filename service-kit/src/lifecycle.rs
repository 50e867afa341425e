//! The end of a process: a soft stop finishes accepted work, a hard stop drops it.
//!
//! A signal, [`Lifecycle::stop`] or the failure of a task begins the soft stop. A second signal or the end of the grace
//! period begins the hard stop. [`Lifecycle::wait`] returns the first failure, so that the process exits with a code
//! other than 0.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::FutureExt;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::{BoxError, ProcessError, chain, panic_text};

/// Tells tasks to stop.
#[derive(Debug, Clone, Default)]
pub struct Stop {
    soft: CancellationToken,
    hard: CancellationToken,
}

impl Stop {
    /// Waits for the soft stop, after which tasks begin nothing new and finish accepted work.
    pub async fn soft(&self) {
        self.soft.cancelled().await;
    }

    /// Whether the soft stop has begun.
    pub fn is_stopping(&self) -> bool {
        self.soft.is_cancelled()
    }

    /// Waits this long, or until the soft stop. Returns whether that has begun.
    pub async fn soft_within(&self, time: Duration) -> bool {
        tokio::time::timeout(time, self.soft()).await.is_ok()
    }

    /// Waits for the hard stop, when all work is dropped. Tasks of a [`Lifecycle`] need not wait for it: they are
    /// dropped.
    pub async fn hard(&self) {
        self.hard.cancelled().await;
    }

    /// Begins the soft stop.
    pub fn stop(&self) {
        self.soft.cancel();
    }

    /// Begins the hard stop.
    pub fn stop_hard(&self) {
        self.stop();
        self.hard.cancel();
    }
}

/// The tasks of a process and their end.
#[derive(Debug, Clone)]
pub struct Lifecycle {
    stop: Stop,
    tasks: TaskTracker,
    failure: Arc<Mutex<Option<ProcessError>>>,
    grace: Duration,
}

impl Lifecycle {
    /// Creates a lifecycle that gives its tasks `grace` to end. It listens for signals from now on.
    pub fn new(grace: Duration) -> Self {
        let lifecycle = Self { stop: Stop::default(), tasks: TaskTracker::new(), failure: Arc::default(), grace };
        match (signal(SignalKind::interrupt()), signal(SignalKind::terminate())) {
            (Ok(interrupt), Ok(terminate)) => drop(tokio::spawn(heed(interrupt, terminate, lifecycle.stop.clone()))),
            (Err(error), _) | (_, Err(error)) => {
                note(&lifecycle.failure, ProcessError::new("cannot listen for signals").because(error));
                lifecycle.stop();
            }
        }
        lifecycle
    }

    /// Returns the signal that tells tasks to stop.
    pub fn stop_signal(&self) -> Stop {
        self.stop.clone()
    }

    /// Begins the soft stop.
    pub fn stop(&self) {
        self.stop.stop();
    }

    /// Runs a task. The task should end on a soft stop and is dropped on a hard stop. If it fails or panics, all tasks
    /// stop.
    pub fn spawn<E: Into<BoxError>>(
        &self,
        task: &'static str,
        work: impl Future<Output = Result<(), E>> + Send + 'static,
    ) {
        let (stop, failure) = (self.stop.clone(), Arc::clone(&self.failure));
        let work = AssertUnwindSafe(work).catch_unwind();
        self.tasks.spawn(async move {
            let ended = tokio::select! {
                biased;
                ended = work => ended.map(|result| result.map_err(Into::into)),
                () = stop.hard() => {
                    tracing::warn!(task, "task dropped");
                    return note(&failure, ProcessError::new("stopped with unfinished work"));
                }
            };
            let (what, source) = match ended {
                Ok(Ok(())) => return tracing::debug!(task, "task ended"),
                Ok(Err(error)) => (format!("{task} failed"), Some(error)),
                Err(panic) => (format!("{task} panicked: {}", panic_text(&*panic)), None),
            };
            let failed = ProcessError { what, source };
            tracing::error!(task, error = chain(&failed), "task failed, stopping");
            note(&failure, failed);
            stop.stop();
        });
    }

    /// Waits for a signal or a stop, then for all tasks to end.
    ///
    /// # Errors
    /// With the first failure of a task, or if work was unfinished.
    pub async fn wait(self) -> Result<(), ProcessError> {
        self.stop.soft().await;
        self.tasks.close();
        tokio::select! {
            () = self.tasks.wait() => {}
            () = self.stop.hard() => self.drop_tasks().await,
            () = tokio::time::sleep(self.grace) => self.drop_tasks().await,
        }
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take();
        failure.map_or(Ok(()), Err)
    }

    async fn drop_tasks(&self) {
        self.stop.stop_hard();
        self.tasks.wait().await;
    }
}

/// Keeps the first failure, because later ones are usually its consequences.
fn note(slot: &Mutex<Option<ProcessError>>, failure: ProcessError) {
    slot.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
}

/// Begins the soft stop at the first signal, and the hard stop at one that comes after a stop has begun.
async fn heed(mut interrupt: Signal, mut terminate: Signal, stop: Stop) {
    loop {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        if stop.is_stopping() {
            return stop.stop_hard();
        }
        tracing::info!("stopping; a second signal drops unfinished work");
        stop.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lifecycle() -> Lifecycle {
        Lifecycle::new(Duration::from_secs(5))
    }

    #[tokio::test]
    async fn a_soft_stop_lets_tasks_finish() {
        let lifecycle = lifecycle();
        let (stop, (done, finished)) = (lifecycle.stop_signal(), tokio::sync::oneshot::channel());
        lifecycle.spawn("worker", async move {
            stop.soft().await;
            tokio::task::yield_now().await;
            done.send(()).map_err(|()| "no receiver")
        });
        lifecycle.stop();
        assert!(lifecycle.wait().await.is_ok());
        assert!(finished.await.is_ok());
    }

    #[tokio::test]
    async fn a_failed_task_stops_the_others_and_is_told() {
        let lifecycle = lifecycle();
        let stop = lifecycle.stop_signal();
        lifecycle.spawn("bystander", async move {
            stop.soft().await;
            Ok::<_, BoxError>(())
        });
        lifecycle.spawn("culprit", async { Err("no more disk") });
        let failure = lifecycle.wait().await.unwrap_err();
        assert_eq!(chain(&failure), "culprit failed: no more disk");
    }

    #[tokio::test]
    async fn a_panic_is_a_failure() {
        async fn culprit() -> Result<(), BoxError> {
            panic!("unforeseen")
        }
        let lifecycle = lifecycle();
        lifecycle.spawn("culprit", culprit());
        let failure = lifecycle.wait().await.unwrap_err();
        assert_eq!(failure.to_string(), "culprit panicked: unforeseen");
    }

    #[tokio::test(start_paused = true)]
    async fn what_does_not_end_is_dropped_after_the_grace_period() {
        let lifecycle = lifecycle();
        lifecycle.spawn("stubborn", std::future::pending::<Result<(), BoxError>>());
        lifecycle.stop();
        assert_eq!(lifecycle.wait().await.unwrap_err().to_string(), "stopped with unfinished work");
    }
}
