//! Transactions on pooled connections, for both databases. All transactions are run by this module.
//!
//! If the disk is full or fails, SQLite rolls a transaction back, but the driver still counts it as open and refuses
//! further transactions on that connection. So after any error between `BEGIN` and the end, the connection is closed;
//! the pool opens another one with the same settings.

use std::ops::{Deref, DerefMut};

use sqlx::pool::PoolConnection;
use sqlx::{Database, Pool};

use crate::StoreError;
use crate::sql::Sql;

/// A transaction. Unless it ends successfully, its connection is closed, and the database rolls it back.
pub(crate) struct Transaction<DB: Database> {
    connection: PoolConnection<DB>,
    /// Whether the connection may be used again after the transaction ended successfully.
    reusable: bool,
    ended: bool,
}

impl<DB: Database> Transaction<DB>
where
    DB::Connection: Sql,
{
    pub(crate) async fn begin(pool: &Pool<DB>, statement: &'static str) -> Result<Self, StoreError> {
        let mut transaction = Self { connection: pool.acquire().await?, reusable: true, ended: false };
        transaction.connection.raw(statement).await?;
        Ok(transaction)
    }

    /// Begins a transaction on a connection that gets a setting first. The connection is closed afterwards, so that the
    /// setting applies only to this transaction.
    pub(crate) async fn begin_set(
        pool: &Pool<DB>,
        setting: &'static str,
        statement: &'static str,
    ) -> Result<Self, StoreError> {
        let mut transaction = Self::begin(pool, setting).await?;
        transaction.reusable = false;
        transaction.connection.raw(statement).await?;
        Ok(transaction)
    }

    /// Commits. After an error, it is unknown whether the transaction was committed.
    pub(crate) async fn commit(mut self) -> Result<(), StoreError> {
        self.connection.raw("COMMIT").await?;
        self.ended = true;
        Ok(())
    }

    /// Rolls the transaction back.
    pub(crate) async fn rollback(mut self) -> Result<(), StoreError> {
        self.connection.raw("ROLLBACK").await?;
        self.ended = true;
        Ok(())
    }
}

impl<DB: Database> Deref for Transaction<DB> {
    type Target = DB::Connection;

    fn deref(&self) -> &DB::Connection {
        &self.connection
    }
}

impl<DB: Database> DerefMut for Transaction<DB> {
    fn deref_mut(&mut self) -> &mut DB::Connection {
        &mut self.connection
    }
}

impl<DB: Database> Drop for Transaction<DB> {
    fn drop(&mut self) {
        if !self.ended || !self.reusable {
            self.connection.close_on_drop();
        }
    }
}
