//! The error of a database, and what it says: whether waiting helps, and what to do otherwise.

use std::io::ErrorKind;
use std::sync::Arc;

use proto_events::StreamId;
use proto_events::ids::UserId;
use sqlx::error::DatabaseError;
use sqlx::postgres::{PgDatabaseError, PgSeverity};

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
    /// Returns the error of the transaction or the disk that several requests share, or this error.
    pub(crate) fn cause(&self) -> &Self {
        match self {
            Self::Shared(error) => error.cause(),
            error => error,
        }
    }

    /// Whether the error may be temporary, so that a client may try again later: the database cannot be reached, is too
    /// busy, or its disk fails or cannot be written. After [`StoreError::Uncertain`], only requests with an idempotency
    /// key should be repeated.
    pub fn is_unavailable(&self) -> bool {
        match self.cause() {
            Self::Uncertain(_)
            | Self::Locked
            | Self::OlderTransaction
            | Self::Incomplete
            | Self::Spool(_)
            | Self::Crowded
            | Self::Closed => true,
            error => matches!(error.failure(), Failure::Away | Failure::Disk | Failure::Closed),
        }
    }

    /// Whether the role of the database may not do this.
    pub fn is_forbidden(&self) -> bool {
        matches!(self.cause(), Self::Database(sqlx::Error::Database(error)) if error.code().as_deref() == Some(NO_RIGHT))
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
        match self.cause() {
            Self::Database(error) | Self::Migration(sqlx::migrate::MigrateError::Execute(error)) => Failure::of(error),
            _ => Failure::Other,
        }
    }

    /// Whether the database is damaged.
    pub(crate) fn is_corrupt(&self) -> bool {
        matches!(self.cause(), Self::Database(error) if is_corrupt(error))
    }

    /// Whether the log is damaged and refuses writes.
    pub fn is_of_damaged_log(&self) -> bool {
        matches!(self.cause(), Self::DamagedLog(_))
    }

    /// Whether it is unknown if something was written.
    pub fn is_uncertain(&self) -> bool {
        matches!(self.cause(), Self::Uncertain(_))
    }
}

/// The code of PostgreSQL for a missing right.
pub(crate) const NO_RIGHT: &str = "42501";

/// The cause of a database's error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The server cannot be reached, or is busy with other transactions.
    Away,
    /// The pool was closed; there may be another one.
    Closed,
    /// The disk is full.
    Full,
    /// The disk fails, or cannot be written.
    Disk,
    /// An error that waiting does not solve.
    Other,
}

impl Failure {
    /// Returns the cause of an error.
    pub(crate) fn of(error: &sqlx::Error) -> Self {
        match error {
            sqlx::Error::Io(error) => match error.kind() {
                ErrorKind::StorageFull | ErrorKind::QuotaExceeded => Self::Full,
                ErrorKind::ReadOnlyFilesystem => Self::Disk,
                _ => Self::Away,
            },
            sqlx::Error::PoolTimedOut | sqlx::Error::WorkerCrashed | sqlx::Error::BeginFailed => Self::Away,
            // Server and connection are out of step, as after an end of the server in the middle of an answer.
            sqlx::Error::Protocol(_) => Self::Away,
            sqlx::Error::PoolClosed => Self::Closed,
            sqlx::Error::Database(refused) => match sqlite_code(error) {
                Some(code) => Self::of_sqlite(code),
                None => Self::of_postgres(&refused.code().unwrap_or_default(), ended_session(refused.as_ref())),
            },
            _ => Self::Other,
        }
    }

    /// Classifies a code of SQLite, whose last byte is the kind; the other bytes are details.
    fn of_sqlite(code: i32) -> Self {
        /// The file that connections share cannot grow, which happens only on a full disk.
        const SHARED_MEMORY_SIZE: i32 = 4_874;
        /// There is not enough memory.
        const MEMORY: i32 = 3_082;
        match (code, code & 0xff) {
            (SHARED_MEMORY_SIZE, _) | (_, 13) => Self::Full,
            // Busy, locked, out of memory, interrupted, or a race between two connections that open the file.
            (MEMORY, _) | (_, 5 | 6 | 7 | 9 | 15) => Self::Away,
            // Read-only, an I/O error, or a file that cannot be opened.
            (_, 8 | 10 | 14) => Self::Disk,
            _ => Self::Other,
        }
    }

