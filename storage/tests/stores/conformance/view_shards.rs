//! Tests of shards: each has its own checkpoint.

use proto_events::Position;
use storage::{CommitError, Reached, Shard, ShardCheckpoint, ViewBatch, ViewKind};

use super::given::{document, key};
use super::{Backend, Views};

fn shard(index: u32, of: u32) -> Shard {
    Shard { index, of }
}

fn reached(applied: i64, prompt: i64, settled: i64) -> Reached {
    Reached { applied: Position(applied), prompt: Position(prompt), settled: Position(settled) }
}

pub(crate) async fn each_shard_has_a_place_of_its_own(store: &Views, _: &impl Backend) {
    let generation = store.begin_generation("one", "log").await.unwrap();
    for index in 0..3 {
        assert_eq!(store.open_shard(generation, shard(index, 3)).await.unwrap(), Some(ShardCheckpoint::default()));
    }

    let first = ViewBatch::new(generation, shard(0, 3), Position(0), reached(9, 8, 7));
    assert_eq!(store.commit(first).await.unwrap(), 1);
    let mut second = ViewBatch::new(generation, shard(1, 3), Position(0), reached(5, 5, 5));
    second.documents = vec![document(ViewKind::Round, "1", "of the second")];
    assert_eq!(store.commit(second).await.unwrap(), 1);
    assert_eq!(store.commit(ViewBatch::new(generation, shard(0, 3), Position(9), reached(9, 9, 9))).await.unwrap(), 2);

    let third = ViewBatch::new(generation, shard(2, 3), Position(0), reached(6, 4, 3));
    assert_eq!(store.commit(third).await.unwrap(), 1);

    let active = store.active().await.unwrap().unwrap();
    let places = [(reached(9, 9, 9), 2), (reached(5, 5, 5), 1), (reached(6, 4, 3), 1)];
    assert_eq!(
        active.shards,
        places.map(|(reached, commits)| ShardCheckpoint { reached, commits, complete: false, hash: None })
    );
    assert_eq!(active.reached(), reached(5, 4, 3), "each as far as the last of the shards");
    assert_eq!(store.checkpoint(generation).await.unwrap(), Some(active));
    assert!(store.document(&key(ViewKind::Round, "1")).await.unwrap().is_some());
}

pub(crate) async fn dividing_anew_goes_on_where_the_last_one_stands(store: &Views, _: &impl Backend) {
    let generation = store.begin_generation("one", "log").await.unwrap();
    for (index, at) in [(0, 9), (1, 4)] {
        store.open_shard(generation, shard(index, 2)).await.unwrap();
        let batch = ViewBatch::new(generation, shard(index, 2), Position(0), reached(at, at - 1, at - 2));
        store.commit(batch).await.unwrap();
    }

    store.mark_complete(generation, shard(0, 2)).await.unwrap();
    let place = ShardCheckpoint { reached: reached(4, 3, 2), commits: 1, complete: false, hash: None };
    for index in 0..3 {
        assert_eq!(store.open_shard(generation, shard(index, 3)).await.unwrap(), Some(place));
    }

    assert_eq!(store.active().await.unwrap().unwrap().shards, [place; 3]);
    for late in [shard(0, 2), shard(1, 2)] {
        let outcome = store.commit(ViewBatch::new(generation, late, Position(4), Reached::all(Position(5)))).await;
        assert!(matches!(outcome, Err(CommitError::CheckpointMoved { .. })), "{late}: {outcome:?}");
    }
    let next = ViewBatch::new(generation, shard(2, 3), Position(4), Reached::all(Position(5)));
    assert_eq!(store.commit(next).await.unwrap(), 2, "numbers continue");
    assert_eq!(store.open_shard(generation, shard(3, 3)).await.unwrap(), None, "there is no shard 3 of 3");
}

pub(crate) async fn a_switch_waits_for_every_shard(store: &Views, _: &impl Backend) {
    let old = store.begin_generation("one", "log").await.unwrap();
    for (index, at) in [(0, 3), (1, 7)] {
        store.open_shard(old, shard(index, 2)).await.unwrap();
        let batch = ViewBatch::new(old, shard(index, 2), Position(0), Reached::all(Position(at)));
        store.commit(batch).await.unwrap();
    }
    let new = store.begin_generation("two", "log").await.unwrap();
    let filled = |from, to| ViewBatch::new(new, Shard::WHOLE, Position(from), Reached::all(Position(to)));

    store.commit(filled(0, 5)).await.unwrap();
    assert!(!store.switch_to(new, Position(5)).await.unwrap(), "one shard is further ahead");
    store.commit(filled(5, 7)).await.unwrap();
    assert!(store.switch_to(new, Position(7)).await.unwrap());

    assert_eq!(store.open_shard(old, shard(0, 2)).await.unwrap(), None, "the generation is gone");
    let place = store.open_shard(new, shard(1, 2)).await.unwrap().unwrap();
    assert_eq!(place.reached, Reached::all(Position(7)));
}

pub(crate) async fn a_generation_is_complete_when_every_shard_is(store: &Views, _: &impl Backend) {
    let generation = store.begin_generation("one", "log").await.unwrap();
    store.open_shard(generation, shard(0, 2)).await.unwrap();

    for (marked, complete) in [(shard(0, 2), false), (Shard::WHOLE, false), (shard(1, 3), false), (shard(1, 2), true)] {
        store.mark_complete(generation, marked).await.unwrap();
        assert_eq!(store.active().await.unwrap().unwrap().is_complete(), complete, "after {marked}");
    }
    let batch = ViewBatch::new(generation, shard(0, 2), Position(0), Reached::all(Position(1)));
    store.commit(batch).await.unwrap();
    assert!(store.active().await.unwrap().unwrap().is_complete(), "it stays complete");
    assert!(store.open_shard(generation, Shard::WHOLE).await.unwrap().unwrap().complete, "also when undivided");
}
