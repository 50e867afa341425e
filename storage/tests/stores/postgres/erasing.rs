//! After an erasure, the server's files do not hold the deleted rows any more, whatever else runs on the server.

use std::sync::Arc;

use sqlx::{Executor, PgConnection};
use storage::EventStore;

use super::Database;
use crate::conformance::erasures::{erase, fill};
use crate::conformance::{Backend, EventBackend};

/// A claim of the person who is erased.
const CLAIM: &[u8] = b"ottoline";

/// The server's files that hold the person's claim.
fn holding(database: &Database) -> Vec<String> {
    let mut files = database.0.raw().unwrap();
    files.retain(|(_, bytes)| bytes.windows(CLAIM.len()).any(|part| part == CLAIM));
    files.into_iter().map(|(file, _)| file).collect()
}

/// Rewrites, and ends a transaction of another session meanwhile.
async fn rewrite_beside(database: &Database, store: &Arc<dyn EventStore>, mut other: PgConnection) {
    let mut seer = database.connection().await;
    let rewriting = tokio::spawn({
        let store = Arc::clone(store);
        async move { store.rewrite().await }
    });
    let waits = "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid <> pg_backend_pid()
                 AND datname = $1 AND (query LIKE '%pg_snapshot_xmin%' OR query LIKE '%virtualxid%'))";
    while !sqlx::query_scalar::<_, bool>(waits).bind(database.0.name()).fetch_one(&mut seer).await.unwrap() {
        assert!(!rewriting.is_finished(), "it waits for the older transaction");
        tokio::task::yield_now().await;
    }
    other.execute("COMMIT").await.unwrap();
    rewriting.await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_older_transaction_reads_is_removed_when_it_has_ended() {
    let database = Database::empty().await;
    let store = database.event_store().await;
    fill(&*store).await;
    assert_ne!(holding(&database), [""; 0], "the control finds the claim");
    let mut reader = database.connection().await;
    reader.execute("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1").await.unwrap();
    erase(&*store).await;
    rewrite_beside(&database, &store, reader).await;
    assert_eq!(holding(&database), [""; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_writer_of_another_database_keeps_no_deleted_rows() {
    let (database, elsewhere) = (Database::empty().await, Database::empty().await);
    let store = database.event_store().await;
    fill(&*store).await;
    let mut writer = elsewhere.connection().await;
    writer.execute("BEGIN; SELECT pg_current_xact_id()").await.unwrap();
    erase(&*store).await;
    rewrite_beside(&database, &store, writer).await;
    assert_eq!(holding(&database), [""; 0]);
}

#[tokio::test]
async fn statistics_hold_no_samples_of_names() {
    let database = Database::empty().await;
    fill(&*database.event_store().await).await;
    let before = holding(&database);
    assert_ne!(before, [""; 0], "the control finds the claim");
    database.execute("ANALYZE").await;
    assert_eq!(holding(&database), before);
}
