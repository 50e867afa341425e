//! Waiting for a server that cannot be reached.

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
pub(super) const PATIENCE: Duration = Duration::from_secs(6);
/// Time between two attempts.
const PAUSE: Duration = Duration::from_millis(50);

/// Returns an error if the work takes longer than the limit: a network that loses all packets reports no error itself.
pub(super) async fn within<T>(
    limit: Duration,
    work: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    timeout(limit, work).await.unwrap_or_else(|_| Err(silent()))
}

fn silent() -> StoreError {
    sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, "the database does not answer")).into()
}

/// Repeats work that fails because the server cannot be reached, until [`PATIENCE`] is over. Only for repeatable work.
pub(super) async fn patiently<T, F>(work: impl Fn() -> F) -> Result<T, StoreError>
where
    F: Future<Output = Result<T, StoreError>>,
{
    let mut waiting = Waiting::begin();
    loop {
        match within(STATEMENT, work()).await {
            Err(error) if error.is_away() => waiting.pause("the database cannot be reached", error).await?,
            done => return done,
        }
    }
}

/// A wait for a server that cannot be reached.
pub(super) struct Waiting {
    since: Instant,
    /// Whether a warning was logged: one is enough for many attempts.
    told: bool,
}

impl Waiting {
    pub(super) fn begin() -> Self {
        Self { since: Instant::now(), told: false }
    }

    /// Waits a moment after this error and logs a warning the first time. Returns the error if the time is over.
    pub(super) async fn pause(&mut self, what: &str, error: StoreError) -> Result<(), StoreError> {
        if self.since.elapsed() >= PATIENCE {
            return Err(error);
        }
        if !std::mem::replace(&mut self.told, true) {
            tracing::warn!(%error, "{what}; trying again");
        }
        sleep(PAUSE).await;
        Ok(())
    }
}
