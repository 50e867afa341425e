//! A read-only role, a store opened read-only, and lists that should not be read into memory.

use bytes::Bytes;
use domain::documents::ReaderGroup;
use futures::future::select_all;
use futures::{StreamExt, TryStreamExt};
use proto_events::Position;
use proto_events::ids::UserId;
use proto_events::vocabulary::EventFormat;
use sqlx::{Executor, Row};
use storage::{
    Access, CommitError, ExportFilter, Generation, Lists, Page, Reached, Shard, StoreError, ViewBatch, ViewKind,
    ViewReader as _, ViewStore,
};

use crate::conformance::Backend;
use crate::conformance::given::{
    ORGANIZATION, active_with, bodies, commit, document, export, key, listed, tournament, user,
};
use crate::postgres::{Database, open_views};

/// Fills views with documents of every kind of table.
async fn filled(database: &Database) -> Generation {
    let store = database.view_store().await;
    let documents = vec![document(ViewKind::Round, "1", "a round"), document(ViewKind::Decklist, "1", "a list")];
    let generation = active_with(&*store, documents).await;
    commit(&*store, generation, |batch| {
        batch.exports = vec![export(1, 100, EventFormat::Legacy)];
        batch.sources = vec![(tournament(1), vec![user(1)])];
        batch.lagging = vec![tournament(1)];
    })
    .await;
    generation
}

async fn assert_reads(store: &dyn ViewStore, generation: Generation) {
    let round = key(ViewKind::Round, "1");
    let page = Page { offset: 0, limit: 10 };
    assert!(store.document(&round).await.unwrap().is_some());
    assert!(store.document_of(generation, &round).await.unwrap().is_some());
    assert_eq!(listed(store, ViewKind::Round).await, ["a round"]);
    assert_eq!(store.last(ORGANIZATION, ViewKind::Round, 10).await.unwrap().len(), 1);
    let lists = Lists { list: Some((ORGANIZATION, ViewKind::Decklist)), own: Some(UserId(7)) };
    assert_eq!(bodies(store.page(lists, page).await.unwrap()).await, ["a list"]);
    assert_eq!(store.state_of(lists).await.unwrap().count, 1);
    assert_eq!(store.export_state(ExportFilter::default()).await.unwrap().count, 1);
    store.ping().await.unwrap();
    assert_eq!(store.state_of(Lists::of(ORGANIZATION, ViewKind::Round)).await.unwrap().count, 1);
    assert_eq!(
        store.exports(ExportFilter::default()).await.unwrap().bodies.try_collect::<Vec<_>>().await.unwrap().len(),
        1
    );
    assert_eq!(store.all_documents(generation).try_collect::<Vec<_>>().await.unwrap().len(), 2);
    assert_eq!(store.all_exports(generation).try_collect::<Vec<_>>().await.unwrap().len(), 1);
    assert_eq!(store.active().await.unwrap().unwrap().position(), Position(2));
    assert_eq!(store.checkpoint(generation).await.unwrap().unwrap().position(), Position(2));
    assert_eq!(store.dependents(generation, &[user(1)]).await.unwrap(), [tournament(1)]);
    assert!(store.documents_from(generation, tournament(1)).await.unwrap().contains(&round));
    assert_eq!(store.lagging(generation).await.unwrap(), [tournament(1)]);
    assert_eq!(store.parked(generation).await.unwrap(), []);
}

async fn assert_refuses_to_write(store: &dyn ViewStore, generation: Generation) {
    let batch = ViewBatch::new(generation, Shard::WHOLE, Position(2), Reached::all(Position(3)));
    let Err(CommitError::Store(refused)) = store.commit(batch).await else { panic!("it was written") };
    let outcomes = [
        refused,
        store.begin_generation("two", "log").await.unwrap_err(),
        store.switch_to(generation, Position(2)).await.unwrap_err(),
        store.drop_inactive().await.unwrap_err(),
        store.open_shard(generation, Shard::WHOLE).await.unwrap_err(),
        store.mark_complete(generation, Shard::WHOLE).await.unwrap_err(),
    ];
    for refused in outcomes {
        assert!(matches!(refused, StoreError::ReadOnly), "{refused:?}");
    }
}

#[tokio::test]
async fn a_role_that_may_read_reads_and_is_refused_every_write() {
    let database = Database::empty().await;
    let generation = filled(&database).await;
    let role = database.reader().await;

    let store = open_views(&database.0.url_as(&role), Access::Read).await.unwrap();
    assert_reads(&store, generation).await;
    assert_refuses_to_write(&store, generation).await;
    store.close().await;

    let forbidden = [
        "INSERT INTO lagging VALUES (1, 'tournament', 2)",
        "UPDATE documents SET body = ''",
        "DELETE FROM exports",
        "TRUNCATE sources",
        "SELECT * FROM move_checkpoint(1, 0, 1, 2, 3, 3, 3, NULL)",
        "SELECT * FROM shards FOR UPDATE",
        "DO $$ BEGIN LOCK TABLE generations IN SHARE ROW EXCLUSIVE MODE; END $$",
        "CREATE TABLE mine (id INTEGER)",
        "DROP TABLE documents",
        "SELECT grant_reading('postgres')",
    ];
    database.assert_forbidden(&role, &forbidden).await;
    assert!(
        open_views(&database.0.url_as(&role), Access::Write).await.is_err(),
        "the role may not open it for writing"
    );
    database.drop_role(&role).await;
}

