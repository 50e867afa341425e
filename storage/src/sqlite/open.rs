//! Opens a database file: version check, settings, migrations, connections.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Row};

use super::wal::Copying;
use crate::StoreError;

/// Older ones can corrupt a WAL database when two connections checkpoint at once.
const OLDEST_SQLITE: [u32; 3] = [3, 51, 3];
/// How long a writer waits for another process's transaction.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a task waits for a connection of its own process.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a list waits for a connection. Connections are returned as soon as their rows are read, so a longer wait means
/// that something is wrong.
const STREAM_TIMEOUT: Duration = Duration::from_secs(5);
/// Pages in the log, 64 MiB, after which the writer itself copies them into the file: so many are there only if [`Copying`]
/// cannot keep up.
const PAGES_BEFORE_CHECKPOINT: &str = "16384";
/// Readers for short queries.
const READERS: u32 = 4;

/// An open database file.
#[derive(Debug, Clone)]
pub(super) struct Database {
    path: PathBuf,
    /// The one connection that writes.
    pub(super) writer: SqlitePool,
    /// Connections that read.
    pub(super) readers: SqlitePool,
    /// Is told of what is written.
    pub(super) copying: Arc<Copying>,
}

impl Database {
    /// Opens the file, with its folder if need be, and brings its schema up to date.
    pub(super) async fn open(
        path: &Path,
        migrator: &Migrator,
        synchronous: SqliteSynchronous,
    ) -> Result<Self, StoreError> {
        let lock = lock_opening(path.to_owned()).await?;
        let writer = pool(1)
            .connect_with(
                options(path)
                    .create_if_missing(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(synchronous)
                    .pragma("wal_autocheckpoint", PAGES_BEFORE_CHECKPOINT)
                    .pragma("journal_size_limit", "67108864"),
            )
            .await?;
        let version: String = sqlx::query("SELECT sqlite_version()").fetch_one(&writer).await?.try_get(0)?;
        refuse_older(&version)?;
        migrator.run(&writer).await?;
        let readers = pool(READERS).connect_lazy_with(options(path).read_only(true));
        let own = pool(1).connect_lazy_with(options(path).synchronous(synchronous));
        let copying = Arc::new(Copying::begin(own, writer.clone()));
        drop(lock);
        Ok(Self { path: path.to_owned(), writer, readers, copying })
    }

    /// Opens further readers for long reads; each reads only a few rows ahead.
    pub(super) fn stream_readers(&self, connections: u32, rows: usize) -> SqlitePool {
        pool(connections)
            .acquire_timeout(STREAM_TIMEOUT)
            .idle_timeout(Duration::from_secs(60))
            .connect_lazy_with(options(&self.path).read_only(true).row_buffer_size(rows))
    }

    /// Opens a reader that is only used to check that the file can be read.
    pub(super) fn watcher(&self) -> SqlitePool {
        pool(1).connect_lazy_with(options(&self.path).read_only(true))
    }

    /// Returns the folder of the file.
    pub(super) fn folder(&self) -> PathBuf {
        self.path.parent().map(Path::to_owned).unwrap_or_default()
    }

    /// Closes the connections, once they are free.
    pub(super) async fn close(&self) {
        self.copying.close().await;
        self.readers.close().await;
        self.writer.close().await;
    }
}

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(path).busy_timeout(BUSY_TIMEOUT).disable_statement_logging()
}

fn pool(connections: u32) -> SqlitePoolOptions {
    SqlitePoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(ACQUIRE_TIMEOUT)
        .idle_timeout(None)
        .max_lifetime(None)
        .test_before_acquire(false)
}

/// One process at a time switches a new file to WAL and migrates it: SQLite's own locks do not queue for either.
async fn lock_opening(path: PathBuf) -> Result<File, StoreError> {
    let lock = move || -> std::io::Result<File> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut name = path.into_os_string();
        name.push(".opening");
        let file = File::create(name)?;
        file.lock()?;
        Ok(file)
    };
    let locked =
        tokio::task::spawn_blocking(lock).await.map_err(|error| sqlx::Error::Io(std::io::Error::other(error)))?;
    Ok(locked.map_err(sqlx::Error::Io)?)
}

fn refuse_older(version: &str) -> Result<(), StoreError> {
    let mut parts = version.split('.').map(|part| part.parse::<u32>().unwrap_or_default());
    let found = [(); 3].map(|()| parts.next().unwrap_or_default());
    if found < OLDEST_SQLITE {
        let [major, minor, patch] = OLDEST_SQLITE;
        return Err(StoreError::Unsupported(format!(
            "SQLite {version} can damage its files; {major}.{minor}.{patch} or newer is needed"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::refuse_older;

    #[test]
    fn sqlite_versions_that_can_damage_a_file_are_refused() {
        for refused in ["3.51.2", "3.50.9", "3.9.12", "2.99.99", "", "nonsense"] {
            assert!(refuse_older(refused).is_err(), "{refused}");
        }
        for accepted in ["3.51.3", "3.52.0", "3.100.0", "4.0.0"] {
            assert!(refuse_older(accepted).is_ok(), "{accepted}");
        }
    }
}
