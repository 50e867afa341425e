//! How repositories reach their database.

use std::future::Future;

use futures::future::BoxFuture;
use sqlx::Database;

use crate::StoreError;
use crate::sql::{Sql, Statement};
use crate::transaction::Transaction;

/// A store that is being opened. It is boxed, because the code of an `async fn` is compiled in each crate that awaits it,
/// and opening a store names everything that the store can do.
pub(crate) type Opening<'a, T> = BoxFuture<'a, Result<T, StoreError>>;

/// The access with which a store is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Read and write. The schema is brought up to date.
    Write,
    /// Read-only, also for roles with no other rights. The schema must be up to date.
    Read,
}

/// What a statement is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// It reads.
    Show,
    /// It reads, and a write may rest on the answer. Refused if the database is known to be damaged.
    Decide,
    /// It reads the state of an export.
    Export,
    /// It writes, in a transaction of its own.
    Write,
}

pub(crate) type RowOf<T> = <<<T as Tables>::Db as Database>::Connection as Sql>::Row;

/// The database of a store.
pub(crate) trait Tables: Send + Sync + Sized + 'static {
    /// The database.
    type Db: Database<Connection: Sql>;

    /// Runs a statement, as [`Sql::each`] does. If the server cannot be reached, it is repeated for a while: a statement whose
    /// answer was lost runs twice.
    fn each(
        &self,
        purpose: Purpose,
        statement: Statement,
        take: impl FnMut(RowOf<Self>) -> Result<(), StoreError> + Send,
    ) -> impl Future<Output = Result<u64, StoreError>> + Send;

    fn transaction(&self) -> impl Future<Output = Result<Transaction<Self::Db>, StoreError>> + Send;

    /// Runs a transaction, and repeats it for a while if a server cannot be reached. A file is always there.
    /// Only a read of views is repeated for a shorter time, because a client waits for it.
    fn repeated<R: Send, F: Future<Output = Result<R, StoreError>> + Send>(
        &self,
        _purpose: Purpose,
        work: impl Fn() -> F + Send + Sync,
    ) -> impl Future<Output = Result<R, StoreError>> + Send {
        work()
    }

    /// Begins to read one snapshot, for a list or an export.
    fn snapshot(&self, purpose: Purpose) -> impl Future<Output = Result<Transaction<Self::Db>, StoreError>> + Send;

    /// Checks that the database answers, with this statement on a connection of its own.
    fn ping(&self, statement: Statement) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Checks whether the database can be written, by a flushed write that changes nothing. A server runs this
    /// statement.
    fn try_write(&self, statement: Statement) -> impl Future<Output = Result<(), StoreError>> + Send;

    fn close(&self) -> impl Future<Output = ()> + Send;

    fn show(&self) -> Direct<'_, Self> {
        self.direct(Purpose::Show)
    }

    /// Returns a connection for reading what decides on writes.
    fn decide(&self) -> Direct<'_, Self> {
        self.direct(Purpose::Decide)
    }

    /// Returns a connection for single statements.
    fn direct(&self, purpose: Purpose) -> Direct<'_, Self> {
        Direct { tables: self, purpose }
    }
}

/// Runs each statement on any connection of a pool.
pub(crate) struct Direct<'t, T> {
    tables: &'t T,
    purpose: Purpose,
}

impl<T: Tables> Sql for Direct<'_, T> {
    type Row = RowOf<T>;

    fn pick<P>(sqlite: P, postgres: P) -> P {
        <T::Db as Database>::Connection::pick(sqlite, postgres)
    }

    fn each(
        &mut self,
        statement: Statement,
        take: impl FnMut(Self::Row) -> Result<(), StoreError> + Send,
    ) -> impl Future<Output = Result<u64, StoreError>> + Send {
        self.tables.each(self.purpose, statement, take)
    }
}
