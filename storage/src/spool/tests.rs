use std::sync::atomic::Ordering;
use std::time::Duration;

use futures::future::FusedFuture;
use futures::{FutureExt, TryStreamExt};
use proptest::prelude::*;
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::*;

/// The memory limit in these tests, in bytes.
const MEMORY: usize = 64 * 1024;

impl Spool {
    /// Returns whether no bytes are on disk.
    fn is_empty(&self) -> bool {
        self.on_disk.load(Ordering::SeqCst) == 0
    }
}

fn spool(disk_bytes: u64) -> (tempfile::TempDir, Arc<Spool>) {
    let folder = tempfile::tempdir().unwrap();
    let settings = SpoolSettings { memory_bytes: MEMORY, disk_bytes, free_bytes: 0, folder: None };
    let spool = Spool::new(settings, folder.path().to_owned());
    (folder, spool)
}

/// Returns a body that cannot be packed and differs for each number.
fn body(number: usize, bytes: usize) -> Vec<u8> {
    let noise = |state: &mut u64| {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Some(state.to_be_bytes()[0])
    };
    number.to_le_bytes().into_iter().chain((0..bytes).scan(number as u64, |state, _| noise(state))).collect()
}

/// Opens a snapshot with bodies of these lengths. The channel reports when the feed has accepted all of them.
fn open(spool: &Arc<Spool>, lengths: Vec<usize>) -> (oneshot::Receiver<()>, Bodies) {
    let (end, ended) = oneshot::channel();
    let bodies = spool.bodies(|mut feed| async move {
        for (number, bytes) in lengths.into_iter().enumerate() {
            feed.put(body(number, bytes).into()).await?;
        }
        let _ = end.send(());
        Ok(feed)
    });
    (ended, bodies)
}

#[tokio::test]
async fn a_slow_reader_does_not_delay_the_database_and_gets_every_row_in_order() {
    let (folder, spool) = spool(u64::MAX);
    let lengths: Vec<usize> = (0..400).map(|number| [10, 5_000, 700_000, 0][number % 4]).collect();
    let (ended, mut bodies) = open(&spool, lengths.clone());
    ended.await.expect("the feed accepts all rows although none is read");
    assert!(!spool.is_empty());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "the file is unlinked");
    for (number, bytes) in lengths.into_iter().enumerate() {
        assert!(bodies.try_next().await.unwrap().unwrap() == body(number, bytes), "row {number}");
    }
    assert!(bodies.try_next().await.unwrap().is_none());
    drop(bodies);
    assert!(spool.is_empty(), "the disk space is released");
}

#[tokio::test]
async fn a_reader_that_keeps_up_never_touches_the_disk() {
    let folder = std::path::PathBuf::from("/there/is/no/such/folder");
    let settings = SpoolSettings { memory_bytes: MEMORY, ..SpoolSettings::default() };
    let spool = Spool::new(settings, folder);
    let (_ended, bodies) = open(&spool, vec![8_000; 4_000]);
    assert_eq!(bodies.try_collect::<Vec<_>>().await.unwrap().len(), 4_000);
}

#[tokio::test]
async fn a_reader_that_catches_up_with_the_file_gets_the_rows_that_come_later() {
    let (_folder, spool) = spool(u64::MAX);
    let (go_on, mut wait) = tokio::sync::mpsc::channel::<()>(1);
    let mut bodies = spool.bodies(|mut feed| async move {
        for part in 0..3 {
            for number in 0..200 {
                feed.put(body(part * 200 + number, 5_000).into()).await?;
            }
            wait.recv().await;
        }
        Ok(feed)
    });
    for number in 0..600 {
        assert!(bodies.try_next().await.unwrap().unwrap() == body(number, 5_000), "row {number}");
        if number % 200 == 150 {
            go_on.send(()).await.unwrap();
        }
    }
    assert!(bodies.try_next().await.unwrap().is_none());
}

#[tokio::test]
async fn a_full_disk_ends_the_stream_with_an_error() {
    for (disk_bytes, free_bytes) in [(1_000_000, 0), (u64::MAX, u64::MAX)] {
        let (folder, _) = spool(0);
        let settings = SpoolSettings { memory_bytes: MEMORY, disk_bytes, free_bytes, folder: None };
        let spool = Spool::new(settings, folder.path().to_owned());
        let (ended, mut bodies) = open(&spool, vec![10_000; 500]);
        ended.await.unwrap_err();
        let (mut read, mut error) = (0, None);
        while error.is_none() {
            match bodies.try_next().await {
                Ok(Some(row)) => {
                    assert!(row == body(read, 10_000));
                    read += 1;
                }
                Ok(None) => panic!("the stream ended after {read} rows without an error"),
                Err(found) => error = Some(found),
            }
        }
        assert!(read < 500 && matches!(error, Some(StoreError::Spool(_))), "{error:?}");
        drop(bodies);
        assert!(spool.is_empty());
    }
}

#[tokio::test]
async fn all_readers_share_the_limit_of_disk_space() {
    let (_folder, spool) = spool(4_000_000);
    let first = open(&spool, vec![10_000; 300]);
    first.0.await.expect("3 MB of 4");
    let second = open(&spool, vec![10_000; 300]);
    second.0.await.unwrap_err();
    drop((first.1, second.1));
    let third = open(&spool, vec![10_000; 300]);
    third.0.await.expect("the first reader's space is free again");
}

#[tokio::test]
async fn the_feed_ends_when_the_reader_is_gone() {
    let (_folder, spool) = spool(u64::MAX);
    let (end, ended) = oneshot::channel();
    let bodies = spool.bodies(|mut feed| async move {
        let mut put = Ok(());
        while put.is_ok() {
            put = feed.put(body(0, 100).into()).await;
        }
        let _ = end.send(());
        put.map(|()| feed)
    });
    drop(bodies);
    timeout(Duration::from_secs(30), ended).await.expect("the feed ends").unwrap();
}

#[tokio::test]
async fn a_failed_or_panicked_read_is_an_error_at_the_end() {
    let (_folder, spool) = spool(u64::MAX);
    for panics in [false, true] {
        let bodies = spool.bodies(|mut feed| async move {
            feed.put(body(0, 100).into()).await?;
            assert!(!panics, "on purpose");
            Err(StoreError::Damaged("a row".into()))
        });
        let read: Vec<_> = bodies.collect().await;
        assert!(read.len() == 2 && read[0].is_ok() && read[1].is_err(), "{read:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn rows_arrive_in_order_at_any_reading_speed(
        lengths in prop::collection::vec(prop_oneof![0..50_usize, 1_000..40_000_usize, 300_000..600_000_usize], 1..60),
        pauses in prop::collection::vec(any::<bool>(), 60),
    ) {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        runtime.block_on(async {
            let (_folder, spool) = spool(u64::MAX);
            let (ended, mut bodies) = open(&spool, lengths.clone());
            let mut ended = ended.fuse();
            for (number, bytes) in lengths.iter().enumerate() {
                if pauses[number] && !ended.is_terminated() {
                    // Long enough for rows to be spilled, unless the feed ends first.
                    let _ = timeout(Duration::from_millis(60), &mut ended).await;
                }
                assert!(bodies.try_next().await.unwrap().unwrap() == body(number, *bytes), "row {number}");
            }
            assert!(bodies.try_next().await.unwrap().is_none());
        });
    }
}
