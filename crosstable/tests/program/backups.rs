//! Backup and restore: while a server runs, between kinds of databases, and with damaged files.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use proto_events::{Position, Recorded};
use reqwest::Client;
use storage::{Access, Database, open_events};
use tempfile::{TempDir, tempdir};
use test_servers::{Postgres, TestDatabase};

use crate::common::{Server, archive, crosstable, run, run_with_input, stderr, stdout};

async fn log_of(database: Database) -> (String, Vec<Recorded>) {
    let store = open_events(&database, Access::Write).await.unwrap();
    let (id, mut log) = (store.log_id(), Vec::<Recorded>::new());
    loop {
        let after = log.last().map_or(Position::START, |last| last.position);
        let more = store.read_from(after, 1_000).await.unwrap();
        if more.is_empty() {
            store.close().await;
            return (id, log);
        }
        log.extend(more);
    }
}

async fn log_in(folder: &Path) -> (String, Vec<Recorded>) {
    log_of(Database::Sqlite(folder.join("data/events.sqlite"))).await
}

/// Returns a folder with an organization, a key and a tournament; and the key.
fn filled() -> (TempDir, String) {
    let folder = tempdir().unwrap();
    run(folder.path(), &["organizations", "create", "--name", "Corner Store"]);
    let key = run(folder.path(), &["keys", "issue", "--organization", "1", "--name", "x", "--role", "ADMIN"]);
    std::fs::write(folder.path().join("a.json"), archive("a").to_string()).unwrap();
    let imported = run(folder.path(), &["import", "a.json", "--organization", "1"]);
    assert!(imported.status.success(), "{}", stderr(&imported));
    (folder, stdout(&key).trim().to_owned())
}

fn backed_up(folder: &Path, name: &str, more: &[&str]) {
    let done = run(folder, &[&["backup", name], more].concat());
    assert!(done.status.success(), "{}", stderr(&done));
}

/// Restores into another data folder. Returns stderr.
fn restored(folder: &Path, file: &Path, more: &[&str]) -> Result<String, String> {
    let done = run(folder, &[&["restore", file.to_str().unwrap(), "--without-erasures"], more].concat());
    if done.status.success() { Ok(stderr(&done)) } else { Err(stderr(&done)) }
}

