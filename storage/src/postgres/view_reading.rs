//! Reads that survive a broken connection.

use std::future::Future;

use futures::future::join_all;
use sqlx::Connection;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgPool, Postgres};

use super::patience::{ANSWER, CONNECT, STATEMENT, within};
use crate::StoreError;

/// Reads; where the connection broke, once again on a fresh one. Only for what changes nothing.
pub(super) async fn reading<T, F>(pool: &PgPool, read: impl Fn() -> F) -> Result<T, StoreError>
where
    F: Future<Output = Result<T, StoreError>>,
{
    match within(STATEMENT, read()).await {
        Err(error) if is_broken(&error) => {
            tracing::debug!(%error, "the connection broke; reading again");
            sweep(pool).await;
            within(STATEMENT, read()).await
        }
        done => done,
    }
}

/// The same for a row or a few that a request is answered from.
pub(super) async fn answering<T, F>(pool: &PgPool, read: impl Fn() -> F) -> Result<T, StoreError>
where
    F: Future<Output = Result<T, StoreError>>,
{
    within(ANSWER, reading(pool, read)).await
}

/// Whether the connection is to blame, or the server that ended it, so that another may do better.
pub(super) fn is_broken(error: &StoreError) -> bool {
    match error {
        StoreError::Database(sqlx::Error::Io(_)) => true,
        // 57P: the server was stopped, crashed or starts; 57014, a statement that took too long, is another matter.
        StoreError::Database(sqlx::Error::Database(error)) => {
            error.code().is_some_and(|code| code.starts_with("08") || code.starts_with("57P"))
        }
        _ => false,
    }
}

/// Throws away idle connections that are broken: mostly one broke because all did, and a fresh one is made only when
/// none is idle.
pub(super) async fn sweep(pool: &PgPool) {
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
