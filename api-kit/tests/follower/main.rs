//! Followers of views that another process writes, with a real NATS server and without one.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail as tests do")]

mod scene;

use std::sync::Arc;
use std::time::Duration;

use api_kit::progress::Wanted;
use proto_events::Position;
use storage::postgres::PostgresViewStore;
use test_servers::Postgres;
use test_servers::nats::{Nats as Server, Version};
use tokio::time::Instant;

use scene::{Reader, Scene, Writer, connected, until};

/// The maximum age of documents for readers without a token.
const BOUND: Duration = Duration::from_secs(2);

/// Writes a document, and checks that a reader with a token sees the write.
async fn is_followed(writer: &mut Writer, reader: &Reader) -> Position {
    let position = writer.commit(&[1]).await;
    assert!(reader.progress.reaches(position, Wanted::All, BOUND).await);
    assert_eq!(reader.read(1).await, position);
    position
}

#[tokio::test]
async fn two_followers_hear_of_what_changed_and_keep_what_did_not() {
    let server = Server::private(Version::Debian).unwrap();
    let (scene, mut writer) = Scene::start().await;
    let nats = connected(&server).await;
    let readers = [Reader::hearing(&scene, &nats), Reader::hearing(&scene, &connected(&server).await)];
    writer.tell_on(&nats);
    writer.commit(&[1, 2]).await;
    for reader in &readers {
        writer.commit_until_heard(reader, 1).await;
        reader.read(2).await;
    }
    let emptied = readers.each_ref().map(Reader::emptied);
    let mut took = Vec::new();
    for _ in 0..200 {
        let position = writer.commit(&[1]).await;
        let told = Instant::now();
        for reader in &readers {
            assert!(reader.progress.reaches(position, Wanted::All, BOUND).await);
            assert_eq!(reader.read(1).await, position, "a reader with a token sees the write");
        }
        took.push(told.elapsed());
    }
    took.sort_unstable();
    assert!(took[100] < Duration::from_millis(100), "half of the notices took more than {:?}", took[100]);
    for nonsense in ["", "{}", "null", "[1, 2]", "\u{0}", r#"{"generation":1}"#] {
        nats.client().publish("crosstable.notices", nonsense.into()).await.unwrap();
    }
    let position = writer.commit(&[1]).await;
    for reader in &readers {
        assert!(reader.progress.reaches(position, Wanted::All, BOUND).await, "what is no notice is passed over");
        assert_eq!(reader.read(1).await, position);
    }
    assert_eq!(readers.each_ref().map(Reader::emptied), emptied, "nothing was lost");
    assert!(readers.iter().all(|reader| reader.has_cached(2)));
    scene.stop(readers).await;
}

#[tokio::test]
async fn nats_may_go_and_come_back() {
    let server = Server::private(Version::Debian).unwrap();
    let (scene, mut writer) = Scene::start().await;
    let nats = connected(&server).await;
    let reader = Reader::hearing(&scene, &nats);
    writer.tell_on(&nats);
    writer.commit(&[1, 2]).await;
    writer.commit_until_heard(&reader, 1).await;

    server.crash();
    nats.link().wait_for(|link| !link.connected).await.unwrap();
    for _ in 0..3 {
        // The follower finds it in the store.
        is_followed(&mut writer, &reader).await;
    }

    server.start().unwrap();
    nats.link().wait_for(|link| link.connected).await.unwrap();
    writer.commit_until_heard(&reader, 1).await;
    let emptied = reader.emptied();
    reader.read(2).await;
    for _ in 0..20 {
        is_followed(&mut writer, &reader).await;
    }
    assert_eq!(reader.emptied(), emptied, "notices arrive again");
    assert!(reader.has_cached(2));
    scene.stop([reader]).await;
}

#[tokio::test]
async fn without_nats_the_store_is_looked_at_and_caches_are_left_alone_while_nothing_changes() {
    let (quiet, mut writer) = Scene::start().await;
    let reader = Reader::looking(&quiet);
    for _ in 0..3 {
        is_followed(&mut writer, &reader).await;
    }
    let emptied = reader.emptied();
    // The busy reader's waits take several reads of the store. The quiet reader reads the store as often and finds no
    // change.
    let (busy, mut writer) = Scene::start().await;
    let other = Reader::looking(&busy);
    for _ in 0..4 {
        let position = writer.commit(&[1]).await;
        assert!(other.progress.reaches(position, Wanted::All, BOUND).await);
    }
    assert_eq!(reader.emptied(), emptied);
    assert!(reader.has_cached(1));
    quiet.stop([reader]).await;
    busy.stop([other]).await;
}

#[tokio::test]
async fn another_generation_is_followed_as_soon_as_it_is_served() {
    let server = Server::private(Version::Debian).unwrap();
    let (scene, mut writer) = Scene::start().await;
    let nats = connected(&server).await;
    let mut reader = Reader::hearing(&scene, &nats);
    writer.tell_on(&nats);
    writer.commit(&[1]).await;
    writer.commit_until_heard(&reader, 1).await;
    reader.read(1).await;
    assert!(!*reader.complete.borrow());

    writer.switch().await;
    is_followed(&mut writer, &reader).await;
    reader.complete.wait_for(|complete| *complete).await.unwrap();
    writer.commit_until_heard(&reader, 1).await;
    scene.stop([reader]).await;
}

/// A crashed database restarts with its committed data, and readers find it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_comes_back_is_followed_again() {
    let database = Postgres::private().unwrap();
    let views = PostgresViewStore::open(&database.url(), storage::Access::Write, storage::SpoolSettings::default())
        .await
        .unwrap();
    let (scene, mut writer) = Scene::on(Arc::new(views), None).await;
    let mut reader = Reader::looking(&scene);
    let position = is_followed(&mut writer, &reader).await;
    reader.sighted.wait_for(|sighted| *sighted).await.unwrap();

    database.crash().unwrap();
    let killed = Instant::now();
    until(async || !reader.has_cached(1)).await;
    assert!(killed.elapsed() < BOUND, "kept for {:?}", killed.elapsed());
    reader.sighted.wait_for(|sighted| !*sighted).await.unwrap();
    assert!(reader.progress.reaches(position, Wanted::All, Duration::ZERO).await, "a reached position stays reached");
    database.start().unwrap();
    reader.sighted.wait_for(|sighted| *sighted).await.unwrap();
    assert_eq!(reader.read(1).await, position);
    is_followed(&mut writer, &reader).await;
    scene.stop([reader]).await;
}
