//! Tests of appends: order, versions, batches, limits.

use std::sync::Arc;

use futures::future::join_all;
use proto_events::ids::OrganizationId;
use proto_events::{Actor, DomainEvent, Position, UserEvent, user::Profile};
use storage::{AppendError, AppendRequest, EventStore, NewEvent, StoreError, StreamWrite};

use super::EventBackend;
use super::given::{ORGANIZATION, assert_gapless, at, decklist, request, revised, tournament, user, write};

pub(crate) async fn an_append_is_read_back_as_it_was_written<B: EventBackend>(backend: &B) {
    let store = backend.event_store().await;
    let mut written = request(vec![write(5, 0, 2)]);
    written.actor = Actor::CommandLine;
    written.writes[0].events[1].occurred_at = at(-62_000_000_000);

    let appended = store.append(written.clone()).await.unwrap();

    assert_eq!(appended, Position(2));
    let read = store.read_stream(decklist(5), 0).await.unwrap();
    assert_eq!(read.len(), 2);
    for (index, (recorded, new)) in read.iter().zip(&written.writes[0].events).enumerate() {
        let envelope = recorded.decode().unwrap();
        assert_eq!(envelope.position.0, i64::try_from(index).unwrap() + 1);
        assert_eq!(envelope.version, envelope.position.0);
        assert_eq!(envelope.stream, decklist(5));
        assert_eq!(envelope.organization_id, ORGANIZATION);
        assert_eq!(envelope.occurred_at, new.occurred_at);
        assert_eq!(envelope.recorded_at, written.recorded_at);
        assert_eq!(envelope.actor, Actor::CommandLine);
        assert_eq!(envelope.event, new.event);
    }
}

pub(crate) async fn what_happened_can_neither_be_changed_nor_deleted<B: EventBackend>(backend: &B) {
    backend.event_store().await.append(request(vec![write(1, 0, 1)])).await.unwrap();
    for forbidden in ["UPDATE events SET content = ''", "DELETE FROM events"] {
        let refused = backend.try_execute(forbidden).await.unwrap_err();
        assert!(refused.contains("events are never"), "{refused}");
    }
}

pub(crate) async fn many_may_open_a_new_log_at_once<B: EventBackend>(backend: &B) {
    let stores = join_all((0..8).map(|_| backend.event_store())).await;
    let outcomes = join_all((1..).zip(&stores).map(|(id, store)| store.append(request(vec![write(id, 0, 1)])))).await;

    assert!(outcomes.iter().all(Result::is_ok), "{outcomes:?}");
    assert!(stores.iter().all(|store| store.log_id() == stores[0].log_id()));
    assert_eq!(stores[0].head().await.unwrap().0, 8);
}

pub(crate) async fn positions_follow_the_order_of_the_request<B: EventBackend>(backend: &B) {
    let store = backend.event_store().await;

    store.append(request(vec![write(9, 0, 2), write(2, 0, 1), write(9, 2, 1)])).await.unwrap();

    let log = store.read_from(Position::START, 10).await.unwrap();
    let order: Vec<_> = log.iter().map(|event| (event.position.0, event.stream.id, event.version)).collect();
    assert_eq!(order, [(1, 9, 1), (2, 9, 2), (3, 2, 1), (4, 9, 3)]);
}

/// Each writer appends to its own streams: 1, 2, 3, 1 … events at a time.
async fn append_many(store: Arc<dyn EventStore>, writer: i64, requests: i64) {
    let mut last = Position::START;
    for n in 0..requests {
        let count = usize::try_from(n % 3 + 1).unwrap();
        let appended = store.append(request(vec![write(writer * 10_000 + n, 0, count)])).await.unwrap();
        assert!(appended > last, "a later append has a later position");
        last = appended;
    }
}

pub(crate) async fn with_eight_writers_a_reader_sees_every_position_in_order<B: EventBackend>(backend: &B) {
    let store = backend.event_store().await;
    let total = 8 * 300 * 2;
    let writers: Vec<_> = (1..=8).map(|writer| tokio::spawn(append_many(Arc::clone(&store), writer, 300))).collect();

    let mut appended = store.appended();
    let mut seen = Position::START;
    while seen.0 < total {
        let events = store.read_from(seen, 100).await.unwrap();
        if events.is_empty() {
            appended.wait_for(|newest| *newest > seen).await.unwrap();
        }
        for event in events {
            assert_eq!(event.position.0, seen.0 + 1, "a reader at the head skips no event");
            seen = event.position;
        }
    }

    for writer in writers {
        writer.await.unwrap();
    }
    assert_gapless(&*store, total).await;
}

pub(crate) async fn with_two_processes_positions_have_no_gaps<B: EventBackend>(backend: &B) {
    let stores = [backend.event_store().await, backend.event_store().await];
    let writers = (1..=8).map(|writer| {
        let store = Arc::clone(&stores[usize::try_from(writer % 2).unwrap()]);
        tokio::spawn(append_many(store, writer, 60))
    });

    for writer in join_all(writers).await {
        writer.unwrap();
    }

    assert_gapless(&*stores[0], 8 * 60 * 2).await;
    assert_gapless(&*stores[1], 8 * 60 * 2).await;
}

