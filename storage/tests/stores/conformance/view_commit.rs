//! Tests of batches: documents, dependencies, marks, and the checkpoint.

use domain::documents::ReaderGroup;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::EventFormat;
use proto_events::{Position, StreamId};
use storage::{
    CommitError, Document, DocumentBody, DocumentKey, Generation, Lists, ParkedStream, Reached, Shard, ViewBatch,
    ViewKind,
};

use super::given::{active, active_with, commit, decklist, document, export, round, tournament, user};
use super::{Backend, Views};

pub(crate) async fn a_moved_checkpoint_refuses_the_whole_batch(store: &Views, _: &impl Backend) {
    let generation = active_with(store, vec![document(ViewKind::Round, "1", "old")]).await;
    for from in [Position(0), Position(2)] {
        let mut late = ViewBatch::new(generation, Shard::WHOLE, from, Reached::all(Position(9)));
        late.documents = vec![document(ViewKind::Round, "1", "new"), document(ViewKind::Round, "2", "new")];
        late.removed = vec![document(ViewKind::Round, "1", "old").removal()];
        late.exports = vec![export(1, 100, EventFormat::Legacy)];
        late.lagging = vec![tournament(1)];

        match store.commit(late).await {
            Err(CommitError::CheckpointMoved { expected, actual }) => {
                assert_eq!((expected, actual), (from, Position(1)));
            }
            other => panic!("{other:?}"),
        }
    }

    assert_eq!(round(store, "1").await.as_deref(), Some("old"));
    assert_eq!(round(store, "2").await, None);
    assert_eq!(store.lagging(generation).await.unwrap(), []);
    assert_eq!(store.active().await.unwrap().unwrap().position(), Position(1));
}

pub(crate) async fn of_two_projectors_one_wins_each_step(_: &Views, backend: &impl Backend) {
    let (first, second) = (backend.view_store().await, backend.view_store().await);
    let generation = first.begin_generation("first", "log").await.unwrap();
    for step in 0..20 {
        let batch = |name: &str| {
            let mut batch = ViewBatch::new(generation, Shard::WHOLE, Position(step), Reached::all(Position(step + 1)));
            batch.documents = vec![document(ViewKind::Round, &format!("{step} of {name}"), name)];
            batch
        };
        let outcomes = tokio::join!(first.commit(batch("first")), second.commit(batch("second")));

        let (winner, loser) = match outcomes {
            (Ok(_), Err(CommitError::CheckpointMoved { .. })) => ("first", "second"),
            (Err(CommitError::CheckpointMoved { .. }), Ok(_)) => ("second", "first"),
            other => panic!("{other:?}"),
        };
        for store in [&first, &second] {
            assert!(round(&**store, &format!("{step} of {winner}")).await.is_some(), "it is visible at once");
            assert!(round(&**store, &format!("{step} of {loser}")).await.is_none());
            assert_eq!(store.active().await.unwrap().unwrap().position(), Position(step + 1));
        }
    }
    first.close().await;
    assert!(first.active().await.is_err(), "a closed store cannot be read");
}

pub(crate) async fn a_document_is_read_back_as_it_was_written(store: &Views, _: &impl Backend) {
    let plain = document(ViewKind::Round, "ä/\"1\"", "{}");
    let written = vec![
        Document {
            sort: "0001 é".to_owned(),
            body: DocumentBody::same(ViewKind::Round, &[0, 255, 10][..]),
            position: Position(7),
            ..plain
        },
        document(ViewKind::ConventionSummary, "spring", ""),
    ];
    let generation = active_with(store, written.clone()).await;

    for expected in written {
        assert_eq!(store.document(&expected.key).await.unwrap().as_ref(), Some(&expected));
        assert_eq!(store.document_of(generation, &expected.key).await.unwrap(), Some(expected));
    }
}

