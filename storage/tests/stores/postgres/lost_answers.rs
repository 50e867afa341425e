//! Connections that are lost exactly during a marked append.

use proto_events::ids::{PasswordId, UserId};
use storage::EventStore;
use storage::postgres::PostgresEventStore;
use tokio::sync::oneshot;

use super::Database;
use super::cutting::{Break, MARK, behind};
use crate::conformance::Backend;
use crate::conformance::given::{assert_gapless, decklist, request, revised, write};

/// Opens a store behind a relay that cuts one connection.
async fn store_behind(database: &Database, how: Break) -> PostgresEventStore {
    PostgresEventStore::open(&behind(&database.0.url(), how).await, storage::Access::Write).await.unwrap()
}

/// Appends twice, the second time with the mark, and checks that everything is written once.
async fn append_marked(store: &dyn EventStore) {
    store.append(request(vec![write(1, 0, 1)])).await.unwrap();
    let mut marked = write(2, 0, 2);
    marked.events.push(revised(MARK));

    let appended = store.append(request(vec![marked])).await.unwrap();

    assert_eq!(appended.0, 4);
    assert_gapless(store, 4).await;
    assert_eq!(store.append(request(vec![write(1, 1, 1)])).await.unwrap().0, 5);
}

/// The statement never arrives, or its answer is lost, or that to its commit.
#[tokio::test]
async fn what_is_sent_again_is_written_once() {
    for how in [Break::Before, Break::After, Break::Committed] {
        let database = Database::empty().await;
        append_marked(&store_behind(&database, how).await).await;
    }
}

#[tokio::test]
async fn a_statement_that_arrives_late_writes_nothing() {
    let database = Database::empty().await;
    let (say, now) = oneshot::channel();
    let store = store_behind(&database, Break::Late(now)).await;
    append_marked(&store).await;

    say.send(()).unwrap();

    // The relay waits for its answer. Anything that it wrote would exist when the next append does.
    let direct = database.event_store().await;
    direct.append(request(vec![write(3, 0, 1)])).await.unwrap();
    assert_gapless(&*direct, 6).await;
    assert_eq!(direct.read_stream(decklist(2), 0).await.unwrap().len(), 3);
}

#[tokio::test]
async fn a_password_is_kept_though_the_connection_breaks() {
    for how in [Break::Before, Break::After] {
        let database = Database::empty().await;
        let store = store_behind(&database, how).await;
        store.put_password(PasswordId(1), UserId(7), "another").await.unwrap();

        store.put_password(PasswordId(2), UserId(7), MARK).await.unwrap();

        let kept = database.event_store().await.password(PasswordId(2)).await.unwrap();
        assert_eq!(kept.as_deref(), Some(MARK));
        assert_eq!(store.forget_passwords(UserId(7), PasswordId(2)).await.unwrap(), 1);
    }
}
