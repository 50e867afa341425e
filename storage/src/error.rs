//! The error of a database.

use std::sync::Arc;

use proto_events::ids::UserId;

use crate::damage::Damage;
use crate::failure::{self, Failure};

/// An error of a database. The message is for the log; clients get a fixed text.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database reported an error.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// The schema could not be brought up to date.
    #[error("migration: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// Stored data cannot be read.
    #[error("stored data is damaged: {0}")]
    Damaged(String),
    /// The log's file is damaged. Nothing was written, and further writes are refused.
    #[error("the log is damaged, and writes are refused: {0}")]
    DamagedLog(String),
    /// A part of the views is damaged. It was reported to the projector, which rerenders it.
    #[error("{0}")]
    DamagedView(Damage),
    /// The views are being built and are not complete yet.
    #[error("the views are being built and are not complete yet")]
    Incomplete,
    /// An event cannot be written.
    #[error("an event cannot be written: {0}")]
    Unwritable(String),
    /// The events contain personal data of a person who was erased, and cannot be written. Nothing was written.
    #[error("the personal data of user {0} was erased and cannot be written again")]
    Erased(UserId),
    /// The transaction or the disk that several requests share failed. None of them was written, unless the cause says
    /// otherwise.
    #[error("{0}")]
    Shared(Arc<StoreError>),
    /// The database has another version or schema than needed, or the role has other rights.
    #[error("unsupported database: {0}")]
    Unsupported(String),
    /// The connection was lost during a write, and the outcome could not be determined in time. The data may have been
    /// written, or may still be written.
    #[error("it is not known whether this was written: {0}")]
    Uncertain(String),
    /// A backup can only be restored into an empty store.
    #[error("a backup can only be restored into an empty store, and this store is not empty")]
    NotEmpty,
    /// The rest of a response to a slow client cannot be buffered on disk.
    #[error("the response to a slow client cannot be buffered on disk: {0}")]
    Spool(#[source] std::io::Error),
    /// Another process has locked the file.
    #[error(
        "another process has locked this database: it is changing the schema, or serving data while the disk cannot be \
         written; try again later"
    )]
    Locked,
    /// Deleted bytes cannot be removed from the files while an older transaction may read them.
    #[error(
        "a transaction that began earlier is still running on the database server, and deleted data cannot be removed from \
         its files meanwhile; try again when it has ended"
    )]
    OlderTransaction,
    /// The store was opened read-only.
    #[error("this store is read-only")]
    ReadOnly,
    /// Too many requests are waiting to be written. Nothing of this one was written.
    #[error("too many requests are waiting to be written")]
    Crowded,
    /// The store is shutting down.
    #[error("the store is closed")]
    Closed,
}

/// A file next to a database failed, or the connection to a server.
impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> Self {
        Self::Database(sqlx::Error::Io(error))
    }
}

impl StoreError {
    /// Whether the error may be temporary, so that a client may try again later: the database cannot be reached, is too
    /// busy, or its disk fails or cannot be written. After [`StoreError::Uncertain`], only requests with an idempotency
    /// key should be repeated.
    pub fn is_unavailable(&self) -> bool {
        match self {
            Self::Uncertain(_)
            | Self::Locked
            | Self::OlderTransaction
            | Self::Incomplete
            | Self::Spool(_)
            | Self::Crowded
            | Self::Closed => true,
            Self::Shared(error) => error.is_unavailable(),
            error => matches!(error.failure(), Failure::Away | Failure::Disk | Failure::Closed),
        }
    }

    /// Whether the role of the database may not do this.
    pub fn is_forbidden(&self) -> bool {
        match self {
            Self::Database(sqlx::Error::Database(error)) => error.code().as_deref() == Some(failure::NO_RIGHT),
            Self::Shared(error) => error.is_forbidden(),
            _ => false,
        }
    }

    /// Whether the disk is full. In that case nothing was written.
    pub fn is_full(&self) -> bool {
        self.failure() == Failure::Full
    }

    /// Whether the operation may succeed in a moment, when the server is back or other transactions are done.
    pub(crate) fn is_away(&self) -> bool {
        self.failure() == Failure::Away
    }

    fn failure(&self) -> Failure {
        match self {
            Self::Database(error) | Self::Migration(sqlx::migrate::MigrateError::Execute(error)) => Failure::of(error),
            Self::Shared(error) => error.failure(),
            _ => Failure::Other,
        }
    }

    /// Whether the database is damaged.
    pub(crate) fn is_corrupt(&self) -> bool {
        match self {
            Self::Database(error) => failure::is_corrupt(error),
            Self::Shared(error) => error.is_corrupt(),
            _ => false,
        }
    }

    /// Whether the log is damaged and refuses writes.
    pub fn is_of_damaged_log(&self) -> bool {
        match self {
            Self::DamagedLog(_) => true,
            Self::Shared(error) => error.is_of_damaged_log(),
            _ => false,
        }
    }

    /// Whether it is unknown if something was written.
    pub fn is_uncertain(&self) -> bool {
        match self {
            Self::Uncertain(_) => true,
            Self::Shared(error) => error.is_uncertain(),
            _ => false,
        }
    }
}
