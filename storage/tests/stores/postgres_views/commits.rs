//! Many projectors at once, and failures of connections and servers.

use std::sync::Arc;

use domain::documents::ReaderGroup;
use futures::future::join_all;
use proto_events::Position;
use proto_events::ids::OrganizationId;
use sqlx::{Connection, Executor, PgConnection, Row};
use storage::{
    Access, Document, DocumentKey, Generation, ListState, Lists, ParkedStream, Reached, Shard, ViewBatch, ViewKind,
    ViewReader as _, ViewStore,
};
use test_servers::Postgres;

use crate::conformance::Backend;
use crate::conformance::given::{ORGANIZATION, commit, document, key, listed, round, tournament};
use crate::postgres::{Database, open_views, restarted};

const COMMITS: i64 = 1_000;

/// Returns a batch that moves a shard by one position.
fn next(generation: Generation, shard: Shard, from: i64) -> ViewBatch {
    ViewBatch::new(generation, shard, Position(from), Reached::all(Position(from + 1)))
}

fn of(organization_id: OrganizationId, kind: ViewKind, name: String, position: i64) -> Document {
    let key = DocumentKey::new(organization_id, kind, name);
    Document { key, position: Position(position), ..document(kind, "", "body") }
}

/// Commits batches. Each writes two shared documents, in lists that both shards share, and removes an earlier one.
async fn fill_shard(store: &dyn ViewStore, generation: Generation, shard: Shard) {
    let shared = |kind, n: i64| of(OrganizationId::SHARED, kind, format!("{}/{n}", shard.index), n);
    for n in 0..COMMITS {
        let mut batch = next(generation, shard, n);
        // Shards name the lists in opposite order.
        let (first, second) = match shard.index {
            0 => (ViewKind::EventPage, ViewKind::PublicDecklist),
            _ => (ViewKind::PublicDecklist, ViewKind::EventPage),
        };
        let own = of(OrganizationId(i64::from(shard.index) + 10), ViewKind::Round, (n % 7).to_string(), n);
        batch.documents = vec![shared(first, n), own, shared(second, n)];
        if n >= 10 {
            batch.removed =
                vec![shared(ViewKind::RoundPage, n).removal(), shared(ViewKind::EventPage, n - 10).removal()];
        }
        assert_eq!(store.commit(batch).await.unwrap(), n + 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_shards_commit_a_thousand_times_each_at_once() {
    let database = Database::empty().await;
    let stores = [database.view_store().await, database.view_store().await];
    let generation = stores[0].begin_generation("one", "log").await.unwrap();
    let shards = [0, 1].map(|index| Shard { index, of: 2 });
    for shard in shards {
        stores[0].open_shard(generation, shard).await.unwrap();
    }

    let fill = |n: usize| fill_shard(&*stores[n], generation, shards[n]);
    tokio::join!(fill(0), fill(1));

    let places = stores[0].active().await.unwrap().unwrap().shards;
    assert!(places.iter().all(|place| place.commits == COMMITS && place.reached == Reached::all(Position(COMMITS))));
    for (organization, kind, count, changes) in [
        (OrganizationId::SHARED, ViewKind::EventPage, 20, 4 * COMMITS - 20),
        (OrganizationId::SHARED, ViewKind::PublicDecklist, 2 * COMMITS, 2 * COMMITS),
        (OrganizationId::SHARED, ViewKind::RoundPage, 0, 0),
        (OrganizationId(10), ViewKind::Round, 7, COMMITS),
        (OrganizationId(11), ViewKind::Round, 7, COMMITS),
    ] {
        let list = stores[0].list(organization, kind, ReaderGroup::Organizers).await.unwrap();
        assert_eq!(list.state, ListState { generation, count, changes }, "{kind:?}");
        assert_eq!(futures::StreamExt::count(list.bodies).await, usize::try_from(count).unwrap());
    }
    join_all(stores.iter().map(|store| store.close())).await;
    let deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
    let deadlocks: i64 = sqlx::query(deadlocks).fetch_one(&mut database.connection().await).await.unwrap().get(0);
    assert_eq!(deadlocks, 0, "shards never deadlock");
}

/// Waits until a session of the database waits for a lock.
async fn somebody_waits(watcher: &mut PgConnection) {
    let waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    while sqlx::query(waiting).fetch_optional(&mut *watcher).await.unwrap().is_none() {}
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_the_server_ends_for_a_deadlock_is_done_again() {
    let database = Database::empty().await;
    let store = database.view_store().await;
    let generation = store.begin_generation("one", "log").await.unwrap();
    commit(&*store, generation, |batch| batch.documents = vec![document(ViewKind::Round, "1", "old")]).await;
    let (mut rival, mut watcher) = (database.connection().await, database.connection().await);
    // The rival does not detect deadlocks itself, so that the server aborts the commit.
    rival.execute("SET deadlock_timeout = '1h'").await.unwrap();
    let mut lock = rival.begin().await.unwrap();
    lock.execute("UPDATE list_counts SET count = count").await.unwrap();

    let committed = tokio::spawn({
        let store = Arc::clone(&store);
        async move {
            let mut batch = next(generation, Shard::WHOLE, 1);
            batch.documents = vec![document(ViewKind::Round, "1", "new")];
            store.commit(batch).await
        }
    });
    somebody_waits(&mut watcher).await;
    lock.execute("UPDATE documents SET position = position").await.unwrap();
    lock.commit().await.unwrap();

    assert_eq!(committed.await.unwrap().unwrap(), 2);
    assert_eq!(round(&*store, "1").await.as_deref(), Some("new"));
    assert_eq!(store.state_of(Lists::of(ORGANIZATION, ViewKind::Round)).await.unwrap().count, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shards_of_their_own_organizations_do_not_wait_for_each_other() {
    let database = Database::empty().await;
    let store = database.view_store().await;
    let generation = store.begin_generation("one", "log").await.unwrap();
    let [first, second] = [0, 1].map(|index| Shard { index, of: 2 });
    store.open_shard(generation, first).await.unwrap();
    let mut slow = database.connection().await;
    let mut lock = slow.begin().await.unwrap();
    lock.execute("SELECT * FROM move_checkpoint(1, 0, 2, 0, 5, 5, 5, NULL)").await.unwrap();

    assert_eq!(store.commit(next(generation, second, 0)).await.unwrap(), 1, "during a batch of the first shard");

    lock.commit().await.unwrap();
    let places = store.active().await.unwrap().unwrap().shards;
    assert_eq!(places.iter().map(|place| place.reached.applied.0).collect::<Vec<_>>(), [5, 1]);
}

/// Rows that are being written when a generation is dropped do not remain.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dropping_waits_for_a_batch_under_way() {
    let database = Database::empty().await;
    let store = database.view_store().await;
    store.begin_generation("one", "log").await.unwrap();
    let building = store.begin_generation("two", "log").await.unwrap();
    let (mut projector, mut watcher) = (database.connection().await, database.connection().await);
    let mut batch = projector.begin().await.unwrap();
    let moved = sqlx::query("SELECT outcome FROM move_checkpoint($1, 0, 1, 0, 5, 5, 5, NULL)").bind(building.0);
    assert_eq!(moved.fetch_one(&mut *batch).await.unwrap().get::<String, _>(0), "written");

    let dropped = tokio::spawn({
        let store = Arc::clone(&store);
        async move { store.drop_inactive().await }
    });
    somebody_waits(&mut watcher).await;
    let late = sqlx::query("INSERT INTO sources VALUES ($1, 'tournament', 1, 'user', 1)").bind(building.0);
    late.execute(&mut *batch).await.unwrap();
    batch.commit().await.unwrap();

    assert_eq!(dropped.await.unwrap().unwrap(), 1);
    let left: i64 = sqlx::query("SELECT count(*) FROM sources").fetch_one(&mut watcher).await.unwrap().get(0);
    assert_eq!(left, 0);
}

/// The server is killed during commits and started again: commits wait, none fails, none is lost or duplicated. Reads
/// find the new server at their first attempt.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commits_and_reads_outlive_a_crash_of_the_server() {
    let server = Postgres::private().unwrap();
    let store = Arc::new(open_views(&server.url(), Access::Write).await.unwrap());
    let generation = store.begin_generation("one", "log").await.unwrap();
    // Opens connections of every pool, which the crash breaks.
    let _many = join_all((0..8).map(|_| listed(&*store, ViewKind::Round))).await;
    let _more = join_all((0..8).map(|_| store.active())).await;

    let commits = Arc::clone(&store);
    let writer = tokio::spawn(async move {
        for n in 0..400 {
            let documents = vec![document(ViewKind::Round, &n.to_string(), "body")];
            let batch = ViewBatch { documents, ..next(generation, Shard::WHOLE, n) };
            assert_eq!(commits.commit(batch).await.unwrap(), n + 1);
        }
    });
    while store.active().await.unwrap().unwrap().position() < Position(50) {}
    let server = restarted(server).await;
    assert!(store.document(&key(ViewKind::Round, "1")).await.unwrap().is_some());
    writer.await.unwrap();
    let place = store.active().await.unwrap().unwrap().shards[0];
    assert_eq!((place.commits, place.reached), (400, Reached::all(Position(400))));

    let _server = restarted(server).await;
    let first = DocumentKey::new(ORGANIZATION, ViewKind::Round, 1);
    let (documents, list, page, state) = tokio::join!(
        join_all((0..8).map(|_| store.document_of(generation, &first))),
        listed(&*store, ViewKind::Round),
        store.last(ORGANIZATION, ViewKind::Round, 25),
        store.state_of(Lists::of(ORGANIZATION, ViewKind::Round)),
    );
    assert!(documents.iter().all(|document| matches!(document, Ok(Some(_)))), "{documents:?}");
    assert_eq!((list.len(), page.unwrap().len(), state.unwrap().count), (400, 25, 400));
}

/// Text in PostgreSQL cannot contain NUL.
#[tokio::test]
async fn a_nul_in_a_key_finds_nothing_and_one_in_an_error_does_not_keep_a_stream_from_being_parked() {
    let database = Database::empty().await;
    let store = database.view_store().await;
    let generation = store.begin_generation("one", "log").await.unwrap();

    assert_eq!(store.document(&key(ViewKind::Convention, "sp\0ring")).await.unwrap(), None);
    assert_eq!(store.document_of(generation, &key(ViewKind::Convention, "\0")).await.unwrap(), None);
    let parked = ParkedStream { stream: tournament(1), position: Position(1), error: "no \0 here".into() };
    commit(&*store, generation, |batch| batch.parked = vec![parked]).await;
    assert_eq!(store.parked(generation).await.unwrap()[0].error, "no \u{fffd} here");
}

#[tokio::test]
async fn of_a_document_written_twice_in_a_batch_the_later_stays() {
    let database = Database::empty().await;
    let store = database.view_store().await;
    let generation = store.begin_generation("one", "log").await.unwrap();
    let both = || vec![document(ViewKind::Round, "1", "first"), document(ViewKind::Round, "1", "second")];

    for _ in 0..2 {
        commit(&*store, generation, |batch| batch.documents = both()).await;
        assert_eq!(round(&*store, "1").await.as_deref(), Some("second"));
        assert_eq!(store.state_of(Lists::of(ORGANIZATION, ViewKind::Round)).await.unwrap().count, 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_may_open_a_new_database_and_divide_it_at_once() {
    let database = Database::empty().await;
    let stores = join_all((0..6).map(|_| database.view_store())).await;
    let generations = join_all(stores.iter().map(|store| store.begin_generation("one", "log"))).await;
    let active = stores[0].active().await.unwrap().unwrap().generation;
    assert!(generations.iter().all(|generation| *generation.as_ref().unwrap() >= active), "{generations:?}");

    let open = (0..).zip(&stores).map(|(index, store)| store.open_shard(active, Shard { index, of: 6 }));
    let places = join_all(open).await;

    assert!(places.iter().all(|place| matches!(place, Ok(Some(_)))), "{places:?}");
    assert_eq!(stores[0].active().await.unwrap().unwrap().shards.len(), 6);
}
