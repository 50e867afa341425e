//! Opens a database file: version check, settings, migrations, connections.
//!
//! If a file cannot be written because its disk is full or read-only, it is opened read-only if possible, so that its
//! data can still be served. [`Tables::try_write`] opens it for writing when the disk allows it.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row, Sqlite};
use tokio::time::Instant;

use super::soundness::set_aside;
use super::writer::{self, BEGIN};
use crate::StoreError;
use crate::files::{create_folder, open_private, with_ending};
use crate::sql::{Sql, Statement};
use crate::tables::{Purpose, Tables};
use crate::transaction::Transaction;

/// Older versions can corrupt a WAL database when two connections checkpoint at the same time.
const OLDEST_SQLITE: [u32; 3] = [3, 51, 3];
/// How long a writer waits for another process's transaction.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a task waits for a connection of its own process.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a process waits for others that open the same file: a migration may take a while.
const OPENING_TIMEOUT: Duration = Duration::from_secs(60);
/// Time between two attempts to get the lock.
const OPENING_RETRY: Duration = Duration::from_millis(20);
/// How long a list waits for a connection. Connections are returned as soon as their rows are read, so that a longer
/// wait means an error.
const STREAM_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a connection for long reads stays open without work.
const STREAM_IDLE: Duration = Duration::from_secs(60);
const READERS: u32 = 4;
/// Connections for lists and pages, for exports, and for comparisons. Each kind has its own, so that long reads never delay
/// short ones. A connection is held only while rows are read, which uses a processor; more connections would not be faster.
const LISTS: u32 = 4;
const EXPORTS: u32 = 2;
const COMPARISONS: u32 = 4;
/// Rows that a connection for long reads reads ahead. A body can have many megabytes.
const ROWS_AHEAD: usize = 4;

/// Statements that the writer keeps prepared. Inserts have one for each rounded number of rows.
const WRITER_STATEMENTS: usize = 256;
/// Memory for pages that the writer keeps, so that it does not read the inner pages of indexes again and again: 16 MiB.
const WRITER_CACHE: &str = "-16384";

/// The kind of a database file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kind {
    pub(super) migrations: &'static LazyLock<Migrator>,
    /// Whether every commit is flushed to disk.
    pub(super) synchronous: SqliteSynchronous,
}

/// An open database file.
#[derive(Debug, Clone)]
pub struct Database(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    path: PathBuf,
    kind: Kind,
    connections: RwLock<Connections>,
    /// If the file is damaged: the error for all further writes.
    damaged: OnceLock<Arc<StoreError>>,
    /// Whether this process has given a change of the views' export a number.
    has_numbered: AtomicBool,
    /// Held while a file that was open read-only is opened for writing.
    reopening: tokio::sync::Mutex<()>,
}

#[derive(Debug)]
struct Connections {
    writing: Writing,
    reading: Reading,
}

/// Read connections, with a pool for each purpose.
#[derive(Debug, Clone)]
pub(super) struct Reading {
    short: SqlitePool,
    pub(super) lists: SqlitePool,
    pub(super) exports: SqlitePool,
    pub(super) comparisons: SqlitePool,
    /// Only used to check that the file can be read.
    watcher: SqlitePool,
}

impl Reading {
    /// Prepares the pools. A connection is opened when it is first needed.
    fn with(options: &SqliteConnectOptions) -> Self {
        let short = |connections| pool(connections).connect_lazy_with(options.clone());
        let long = |connections| {
            let options = options.clone().row_buffer_size(ROWS_AHEAD);
            pool(connections).acquire_timeout(STREAM_TIMEOUT).idle_timeout(STREAM_IDLE).connect_lazy_with(options)
        };
        Self {
            short: short(READERS),
            lists: long(LISTS),
            exports: long(EXPORTS),
            comparisons: long(COMPARISONS),
            watcher: short(1),
        }
    }

    async fn close(&self) {
        for pool in [&self.lists, &self.exports, &self.comparisons, &self.watcher, &self.short] {
            pool.close().await;
        }
    }
}

/// Whether a file can be written.
#[derive(Debug)]
enum Writing {
    /// A pool of one connection.
    Open(SqlitePool),
    /// The file cannot be written at the moment.
    Refused {
        because: Arc<StoreError>,
        /// Prevents other processes from opening the file, because this process would not see their writes. `None` if
        /// the disk is read-only and has no lock file.
        _opening: Option<File>,
    },
}

