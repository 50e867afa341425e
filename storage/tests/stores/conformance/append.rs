//! Tests of appends: order, versions, batches, limits.

use std::sync::Arc;

use futures::future::join_all;
use proto_events::{Actor, Position, UserEvent, user::Profile};
use storage::{AppendError, StoreError, StreamWrite};

use super::given::{ORGANIZATION, assert_gapless, at, decklist, of_user, request, revised, tournament, write};
use super::{Backend, Log};

pub(crate) async fn an_append_is_read_back_as_it_was_written(store: &Log, _: &impl Backend) {
    let mut written = request(vec![write(9, 0, 2), write(2, 0, 1), write(9, 2, 1)]);
    written.actor = Actor::CommandLine;
    written.traceparent = Some("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01".into());
    written.writes[0].events[1].occurred_at = at(-62_000_000_000);

    let appended = store.append(written.clone()).await.unwrap();

    assert_eq!(appended, Position(4));
    let read = store.read_from(Position::START, 10).await.unwrap();
    let order: Vec<_> = read.iter().map(|event| (event.position.0, event.stream, event.version)).collect();
    assert_eq!(order, [(1, decklist(9), 1), (2, decklist(9), 2), (3, decklist(2), 1), (4, decklist(9), 3)]);
    for (recorded, new) in read.iter().zip(written.writes.iter().flat_map(|write| &write.events)) {
        let envelope = recorded.decode().unwrap();
        assert_eq!(envelope.organization_id, ORGANIZATION);
        assert_eq!(envelope.occurred_at, new.occurred_at);
        assert_eq!(envelope.recorded_at, written.recorded_at);
        assert_eq!(envelope.actor, Actor::CommandLine);
        assert_eq!(envelope.event, new.event);
        assert_eq!(recorded.traceparent, written.traceparent);
    }
    store.append(request(vec![write(5, 0, 1)])).await.unwrap();
    assert_eq!(store.read_from(appended, 1).await.unwrap()[0].traceparent, None);
}

pub(crate) async fn what_happened_can_neither_be_changed_nor_deleted(store: &Log, backend: &impl Backend) {
    store.append(request(vec![write(1, 0, 1)])).await.unwrap();
    for forbidden in ["UPDATE events SET content = ''", "DELETE FROM events"] {
        let refused = backend.try_execute(forbidden).await.unwrap_err();
        assert!(refused.contains("events are never"), "{refused}");
    }
}

pub(crate) async fn many_may_open_a_new_log_at_once<B: Backend>(_: &Log, _: &B) {
    let backend = B::empty().await;
    let stores = join_all((0..8).map(|_| backend.event_store())).await;
    let outcomes = join_all((1..).zip(&stores).map(|(id, store)| store.append(request(vec![write(id, 0, 1)])))).await;

    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    let id = stores[0].log_id();
    assert!(id.len() == 32 && id.chars().all(|digit| matches!(digit, '0'..='9' | 'a'..='f')), "{id}");
    assert!(stores.iter().all(|store| store.log_id() == id));
    assert_eq!(stores[0].head().await.unwrap().0, 8);
}

/// Each writer appends to its own streams: 1, 2, 3, 1 … events at a time.
async fn append_many(store: Arc<Log>, writer: i64, requests: i64) {
    let mut last = Position::START;
    for n in 0..requests {
        let count = usize::try_from(n % 3 + 1).unwrap();
        let appended = store.append(request(vec![write(writer * 10_000 + n, 0, count)])).await.unwrap();
        assert!(appended > last, "a later append has a later position");
        last = appended;
    }
}

/// The order of commits is the order of positions.
pub(crate) async fn a_reader_sees_every_position_of_two_processes_in_order(store: &Log, backend: &impl Backend) {
    let stores = [backend.event_store().await, backend.event_store().await];
    let total = 8 * 120 * 2;
    let writers = (1..=8).map(|writer| {
        let store = Arc::clone(&stores[usize::try_from(writer % 2).unwrap()]);
        tokio::spawn(append_many(store, writer, 120))
    });
    let writers: Vec<_> = writers.collect();

    let mut seen = Position::START;
    while seen.0 < total {
        for event in store.read_from(seen, 100).await.unwrap() {
            assert_eq!(event.position.0, seen.0 + 1, "a reader at the head skips no event");
            seen = event.position;
        }
    }

    for writer in join_all(writers).await {
        writer.unwrap();
    }
    assert_gapless(&*stores[0], total).await;
    assert_gapless(&*stores[1], total).await;
}

pub(crate) async fn a_stream_at_another_version_is_a_conflict(store: &Log, _: &impl Backend) {
    store.append(request(vec![write(1, 0, 2)])).await.unwrap();

    for wrong in [0, 1, 3] {
        match store.append(request(vec![write(1, wrong, 1)])).await {
            Err(AppendError::Conflict { stream, expected, actual }) => {
                assert_eq!((stream, expected, actual), (decklist(1), wrong, 2));
            }
            other => panic!("{other:?}"),
        }
    }

    assert_eq!(store.head().await.unwrap(), Position(2));
    assert_eq!(store.append(request(vec![write(1, 2, 1)])).await.unwrap(), Position(3));
}

