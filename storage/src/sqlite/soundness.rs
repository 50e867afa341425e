//! Checks with SQLite whether a file is sound: whether each page, row and index entry is in place. The contents of rows
//! have their own hashes and checksums.

use std::io::ErrorKind;
use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Row};

use crate::StoreError;
use crate::files::{sync_folder_of, with_ending};

/// The result of checking a whole database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Soundness {
    /// Nothing is wrong.
    Sound,
    /// The database is damaged; with the database's own message.
    Damaged(String),
    /// The time ran out before everything was checked.
    Unfinished,
}

/// Steps of SQLite's virtual machine between two checks of the time: some tenths of a millisecond.
const STEPS_BETWEEN_LOOKS: i32 = 10_000;
/// Maximum number of faults in a report.
const NAMED: i32 = 3;
/// SQLite's code for an interrupted statement.
const INTERRUPTED: &str = "9";

/// Checks a file for as long as the budget allows, or to the end without one. Changes nothing.
pub(crate) async fn check(path: &Path, budget: Option<Duration>) -> Result<Soundness, StoreError> {
    let options = SqliteConnectOptions::new().filename(path).read_only(true).disable_statement_logging();
    let mut connection = match options.connect().await {
        Ok(connection) => connection,
        Err(error) => return judge(Err(error)),
    };
    if let Some(budget) = budget {
        let deadline = Instant::now() + budget;
        let mut handle = connection.lock_handle().await?;
        handle.set_progress_handler(STEPS_BETWEEN_LOOKS, move || Instant::now() < deadline);
    }
    let faults = faults(&mut connection).await;
    drop(connection);
    judge(faults)
}

async fn faults(connection: &mut SqliteConnection) -> Result<Vec<String>, sqlx::Error> {
    let rows =
        sqlx::query(sqlx::AssertSqlSafe(format!("PRAGMA integrity_check({NAMED})"))).fetch_all(connection).await?;
    let faults: Vec<String> = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
    Ok(faults.into_iter().filter(|fault| fault != "ok").collect())
}

/// Renames a damaged file and its write-ahead log, so that a new file can be created. Earlier renamed files are
/// overwritten.
pub(crate) fn set_aside(path: &Path) -> std::io::Result<()> {
    let aside = with_ending(path, ".damaged");
    for ending in ["", "-wal"] {
        match std::fs::rename(with_ending(path, ending), with_ending(&aside, ending)) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    // This file is shared memory and contains nothing that is not in the other two.
    match std::fs::remove_file(with_ending(path, "-shm")) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => sync_folder_of(path),
    }
}

fn judge(found: Result<Vec<String>, sqlx::Error>) -> Result<Soundness, StoreError> {
    match found {
        Ok(faults) if faults.is_empty() => Ok(Soundness::Sound),
        Ok(faults) => Ok(Soundness::Damaged(faults.join("; "))),
        Err(sqlx::Error::Database(error)) if error.code().as_deref() == Some(INTERRUPTED) => Ok(Soundness::Unfinished),
        Err(error) if crate::error::is_corrupt(&error) => Ok(Soundness::Damaged(error.to_string())),
        // A row that cannot be read as text is damaged as well.
        Err(sqlx::Error::ColumnDecode { .. }) => Ok(Soundness::Damaged("a fault whose text is unreadable".into())),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sqlite::open::Database;
    use crate::sqlite::view_store::KIND;
    use crate::tables::Tables as _;

    /// Creates a closed file with some thousand rows in a table with an index.
    async fn file(folder: &Path) -> std::path::PathBuf {
        let path = folder.join("views.sqlite");
        let database = Database::open(&path, KIND).await.unwrap();
        let fill = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
                    INSERT INTO sources SELECT 1, 'tournament', i, 'user', i * 7 FROM n";
        let mut transaction = database.transaction().await.unwrap();
        sqlx::query(fill).execute(&mut *transaction).await.unwrap();
        transaction.commit().await.unwrap();
        database.close().await;
        path
    }

    #[tokio::test]
    async fn a_sound_file_is_sound_and_a_short_look_finds_nothing_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = file(folder.path()).await;
        assert_eq!(check(&path, None).await.unwrap(), Soundness::Sound);
        assert_eq!(check(&path, Some(Duration::from_secs(60))).await.unwrap(), Soundness::Sound);
        assert_eq!(check(&path, Some(Duration::ZERO)).await.unwrap(), Soundness::Unfinished);
    }

    #[tokio::test]
    async fn pages_that_were_overwritten_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = file(folder.path()).await;
        let whole = std::fs::read(&path).unwrap();
        for start in [0, 18, whole.len() / 2, whole.len() - 4_096] {
            let mut damaged = whole.clone();
            let end = (start + 512).min(damaged.len());
            damaged[start..end].fill(0xa5);
            std::fs::write(&path, &damaged).unwrap();
            let found = check(&path, None).await.unwrap();
            assert!(matches!(found, Soundness::Damaged(_)), "{start}: {found:?}");
        }
        std::fs::write(&path, "no database at all").unwrap();
        assert!(matches!(check(&path, None).await.unwrap(), Soundness::Damaged(_)));
    }
}
