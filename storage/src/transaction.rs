//! The one way to run a transaction on a pooled connection, for either kind of database.
//!
//! SQLite rolls a transaction back by itself when a disk is full or fails, and the driver does not notice: it goes on counting
//! an open transaction, and refuses every further one on that connection. So a connection on which anything went wrong
//! between `BEGIN` and the end is closed, whatever it was; the pool opens another one with the same settings.

use std::ops::{Deref, DerefMut};

use sqlx::pool::PoolConnection;
use sqlx::{Database, Executor, Pool};

use crate::StoreError;

/// A transaction. Unless it ends well, its connection is closed, and the database rolls back what it wrote.
pub(crate) struct Transaction<DB: Database> {
    connection: PoolConnection<DB>,
    /// Whether the connection may be used again after the transaction ended well.
    reusable: bool,
    ended: bool,
}

impl<DB: Database> Transaction<DB>
where
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
{
    /// Begins one with this statement.
    pub(crate) async fn begin(pool: &Pool<DB>, statement: &'static str) -> Result<Self, StoreError> {
        let mut transaction = Self { connection: pool.acquire().await?, reusable: true, ended: false };
        transaction.execute(statement).await?;
        Ok(transaction)
    }

    /// The same on a connection that gets this setting first. The connection is closed afterwards, so that the setting
    /// holds for this transaction alone.
    pub(crate) async fn begin_set(
        pool: &Pool<DB>,
        setting: &'static str,
        statement: &'static str,
    ) -> Result<Self, StoreError> {
        let mut transaction = Self { connection: pool.acquire().await?, reusable: false, ended: false };
        transaction.execute(setting).await?;
        transaction.execute(statement).await?;
        Ok(transaction)
    }

    /// Commits. After an error it is not known whether the transaction was committed.
    pub(crate) async fn commit(mut self) -> Result<(), StoreError> {
        self.execute("COMMIT").await?;
        self.ended = true;
        Ok(())
    }

    /// Ends the transaction and leaves nothing of it.
    pub(crate) async fn rollback(mut self) -> Result<(), StoreError> {
        self.execute("ROLLBACK").await?;
        self.ended = true;
        Ok(())
    }

    async fn execute(&mut self, statement: &'static str) -> Result<(), StoreError> {
        (&mut *self.connection).execute(statement).await?;
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