pub(crate) async fn of_two_writers_at_the_same_version_one_wins(_: &Log, backend: &impl Backend) {
    let (first, second) = (backend.event_store().await, backend.event_store().await);
    for version in 0..20 {
        let outcomes = tokio::join!(
            first.append(request(vec![write(1, version, 1)])),
            second.append(request(vec![write(1, version, 1)])),
        );
        match outcomes {
            (Ok(_), Err(AppendError::Conflict { actual, .. })) | (Err(AppendError::Conflict { actual, .. }), Ok(_)) => {
                assert_eq!(actual, version + 1);
            }
            other => panic!("{other:?}"),
        }
    }
    assert_gapless(&*first, 20).await;
}

pub(crate) async fn refused_requests_write_nothing_and_leave_their_neighbours_whole(store: &Log, _: &impl Backend) {
    store.append(request(vec![write(1, 0, 1)])).await.unwrap();

    let requests = (100..200).map(|id| {
        let refused = id % 3 == 0;
        let stale = if refused { vec![write(1, 0, 1)] } else { Vec::new() };
        store.append(request([vec![write(id, 0, 2)], stale].concat()))
    });
    let outcomes = join_all(requests).await;

    for (id, outcome) in (100..200).zip(outcomes) {
        let stored = store.read_stream(decklist(id), 0).await.unwrap();
        match outcome {
            Ok(appended) if id % 3 != 0 => assert_eq!((stored.len(), stored[1].position), (2, appended)),
            Err(AppendError::Conflict { stream, .. }) if id % 3 == 0 => {
                assert_eq!((stored.len(), stream), (0, decklist(1)));
            }
            other => panic!("{id}: {other:?}"),
        }
    }
    let accepted = (100..200).filter(|id| id % 3 != 0).count();
    assert_gapless(store, 1 + 2 * i64::try_from(accepted).unwrap()).await;
}

pub(crate) async fn an_event_above_the_limit_is_refused_by_name_and_size(store: &Log, _: &impl Backend) {
    let overhead = revised("").event.encode().unwrap().payload.len();
    let with = |bytes: usize| StreamWrite { events: vec![revised("x".repeat(bytes - overhead))], ..write(1, 0, 0) };

    let refused = store.append(request(vec![write(2, 0, 1), with(512 * 1024 + 1)])).await;
    let accepted = store.append(request(vec![with(512 * 1024)])).await;

    match refused {
        Err(AppendError::Store(StoreError::Unwritable(why))) => {
            assert!(why.contains("`revised`") && why.contains("524289"), "{why}");
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(accepted.unwrap(), Position(1));
    assert!(store.read_stream(decklist(2), 0).await.unwrap().is_empty());
}

pub(crate) async fn an_event_of_another_kind_is_refused(store: &Log, _: &impl Backend) {
    let stray = StreamWrite { stream: tournament(1), ..write(1, 0, 1) };

    let refused = store.append(request(vec![stray])).await;

    assert!(matches!(refused, Err(AppendError::Store(StoreError::Unwritable(_)))), "{refused:?}");
    assert_eq!(store.head().await.unwrap(), Position::START);
}

pub(crate) async fn twenty_five_thousand_events_go_in_one_request(store: &Log, _: &impl Backend) {
    let registered = || UserEvent::Registered { profile: Profile::default() };
    let people = (1..=5_000).flat_map(|id| of_user(id, 0, [registered()]).writes);

    let appended = store.append(request(people.chain([write(1, 0, 20_000)]).collect())).await.unwrap();

    assert_eq!(appended, Position(25_000));
    assert_gapless(store, 25_000).await;
}

pub(crate) async fn an_append_wakes_those_who_wait(store: &Log, backend: &impl Backend) {
    let mut appended = store.appended();
    assert_eq!(*appended.borrow_and_update(), Position::START);

    store.append(request(vec![write(1, 0, 3)])).await.unwrap();

    assert!(appended.has_changed().unwrap(), "the watch has changed when the append is answered");
    assert_eq!(*appended.borrow_and_update(), Position(3));
    let _ = store.append(request(vec![write(1, 0, 3)])).await.unwrap_err();
    assert!(!appended.has_changed().unwrap(), "a refused append does not change the watch");
    assert_eq!(*backend.event_store().await.appended().borrow(), Position(3), "a new handle knows the head");
}

pub(crate) async fn closing_keeps_every_accepted_append_and_refuses_others(store: &Log, backend: &impl Backend) {
    let append = |id| store.append(request(vec![write(id, 0, 1)]));

    let (outcomes, ()) = tokio::join!(join_all((1..=200).map(append)), store.close());

    let reopened = backend.event_store().await;
    for (id, outcome) in (1..=200).zip(outcomes) {
        let stored = reopened.read_stream(decklist(id), 0).await.unwrap().len();
        match outcome {
            Ok(_) => assert_eq!(stored, 1),
            Err(AppendError::Store(StoreError::Closed)) => assert_eq!(stored, 0),
            Err(other) => panic!("{other:?}"),
        }
    }
    store.close().await;
    assert!(matches!(append(201).await, Err(AppendError::Store(StoreError::Closed))));
    assert!(store.head().await.is_err());
}