/// Submits lists until `stop` is set. Counts the accepted ones in `taken`.
async fn hand_in(address: String, key: String, taken: Arc<AtomicUsize>, stop: Arc<AtomicBool>) {
    let client = Client::new();
    while !stop.load(Ordering::SeqCst) {
        let body = serde_json::json!({"name": "Islands", "plaintext_list": "60 Island"});
        let request = client.post(format!("{address}/api/v1/decklists/")).header("x-api-key", &key).json(&body);
        // Deferred while the first views are rendered.
        match request.header("prefer", "respond-async").send().await.unwrap().status().as_u16() {
            201 => drop(taken.fetch_add(1, Ordering::SeqCst)),
            status => assert_eq!(status, 503),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_before_a_backup_is_in_it_while_a_server_writes() {
    let (folder, key) = filled();
    let server = Server::serve(folder.path(), &[], &[]);
    let address = server.told(" on ").unwrap();
    let (taken, stop) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
    let writing = tokio::spawn(hand_in(address, key.clone(), Arc::clone(&taken), Arc::clone(&stop)));
    while taken.load(Ordering::SeqCst) < 20 {
        assert!(!writing.is_finished(), "the writer failed");
        tokio::task::yield_now().await;
    }
    let before = taken.load(Ordering::SeqCst);
    let path = folder.path().to_path_buf();
    tokio::task::spawn_blocking(move || backed_up(&path, "busy.backup", &["--with-secret"])).await.unwrap();
    stop.store(true, Ordering::SeqCst);
    writing.await.unwrap();
    drop(server);

    let elsewhere = tempdir().unwrap();
    restored(elsewhere.path(), &folder.path().join("busy.backup"), &[]).unwrap();
    let ((first, whole), (second, part)) = (log_in(folder.path()).await, log_in(elsewhere.path()).await);
    assert!(whole.starts_with(&part), "the backup holds the log at one moment");
    assert_ne!(first, second, "a restored log gets its own id");
    let lists = part.iter().filter(|event| event.encoded.payload.contains("60 Island")).count();
    assert!(lists >= before, "{lists} of {before}");
    let secret = |folder: &Path| std::fs::read_to_string(folder.join("data/secret")).unwrap();
    assert_eq!(secret(folder.path()), secret(elsewhere.path()));

    let server = Server::serve(elsewhere.path(), &[], &[]);
    let address = server.told(" on ").unwrap();
    let verified = run(elsewhere.path(), &["verify"]);
    assert!(stderr(&verified).contains("Sound."), "{}", stderr(&verified));
    let request = Client::new().get(format!("{address}/api/v1/decklists/")).header("x-api-key", &key);
    let answer = loop {
        let answer = request.try_clone().unwrap().send().await.unwrap();
        if answer.status() != 503 {
            break answer;
        }
    };
    assert_eq!(answer.status(), 200);
}

fn named(events: &TestDatabase, views: &TestDatabase) -> [String; 4] {
    ["--database-url".into(), events.url(), "--views-database-url".into(), views.url()]
}

#[tokio::test]
async fn events_are_the_same_after_a_way_over_another_kind_of_database_and_back() {
    let (folder, _) = filled();
    backed_up(folder.path(), "one.backup", &[]);
    let postgres = Postgres::shared().unwrap();
    let (events, views) = (postgres.database().await.unwrap(), postgres.database().await.unwrap());
    let options = named(&events, &views);
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    restored(folder.path(), &folder.path().join("one.backup"), &options).unwrap();
    backed_up(folder.path(), "two.backup", &options);

    let back = tempdir().unwrap();
    restored(back.path(), &folder.path().join("two.backup"), &[]).unwrap();
    let (first, over, last) =
        (log_in(folder.path()).await, log_of(Database::Postgres(events.url())).await, log_in(back.path()).await);
    assert!(!first.1.is_empty() && first.1 == over.1 && over.1 == last.1);
    assert!(first.0 != over.0 && over.0 != last.0);
    // Sequences continue: the next organization gets a new id.
    let made = run(back.path(), &["organizations", "create", "--name", "Another Store"]);
    assert_eq!(stdout(&made).trim(), "2");

    let refused = restored(folder.path(), &folder.path().join("one.backup"), &options).unwrap_err();
    assert!(refused.contains("empty"), "{refused}");
    assert!(log_of(Database::Postgres(events.url())).await == over, "the log is unchanged");
}

#[tokio::test]
async fn a_damaged_file_leaves_a_store_that_takes_a_whole_one() {
    let (folder, _) = filled();
    backed_up(folder.path(), "whole.backup", &[]);
    let whole = std::fs::read(folder.path().join("whole.backup")).unwrap();
    let elsewhere = tempdir().unwrap();
    let cut = elsewhere.path().join("cut.backup");
    for length in [whole.len() - 1, whole.len() / 2] {
        std::fs::write(&cut, &whole[..length]).unwrap();
        let refused = restored(elsewhere.path(), &cut, &[]).unwrap_err();
        assert!(refused.contains("damaged"), "{refused}");
        assert_eq!(log_in(elsewhere.path()).await.1, []);
    }
    let done = run_with_input(elsewhere.path(), &["restore", "-", "--without-erasures"], &whole);
    assert!(done.status.success(), "{}", stderr(&done));
    assert!(log_in(elsewhere.path()).await.1 == log_in(folder.path()).await.1);
}

#[tokio::test]
async fn nothing_is_restored_over_something_or_beside_views_of_something_else() {
    let (folder, _) = filled();
    backed_up(folder.path(), "a.backup", &[]);
    let file = folder.path().join("a.backup");
    let log = log_in(folder.path()).await;
    assert!(restored(folder.path(), &file, &[]).unwrap_err().contains("empty store"));
    assert!(log_in(folder.path()).await == log);

    let again = run(folder.path(), &["backup", "a.backup"]);
    assert!(stderr(&again).contains("already exists"), "{}", stderr(&again));

    let elsewhere = tempdir().unwrap();
    drop(Server::serve(elsewhere.path(), &[], &[]));
    run(elsewhere.path(), &["organizations", "create", "--name", "Other"]);
    let server = Server::serve(elsewhere.path(), &[], &[]);
    assert!(restored(elsewhere.path(), &file, &[]).unwrap_err().contains("another Crosstable serves"));
    drop(server);
    run(elsewhere.path(), &["rebuild"]);
    std::fs::remove_file(elsewhere.path().join("data/events.sqlite")).unwrap();
    let refused = restored(elsewhere.path(), &file, &[]).unwrap_err();
    assert!(refused.contains("holds views of another log"), "{refused}");
}

#[test]
fn a_backup_is_nobody_elses_to_read_and_goes_into_a_pipe_as_well() {
    let (folder, _) = filled();
    backed_up(folder.path(), "a.backup", &[]);
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(folder.path().join("a.backup")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let piped = crosstable(folder.path()).args(["backup", "-"]).output().unwrap();
    assert!(piped.status.success(), "{}", stderr(&piped));
    let elsewhere = tempdir().unwrap();
    let done = run_with_input(elsewhere.path(), &["restore", "-", "--without-erasures"], &piped.stdout);
    assert!(done.status.success(), "{}", stderr(&done));
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().contains("unfinished")), "{left:?}");
}
