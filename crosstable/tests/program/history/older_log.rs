//! An older copy of the log, or another log, under newer views: these views must not be served.

use std::sync::Arc;

use crosstable::{App, Databases, Settings};
use service_kit::clock::SystemClock;
use storage::Database;
use tempfile::tempdir;
use test_servers::Postgres;

use crate::common::{done, is_sound, refused, store};
use crate::history::lists::{hand_in, name_of, start};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_file_beside_newer_views_shows_nothing_of_them() {
    let (folder, key) = store();
    let app = start(&folder).await;
    hand_in(&app, &key, "Kept").await;
    app.stop().await.unwrap();
    let (log, older) = (folder.path().join("data/events.sqlite"), folder.path().join("older.sqlite"));
    std::fs::copy(&log, &older).unwrap();
    let app = start(&folder).await;
    let lost = hand_in(&app, &key, "Lost").await;
    app.stop().await.unwrap();
    std::fs::copy(&older, &log).unwrap();
    let verified = refused(folder.path(), &["verify"]);
    assert!(verified.contains("that the log does not have"), "{verified}");

    let app = start(&folder).await;
    assert!(name_of(&app, &key, &lost.path, None).await.is_err(), "before the views are rendered again");
    let new = hand_in(&app, &key, "New").await;
    assert_eq!(new.path, lost.path, "the older log gives the id again");
    assert_eq!(name_of(&app, &key, &new.path, Some(&new.token)).await.as_deref(), Ok("New"));
    assert_eq!(name_of(&app, &key, &new.path, Some(&lost.token)).await, Err(400), "a token of the lost history");
    app.caught_up().await.unwrap();
    assert_eq!(name_of(&app, &key, &new.path, None).await.as_deref(), Ok("New"));
    app.stop().await.unwrap();
    is_sound(folder.path());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_file_that_has_grown_since_is_noticed_as_well() {
    let (folder, key) = store();
    let app = start(&folder).await;
    app.stop().await.unwrap();
    let (log, views) = (folder.path().join("data/events.sqlite"), folder.path().join("data/views.sqlite"));
    let older = folder.path().join("older.sqlite");
    std::fs::copy(&log, &older).unwrap();
    let app = start(&folder).await;
    let lost = hand_in(&app, &key, "Lost").await;
    app.stop().await.unwrap();
    std::fs::copy(&views, folder.path().join("newer-views.sqlite")).unwrap();
    // The older log grows without these views for a while, and then gets them back.
    std::fs::copy(&older, &log).unwrap();
    std::fs::remove_file(&views).unwrap();
    let app = start(&folder).await;
    let other = hand_in(&app, &key, "Other").await;
    hand_in(&app, &key, "Another").await;
    app.stop().await.unwrap();
    std::fs::copy(folder.path().join("newer-views.sqlite"), &views).unwrap();

    let app = start(&folder).await;
    assert_eq!(other.path, lost.path);
    let shown = loop {
        match name_of(&app, &key, &lost.path, None).await {
            Err(503) => {}
            shown => break shown,
        }
    };
    assert_eq!(shown.as_deref(), Ok("Other"));
    app.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_of_another_installation_shows_nothing_of_these_views() {
    let (folder, key) = store();
    let app = start(&folder).await;
    let list = hand_in(&app, &key, "Ours").await;
    app.stop().await.unwrap();
    let (other, _) = store();
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(folder.path().join(format!("data/events.sqlite{ending}")));
    }
    std::fs::copy(other.path().join("data/events.sqlite"), folder.path().join("data/events.sqlite")).unwrap();

    let app = start(&folder).await;
    app.caught_up().await.unwrap();
    assert_eq!(name_of(&app, &key, &list.path, None).await, Err(401), "the other log does not have this key");
    app.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_whose_log_is_set_back_ends_and_is_right_when_it_is_started_again() {
    let (folder, server) = (tempdir().unwrap(), Postgres::shared().unwrap());
    let (events, views) = (server.database().await.unwrap(), server.database().await.unwrap());
    let (older, secret) = (server.database().await.unwrap(), folder.path().join("secret"));
    std::fs::write(&secret, "a".repeat(44)).unwrap();
    let url = events.url();
    let with = |arguments: &[&str]| done(folder.path(), &[arguments, &["--database-url", &url]].concat());
    with(&["organizations", "create", "--name", "Corner Store"]);
    let key = with(&["keys", "issue", "--organization", "1", "--name", "x", "--role", "ADMIN"]);
    let serve = async || {
        let databases = Databases {
            events: Some(Database::Postgres(events.url())),
            views: Some(Database::Postgres(views.url())),
            secret_file: Some(secret.clone()),
            ..Databases::default()
        };
        let settings = crosstable::settings([], folder.path().join("data")).unwrap();
        let settings = Settings { databases, public_url: Some("http://127.0.0.1:8080".into()), ..settings };
        App::start(settings, Arc::new(SystemClock)).await.unwrap()
    };
    let app = serve().await;
    hand_in(&app, &key, "Kept").await;
    app.stop().await.unwrap();
    older.set_to(&events).unwrap();
    let app = serve().await;
    let lost = hand_in(&app, &key, "Lost").await;
    events.set_to(&older).unwrap();
    let ended = app.serve_until_stopped().await.unwrap_err();
    assert!(format!("{ended:#}").contains("set back or replaced"), "{ended:#}");

    let app = serve().await;
    assert!(name_of(&app, &key, &lost.path, None).await.is_err(), "before the views are rendered again");
    let new = hand_in(&app, &key, "New").await;
    assert_eq!(name_of(&app, &key, &new.path, Some(&new.token)).await.as_deref(), Ok("New"));
    assert_eq!(name_of(&app, &key, &new.path, Some(&lost.token)).await, Err(400), "a token of the lost history");
    app.stop().await.unwrap();
}
