//! Tests of generations: begin, fill, switch, drop.

use futures::StreamExt;
use proto_events::Position;
use proto_events::vocabulary::EventFormat;
use storage::{
    CommitError, Generation, ListState, Lists, ParkedStream, Reached, Rendering, Shard, ViewBatch, ViewKind,
};

use super::given::{ORGANIZATION, active_with, commit, document, export, key, listed, round, tournament, user};
use super::{Backend, Views};

pub(crate) async fn an_empty_store_has_no_views(store: &Views, _: &impl Backend) {
    assert_eq!(store.active().await.unwrap(), None);
    assert_eq!(store.checkpoint(Generation(1)).await.unwrap(), None);
    assert_eq!(store.document(&key(ViewKind::Round, "1")).await.unwrap(), None);
    assert_eq!(listed(store, ViewKind::Round).await, [""; 0]);
    assert_eq!(store.exports(Default::default()).await.unwrap().bodies.count().await, 0);
    let state = store.state_of(Lists::of(ORGANIZATION, ViewKind::Round)).await.unwrap();
    assert_eq!(state, ListState { generation: Generation(0), count: 0, changes: 0 });
    assert_eq!(store.drop_inactive().await.unwrap(), 0);
    assert!(!store.switch_to(Generation(1), Position(0)).await.unwrap());
}

pub(crate) async fn a_generation_under_construction_is_counted_and_not_shown(store: &Views, _: &impl Backend) {
    assert_eq!(store.rendering().await.unwrap(), None);
    let old = active_with(store, vec![document(ViewKind::Round, "1", "old")]).await;
    assert_eq!(store.rendering().await.unwrap(), None);
    let new = store.begin_generation("two", "log").await.unwrap();
    assert_eq!(store.rendering().await.unwrap(), Some(Rendering { documents: 0, active_documents: 1 }));
    let checkpoint = store.checkpoint(new).await.unwrap().unwrap();
    assert_eq!((checkpoint.position(), checkpoint.fingerprint.as_str()), (Position(0), "two"));

    commit(store, new, |batch| {
        batch.documents = vec![document(ViewKind::Round, "1", "new"), document(ViewKind::Round, "2", "new")];
        batch.exports = vec![export(1, 100, EventFormat::Legacy)];
    })
    .await;

    assert_eq!(store.rendering().await.unwrap(), Some(Rendering { documents: 2, active_documents: 1 }));
    assert_eq!(round(store, "1").await.as_deref(), Some("old"));
    for (generation, body) in [(old, "old"), (new, "new")] {
        let found = store.document_of(generation, &key(ViewKind::Round, "1")).await.unwrap().unwrap();
        assert_eq!(found.body.for_everyone(), body);
    }
    assert_eq!(listed(store, ViewKind::Round).await, ["old"]);
    assert_eq!(store.state_of(Lists::of(ORGANIZATION, ViewKind::Round)).await.unwrap().count, 1);
    assert_eq!(store.exports(Default::default()).await.unwrap().bodies.count().await, 0);

    assert!(store.switch_to(new, Position(1)).await.unwrap());

    assert_eq!(round(store, "1").await.as_deref(), Some("new"));
    assert_eq!(listed(store, ViewKind::Round).await, ["new", "new"]);
    assert_eq!(store.exports(Default::default()).await.unwrap().bodies.count().await, 1);
    assert_eq!(store.active().await.unwrap().unwrap().generation, new);
    assert_eq!(store.rendering().await.unwrap(), None);
}

pub(crate) async fn a_switch_needs_the_named_checkpoint_and_never_goes_back(store: &Views, _: &impl Backend) {
    let old = store.begin_generation("one", "log").await.unwrap();
    let new = store.begin_generation("two", "log").await.unwrap();
    commit(store, old, |_| {}).await;
    assert!(!store.switch_to(new, Position(0)).await.unwrap(), "the active one is further ahead");
    commit(store, new, |_| {}).await;

    assert!(!store.switch_to(new, Position(0)).await.unwrap());
    assert!(!store.switch_to(new, Position(2)).await.unwrap());
    assert!(!store.switch_to(Generation(999), Position(0)).await.unwrap());
    assert_eq!(store.active().await.unwrap().unwrap().generation, old);

    assert!(store.switch_to(new, Position(1)).await.unwrap());
    assert!(store.switch_to(new, Position(1)).await.unwrap(), "switching to the active one changes nothing");
    assert!(!store.switch_to(old, Position(1)).await.unwrap(), "a replaced one stays replaced");
}

