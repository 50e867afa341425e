//! Small runs of the drills; `docs/reliability.md` has the large ones.
//!
//! They need the program itself, which is built with the workspace's tests; alone, `cargo build -p crosstable` first.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

use e2e::drill::report::bar;
use e2e::drill::{Report, Site, kill, read_your_writes, retries};

/// Fails with the whole report.
#[track_caller]
fn assert_sound(report: &Report) {
    assert!(report.is_sound(), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_outlives_kills() {
    let site = Site::make(None).unwrap();
    let settings = kill::Settings { moments: 8, clients: 16, checkpoints: 2, seed: 1, careless: false };
    assert_sound(&kill::run(&site, settings, &bar(1)).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn one_key_is_one_list_and_one_answer_whatever_happens() {
    let site = Site::make(None).unwrap();
    let settings = retries::Settings { rounds: 3, clients: 20, kills: 2, seed: 2, careless: false };
    assert_sound(&retries::run(&site, settings, &bar(1)).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_written_is_what_is_read_next() {
    let site = Site::make(None).unwrap();
    let settings = read_your_writes::Settings { writes: 250, clients: 8, seed: 3, careless: false };
    assert_sound(&read_your_writes::run(&site, settings, &bar(1)).await.unwrap());
}

/// The drills find what they look for: clients without keys and tokens meet what these are there to prevent.
#[tokio::test(flavor = "multi_thread")]
async fn without_keys_and_tokens_the_drills_find_faults() {
    let site = Site::make(None).unwrap();
    let settings = kill::Settings { moments: 6, clients: 16, checkpoints: 1, seed: 4, careless: true };
    let report = kill::run(&site, settings, &bar(1)).await.unwrap();
    assert!(report.faults.iter().any(|fault| fault.contains("nobody was told of list")), "{report}");

    let site = Site::make(None).unwrap();
    let settings = read_your_writes::Settings { writes: 100, clients: 8, seed: 5, careless: true };
    let report = read_your_writes::run(&site, settings, &bar(1)).await.unwrap();
    assert!(!report.is_sound(), "{report}");
}
