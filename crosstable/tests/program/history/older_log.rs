//! An older copy of the log, or another log, under newer views: these views must not be served.

use crosstable::{Databases, RunningApp, Settings};
use storage::Database;
use tempfile::{TempDir, tempdir};
use test_servers::{Postgres, TestDatabase};

use crate::common::{run, stderr, stdout};
use crate::history::lists::{HandedIn, filled, hand_in, name_of, on, start};

/// Checks, after the log was set back to before "Lost", that "Lost" is not served and that a new list can be read.
async fn nothing_lost_is_shown(app: &RunningApp, key: &str, lost: &HandedIn) {
    assert!(name_of(app, key, &lost.path, None).await.is_err(), "before the views are rendered again");
    let new = hand_in(app, key, "New").await;
    assert_eq!(new.path, lost.path, "the older log gives the id again");
    assert_eq!(name_of(app, key, &new.path, Some(&new.token)).await.as_deref(), Ok("New"));
    assert_eq!(name_of(app, key, &new.path, Some(&lost.token)).await, Err(400), "a token of the lost history");
    app.caught_up().await.unwrap();
    assert_eq!(name_of(app, key, &new.path, None).await.as_deref(), Ok("New"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_file_beside_newer_views_shows_nothing_of_them() {
    let (folder, key) = filled();
    let app = start(on(folder.path())).await;
    hand_in(&app, &key, "Kept").await;
    app.stop().await.unwrap();
    let (log, older) = (folder.path().join("data/events.sqlite"), folder.path().join("older.sqlite"));
    std::fs::copy(&log, &older).unwrap();
    let app = start(on(folder.path())).await;
    let lost = hand_in(&app, &key, "Lost").await;
    app.stop().await.unwrap();
    std::fs::copy(&older, &log).unwrap();
    let verified = run(folder.path(), &["verify"]);
    assert!(stderr(&verified).contains("that the log does not have"), "{}", stderr(&verified));
    assert_eq!(verified.status.code(), Some(1));

    let app = start(on(folder.path())).await;
    nothing_lost_is_shown(&app, &key, &lost).await;
    app.stop().await.unwrap();
    let verified = run(folder.path(), &["verify"]);
    assert!(stderr(&verified).contains("Sound."), "{}", stderr(&verified));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_file_that_has_grown_since_is_noticed_as_well() {
    let (folder, key) = filled();
    let app = start(on(folder.path())).await;
    app.stop().await.unwrap();
    let (log, views) = (folder.path().join("data/events.sqlite"), folder.path().join("data/views.sqlite"));
    let older = folder.path().join("older.sqlite");
    std::fs::copy(&log, &older).unwrap();
    let app = start(on(folder.path())).await;
    let lost = hand_in(&app, &key, "Lost").await;
    app.stop().await.unwrap();
    std::fs::copy(&views, folder.path().join("newer-views.sqlite")).unwrap();
    // The older log grows without these views for a while, and then gets them back.
    std::fs::copy(&older, &log).unwrap();
    std::fs::remove_file(&views).unwrap();
    let app = start(on(folder.path())).await;
    let other = hand_in(&app, &key, "Other").await;
    hand_in(&app, &key, "Another").await;
    app.stop().await.unwrap();
    std::fs::copy(folder.path().join("newer-views.sqlite"), &views).unwrap();

    let app = start(on(folder.path())).await;
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
    let (folder, key) = filled();
    let app = start(on(folder.path())).await;
    let list = hand_in(&app, &key, "Ours").await;
    app.stop().await.unwrap();
    let (other, _) = filled();
    for ending in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(folder.path().join(format!("data/events.sqlite{ending}")));
    }
    std::fs::copy(other.path().join("data/events.sqlite"), folder.path().join("data/events.sqlite")).unwrap();

    let app = start(on(folder.path())).await;
    app.caught_up().await.unwrap();
    assert_eq!(name_of(&app, &key, &list.path, None).await, Err(401), "the other log does not have this key");
    app.stop().await.unwrap();
}

/// Two databases and a folder with the secret.
struct OnPostgres {
    events: TestDatabase,
    views: TestDatabase,
    folder: TempDir,
}

impl OnPostgres {
    async fn empty() -> Self {
        let server = Postgres::shared().unwrap();
        let folder = tempdir().unwrap();
        std::fs::write(folder.path().join("secret"), "a".repeat(44)).unwrap();
        Self { events: server.database().await.unwrap(), views: server.database().await.unwrap(), folder }
    }

    fn settings(&self) -> Settings {
        let databases = Databases {
            events: Some(Database::Postgres(self.events.url())),
            views: Some(Database::Postgres(self.views.url())),
            secret_file: Some(self.folder.path().join("secret")),
            ..Databases::default()
        };
        Settings { databases, public_url: Some("http://127.0.0.1:8080".into()), ..on(self.folder.path()) }
    }

    fn filled(&self) -> String {
        let url = self.events.url();
        let with = |arguments: &[&str]| run(self.folder.path(), &[arguments, &["--database-url", &url]].concat());
        let made = with(&["organizations", "create", "--name", "Corner Store"]);
        assert!(made.status.success(), "{}", stderr(&made));
        let key = with(&["keys", "issue", "--organization", "1", "--name", "x", "--role", "ADMIN"]);
        stdout(&key).trim().to_owned()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_whose_log_is_set_back_ends_and_is_right_when_it_is_started_again() {
    let place = OnPostgres::empty().await;
    let key = place.filled();
    let app = start(place.settings()).await;
    hand_in(&app, &key, "Kept").await;
    app.stop().await.unwrap();
    let older = place.events.copy().unwrap();
    let app = start(place.settings()).await;
    let lost = hand_in(&app, &key, "Lost").await;
    place.events.set_to(&older).unwrap();
    let ended = app.serve_until_stopped().await.unwrap_err();
    assert!(format!("{ended:#}").contains("set back or replaced"), "{ended:#}");

    let app = start(place.settings()).await;
    nothing_lost_is_shown(&app, &key, &lost).await;
    app.stop().await.unwrap();
}