pub(crate) async fn a_late_projector_is_told_that_its_generation_is_gone(store: &Views, _: &impl Backend) {
    let old = active_with(store, vec![document(ViewKind::Round, "1", "old")]).await;
    let new = store.begin_generation("two", "log").await.unwrap();
    commit(store, new, |_| {}).await;
    assert!(store.switch_to(new, Position(1)).await.unwrap());

    let late = |generation| ViewBatch::new(generation, Shard::WHOLE, Position(1), Reached::all(Position(2)));
    let mut outcomes = vec![store.commit(late(old)).await, store.commit(late(Generation(999))).await];
    store.drop_inactive().await.unwrap();
    outcomes.push(store.commit(late(old)).await);

    for outcome in outcomes {
        assert!(matches!(outcome, Err(CommitError::GenerationGone)), "{outcome:?}");
    }
    assert_eq!(store.checkpoint(old).await.unwrap(), None);
    commit(store, new, |_| {}).await;
}

pub(crate) async fn dropping_leaves_the_active_generation_alone(store: &Views, _: &impl Backend) {
    let fill = |batch: &mut ViewBatch| {
        batch.documents = (0..1_200).map(|n| document(ViewKind::Decklist, &n.to_string(), "list")).collect();
        batch.exports = (0..600).map(|n| export(n, n, EventFormat::Legacy)).collect();
        batch.sources = vec![(tournament(1), vec![user(1)])];
        batch.lagging = vec![tournament(1)];
        batch.parked = vec![ParkedStream { stream: tournament(1), position: Position(1), error: String::new() }];
    };
    let active = store.begin_generation("one", "log").await.unwrap();
    let others =
        [store.begin_generation("two", "log").await.unwrap(), store.begin_generation("three", "log").await.unwrap()];
    for generation in [active, others[0], others[1]] {
        commit(store, generation, fill).await;
    }

    assert_eq!(store.drop_inactive().await.unwrap(), 2);

    for gone in others {
        assert_eq!(store.checkpoint(gone).await.unwrap(), None);
        assert_eq!(store.all_documents(gone).count().await, 0);
        assert_eq!(store.all_exports(gone).count().await, 0);
        assert_eq!(store.dependents(gone, &[user(1)]).await.unwrap(), []);
        assert_eq!(store.lagging(gone).await.unwrap(), []);
        assert_eq!(store.parked(gone).await.unwrap(), []);
    }
    assert_eq!(store.all_documents(active).count().await, 1_200);
    assert_eq!(store.all_exports(active).count().await, 600);
    assert_eq!(store.dependents(active, &[user(1)]).await.unwrap(), [tournament(1)]);
    assert_eq!(store.lagging(active).await.unwrap(), [tournament(1)]);
    assert_eq!(store.parked(active).await.unwrap().len(), 1);
    assert_eq!(store.drop_inactive().await.unwrap(), 0);
    assert!(store.begin_generation("four", "log").await.unwrap() > others[1], "no number is used again");
}

pub(crate) async fn parked_streams_and_lagging_ones_belong_to_a_generation(store: &Views, _: &impl Backend) {
    let round = document(ViewKind::Round, "1", "a round");
    let old = active_with(store, vec![round.clone()]).await;
    commit(store, old, |batch| {
        batch.parked = vec![ParkedStream { stream: tournament(1), position: Position(2), error: "broken".into() }];
        batch.lagging = vec![tournament(1)];
        batch.sources = vec![(tournament(1), vec![user(1)])];
    })
    .await;
    let new = store.begin_generation("two", "log").await.unwrap();
    commit(store, new, |batch| batch.documents = vec![round.clone()]).await;

    assert_eq!(store.parked(new).await.unwrap(), []);
    assert_eq!(store.lagging(new).await.unwrap(), []);
    assert_eq!(store.dependents(new, &[user(1)]).await.unwrap(), []);
    assert!(!store.document_of(new, &round.key).await.unwrap().unwrap().stale);
    assert!(store.document_of(old, &round.key).await.unwrap().unwrap().stale);
}

pub(crate) async fn one_renders_beside_the_served_views_at_a_time(_: &Views, backend: &impl Backend) {
    let (one, other) = (backend.view_store().await, backend.view_store().await);
    let lock = one.lock_rendering().await.unwrap();
    assert!(lock.is_some());
    assert!(other.lock_rendering().await.unwrap().is_none() && one.lock_rendering().await.unwrap().is_none());

    drop(lock);

    // The server notices the end of a session after a moment.
    let taken = tokio::time::timeout(std::time::Duration::from_secs(60), async {
        while other.lock_rendering().await.unwrap().is_none() {
            tokio::task::yield_now().await;
        }
    });
    taken.await.unwrap();
}
