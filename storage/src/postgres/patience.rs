//! How long an absent server is waited for, and how.

use std::future::Future;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use crate::StoreError;

/// How long to wait for a connection.
pub(super) const CONNECT: Duration = Duration::from_secs(5);
/// How long a statement may take: a little more than the server lets it, so that its own error is heard.
pub(super) const STATEMENT: Duration = Duration::from_secs(65);
/// How long a read may take that somebody waits for: whoever asked would rather be told to ask again than sit there until a
/// network that swallows everything is taken for one.
pub(super) const ANSWER: Duration = Duration::from_secs(5);
/// How long a server that restarts is waited for.
pub(super) const PATIENCE: Duration = Duration::from_secs(6);
/// Between two tries.
const PAUSE: Duration = Duration::from_millis(50);

/// Gives up on what does not answer: a network that swallows everything tells nobody.
pub(super) async fn within<T>(
    limit: Duration,
    work: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    timeout(limit, work).await.unwrap_or_else(|_| Err(silent()))
}

fn silent() -> StoreError {
    sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, "the database does not answer")).into()
}

/// Does again, until the time is over, what fails because the server is away. Only for what may be done twice.
pub(super) async fn patiently<T, F>(work: impl Fn() -> F) -> Result<T, StoreError>
where
    F: Future<Output = Result<T, StoreError>>,
{
    let mut waiting = Waiting::begin();
    loop {
        match within(STATEMENT, work()).await {
            Err(error) if error.is_away() => waiting.pause("the database is away", error).await?,
            done => return done,
        }
    }
}

/// The time given to a server that is away.
pub(super) struct Waiting {
    since: Instant,
    /// Whether the log was told: many tries are one wait.
    told: bool,
}

impl Waiting {
    pub(super) fn begin() -> Self {
        Self { since: Instant::now(), told: false }
    }

    /// Waits a moment after this failure, and tells the log once; the failure itself if the time is over.
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
