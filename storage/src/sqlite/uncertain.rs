//! Finds out whether a batch was written when its commit failed.
//!
//! A commit that failed during the flush may have left all its pages in the write-ahead log. This process does not read
//! them, but a process that opens the file after a crash would treat them as committed. So the next transaction checks
//! whether the batch exists, and overwrites those pages with its own write. Once that is flushed, the outcome is final.

use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::open::Database;
use super::writer::touch;
use crate::StoreError;
use crate::append::admission::Plan;
use crate::log_store::batch::is_written;
use crate::tables::Tables;

/// How long to wait for a failing disk. Clients wait too, and prefer an answer to a longer wait.
const RETRY_TIME: Duration = Duration::from_secs(6);
/// Time between two attempts.
const PAUSE: Duration = Duration::from_millis(50);

/// The state of the last batch whose outcome is unknown.
pub(super) struct Uncertain {
    database: Database,
    /// Whether a batch may still appear after a crash.
    pending: bool,
}

impl Uncertain {
    pub(super) fn new(database: Database) -> Self {
        Self { database, pending: false }
    }

    /// Ensures, before another batch, that an earlier one with unknown outcome cannot appear later. While the disk
    /// fails, this returns an error, and the new batch is certainly not written.
    pub(super) async fn settle(&mut self) -> Result<(), StoreError> {
        if self.pending {
            let mut transaction = self.database.transaction().await?;
            touch(&mut transaction).await?;
            transaction.commit().await?;
            self.pending = false;
        }
        Ok(())
    }

    /// Finds out whether a batch was written after its commit failed. An error means that it was not written, unless it
    /// is [`StoreError::Uncertain`].
    pub(super) async fn find_out(&mut self, plan: &Plan<'_>, error: StoreError) -> Result<(), StoreError> {
        // The last page of a transaction commits it. If the disk was full, that page is missing.
        if error.is_full() {
            return Err(error);
        }
        tracing::warn!(%error, "a commit failed; checking whether it was written");
        let since = Instant::now();
        let failed = loop {
            match self.look(plan).await {
                Ok(true) => return Ok(()),
                Ok(false) => return Err(error),
                Err(failed) if since.elapsed() >= RETRY_TIME => break failed,
                Err(_) => sleep(PAUSE).await,
            }
        };
        self.pending = true;
        Err(StoreError::Uncertain(format!("a commit failed ({error}), and checking its outcome failed: {failed}")))
    }

    /// Whether the batch was written. If not, it cannot appear later.
    async fn look(&self, plan: &Plan<'_>) -> Result<bool, StoreError> {
        let mut transaction = self.database.transaction().await?;
        let found = is_written(&mut *transaction, plan).await?;
        touch(&mut transaction).await?;
        transaction.commit().await?;
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use sqlx::Row;
    use tempfile::TempDir;

    use super::super::event_store::KIND;
    use super::super::event_writer::EventWriter;
    use super::*;
    use crate::append::admission::{Head, Known, plan};
    use crate::append::encode::Prepared;
    use crate::append::queue::BatchWriter;
    use crate::testing::prepared;

    /// Returns a request with the first event of a decklist, with a text of this length.
    fn begins(list: i64, letters: usize) -> Prepared {
        let writes = vec![prepared(list, 0, 1, &format!("{:?}", "x".repeat(letters)))];
        Prepared { writes, ..Prepared::default() }
    }

    async fn log() -> (TempDir, Database) {
        let folder = tempfile::tempdir().unwrap();
        let database = Database::open(&folder.path().join("events.sqlite"), KIND).await.unwrap();
        (folder, database)
    }

    async fn head(database: &Database) -> i64 {
        let row =
            sqlx::query("SELECT max(position), count(*) FROM events").fetch_one(&database.readers()).await.unwrap();
        let (last, count): (i64, i64) = (row.try_get(0).unwrap(), row.try_get(1).unwrap());
        assert_eq!(last, count);
        last
    }

    #[tokio::test]
    async fn a_commit_that_fails_writes_nothing_and_the_next_succeeds() {
        let (_folder, database) = log().await;
        let mut writer = EventWriter::new(database.clone());
        writer.write(&[begins(1, 1)]).await.unwrap();
        let mut connection = database.writer().unwrap().acquire().await.unwrap();
        connection.lock_handle().await.unwrap().set_commit_hook(|| false);
        drop(connection);

        let failed = writer.write(&[begins(2, 1)]).await.unwrap_err();

        assert!(!failed.is_uncertain() && failed.to_string().contains("531"), "{failed}");
        assert_eq!(head(&database).await, 1);
        writer.write(&[begins(2, 1), begins(3, 1)]).await.unwrap();
        assert_eq!(head(&database).await, 3);
    }

    #[tokio::test]
    async fn a_disk_that_is_full_is_told_and_the_next_write_succeeds() {
        let (_folder, database) = log().await;
        let mut writer = EventWriter::new(database.clone());
        writer.write(&[begins(1, 1)]).await.unwrap();
        let mut connection = database.writer().unwrap().acquire().await.unwrap();
        sqlx::query("PRAGMA max_page_count = 1").fetch_one(&mut *connection).await.unwrap();
        drop(connection);

        let failed = writer.write(&[begins(2, 100_000)]).await.unwrap_err();

        assert!(failed.is_full() && !failed.is_uncertain() && !failed.is_unavailable(), "{failed}");
        writer.write(&[begins(2, 100_000)]).await.unwrap();
        assert_eq!(head(&database).await, 2);
    }

    #[tokio::test]
    async fn a_batch_that_is_there_after_all_was_written() {
        let (_folder, database) = log().await;
        let (batch, other) = ([begins(1, 1)], [begins(2, 1)]);
        EventWriter::new(database.clone()).write(&batch).await.unwrap();
        let mut uncertain = Uncertain::new(database.clone());
        let error = || StoreError::Database(sqlx::Error::WorkerCrashed);

        let written = plan(&batch, Known::default(), Head::default());
        uncertain.find_out(&written, error()).await.unwrap();
        let not_written = plan(&other, Known::default(), Head::default());
        let failed = uncertain.find_out(&not_written, error()).await.unwrap_err();

        assert!(matches!(failed, StoreError::Database(sqlx::Error::WorkerCrashed)), "{failed}");
    }
}