#[tokio::test]
async fn large_bodies_are_packed_by_lz4() {
    let database = Database::empty().await;
    let store = database.view_store().await;
    let large = document(ViewKind::Round, "1", &"{\"points\":3}".repeat(5_000));
    active_with(&*store, vec![large.clone()]).await;

    let packed = "SELECT pg_column_compression(body), pg_column_size(body) < 10000 FROM documents";
    let row = sqlx::query(packed).fetch_one(&mut database.connection().await).await.unwrap();
    assert_eq!((row.get::<String, _>(0).as_str(), row.get::<bool, _>(1)), ("lz4", true));
    assert_eq!(store.document(&large.key).await.unwrap(), Some(large));
}

/// Returns the peak memory of this process, in KiB.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Inserts 10,000 tournaments of 20 KiB each, and as many exports.
const LONG: &str = "
    INSERT INTO generations (fingerprint, state) VALUES ('one', 'active');
    INSERT INTO shards SELECT id, 0, 1, 1, 1, 1, true FROM generations;
    INSERT INTO documents
    SELECT id, 3, 'magic_event', n, 'tournament', n, lpad(n::text, 8, '0'), 1, false, NULL, NULL, '',
           convert_to(repeat('x', 20480), 'UTF8')
    FROM generations, generate_series(1, 10000) AS n;
    INSERT INTO list_counts SELECT id, 3, 'magic_event', 0, 0, '', 10000, 1 FROM generations;
    INSERT INTO exports
    SELECT generation, source_id, 3, source_id, 'legacy', 1, body, body FROM documents;
    ANALYZE";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_of_ten_thousand_takes_no_more_memory_than_one_of_a_hundred() {
    let database = Database::empty().await;
    let store = database.view_store().await;
    database.connection().await.execute(LONG).await.unwrap();
    let list = || store.list(ORGANIZATION, ViewKind::MagicEvent, ReaderGroup::Organizers);
    let first: Vec<Bytes> = list().await.unwrap().bodies.take(100).try_collect().await.unwrap();
    assert!(first.len() == 100 && first.iter().all(|body| body.len() == 20_480));
    drop(first);
    let before = peak();

    let exports = store.exports(ExportFilter::default()).await.unwrap().bodies;
    for stream in [list().await.unwrap().bodies, exports] {
        let (count, bytes) = stream
            .try_fold((0, 0), |(count, bytes), body| std::future::ready(Ok((count + 1, bytes + body.len()))))
            .await
            .unwrap();
        assert_eq!((count, bytes), (10_000, 10_000 * 20_480));
    }
    let documents = store.all_documents(Generation(1)).try_fold(0, |count, _| std::future::ready(Ok(count + 1)));
    assert_eq!(documents.await.unwrap(), 10_000);

    let grown = peak() - before;
    assert!(grown < 16 * 1024, "reading 600 MiB took {grown} KiB of memory");
}

/// There are eight connections for lists. An abandoned list must return it in a usable state, without reading the rest.
#[tokio::test]
async fn a_list_given_up_lets_go_of_its_connection_at_once() {
    let database = Database::empty().await;
    database.view_store().await.close().await;
    database.connection().await.execute(LONG).await.unwrap();
    let store = open_views(&database.0.url(), Access::Read).await.unwrap();
    let mut sent = 0;

    for _ in 0..200 {
        let mut list = store.list(ORGANIZATION, ViewKind::MagicEvent, ReaderGroup::Organizers).await.unwrap();
        sent += list.bodies.try_next().await.unwrap().unwrap().len();
    }

    assert_eq!(sent, 200 * 20_480);
    no_transaction_is_open(&database).await;
}

/// Waits until no transaction is open, without using the connection for lists.
async fn no_transaction_is_open(database: &Database) {
    let open =
        "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'";
    let mut watcher = database.connection().await;
    while sqlx::query(open).fetch_optional(&mut watcher).await.unwrap().is_some() {}
}

/// All connections for clients are in use.
#[tokio::test]
async fn ping_works_while_all_other_connections_are_in_use() {
    let database = Database::empty().await;
    database.view_store().await.close().await;
    let store = open_views(&database.0.url(), Access::Write).await.unwrap();
    active_with(&store, vec![document(ViewKind::Round, "1", "a round")]).await;
    let mut lock = database.connection().await;
    lock.execute("BEGIN; LOCK TABLE documents, list_counts IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let round = key(ViewKind::Round, "1");
    let list = || store.list(ORGANIZATION, ViewKind::Round, ReaderGroup::Organizers);
    let waiting = async {
        tokio::select! {
            (document, ..) = select_all((0..16).map(|_| store.document(&round))) => document.map(drop),
            (list, ..) = select_all((0..8).map(|_| list())) => list.map(drop),
        }
    };

    tokio::select! {
        biased;
        read = waiting => panic!("the read does not wait: {read:?}"),
        pinged = store.ping() => pinged.unwrap(),
    }
}
