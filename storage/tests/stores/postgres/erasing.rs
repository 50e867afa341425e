//! After an erasure, the server's files do not hold the deleted rows any more, whatever else runs on the server.

use sqlx::Executor;

use super::Database;
use crate::conformance::Backend;
use crate::conformance::erasures::{erase, fill};

/// A claim of the person who is erased.
const CLAIM: &[u8] = b"ottoline";

/// The server's files that hold the person's claim.
fn holding(database: &Database) -> Vec<String> {
    let mut files = database.0.raw().unwrap();
    files.retain(|(_, bytes)| bytes.windows(CLAIM.len()).any(|part| part == CLAIM));
    files.into_iter().map(|(file, _)| file).collect()
}

/// The rewriting waits for an older transaction that may still read the rows. One that writes in another database also keeps
/// the server from cleaning up.
#[tokio::test(flavor = "multi_thread")]
async fn no_deleted_rows_are_left_when_older_transactions_have_ended() {
    for (is_elsewhere, begin) in
        [(false, "BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1"), (true, "BEGIN; SELECT pg_current_xact_id()")]
    {
        let (database, elsewhere) = (Database::empty().await, Database::empty().await);
        let store = database.event_store().await;
        fill(&*store).await;
        assert_ne!(holding(&database), [""; 0], "the control finds the claim");
        let mut other = if is_elsewhere { &elsewhere } else { &database }.connection().await;
        other.execute(begin).await.unwrap();
        erase(&*store).await;

        let mut seer = database.connection().await;
        let rewriting = tokio::spawn(async move { store.rewrite().await });
        let waits = "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid <> pg_backend_pid()
                     AND datname = $1 AND (query LIKE '%pg_snapshot_xmin%' OR query LIKE '%virtualxid%'))";
        while !sqlx::query_scalar::<_, bool>(waits).bind(database.0.name()).fetch_one(&mut seer).await.unwrap() {
            assert!(!rewriting.is_finished(), "it waits for the older transaction");
            tokio::task::yield_now().await;
        }
        other.execute("COMMIT").await.unwrap();
        rewriting.await.unwrap().unwrap();
        assert_eq!(holding(&database), [""; 0], "{begin}");
    }
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
