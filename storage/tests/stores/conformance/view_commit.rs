//! Tests of batches: documents, dependencies, marks, and the checkpoint.

use domain::documents::ReaderGroup;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::EventFormat;
use proto_events::{Position, StreamId};
use storage::{
    CommitError, Document, DocumentBody, DocumentKey, Generation, Lists, ParkedStream, Reached, Shard, ViewBatch,
    ViewKind, ViewStore,
};

use super::ViewBackend;
use super::given::{active_with, commit, decklist, document, export, key, tournament, user};

pub(crate) async fn documents_and_checkpoint_are_written_together<B: ViewBackend>(backend: &B) {
    let store = backend.view_store().await;
    let generation = store.begin_generation("renderer 1", "log").await.unwrap();
    let mut batch = ViewBatch::new(generation, Shard::WHOLE, Position(0), Reached::all(Position(17)));
    batch.documents = vec![document(ViewKind::Round, "1", "a round")];

    store.commit(batch).await.unwrap();

    let active = store.active().await.unwrap().unwrap();
    assert_eq!(
        (active.generation, active.position(), active.fingerprint.as_str()),
        (generation, Position(17), "renderer 1")
    );
    assert_eq!(store.checkpoint(generation).await.unwrap(), Some(active));
    assert!(store.document(&key(ViewKind::Round, "1")).await.unwrap().is_some());
}

pub(crate) async fn a_moved_checkpoint_refuses_the_whole_batch<B: ViewBackend>(backend: &B) {
    let store = backend.view_store().await;
    let generation = active_with(&*store, vec![document(ViewKind::Round, "1", "old")]).await;
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

    assert_eq!(body(&*store, "1").await.as_deref(), Some("old"));
    assert_eq!(body(&*store, "2").await, None);
    assert_eq!(store.lagging(generation).await.unwrap(), []);
    assert_eq!(store.active().await.unwrap().unwrap().position(), Position(1));
}

pub(crate) async fn of_two_projectors_one_wins_each_step<B: ViewBackend>(backend: &B) {
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
        assert!(body(&*first, &format!("{step} of {winner}")).await.is_some());
        assert!(body(&*first, &format!("{step} of {loser}")).await.is_none());
    }
}

/// Returns the body of a round's document.
async fn body(store: &dyn ViewStore, round: &str) -> Option<String> {
    let document = store.document(&key(ViewKind::Round, round)).await.unwrap()?;
    Some(String::from_utf8(document.body.for_everyone().to_vec()).unwrap())
}

pub(crate) async fn a_document_is_read_back_as_it_was_written<B: ViewBackend>(backend: &B) {
    let store = backend.view_store().await;
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
    let generation = active_with(&*store, written.clone()).await;

    for expected in written {
        assert_eq!(store.document(&expected.key).await.unwrap().as_ref(), Some(&expected));
        assert_eq!(store.document_of(generation, &expected.key).await.unwrap(), Some(expected));
    }
}

pub(crate) async fn a_document_is_replaced_and_removed<B: ViewBackend>(backend: &B) {
    let store = backend.view_store().await;
    let kept = document(ViewKind::RoundMatches, "1", "of another kind");
    let generation = active_with(&*store, vec![document(ViewKind::Round, "1", "old"), kept.clone()]).await;
    let replacement = Document {
        source: tournament(2),
        sort: "z".to_owned(),
        position: Position(2),
        ..document(ViewKind::Round, "1", "longer than before")
    };

    commit(&*store, generation, |batch| batch.documents = vec![replacement.clone()]).await;
    assert_eq!(store.document(&replacement.key).await.unwrap(), Some(replacement.clone()));

    let never_there = document(ViewKind::Round, "none", "");
    commit(&*store, generation, |batch| batch.removed = vec![replacement.removal(), never_there.removal()]).await;
    assert_eq!(store.document(&replacement.key).await.unwrap(), None);
    assert_eq!(store.document(&kept.key).await.unwrap(), Some(kept));
}

