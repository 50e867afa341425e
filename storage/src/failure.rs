//! Classifies errors of databases: whether waiting helps, and what to do otherwise.

use std::io::ErrorKind;

use sqlx::postgres::PgDatabaseError;
use sqlx::sqlite::SqliteError;

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
            sqlx::Error::PoolClosed => Self::Closed,
            sqlx::Error::Database(error) => {
                let code = error.code().unwrap_or_default();
                if error.try_downcast_ref::<SqliteError>().is_some() {
                    Self::of_sqlite(&code)
                } else if error.try_downcast_ref::<PgDatabaseError>().is_some() {
                    Self::of_postgres(&code)
                } else {
                    Self::Other
                }
            }
            _ => Self::Other,
        }
    }

    /// Classifies a code of SQLite: a number whose last byte is the kind; the other bytes are details.
    fn of_sqlite(code: &str) -> Self {
        /// The file that connections share cannot grow, which happens only on a full disk.
        const SHARED_MEMORY_SIZE: i32 = 4_874;
        /// There is not enough memory.
        const MEMORY: i32 = 3_082;
        let code: i32 = code.parse().unwrap_or_default();
        match (code, code & 0xff) {
            (SHARED_MEMORY_SIZE, _) | (_, 13) => Self::Full,
            // Busy, locked, out of memory, interrupted, or a race between two connections that open the file.
            (MEMORY, _) | (_, 5 | 6 | 7 | 9 | 15) => Self::Away,
            // Read-only, an I/O error, or a file that cannot be opened.
            (_, 8 | 10 | 14) => Self::Disk,
            _ => Self::Other,
        }
    }

    /// Classifies a code of PostgreSQL: five characters, of which the first two are the class.
    fn of_postgres(code: &str) -> Self {
        match code {
            "53100" => Self::Full,
            "58030" => Self::Disk,
            // Read-only until there is a new primary, or a timeout while waiting for a lock.
            "25006" | "55P03" => Self::Away,
            // Connections lost, refused or too many; the server is starting or stopping; a statement took too long.
            _ if ["08", "53", "57"].iter().any(|class| code.starts_with(class)) => Self::Away,
            _ => Self::Other,
        }
    }
}

/// Whether SQLite reports that a file is corrupt (code 11) or not a database (code 26).
pub(crate) fn is_corrupt(error: &sqlx::Error) -> bool {
    sqlite_code(error).is_some_and(|code| matches!(code & 0xff, 11 | 26))
}

/// Whether stored data has an unexpected form: SQLite misses a table or column (code 1), or a value has another type.
pub(crate) fn is_unreadable(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::ColumnDecode { .. }) || sqlite_code(error) == Some(1)
}

/// Returns the error code of SQLite. Codes of PostgreSQL are longer.
fn sqlite_code(error: &sqlx::Error) -> Option<i32> {
    let code = error.as_database_error()?.code().filter(|code| code.len() < 5)?;
    code.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::Failure;

    #[test]
    fn a_code_says_whether_the_disk_is_full_or_fails_or_others_are_at_work() {
        for (code, failure) in [
            ("13", Failure::Full),
            ("4874", Failure::Full),
            ("10", Failure::Disk),
            ("1034", Failure::Disk),
            ("778", Failure::Disk),
            ("8", Failure::Disk),
            ("1032", Failure::Disk),
            ("14", Failure::Disk),
            ("5", Failure::Away),
            ("261", Failure::Away),
            ("3082", Failure::Away),
            ("11", Failure::Other),
            ("1811", Failure::Other),
            ("", Failure::Other),
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
            assert_eq!(Failure::of_postgres(code), failure, "{code}");
        }
    }
}