impl Database {
    /// Opens the file, creates missing folders, and brings the schema up to date. If the disk cannot be written, the
    /// file is opened read-only, provided that its schema is current and it can be read completely.
    pub(super) async fn open(path: &Path, kind: Kind) -> Result<Self, StoreError> {
        let opening = lock_opening(path).await?;
        // SQLite keeps its other files in the folder of the real file, not of a link to it.
        let path = &std::fs::canonicalize(path)?;
        let connections = match connect(path, kind).await {
            Ok(connections) => connections,
            Err(error) if error.is_full() || error.is_unavailable() => {
                let Ok(reading) = connect_for_reading(path, kind).await else { return Err(error) };
                let writing = Writing::Refused { because: Arc::new(error), _opening: opening };
                Connections { writing, reading }
            }
            Err(error) => return Err(error),
        };
        let (connections, damaged) = (RwLock::new(connections), OnceLock::new());
        let (has_numbered, reopening) = (AtomicBool::new(false), tokio::sync::Mutex::default());
        let path = path.to_owned();
        Ok(Self(Arc::new(Inner { path, kind, connections, damaged, has_numbered, reopening })))
    }

    /// Returns connections for short queries.
    pub(super) fn readers(&self) -> SqlitePool {
        self.with(|connections| connections.reading.short.clone())
    }

    fn expect_sound(&self) -> Result<(), StoreError> {
        match self.0.damaged.get() {
            Some(damaged) => Err(StoreError::Shared(Arc::clone(damaged))),
            None => Ok(()),
        }
    }

    /// Returns whether this process has given a change of the views' export a number.
    pub(super) fn has_numbered(&self) -> &AtomicBool {
        &self.0.has_numbered
    }

    pub(super) fn reading(&self) -> Reading {
        self.with(|connections| connections.reading.clone())
    }

    pub(super) fn file_size(&self) -> Result<u64, StoreError> {
        Ok(std::fs::metadata(&self.0.path)?.len())
    }

    pub(super) fn folder(&self) -> PathBuf {
        self.0.path.parent().map(Path::to_owned).unwrap_or_default()
    }

    pub(super) fn writer(&self) -> Result<SqlitePool, StoreError> {
        self.expect_sound()?;
        self.with(|connections| match &connections.writing {
            Writing::Open(writer) => Ok(writer.clone()),
            Writing::Refused { because, .. } => Err(StoreError::Shared(Arc::clone(because))),
        })
    }

    /// Refuses all further writes, and the reads that decide on them. Writes could damage the file further, and reads
    /// by a damaged index may miss rows.
    pub(super) fn set_damaged(&self, damage: String) {
        // Only the first damage is reported.
        let _ = self.0.damaged.set(Arc::new(StoreError::DamagedLog(damage)));
    }

