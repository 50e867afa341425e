//! Reads that survive the loss of a connection.

use std::future::Future;

use futures::future::join_all;
use sqlx::Connection;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgPool, Postgres};

use super::retry::{CONNECT, STATEMENT, within};
use crate::StoreError;

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
