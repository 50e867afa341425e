//! Time limits, and retries while the server cannot be reached.

use std::future::Future;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use crate::StoreError;

/// How long to wait for a connection.
pub(super) const CONNECT: Duration = Duration::from_secs(5);
/// Time limit of a statement: slightly more than the server's own, so that the server's error arrives first.
pub(super) const STATEMENT: Duration = Duration::from_secs(65);
/// Time limit of a read for a waiting client. If the network loses all packets, an early error with a request to retry
/// is better than a long wait.
pub(super) const ANSWER: Duration = Duration::from_secs(5);
/// How long to wait for a server that restarts.
pub(super) const RETRY_TIME: Duration = Duration::from_secs(6);
/// How long a read of views is repeated, so that it survives the loss of connections: a client waits for it.
pub(super) const READ_AGAIN: Duration = Duration::from_secs(2);
/// Time between two attempts.
const PAUSE: Duration = Duration::from_millis(50);

/// Returns an error if the work takes longer than the limit: a network that loses all packets reports no error itself.
pub(super) async fn within<T>(
    limit: Duration,
    work: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    let silent = || std::io::Error::new(std::io::ErrorKind::TimedOut, "the database does not answer");
    timeout(limit, work).await.unwrap_or_else(|_| Err(silent().into()))
}

/// Repeats work that fails because the server cannot be reached, until this time is over. Only for repeatable work.
pub(super) async fn retried<T, F>(time: Duration, work: impl Fn() -> F) -> Result<T, StoreError>
where
    F: Future<Output = Result<T, StoreError>>,
{
    let mut retries = Retries::begin(time);
    loop {
        match within(STATEMENT, work()).await {
            Err(error) if error.is_away() => retries.pause("the database cannot be reached", error).await?,
            done => return done,
        }
    }
}

/// The retries of one piece of work.
pub(super) struct Retries {
    since: Instant,
    time: Duration,
    /// Whether a warning was logged: one is enough for many attempts.
    warned: bool,
}

impl Retries {
    pub(super) fn begin(time: Duration) -> Self {
        Self { since: Instant::now(), time, warned: false }
    }

    /// Waits a moment after this error and logs a warning the first time. Returns the error if the time is over.
    pub(super) async fn pause(&mut self, what: &str, error: StoreError) -> Result<(), StoreError> {
        if self.since.elapsed() >= self.time {
            return Err(error);
        }
        if !std::mem::replace(&mut self.warned, true) {
            tracing::warn!(%error, "{what}; trying again");
        }
        sleep(PAUSE).await;
        Ok(())
    }
}
