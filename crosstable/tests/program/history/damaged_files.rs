//! Overwrites bytes of the files, as a failing disk may do. Damaged views are rendered again; a damaged log becomes
//! read-only.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::time::Duration;

use api_kit::progress::Wanted;
use crosstable::RunningApp;
use reqwest::Client;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{is_sound, run, stderr, stdout, store};
use crate::history::lists::{HandedIn, hand_in, name_of, start};

/// Size of an SQLite page in bytes.
const PAGE: u64 = 4_096;
/// First byte of a page with an index leaf.
const INDEX_LEAF: u8 = 10;

fn pages(file: &Path) -> (File, u64) {
    let pages = std::fs::metadata(file).unwrap().len() / PAGE;
    (OpenOptions::new().read(true).write(true).open(file).unwrap(), pages)
}

/// Overwrites the beginning of all pages from `first`.
fn spoil(file: &Path, first: u64) {
    let (file, pages) = pages(file);
    for page in first..pages {
        file.write_all_at(&[0xa5; 100], page * PAGE).unwrap();
    }
}

/// Empties the index that finds the events of a decklist.
fn empty_index_of_lists(file: &Path) {
    let (file, pages) = pages(file);
    for page in 1..pages {
        let mut content = [0; 4_096];
        file.read_exact_at(&mut content, page * PAGE).unwrap();
        if content[0] == INDEX_LEAF && content.windows(8).any(|bytes| bytes == b"decklist") {
            file.write_all_at(&[0, 0], page * PAGE + 3).unwrap();
        }
    }
}

/// Returns a folder with a list, whose server has stopped; and the organization's key.
async fn stopped() -> (TempDir, String, HandedIn) {
    let (folder, key) = store();
    let app = start(&folder).await;
    let list = hand_in(&app, &key, "Kept").await;
    app.caught_up().await.unwrap();
    app.stop().await.unwrap();
    (folder, key, list)
}

/// Reads until the views are available again. Fails on a wrong answer.
async fn is_read_again(app: &RunningApp, key: &str, list: &HandedIn, name: &str) {
    loop {
        match name_of(app, key, &list.path, None).await {
            Ok(found) => return assert_eq!(found, name),
            Err(status) => assert!(status >= 500, "{status}"),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn views_that_are_damaged_at_the_start_are_rendered_again() {
    for first in [0, 1] {
        let (folder, key, list) = stopped().await;
        spoil(&folder.path().join("data/views.sqlite"), first);
        let verified = run(folder.path(), &["verify"]);
        assert!(!verified.status.success(), "{}", stderr(&verified));

        let app = start(&folder).await;
        is_read_again(&app, &key, &list, "Kept").await;
        assert!(folder.path().join("data/views.sqlite.damaged").exists());
        app.stop().await.unwrap();
        is_sound(folder.path());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn views_that_are_damaged_while_they_are_served_are_rendered_again_without_a_restart() {
    let (folder, key, list) = stopped().await;
    let app = start(&folder).await;
    app.caught_up().await.unwrap();
    spoil(&folder.path().join("data/views.sqlite"), 1);

    is_read_again(&app, &key, &list, "Kept").await;
    let other = hand_in(&app, &key, "Other").await;
    is_read_again(&app, &key, &other, "Other").await;
    is_read_again(&app, &key, &list, "Kept").await;
    app.caught_up().await.unwrap();
    app.stop().await.unwrap();
    is_sound(folder.path());
}

/// Replaces a word everywhere in a file.
fn misspell(file: &Path, word: &[u8], other: &[u8]) {
    let content = std::fs::read(file).unwrap();
    let places: Vec<usize> = (0..content.len()).filter(|&at| content[at..].starts_with(word)).collect();
    assert!(!places.is_empty());
    let file = OpenOptions::new().write(true).open(file).unwrap();
    for at in places {
        file.write_all_at(other, at as u64).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_views_a_damaged_event_keeps_everything_from_being_served_until_a_rebuild() {
    let (folder, key, list) = stopped().await;
    let app = start(&folder).await;
    let other = hand_in(&app, &key, "Whole").await;
    app.caught_up().await.unwrap();
    app.stop().await.unwrap();
    misspell(&folder.path().join("data/events.sqlite"), b"Kept", b"Kepp");
    let app = start(&folder).await;
    assert_eq!(name_of(&app, &key, &list.path, None).await.as_deref(), Ok("Kept"), "the views are unchanged");
    app.stop().await.unwrap();
    std::fs::remove_file(folder.path().join("data/views.sqlite")).unwrap();

    let app = start(&folder).await;
    let head = app.events.as_ref().unwrap().head().await.unwrap();
    assert!(app.progress.reaches(head, Wanted::Written, Duration::MAX).await);
    assert_eq!(name_of(&app, &key, &other.path, None).await, Err(503));
    let rebuilt = run(folder.path(), &["rebuild"]);
    assert!(stderr(&rebuilt).contains("Not projected: decklist"), "{}", stderr(&rebuilt));
    is_read_again(&app, &key, &other, "Whole").await;
    app.stop().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_log_is_not_written_and_its_views_are_served() {
    let (folder, key, list) = stopped().await;
    empty_index_of_lists(&folder.path().join("data/events.sqlite"));

    for command in ["verify", "doctor"] {
        let found = run(folder.path(), &[command]);
        let said = format!("{}{}", stdout(&found), stderr(&found));
        assert!(said.contains("is damaged: ") && !found.status.success(), "{command}: {said}");
    }
    let app = start(&folder).await;
    is_read_again(&app, &key, &list, "Kept").await;
    let change = Client::new().patch(format!("{}{}", app.address(), list.path)).header("x-api-key", &key);
    let refused = change.json(&json!({"name": "Changed"})).send().await.unwrap();
    assert_eq!(refused.status().as_u16(), 503);
    let problem: Value = refused.json().await.unwrap();
    assert!(problem["detail"].as_str().unwrap().contains("found damaged"), "{problem}");
    let ready = reqwest::get(format!("{}/readyz", app.address())).await.unwrap().text().await.unwrap();
    assert!(ready.contains("It cannot be written."), "{ready}");
    app.stop().await.unwrap();
}