    /// Classifies a code of PostgreSQL: five characters, of which the first two are the class. The error may have ended
    /// the session.
    fn of_postgres(code: &str, ended_session: bool) -> Self {
        match code {
            // On a full disk, a session may not even begin: "could not write init file".
            "XX000" if ended_session => Self::Away,
            "53100" => Self::Full,
            "58030" => Self::Disk,
            // Read-only until there is a new primary; a timeout while waiting for a lock, or between two statements; a
            // deadlock, of which one of the transactions is undone.
            "25006" | "55P03" | "25P03" | "40P01" => Self::Away,
            // Connections lost, refused or too many; the server is starting or stopping; a statement took too long.
            _ if ["08", "53", "57"].iter().any(|class| code.starts_with(class)) => Self::Away,
            _ => Self::Other,
        }
    }
}

/// Whether PostgreSQL ended the session with this error.
fn ended_session(error: &dyn DatabaseError) -> bool {
    let error = error.try_downcast_ref::<PgDatabaseError>();
    error.is_some_and(|error| matches!(error.severity(), PgSeverity::Fatal | PgSeverity::Panic))
}

/// Whether SQLite reports that a file is corrupt (code 11) or not a database (code 26).
pub(crate) fn is_corrupt(error: &sqlx::Error) -> bool {
    sqlite_code(error).is_some_and(|code| matches!(code & 0xff, 11 | 26))
}

/// Whether stored data has an unexpected form: SQLite misses a table or column (code 1), or a value has another type.
pub(crate) fn is_unreadable(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::ColumnDecode { .. }) || sqlite_code(error) == Some(1)
}

/// Returns the error for a column of the views that cannot be read.
pub(crate) fn unreadable(_: sqlx::Error) -> StoreError {
    StoreError::DamagedView(Damage::Unknown)
}

/// Returns the error code of SQLite. Codes of PostgreSQL are longer.
fn sqlite_code(error: &sqlx::Error) -> Option<i32> {
    let code = error.as_database_error()?.code().filter(|code| code.len() < 5)?;
    code.parse().ok()
}

/// A damaged part of the views.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Damage {
    /// A document or an export that was rendered from this stream.
    Rendered(StreamId),
    /// A row whose source cannot be determined.
    Unknown,
    /// The file itself, whose structure is damaged.
    File,
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Rendered(stream) => write!(f, "a document of {stream} is damaged"),
            Self::Unknown => f.write_str("a row of the views is damaged"),
            Self::File => f.write_str("the file of the views is damaged"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Failure;

    #[test]
    fn a_code_says_whether_the_disk_is_full_or_fails_or_others_are_at_work() {
        for (code, failure) in [
            (13, Failure::Full),
            (4_874, Failure::Full),
            (10, Failure::Disk),
            (1_034, Failure::Disk),
            (778, Failure::Disk),
            (8, Failure::Disk),
            (1_032, Failure::Disk),
            (14, Failure::Disk),
            (5, Failure::Away),
            (261, Failure::Away),
            (3_082, Failure::Away),
            (11, Failure::Other),
            (1_811, Failure::Other),
            (0, Failure::Other),
        ] {
            assert_eq!(Failure::of_sqlite(code), failure, "{code}");
        }
        for (code, failure) in [
            ("53100", Failure::Full),
            ("58030", Failure::Disk),
            ("53300", Failure::Away),
            ("57P03", Failure::Away),
            ("08006", Failure::Away),
            ("25006", Failure::Away),
            ("23505", Failure::Other),
            ("", Failure::Other),
        ] {
            assert_eq!(Failure::of_postgres(code, false), failure, "{code}");
        }
        for (ended_session, failure) in [(true, Failure::Away), (false, Failure::Other)] {
            assert_eq!(Failure::of_postgres("XX000", ended_session), failure, "an internal error");
        }
        assert_eq!(Failure::of(&sqlx::Error::Protocol("unexpected message".into())), Failure::Away);
    }
}
