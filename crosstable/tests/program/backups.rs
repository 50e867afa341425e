//! Backup and restore: while a server runs, between kinds of databases, and with damaged files.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use reqwest::Client;
use storage::Database;
use tempfile::{TempDir, tempdir};
use test_servers::Postgres;

use crate::common::{
    Server, archive, done, hand_in, is_sound, lists_in, log_in, log_of, mode, refused, run, run_with_input, stderr,
    store,
};

/// Returns a folder with an organization, a key and a tournament; and the key.
fn filled() -> (TempDir, String) {
    let (folder, key) = store();
    std::fs::write(folder.path().join("a.json"), archive("a").to_string()).unwrap();
    done(folder.path(), &["import", "a.json", "--organization", "1"]);
    (folder, key)
}

fn restore(file: &Path) -> [&str; 3] {
    ["restore", file.to_str().unwrap(), "--without-erasures"]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_before_a_backup_is_in_it_while_a_server_writes() {
    let (folder, key) = filled();
    let (server, address) = Server::at_address(folder.path());
    let taken = Arc::new(AtomicUsize::new(0));
    let writing = tokio::spawn(hand_in(address, key.clone(), Arc::clone(&taken)));
    while taken.load(Ordering::SeqCst) < 20 {
        assert!(!writing.is_finished(), "the writer failed");
        tokio::task::yield_now().await;
    }
    let before = taken.load(Ordering::SeqCst);
    let path = folder.path().to_path_buf();
    let backup = move || done(&path, &["backup", "busy.backup", "--with-secret"]);
    tokio::task::spawn_blocking(backup).await.unwrap();
    drop(server);
    writing.await.unwrap();

    let elsewhere = tempdir().unwrap();
    done(elsewhere.path(), &restore(&folder.path().join("busy.backup")));
    let ((first, whole), (second, part)) = (log_in(folder.path()).await, log_in(elsewhere.path()).await);
    assert!(whole.starts_with(&part), "the backup holds the log at one moment");
    assert_ne!(first, second, "a restored log gets its own id");
    assert!(lists_in(&part) >= before, "{} of {before}", lists_in(&part));
    let secret = |folder: &Path| std::fs::read_to_string(folder.join("data/secret")).unwrap();
    assert_eq!(secret(folder.path()), secret(elsewhere.path()));

    let (_server, address) = Server::at_address(elsewhere.path());
    is_sound(elsewhere.path());
    let request = Client::new().get(format!("{address}/api/v1/decklists/")).header("x-api-key", &key);
    let answer = loop {
        let answer = request.try_clone().unwrap().send().await.unwrap();
        if answer.status() != 503 {
            break answer;
        }
    };
    assert_eq!(answer.status(), 200);
}

#[tokio::test]
async fn events_are_the_same_after_a_way_over_another_kind_of_database_and_back() {
    let (folder, _) = filled();
    done(folder.path(), &["backup", "one.backup"]);
    let postgres = Postgres::shared().unwrap();
    let (events, views) = (postgres.database().await.unwrap(), postgres.database().await.unwrap());
    let [events_url, views_url] = [events.url(), views.url()];
    let options = ["--database-url", &events_url, "--views-database-url", &views_url];
    let one = folder.path().join("one.backup");
    done(folder.path(), &[&restore(&one)[..], &options].concat());
    done(folder.path(), &[&["backup", "two.backup"], &options[..]].concat());

    let back = tempdir().unwrap();
    done(back.path(), &restore(&folder.path().join("two.backup")));
    let (first, over, last) =
        (log_in(folder.path()).await, log_of(Database::Postgres(events.url())).await, log_in(back.path()).await);
    assert!(!first.1.is_empty() && first.1 == over.1 && over.1 == last.1);
    assert!(first.0 != over.0 && over.0 != last.0);
    // Sequences continue: the next organization gets a new id.
    assert_eq!(done(back.path(), &["organizations", "create", "--name", "Another Store"]), "2");

    let again = refused(folder.path(), &[&restore(&one)[..], &options].concat());
    assert!(again.contains("empty"), "{again}");
    assert!(log_of(Database::Postgres(events.url())).await == over, "the log is unchanged");
}

#[tokio::test]
async fn a_damaged_file_leaves_a_store_that_takes_a_whole_one() {
    let (folder, _) = filled();
    done(folder.path(), &["backup", "whole.backup"]);
    let whole = std::fs::read(folder.path().join("whole.backup")).unwrap();
    let elsewhere = tempdir().unwrap();
    let cut = elsewhere.path().join("cut.backup");
    for length in [whole.len() - 1, whole.len() / 2] {
        std::fs::write(&cut, &whole[..length]).unwrap();
        let damaged = refused(elsewhere.path(), &restore(&cut));
        assert!(damaged.contains("damaged"), "{damaged}");
        assert_eq!(log_in(elsewhere.path()).await.1, []);
    }
    let restored = run_with_input(elsewhere.path(), &restore(Path::new("-")), &whole);
    assert!(restored.status.success(), "{}", stderr(&restored));
    assert!(log_in(elsewhere.path()).await.1 == log_in(folder.path()).await.1);
}

#[tokio::test]
async fn nothing_is_restored_over_something_or_beside_views_of_something_else() {
    let (folder, _) = filled();
    done(folder.path(), &["backup", "a.backup"]);
    let file = folder.path().join("a.backup");
    let log = log_in(folder.path()).await;
    assert!(refused(folder.path(), &restore(&file)).contains("empty store"));
    assert!(log_in(folder.path()).await == log);
    assert!(refused(folder.path(), &["backup", "a.backup"]).contains("already exists"));

    let elsewhere = tempdir().unwrap();
    drop(Server::serve(elsewhere.path(), &[], &[]));
    run(elsewhere.path(), &["organizations", "create", "--name", "Other"]);
    let server = Server::serve(elsewhere.path(), &[], &[]);
    assert!(refused(elsewhere.path(), &restore(&file)).contains("another Crosstable serves"));
    drop(server);
    run(elsewhere.path(), &["rebuild"]);
    std::fs::remove_file(elsewhere.path().join("data/events.sqlite")).unwrap();
    let foreign = refused(elsewhere.path(), &restore(&file));
    assert!(foreign.contains("holds views of another log"), "{foreign}");
}

#[test]
fn a_backup_is_nobody_elses_to_read_and_goes_into_a_pipe_as_well() {
    let (folder, _) = filled();
    done(folder.path(), &["backup", "a.backup"]);
    assert_eq!(mode(&folder.path().join("a.backup")), 0o600);
    let piped = run(folder.path(), &["backup", "-"]);
    assert!(piped.status.success(), "{}", stderr(&piped));
    let elsewhere = tempdir().unwrap();
    let restored = run_with_input(elsewhere.path(), &restore(Path::new("-")), &piped.stdout);
    assert!(restored.status.success(), "{}", stderr(&restored));
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().contains("unfinished")), "{left:?}");
}
