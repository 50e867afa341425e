//! Copies the write-ahead log of a database into its file, beside the writer rather than in its way: SQLite alone does it
//! within the commit that fills the log, and all who wait for that commit wait for the disk.

use std::sync::Arc;
use std::time::Duration;

use sqlx::Row;
use sqlx::sqlite::SqlitePool;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use super::writer::Writer;
use crate::StoreError;

/// Pages that wait in the log, 16 MiB, until they are copied: many of them are written more than once before.
const MANY: i64 = 4_096;
/// So few that the writer may wait for them. Then the log begins anew; without that it would only grow.
const FEW: i64 = 256;
/// How often is tried to leave no more than few.
const ROUNDS: usize = 4;
/// Time between two looks.
const PAUSE: Duration = Duration::from_millis(50);

/// The task that copies. It ends with this value.
#[derive(Debug)]
pub(super) struct Copying {
    written: Arc<Notify>,
    own: SqlitePool,
    task: JoinHandle<()>,
}

impl Copying {
    /// Begins, with a pool of one connection of its own.
    pub(super) fn begin(own: SqlitePool, writer: Writer) -> Self {
        let written = Arc::new(Notify::new());
        let task = tokio::spawn(run(own.clone(), writer, Arc::clone(&written)));
        Self { written, own, task }
    }

    /// Is to be told of what is written.
    pub(super) fn note(&self) {
        self.written.notify_one();
    }

    /// Ends, with its connection.
    pub(super) async fn close(&self) {
        self.task.abort();
        self.own.close().await;
    }
}

impl Drop for Copying {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn run(own: SqlitePool, writer: Writer, written: Arc<Notify>) {
    loop {
        written.notified().await;
        if let Err(error) = look(&own, &writer).await {
            tracing::warn!(%error, "the log of a database could not be copied into its file, and grows meanwhile");
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

/// Pages that stand in the log alone.
async fn waiting(own: &SqlitePool) -> Result<i64, StoreError> {
    let row = sqlx::query("PRAGMA wal_checkpoint(NOOP)").fetch_one(own).await?;
    Ok(row.try_get::<i64, _>(1)? - row.try_get::<i64, _>(2)?)
}

/// Copies what no reader still needs in the log. Nobody who writes on another connection waits.
pub(super) async fn copy(connection: &SqlitePool) -> Result<(), StoreError> {
    sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(connection).await?;
    Ok(())
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
        let copying = Copying::begin(own.clone(), Writer::new(writer.clone()));
        write(&writer, MANY * 2_048).await;
        look(&own, &Writer::new(writer.clone())).await.unwrap();
        assert!(waiting(&own).await.unwrap() > MANY / 2 - 16, "half of many is left");
        write(&writer, MANY * 4_096).await;
        copying.note();
        tokio::time::timeout(Duration::from_secs(60), async {
            while waiting(&own).await.unwrap() > 0 {
                tokio::task::yield_now().await;
            }
        })
        .await
        .expect("it is copied");
        write(&writer, 1).await;
        assert!(waiting(&own).await.unwrap() < 16, "the log begins anew");
        copying.close().await;
    }
}
