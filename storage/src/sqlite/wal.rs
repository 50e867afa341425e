//! Copies the write-ahead log of a database into its file in parallel with the writer. By default, SQLite does it
//! within the commit that fills the log, and everything that waits for that commit waits for the disk.

use std::sync::Arc;
use std::time::Duration;

use sqlx::Row;
use sqlx::sqlite::SqlitePool;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use super::writer::{Writer, copy};
use crate::StoreError;

/// Pages in the log (16 MiB) at which copying starts: until then, many pages are written more than once.
const MANY: i64 = 4_096;
/// Pages for which the writer may wait. Then the log starts again at its beginning; otherwise it would only grow.
const FEW: i64 = 256;
/// Maximum number of copies to get down to [`FEW`] pages.
const ROUNDS: usize = 4;
/// Time between two checks.
const PAUSE: Duration = Duration::from_millis(50);

/// The copying task. It ends when this value is dropped.
#[derive(Debug)]
pub(super) struct WalCopier {
    written: Arc<Notify>,
    own: SqlitePool,
    task: JoinHandle<()>,
}

impl WalCopier {
    /// Starts the task, which uses a pool with its own connection.
    pub(super) fn begin(own: SqlitePool, writer: Writer) -> Self {
        let written = Arc::new(Notify::new());
        let task = tokio::spawn(run(own.clone(), writer, Arc::clone(&written)));
        Self { written, own, task }
    }

    /// Notifies the task of a write.
    pub(super) fn note(&self) {
        self.written.notify_one();
    }

    /// Ends the task and closes its connection.
    pub(super) async fn close(&self) {
        self.task.abort();
        self.own.close().await;
    }
}

impl Drop for WalCopier {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn run(own: SqlitePool, writer: Writer, written: Arc<Notify>) {
    loop {
        written.notified().await;
        if let Err(error) = look(&own, &writer).await {
            tracing::warn!(%error, "the write-ahead log of a database could not be copied into its file and grows");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn look(own: &SqlitePool, writer: &Writer) -> Result<(), StoreError> {
    if waiting(own).await? < MANY {
        return Ok(());
    }
    for _ in 0..ROUNDS {
        copy(own).await?;
        if waiting(own).await? <= FEW {
            break;
        }
    }
    writer.checkpoint().await
}

/// Returns the number of pages that are only in the log.
async fn waiting(own: &SqlitePool) -> Result<i64, StoreError> {
    let row = sqlx::query("PRAGMA wal_checkpoint(NOOP)").fetch_one(own).await?;
    Ok(row.try_get::<i64, _>(1)? - row.try_get::<i64, _>(2)?)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use sqlx::sqlite::{SqliteJournalMode, SqlitePoolOptions};

    use super::*;

    async fn open(path: &Path) -> SqlitePool {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path).create_if_missing(true);
        let options = options.journal_mode(SqliteJournalMode::Wal).pragma("wal_autocheckpoint", "0");
        SqlitePoolOptions::new().max_connections(1).connect_with(options).await.unwrap()
    }

    async fn write(writer: &SqlitePool, bytes: i64) {
        let insert = sqlx::query("INSERT INTO bodies VALUES (zeroblob(?1))");
        insert.bind(bytes).execute(writer).await.unwrap();
    }

    #[tokio::test]
    async fn a_log_that_is_long_is_copied_and_begins_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sqlite");
        let (writer, own) = (open(&path).await, open(&path).await);
        sqlx::query("CREATE TABLE bodies (body BLOB)").execute(&writer).await.unwrap();
        let copier = WalCopier::begin(own.clone(), Writer::new(writer.clone()));
        write(&writer, MANY * 2_048).await;
        look(&own, &Writer::new(writer.clone())).await.unwrap();
        assert!(waiting(&own).await.unwrap() > MANY / 2 - 16, "a part of the log is left");
        write(&writer, MANY * 4_096).await;
        copier.note();
        tokio::time::timeout(Duration::from_secs(60), async {
            while waiting(&own).await.unwrap() > 0 {
                tokio::task::yield_now().await;
            }
        })
        .await
        .expect("the log is copied");
        write(&writer, 1).await;
        assert!(waiting(&own).await.unwrap() < 16, "the log starts again at its beginning");
        copier.close().await;
    }
}