pub(crate) async fn a_document_is_replaced_and_removed(store: &Views, _: &impl Backend) {
    let kept = document(ViewKind::RoundMatches, "1", "of another kind");
    let generation = active_with(store, vec![document(ViewKind::Round, "1", "old"), kept.clone()]).await;
    let replacement = Document {
        source: tournament(2),
        sort: "z".to_owned(),
        position: Position(2),
        ..document(ViewKind::Round, "1", "longer than before")
    };

    commit(store, generation, |batch| batch.documents = vec![replacement.clone()]).await;
    assert_eq!(store.document(&replacement.key).await.unwrap(), Some(replacement.clone()));

    let never_there = document(ViewKind::Round, "none", "");
    commit(store, generation, |batch| batch.removed = vec![replacement.removal(), never_there.removal()]).await;
    assert_eq!(store.document(&replacement.key).await.unwrap(), None);
    assert_eq!(store.document(&kept.key).await.unwrap(), Some(kept));
}

pub(crate) async fn a_key_that_moves_within_a_batch_stays(store: &Views, _: &impl Backend) {
    let generation = active_with(store, vec![document(ViewKind::Round, "spring", "of convention 1")]).await;

    commit(store, generation, |batch| {
        batch.removed = vec![document(ViewKind::Round, "spring", "").removal()];
        batch.documents = vec![document(ViewKind::Round, "spring", "of convention 2")];
    })
    .await;

    assert_eq!(round(store, "spring").await.as_deref(), Some("of convention 2"));
}

pub(crate) async fn what_another_stream_has_rendered_since_is_not_removed(store: &Views, _: &impl Backend) {
    let first = document(ViewKind::PublicDecklist, "1", "of tournament 1");
    let second = Document { source: tournament(2), ..document(ViewKind::PublicDecklist, "1", "of tournament 2") };
    let namesake = Document { source: decklist(2), ..second.clone() };
    let generation = active_with(store, vec![first.clone()]).await;
    commit(store, generation, |batch| batch.documents = vec![second.clone()]).await;

    commit(store, generation, |batch| batch.removed = vec![first.removal(), namesake.removal()]).await;
    assert_eq!(store.document(&second.key).await.unwrap(), Some(second.clone()));

    commit(store, generation, |batch| batch.removed = vec![second.removal()]).await;
    assert_eq!(store.document(&second.key).await.unwrap(), None);
}

pub(crate) async fn hundreds_of_documents_and_large_ones_fit_a_batch(store: &Views, _: &impl Backend) {
    let mut documents: Vec<_> =
        (0..450).map(|n| document(ViewKind::Decklist, &n.to_string(), &format!("list {n}"))).collect();
    documents.push(document(ViewKind::MagicEvent, "1", &"x".repeat(15 << 20)));
    let generation = active_with(store, documents.clone()).await;
    for document in &documents {
        assert_eq!(store.document(&document.key).await.unwrap().as_ref(), Some(document));
    }

    commit(store, generation, |batch| batch.removed = documents.iter().map(Document::removal).collect()).await;

    assert_eq!(store.documents_from(generation, tournament(1)).await.unwrap(), []);
}

pub(crate) async fn another_organization_finds_nothing(store: &Views, _: &impl Backend) {
    active_with(store, vec![document(ViewKind::MagicEvent, "1", "mine")]).await;

    for other in [OrganizationId(4), OrganizationId::SHARED] {
        let foreign = DocumentKey::new(other, ViewKind::MagicEvent, 1);
        assert_eq!(store.document(&foreign).await.unwrap(), None);
        assert_eq!(store.state_of(Lists::of(other, ViewKind::MagicEvent)).await.unwrap().count, 0);
        let listed = store.list(other, ViewKind::MagicEvent, ReaderGroup::Organizers).await.unwrap().bodies;
        assert_eq!(futures::StreamExt::count(listed).await, 0);
    }
}

