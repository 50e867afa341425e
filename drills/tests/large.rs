//! Small runs of the drills that measure; `docs/reliability.md` has the large ones.
//!
//! They need the program, which is built with the workspace's tests. To run them alone, run `cargo build -p crosstable`
//! first.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

use std::time::Duration;

use drills::report::bar;
use drills::{Fleet, Report, Shape, rebuilding, visible};

/// Fails with the whole report.
#[track_caller]
fn assert_sound(report: &Report) {
    assert!(report.is_sound(), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_written_at_a_steady_pace_becomes_visible() {
    let fleet = Fleet::start(Shape::default()).await.unwrap();
    let settings = visible::Settings { rate: 50, time: Duration::from_secs(3), bar: false, careless: false };
    assert_sound(&visible::run(&fleet, settings, &bar(1)).await.unwrap());

    // Shows that the drill detects errors: readers without a token read too early.
    let careless = visible::Settings { careless: true, ..settings };
    let report = visible::run(&fleet, careless, &bar(1)).await.unwrap();
    assert!(report.faults.iter().any(|fault| fault.contains("read as")), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn readers_do_not_notice_a_rebuild() {
    let fleet = Fleet::start(Shape::default()).await.unwrap();
    let settings = rebuilding::Settings { events: 20_000, readers: 3 };
    assert_sound(&rebuilding::run(&fleet, settings, &bar(1)).await.unwrap());
}