pub(crate) async fn a_key_that_moves_within_a_batch_stays<B: ViewBackend>(backend: &B) {
    let store = backend.view_store().await;
    let generation = active_with(&*store, vec![document(ViewKind::Convention, "spring", "of convention 1")]).await;

    commit(&*store, generation, |batch| {
        batch.removed = vec![document(ViewKind::Convention, "spring", "").removal()];
        batch.documents = vec![document(ViewKind::Convention, "spring", "of convention 2")];
    })
    .await;

    let found = store.document(&key(ViewKind::Convention, "spring")).await.unwrap().unwrap();
    assert_eq!(&found.body.for_everyone()[..], b"of convention 2");
}

pub(crate) async fn what_another_stream_has_rendered_since_is_not_removed<B: ViewBackend>(backend: &B) {
    let store = backend.view_store().await;
    let first = document(ViewKind::PublicDecklist, "1", "of tournament 1");
    let second = Document { source: tournament(2), ..document(ViewKind::PublicDecklist, "1", "of tournament 2") };
    let namesake = Document { source: decklist(2), ..second.clone() };
    let generation = active_with(&*store, vec![first.clone()]).await;
    commit(&*store, generation, |batch| batch.documents = vec![second.clone()]).await;

    commit(&*store, generation, |batch| batch.removed = vec![first.removal(), namesake.removal()]).await;
    assert_eq!(store.document(&second.key).await.unwrap(), Some(second.clone()));

    commit(&*store, generation, |batch| batch.removed = vec![second.removal()]).await;
    assert_eq!(store.document(&second.key).await.unwrap(), None);
}

pub(crate) async fn hundreds_of_documents_and_large_ones_fit_a_batch<B: ViewBackend>(backend: &B) {
    let store = backend.view_store().await;
    let mut documents: Vec<_> =
        (0..450).map(|n| document(ViewKind::Decklist, &n.to_string(), &format!("list {n}"))).collect();
    documents.push(document(ViewKind::MagicEvent, "1", &"x".repeat(15 << 20)));
    let generation = active_with(&*store, documents.clone()).await;
    for document in &documents {
        assert_eq!(store.document(&document.key).await.unwrap().as_ref(), Some(document));
    }

    commit(&*store, generation, |batch| batch.removed = documents.iter().map(Document::removal).collect()).await;

    assert_eq!(store.documents_from(generation, tournament(1)).await.unwrap(), []);
}

pub(crate) async fn another_organization_finds_nothing<B: ViewBackend>(backend: &B) {
    let store = backend.view_store().await;
    active_with(&*store, vec![document(ViewKind::MagicEvent, "1", "mine")]).await;

    for other in [OrganizationId(4), OrganizationId::SHARED] {
        let foreign = DocumentKey::new(other, ViewKind::MagicEvent, 1);
        assert_eq!(store.document(&foreign).await.unwrap(), None);
        assert_eq!(store.state_of(Lists::of(other, ViewKind::MagicEvent)).await.unwrap().count, 0);
        let listed = store.list(other, ViewKind::MagicEvent, ReaderGroup::Organizers).await.unwrap().bodies;
        assert_eq!(futures::StreamExt::count(listed).await, 0);
    }
}

async fn dependents(store: &dyn ViewStore, generation: Generation, of: &[StreamId]) -> Vec<StreamId> {
    let mut found = store.dependents(generation, of).await.unwrap();
    found.sort();
    found
}

pub(crate) async fn sources_are_replaced<B: ViewBackend>(backend: &B) {
    let store = backend.view_store().await;
    let generation = store.begin_generation("first", "log").await.unwrap();
    commit(&*store, generation, |batch| {
        batch.sources =
            vec![(tournament(1), vec![user(1), user(2), decklist(1), user(1)]), (tournament(2), vec![user(2)])];
    })
    .await;
    assert_eq!(dependents(&*store, generation, &[user(2)]).await, [tournament(1), tournament(2)]);
    assert_eq!(dependents(&*store, generation, &[user(1), user(2)]).await, [tournament(1), tournament(2)]);
    assert_eq!(dependents(&*store, generation, &[decklist(2), tournament(1)]).await, []);

    commit(&*store, generation, |batch| batch.sources = vec![(tournament(1), vec![user(1), user(3)])]).await;

    assert_eq!(dependents(&*store, generation, &[user(2)]).await, [tournament(2)]);
    assert_eq!(dependents(&*store, generation, &[user(1)]).await, [tournament(1)]);
    assert_eq!(dependents(&*store, generation, &[user(3)]).await, [tournament(1)]);
    assert_eq!(dependents(&*store, generation, &[decklist(1)]).await, [], "a user and a decklist may have the same id");

    commit(&*store, generation, |batch| batch.sources = vec![(tournament(1), Vec::new())]).await;
    assert_eq!(dependents(&*store, generation, &[user(1), user(3)]).await, []);
    assert_eq!(dependents(&*store, generation, &[]).await, []);
}