async fn dependents(store: &Views, generation: Generation, of: &[StreamId]) -> Vec<StreamId> {
    let mut found = store.dependents(generation, of).await.unwrap();
    found.sort();
    found
}

pub(crate) async fn sources_are_replaced(store: &Views, _: &impl Backend) {
    let generation = active(store, |batch| {
        batch.sources =
            vec![(tournament(1), vec![user(1), user(2), decklist(1), user(1)]), (tournament(2), vec![user(2)])];
    })
    .await;
    assert_eq!(dependents(store, generation, &[user(2)]).await, [tournament(1), tournament(2)]);
    assert_eq!(dependents(store, generation, &[user(1), user(2)]).await, [tournament(1), tournament(2)]);
    assert_eq!(dependents(store, generation, &[decklist(2), tournament(1)]).await, []);

    commit(store, generation, |batch| batch.sources = vec![(tournament(1), vec![user(1), user(3)])]).await;

    assert_eq!(dependents(store, generation, &[user(2)]).await, [tournament(2)]);
    assert_eq!(dependents(store, generation, &[user(1)]).await, [tournament(1)]);
    assert_eq!(dependents(store, generation, &[user(3)]).await, [tournament(1)]);
    assert_eq!(dependents(store, generation, &[decklist(1)]).await, [], "a user and a decklist may have the same id");

    commit(store, generation, |batch| batch.sources = vec![(tournament(1), Vec::new())]).await;
    assert_eq!(dependents(store, generation, &[user(1), user(3)]).await, []);
    assert_eq!(dependents(store, generation, &[]).await, []);
}

pub(crate) async fn documents_are_found_by_their_source(store: &Views, _: &impl Backend) {
    let of_two = Document { source: tournament(2), ..document(ViewKind::Round, "3", "") };
    let shared = document(ViewKind::EventPage, "1", "");
    let shared =
        Document { key: DocumentKey { organization_id: OrganizationId::SHARED, ..shared.key.clone() }, ..shared };
    let own = document(ViewKind::Round, "1", "");
    let generation = active_with(store, vec![own.clone(), of_two, shared.clone()]).await;

    let found = store.documents_from(generation, tournament(1)).await.unwrap();

    assert_eq!(found, [shared.key, own.key]);
    assert_eq!(store.documents_from(generation, user(1)).await.unwrap(), []);
}

pub(crate) async fn lagging_streams_settle(store: &Views, _: &impl Backend) {
    let lagging = vec![tournament(2), tournament(1), tournament(2)];
    let generation = active(store, |batch| batch.lagging = lagging).await;
    commit(store, generation, |batch| batch.lagging = vec![tournament(1)]).await;
    assert_eq!(store.lagging(generation).await.unwrap(), [tournament(1), tournament(2)]);

    commit(store, generation, |batch| batch.settled = vec![tournament(1), tournament(9)]).await;
    assert_eq!(store.lagging(generation).await.unwrap(), [tournament(2)]);
}

pub(crate) async fn parked_streams_make_their_documents_stale(store: &Views, _: &impl Backend) {
    let sound = Document { source: tournament(2), ..document(ViewKind::Round, "2", "") };
    let parked = document(ViewKind::Round, "1", "");
    let generation = active_with(store, vec![parked.clone(), sound.clone()]).await;
    let park = |position, error: &str| ParkedStream {
        stream: tournament(1),
        position: Position(position),
        error: error.into(),
    };

    commit(store, generation, |batch| batch.parked = vec![park(5, "first error")]).await;
    commit(store, generation, |batch| batch.parked = vec![park(6, "second error")]).await;

    assert_eq!(store.parked(generation).await.unwrap(), [park(6, "second error")]);
    assert!(store.document(&parked.key).await.unwrap().unwrap().stale);
    assert!(store.document_of(generation, &parked.key).await.unwrap().unwrap().stale);
    assert!(!store.document(&sound.key).await.unwrap().unwrap().stale);
}
