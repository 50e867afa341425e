//! Connections that are lost exactly during a marked batch, which is one statement.

use std::sync::Arc;

use proto_events::Position;
use storage::{
    Access, CommitError, Generation, Lists, Reached, Shard, ViewBatch, ViewKind, ViewReader as _, ViewStore,
};
use tokio::sync::oneshot;

use crate::conformance::Backend;
use crate::conformance::given::{ORGANIZATION, document, round};
use crate::postgres::cutting::{Break, MARK, behind};
use crate::postgres::{Database, open_views};

/// Returns a batch that writes one round, and leaves the checkpoint where it is unless it is the first.
fn batch(generation: Generation, from: i64, body: &str) -> ViewBatch {
    let documents = vec![document(ViewKind::Round, "1", body)];
    ViewBatch { documents, ..ViewBatch::new(generation, Shard::WHOLE, Position(from), Reached::all(Position(1))) }
}

/// Commits three times, the second time with the mark, and checks that each batch counts once.
async fn commit_marked(database: &Database, how: Break) -> Arc<dyn ViewStore> {
    let direct = database.view_store().await;
    let generation = direct.begin_generation("one", "log").await.unwrap();
    let store = open_views(&behind(&database.0.url(), how).await, Access::Write).await.unwrap();
    assert_eq!(store.commit(batch(generation, 0, "first")).await.unwrap(), 1);

    assert_eq!(store.commit(batch(generation, 1, MARK)).await.unwrap(), 2);

    assert_eq!(round(&store, "1").await.as_deref(), Some(MARK));
    assert_eq!(store.commit(batch(generation, 1, "third")).await.unwrap(), 3);
    let state = store.state_of(Lists::of(ORGANIZATION, ViewKind::Round)).await.unwrap();
    assert_eq!((state.count, state.changes), (1, 3));
    direct
}

/// The statement never arrives, or the answer to its commit is lost.
#[tokio::test]
async fn what_is_sent_again_is_written_once() {
    for how in [Break::Before, Break::After] {
        let database = Database::empty().await;
        commit_marked(&database, how).await;
    }
}

/// The checkpoint is where the late statement expects it, so that only the name of the last batch stops it.
#[tokio::test]
async fn a_statement_that_arrives_late_writes_nothing() {
    let database = Database::empty().await;
    let (say, now) = oneshot::channel();
    let direct = commit_marked(&database, Break::Late(now)).await;

    say.send(()).unwrap();

    // The relay waits for its answer. Anything that it wrote would exist when the next batch does.
    let mut other = batch(Generation(1), 1, "");
    other.documents = vec![document(ViewKind::Round, "2", "other")];
    assert_eq!(direct.commit(other).await.unwrap(), 4);
    assert_eq!(round(&*direct, "1").await.as_deref(), Some("third"));
    assert_eq!(direct.active().await.unwrap().unwrap().shards[0].commits, 4);
}

#[tokio::test]
async fn after_another_process_wrote_the_next_batch_is_still_written() {
    let database = Database::empty().await;
    let stores = [database.view_store().await, database.view_store().await];
    let generation = stores[0].begin_generation("one", "log").await.unwrap();
    assert_eq!(stores[0].commit(batch(generation, 0, "0")).await.unwrap(), 1);
    for n in 1..6 {
        let writer = &stores[usize::from(n % 3 == 0)];
        assert_eq!(writer.commit(batch(generation, 1, &n.to_string())).await.unwrap(), n + 1);
        assert_eq!(round(&**writer, "1").await, Some(n.to_string()));
    }

    stores[1].give_up(generation).await.unwrap();

    let late = stores[0].commit(batch(generation, 1, "late")).await;
    assert!(matches!(late, Err(CommitError::GenerationGone)), "{late:?}");
}