pub(crate) async fn documents_are_found_by_their_source<B: ViewBackend>(backend: &B) {
    let store = backend.view_store().await;
    let of_two = Document { source: tournament(2), ..document(ViewKind::Round, "3", "") };
    let shared = document(ViewKind::EventPage, "1", "");
    let shared =
        Document { key: DocumentKey { organization_id: OrganizationId::SHARED, ..shared.key.clone() }, ..shared };
    let own = document(ViewKind::Round, "1", "");
    let generation = active_with(&*store, vec![own.clone(), of_two, shared.clone()]).await;

    let found = store.documents_from(generation, tournament(1)).await.unwrap();

    assert_eq!(found, [shared.key, own.key]);
    assert_eq!(store.documents_from(generation, user(1)).await.unwrap(), []);
}

pub(crate) async fn lagging_streams_settle<B: ViewBackend>(backend: &B) {
    let store = backend.view_store().await;
    let generation = store.begin_generation("first", "log").await.unwrap();

    commit(&*store, generation, |batch| batch.lagging = vec![tournament(2), tournament(1), tournament(2)]).await;
    commit(&*store, generation, |batch| batch.lagging = vec![tournament(1)]).await;
    assert_eq!(store.lagging(generation).await.unwrap(), [tournament(1), tournament(2)]);

    commit(&*store, generation, |batch| batch.settled = vec![tournament(1), tournament(9)]).await;
    assert_eq!(store.lagging(generation).await.unwrap(), [tournament(2)]);
}

pub(crate) async fn parked_streams_make_their_documents_stale<B: ViewBackend>(backend: &B) {
    let store = backend.view_store().await;
    let sound = Document { source: tournament(2), ..document(ViewKind::Round, "2", "") };
    let parked = document(ViewKind::Round, "1", "");
    let generation = active_with(&*store, vec![parked.clone(), sound.clone()]).await;
    let park = |position, error: &str| ParkedStream {
        stream: tournament(1),
        position: Position(position),
        error: error.into(),
    };

    commit(&*store, generation, |batch| batch.parked = vec![park(5, "first error")]).await;
    commit(&*store, generation, |batch| batch.parked = vec![park(6, "second error")]).await;

    assert_eq!(store.parked(generation).await.unwrap(), [park(6, "second error")]);
    assert!(store.document(&parked.key).await.unwrap().unwrap().stale);
    assert!(store.document_of(generation, &parked.key).await.unwrap().unwrap().stale);
    assert!(!store.document(&sound.key).await.unwrap().unwrap().stale);
}

pub(crate) async fn readers_of_another_process_see_a_commit_at_once<B: ViewBackend>(backend: &B) {
    let (here, there) = (backend.view_store().await, backend.view_store().await);
    let generation = here.begin_generation("first", "log").await.unwrap();
    for n in 1..=20 {
        let name = n.to_string();
        let to =
            commit(&*here, generation, |batch| batch.documents = vec![document(ViewKind::Round, &name, &name)]).await;
        assert_eq!(there.active().await.unwrap().unwrap().position(), to);
        assert_eq!(body(&*there, &name).await, Some(name));
    }
}

pub(crate) async fn reopening_keeps_the_views<B: ViewBackend>(backend: &B) {
    let store = backend.view_store().await;
    let written = document(ViewKind::Round, "1", "a round");
    let generation = active_with(&*store, vec![written.clone()]).await;
    store.close().await;
    assert!(store.document(&written.key).await.is_err(), "a closed store cannot be read");

    let reopened = backend.view_store().await;

    assert_eq!(reopened.active().await.unwrap().unwrap().generation, generation);
    assert_eq!(reopened.document(&written.key).await.unwrap(), Some(written));
}
