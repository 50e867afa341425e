//! Time limits, and retries while the server cannot be reached. Reads survive the loss of a connection.

use std::future::Future;
use std::time::Duration;

use futures::future::join_all;
use sqlx::Connection;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgPool, Postgres};
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

/// Repeats work that fails because the server cannot be reached, until [`RETRY_TIME`] is over. Only for repeatable work.
pub(super) async fn with_retries<T, F>(work: impl Fn() -> F) -> Result<T, StoreError>
where
    F: Future<Output = Result<T, StoreError>>,
{
    let mut retries = Retries::begin();
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
    /// Whether a warning was logged: one is enough for many attempts.
    warned: bool,
}

impl Retries {
    pub(super) fn begin() -> Self {
        Self { since: Instant::now(), warned: false }
    }

    /// Waits a moment after this error and logs a warning the first time. Returns the error if the time is over.
    pub(super) async fn pause(&mut self, what: &str, error: StoreError) -> Result<(), StoreError> {
        if self.since.elapsed() >= RETRY_TIME {
            return Err(error);
        }
        if !std::mem::replace(&mut self.warned, true) {
            tracing::warn!(%error, "{what}; trying again");
        }
        sleep(PAUSE).await;
        Ok(())
    }
}

/// Runs a read, and repeats it once on a new connection if the connection was lost. Only for reads.
pub(super) async fn reading<T, F>(pool: &PgPool, read: impl Fn() -> F) -> Result<T, StoreError>
where
    F: Future<Output = Result<T, StoreError>>,
{
    match within(STATEMENT, read()).await {
        Err(error) if is_broken(&error) => {
            tracing::debug!(%error, "the connection was lost; reading again");
            sweep(pool).await;
            within(STATEMENT, read()).await
        }
        done => done,
    }
}

/// Whether the connection was lost or the server closed it, so that another connection may succeed.
fn is_broken(error: &StoreError) -> bool {
    match error {
        StoreError::Database(sqlx::Error::Io(_)) => true,
        // 57P: the server was stopped, crashed or is starting. 57014, a statement that took too long, does not count.
        StoreError::Database(sqlx::Error::Database(error)) => {
            error.code().is_some_and(|code| code.starts_with("08") || code.starts_with("57P"))
        }
        _ => false,
    }
}

/// Closes broken idle connections. Usually all connections are lost together, and the pool only opens a new one if none
/// is idle.
async fn sweep(pool: &PgPool) {
    let mut idle = Vec::new();
    while let Some(connection) = pool.try_acquire() {
        idle.push(connection);
    }
    join_all(idle.into_iter().map(discard_if_broken)).await;
}

async fn discard_if_broken(mut connection: PoolConnection<Postgres>) {
    if within(CONNECT, async { Ok(connection.ping().await?) }).await.is_err() {
        drop(connection.detach());
    }
}
