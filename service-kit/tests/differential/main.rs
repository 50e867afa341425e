//! Compares the hand-written request handling (`server/plain.rs`, `server/transport.rs`) with hyper: any bytes, in any
//! pieces, must get the same answers. `examples/differential.rs` runs many more streams.
#![allow(clippy::unwrap_used, clippy::panic, reason = "this file is tests")]

mod compare;
mod site;
mod streams;

use compare::Ways;
use streams::{Stream, seeds, stream};

/// Number of random streams in each test run.
const STREAMS: usize = 4_000;

/// Fails with the shortest stream that shows the same difference.
async fn assert_no_difference(ways: &Ways, stream: Stream, name: &str) {
    if ways.difference(&stream).await.is_none() {
        return;
    }
    let shortest = ways.shortened(stream).await;
    let difference = ways.difference(&shortest).await.unwrap();
    panic!("{name}: \"{}\" cut at {:?}: {difference}", shortest.bytes.escape_ascii(), shortest.cuts);
}

#[tokio::test(start_paused = true)]
async fn random_streams_get_the_same_answers_by_every_way() {
    let ways = Ways::new();
    for seed in seeds(1).take(STREAMS) {
        assert_no_difference(&ways, stream(seed), &format!("seed {seed}")).await;
    }
}

#[tokio::test(start_paused = true)]
async fn known_troublemakers_get_the_same_answers_wherever_they_are_cut() {
    let ways = Ways::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/differential/corpus");
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let (path, whole) = file.map(|file| (file.path(), std::fs::read(file.path()).unwrap())).unwrap();
        let name = path.display().to_string();
        let whole = Stream { bytes: whole, cuts: Vec::new(), ends_early: false };
        let length = whole.bytes.len();
        for cut in 1..length {
            assert_no_difference(&ways, Stream { cuts: vec![cut], ..whole.clone() }, &name).await;
        }
        assert_no_difference(&ways, Stream { cuts: (1..length).collect(), ..whole.clone() }, &name).await;
        assert_no_difference(&ways, Stream { ends_early: true, ..whole.clone() }, &name).await;
        assert_no_difference(&ways, whole, &name).await;
        count += 1;
    }
    assert!(count > 10, "the corpus is missing");
}