pub(crate) async fn a_stream_at_another_version_is_a_conflict<B: EventBackend>(backend: &B) {
    let store = backend.event_store().await;
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

pub(crate) async fn of_two_writers_at_the_same_version_one_wins<B: EventBackend>(backend: &B) {
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

pub(crate) async fn a_request_is_written_whole_or_not_at_all<B: EventBackend>(backend: &B) {
    let store = backend.event_store().await;
    store.append(request(vec![write(2, 0, 1)])).await.unwrap();

    let refused = store.append(request(vec![write(1, 0, 3), write(2, 0, 1)])).await;

    assert!(matches!(refused, Err(AppendError::Conflict { stream, .. }) if stream == decklist(2)), "{refused:?}");
    assert!(store.read_stream(decklist(1), 0).await.unwrap().is_empty());
    assert_eq!(store.head().await.unwrap(), Position(1));
}

pub(crate) async fn refused_requests_leave_their_neighbours_whole<B: EventBackend>(backend: &B) {
    let store = backend.event_store().await;
    store.append(request(vec![write(1, 0, 1)])).await.unwrap();

    let requests = (100..200).map(|id| {
        let refused = id % 3 == 0;
        let stale = if refused { vec![write(1, 0, 1)] } else { Vec::new() };
        store.append(request([vec![write(id, 0, 2)], stale].concat()))
    });
    let outcomes = join_all(requests).await;

    for (id, outcome) in (100..200).zip(outcomes) {
        assert_eq!(outcome.is_ok(), id % 3 != 0, "{outcome:?}");
        let stored = store.read_stream(decklist(id), 0).await.unwrap();
        assert_eq!(stored.len(), if outcome.is_ok() { 2 } else { 0 });
        if let Ok(appended) = outcome {
            assert_eq!(appended, stored[1].position);
        }
    }
    let accepted = (100..200).filter(|id| id % 3 != 0).count();
    assert_gapless(&*store, 1 + 2 * i64::try_from(accepted).unwrap()).await;
}

pub(crate) async fn an_event_above_the_limit_is_refused_by_name_and_size<B: EventBackend>(backend: &B) {
    let store = backend.event_store().await;
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

pub(crate) async fn an_event_of_another_kind_is_refused<B: EventBackend>(backend: &B) {
    let store = backend.event_store().await;
    let stray = StreamWrite { stream: tournament(1), ..write(1, 0, 1) };

    let refused = store.append(request(vec![stray])).await;

    assert!(matches!(refused, Err(AppendError::Store(StoreError::Unwritable(_)))), "{refused:?}");
    assert_eq!(store.head().await.unwrap(), Position::START);
}

pub(crate) async fn twenty_five_thousand_events_go_in_one_request<B: EventBackend>(backend: &B) {
    let store = backend.event_store().await;
    let people = (1..=5_000).map(|id| StreamWrite {
        stream: user(id),
        organization_id: OrganizationId::SHARED,
        expected_version: 0,
        events: vec![NewEvent {
            occurred_at: at(id),
            event: DomainEvent::User(UserEvent::Registered { profile: Profile::default() }),
        }],
    });
    let import: AppendRequest = request(people.chain([write(1, 0, 20_000)]).collect());

    let appended = store.append(import).await.unwrap();

    assert_eq!(appended, Position(25_000));
    assert_gapless(&*store, 25_000).await;
}

pub(crate) async fn an_append_wakes_those_who_wait<B: EventBackend>(backend: &B) {
    let store = backend.event_store().await;
    let mut appended = store.appended();
    assert_eq!(*appended.borrow_and_update(), Position::START);

    store.append(request(vec![write(1, 0, 3)])).await.unwrap();

    assert!(appended.has_changed().unwrap(), "the watch has changed when the append is answered");
    assert_eq!(*appended.borrow_and_update(), Position(3));
    let _ = store.append(request(vec![write(1, 0, 3)])).await.unwrap_err();
    assert!(!appended.has_changed().unwrap(), "a refused append does not change the watch");
    assert_eq!(*backend.event_store().await.appended().borrow(), Position(3), "a new handle knows the head");
}

pub(crate) async fn closing_keeps_every_append_that_was_accepted<B: EventBackend>(backend: &B) {
    let store = backend.event_store().await;
    let append = |id| {
        let store = Arc::clone(&store);
        async move { store.append(request(vec![write(id, 0, 1)])).await }
    };

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
}

pub(crate) async fn a_closed_store_refuses<B: EventBackend>(backend: &B) {
    let store = backend.event_store().await;
    store.close().await;
    store.close().await;

    let refused = store.append(request(vec![write(1, 0, 1)])).await;

    assert!(matches!(refused, Err(AppendError::Store(StoreError::Closed))), "{refused:?}");
    assert!(store.head().await.is_err());
}
