//! Immutable events, limits of the database, and servers that stop and start again.

use std::sync::Arc;

use futures::future::join_all;
use proto_events::Position;
use proto_events::ids::{PasswordId, UserId};
use sqlx::{Connection, Executor, Row};
use storage::postgres::PostgresEventStore;
use storage::{AppendError, AppendRequest, Claim, EventStore, LogReader as _, StoreError, StreamWrite};
use test_servers::Postgres;
use tokio::sync::Barrier;

use super::{Database, restarted};
use crate::conformance::Backend;
use crate::conformance::given::{answer, assert_gapless, claiming, decklist, request, revised, write};

#[tokio::test]
async fn a_log_cannot_be_truncated() {
    let database = Database::empty().await;
    database.event_store().await.close().await;
    let refused = database.try_execute("TRUNCATE events").await.unwrap_err();
    assert!(refused.contains("events are never"), "{refused}");
}

#[tokio::test]
async fn what_the_database_cannot_hold_is_refused_and_its_neighbours_are_not() {
    let database = Database::empty().await;
    let store = database.event_store().await;
    let long = Claim { scope: "slug".into(), name: "x".repeat(5_000), holder: decklist(1) };
    let requests = [
        AppendRequest { claims: vec![long], ..request(vec![write(1, 0, 1)]) },
        claiming(2, "slug", "zero \0"),
        AppendRequest { idempotency: Some(answer("key/1", "zero \0", "")), ..request(vec![write(3, 0, 1)]) },
        AppendRequest { idempotency: Some(answer("key/1", "k", "zero \0")), ..request(vec![write(4, 0, 1)]) },
        AppendRequest { traceparent: Some("\0".into()), ..request(vec![write(5, 0, 1)]) },
        request(vec![StreamWrite { events: vec![revised("zero \0 in a text")], ..write(6, 0, 0) }]),
    ];

    let mut outcomes = join_all(requests.map(|request| store.append(request))).await;

    assert_eq!(outcomes.pop().unwrap().unwrap(), Position(1), "JSON writes it as an escape");
    for refused in outcomes {
        assert!(matches!(refused, Err(AppendError::Store(StoreError::Unwritable(_)))), "{refused:?}");
    }
    assert_eq!(store.holders("slug", &["zero \0".into()]).await.unwrap(), [None]);
    assert_eq!(store.recorded_answer("key/1", "zero \0").await.unwrap(), None);
}

#[tokio::test]
async fn commits_wait_for_the_disk_whatever_the_database_says() {
    let database = Database::empty().await;
    let mut session = database.connection().await;
    let setting = format!("ALTER DATABASE {} SET synchronous_commit = off", database.0.name());
    session.execute(sqlx::AssertSqlSafe(setting)).await.unwrap();
    let watch = "CREATE TABLE seen (setting TEXT); CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         INSERT INTO seen SELECT current_setting('synchronous_commit'); RETURN NULL; END $$";
    session.execute(watch).await.unwrap();
    let store = database.event_store().await;
    let triggers = "CREATE TRIGGER see AFTER INSERT ON events EXECUTE FUNCTION see();
                    CREATE TRIGGER see AFTER INSERT ON passwords EXECUTE FUNCTION see()";
    session.execute(triggers).await.unwrap();

    store.append(request(vec![write(1, 0, 1)])).await.unwrap();
    store.put_password(PasswordId(1), UserId(7), "a hash").await.unwrap();

    let seen = sqlx::query("SELECT setting FROM seen").fetch_all(&mut session).await.unwrap();
    assert_eq!(seen.iter().map(|row| row.get::<String, _>(0)).collect::<Vec<_>>(), ["on", "on"]);
}

/// Appends to separate streams one after the other; panics at the first failure.
async fn append_on(store: Arc<PostgresEventStore>, streams: std::ops::Range<i64>, first: Arc<Barrier>) {
    for (n, id) in streams.enumerate() {
        store.append(request(vec![write(id, 0, 2)])).await.unwrap();
        if n == 20 {
            first.wait().await;
        }
    }
}

/// The server is killed and started again while eight writers of two processes append. Appends wait, none fails or is
/// duplicated, and no acknowledged one is lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn appends_outlive_a_crash_of_the_server() {
    let server = Postgres::private().unwrap();
    let stores = [server.url(), server.url()]
        .map(|url| async move { PostgresEventStore::open(&url, storage::Access::Write).await.unwrap() });
    let stores: Vec<_> = join_all(stores).await.into_iter().map(Arc::new).collect();
    let first = Arc::new(Barrier::new(9));
    let writers = (0..8).map(|writer| {
        let store = Arc::clone(&stores[usize::try_from(writer % 2).unwrap()]);
        tokio::spawn(append_on(store, writer * 300..(writer + 1) * 300, Arc::clone(&first)))
    });
    let writers: Vec<_> = writers.collect();

    first.wait().await;
    let _server = restarted(server).await;
    for writer in join_all(writers).await {
        writer.unwrap();
    }

    for id in 0..8 * 300 {
        assert_eq!(stores[0].read_stream(decklist(id), 0).await.unwrap().len(), 2, "stream {id}");
    }
    assert_gapless(&*stores[0], 2 * 8 * 300).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_stays_away_is_told_as_unavailable() {
    let server = Postgres::private().unwrap();
    let store = PostgresEventStore::open(&server.url(), storage::Access::Write).await.unwrap();
    store.append(request(vec![write(1, 0, 1)])).await.unwrap();

    server.crash().unwrap();
    let (append, read) = tokio::join!(store.append(request(vec![write(2, 0, 1)])), store.head());

    match append {
        Err(AppendError::Store(error)) => assert!(error.is_unavailable(), "{error:?}"),
        other => panic!("{other:?}"),
    }
    assert!(read.unwrap_err().is_unavailable());

    server.start().unwrap();
    assert_eq!(store.append(request(vec![write(2, 0, 1)])).await.unwrap(), Position(2));
    assert_eq!(store.head().await.unwrap(), Position(2));
}

/// Another session locks the counter when the connection is lost: the store still finds out the outcome of the
/// statement.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_statement_that_waited_when_its_connection_broke_is_written_once() {
    let database = Database::empty().await;
    let store = database.event_store().await;
    store.append(request(vec![write(1, 0, 1)])).await.unwrap();
    let (mut holder, mut watcher) = (database.connection().await, database.connection().await);
    let mut lock = holder.begin().await.unwrap();
    sqlx::query("SELECT position FROM log_head FOR UPDATE").execute(&mut *lock).await.unwrap();

    let append = tokio::spawn({
        let store = Arc::clone(&store);
        async move { store.append(request(vec![write(2, 0, 3)])).await }
    });
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE wait_event_type = 'Lock' AND datname = current_database()";
    while sqlx::query(cut).fetch_optional(&mut watcher).await.unwrap().is_none() {}
    lock.rollback().await.unwrap();

    assert_eq!(append.await.unwrap().unwrap(), Position(4));
    assert_gapless(&*store, 4).await;
}

/// A process of an older version writes without reading if `changes` is as it left it.
#[tokio::test]
async fn an_append_without_events_counts_as_a_change_too() {
    let database = Database::empty().await;
    let store = database.event_store().await;
    let changes = async || database.texts("SELECT changes::text FROM log_head").await;
    let before = changes().await;

    let recorded = AppendRequest { idempotency: Some(answer("key/1", "k", "{}")), ..request(Vec::new()) };
    assert_eq!(store.append(recorded).await.unwrap(), Position::START);

    assert_ne!(changes().await, before);
}