    /// Locks a file next to the database, for work that only one process may do at a time. Returns `None` if another
    /// process has the lock. The lock ends when the returned file is dropped.
    pub(super) fn try_lock(&self, ending: &str) -> Result<Option<File>, StoreError> {
        let file = open_private(&with_ending(&self.0.path, ending))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error.into()),
        }
    }

    /// Replaces a damaged file by an empty one, and keeps the damaged one under another name. Meanwhile, reads and
    /// writes fail.
    pub(super) async fn replace_file(&self) -> Result<(), StoreError> {
        let _alone = self.0.reopening.lock().await;
        self.close().await;
        set_aside(&self.0.path)?;
        let _opening = lock_opening(&self.0.path).await?;
        let connections = connect(&self.0.path, self.0.kind).await?;
        self.change(|before| *before = connections);
        Ok(())
    }

    async fn open_for_writing(&self) -> Result<(), StoreError> {
        let _alone = self.0.reopening.lock().await;
        if self.writer().is_ok() {
            return Ok(());
        }
        let Connections { writing, reading } = connect(&self.0.path, self.0.kind).await?;
        // New reads see later writes. Reads that have begun do not, so they must end first.
        let before = self.change(|connections| std::mem::replace(&mut connections.reading, reading));
        before.close().await;
        self.change(|connections| connections.writing = writing);
        Ok(())
    }

    fn with<T>(&self, look: impl FnOnce(&Connections) -> T) -> T {
        look(&self.0.connections.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn change<T>(&self, change: impl FnOnce(&mut Connections) -> T) -> T {
        change(&mut self.0.connections.write().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Tables for Database {
    type Db = Sqlite;

    async fn each(
        &self,
        purpose: Purpose,
        statement: Statement,
        take: impl FnMut(SqliteRow) -> Result<(), StoreError> + Send,
    ) -> Result<u64, StoreError> {
        let readers = match purpose {
            Purpose::Show => self.readers(),
            Purpose::Export => self.reading().exports,
            Purpose::Decide => {
                self.expect_sound()?;
                self.readers()
            }
            Purpose::Write => {
                let mut transaction = self.transaction().await?;
                let changed = transaction.each(statement, take).await?;
                transaction.commit().await?;
                return Ok(changed);
            }
        };
        readers.acquire().await?.each(statement, take).await
    }

    async fn transaction(&self) -> Result<Transaction<Sqlite>, StoreError> {
        Transaction::begin(&self.writer()?, BEGIN).await
    }

    async fn snapshot(&self, purpose: Purpose) -> Result<Transaction<Sqlite>, StoreError> {
        let reading = self.reading();
        let pool = if purpose == Purpose::Export { reading.exports } else { reading.lists };
        Transaction::begin(&pool, "BEGIN").await
    }

    async fn ping(&self, statement: Statement) -> Result<(), StoreError> {
        self.reading().watcher.acquire().await?.execute(statement).await.map(drop)
    }

    /// A file that was open read-only is opened for writing.
    async fn try_write(&self, _: Statement) -> Result<(), StoreError> {
        if self.0.damaged.get().is_none() && self.writer().is_err() {
            self.open_for_writing().await?;
        }
        writer::try_write(&self.writer()?, self.0.kind.synchronous).await
    }

    async fn close(&self) {
        self.reading().close().await;
        // Closed last, because the last connection copies the log into the file.
        let writer = self.with(|connections| match &connections.writing {
            Writing::Open(writer) => Some(writer.clone()),
            Writing::Refused { .. } => None,
        });
        if let Some(writer) = writer {
            writer.close().await;
        }
    }
}

/// Opens a file for reading and writing.
async fn connect(path: &Path, kind: Kind) -> Result<Connections, StoreError> {
    let writer = pool(1).connect_with(
        options(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(kind.synchronous)
            .statement_cache_capacity(WRITER_STATEMENTS)
            .pragma("cache_size", WRITER_CACHE)
            .pragma("journal_size_limit", "67108864"),
    );
    let writer = writer.await?;
    let version: String = sqlx::query("SELECT sqlite_version()").fetch_one(&writer).await?.try_get(0)?;
    refuse_older(&version)?;
    kind.migrations.run(&writer).await?;
    let reading = Reading::with(&options(path).read_only(true));
    // Opened now, so that the writer's connection is never the only one: if the last connection closes, SQLite deletes
    // files that a connection needs which is being opened.
    drop(reading.short.acquire().await?);
    Ok(Connections { writing: Writing::Open(writer), reading })
}

/// Opens a file read-only while no process writes it, without the files that connections share.
async fn connect_for_reading(path: &Path, kind: Kind) -> Result<Reading, StoreError> {
    let log = with_ending(path, "-wal");
    if std::fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        return Err(StoreError::Unsupported(format!("{} has data that is not in the file yet", log.display())));
    }
    let reading = Reading::with(&options(path).read_only(true).immutable(true));
    let newest = sqlx::query("SELECT max(version) FROM _sqlx_migrations WHERE success");
    let found: Option<i64> = newest.fetch_one(&reading.short).await?.try_get(0)?;
    let needed = kind.migrations.iter().map(|migration| migration.version).max();
    if found != needed {
        return Err(StoreError::Unsupported("it has another schema, which cannot be changed now".into()));
    }
    Ok(reading)
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

/// Takes the lock for opening a file. Only one process at a time may switch a new file to WAL and migrate it, and
/// SQLite's own locks do not queue for that. Creates a missing folder and file that no other user can read. Returns
/// `None` on a read-only disk without a lock file.
async fn lock_opening(path: &Path) -> Result<Option<File>, StoreError> {
    let (path, name) = (path.to_owned(), with_ending(path, ".opening"));
    let prepare = move || -> std::io::Result<Option<File>> {
        if let Some(folder) = path.parent() {
            create_folder(folder)?;
        }
        match open_private(&name) {
            Ok(lock) => {
                if !path.exists() {
                    open_private(&path)?;
                }
                Ok(Some(lock))
            }
            // Existing files on a full or read-only disk can still be locked.
            Err(error) => match File::open(&name) {
                Ok(lock) => Ok(Some(lock)),
                Err(_) if path.exists() => Ok(None),
                Err(_) => Err(error),
            },
        }
    };
    let prepared = tokio::task::spawn_blocking(prepare).await;
    let Some(lock) = prepared.map_err(std::io::Error::other)?? else { return Ok(None) };
    let give_up = Instant::now() + OPENING_TIMEOUT;
    loop {
        match lock.try_lock() {
            Ok(()) => return Ok(Some(lock)),
            Err(TryLockError::WouldBlock) if Instant::now() < give_up => tokio::time::sleep(OPENING_RETRY).await,
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::Locked);
            }
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
    }
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
