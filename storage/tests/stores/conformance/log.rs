//! Tests of reads of the log, and of reserved ids.

use std::collections::HashSet;

use futures::future::join_all;
use proto_events::ids::{ApiKeyId, OrganizationId, Sequence};
use proto_events::{DomainEvent, OrganizationEvent, Position, StreamId, StreamKind};
use storage::{NewEvent, StreamWrite};

use super::given::{ORGANIZATION, assert_gapless, at, decklist, request, revised, write};
use super::{Backend, Log};

pub(crate) async fn an_empty_log_is_empty(store: &Log, _: &impl Backend) {
    assert_eq!(store.head().await.unwrap(), Position::START);
    assert_eq!(store.read_from(Position::START, 10).await.unwrap(), []);
    assert_eq!(store.read_stream(decklist(1), 0).await.unwrap(), []);
    assert_eq!(store.read_streams(StreamKind::Decklist, &[1], Position(9)).await.unwrap(), []);
    assert_eq!(store.append(request(Vec::new())).await.unwrap(), Position::START);
}

pub(crate) async fn a_stream_is_read_above_a_version(store: &Log, _: &impl Backend) {
    store.append(request(vec![write(1, 0, 5), write(2, 0, 5)])).await.unwrap();

    let tail = store.read_stream(decklist(1), 3).await.unwrap();

    assert_eq!(tail.iter().map(|event| event.version).collect::<Vec<_>>(), [4, 5]);
    assert!(tail.iter().all(|event| event.stream == decklist(1)));
    assert_eq!(store.read_stream(decklist(1), 5).await.unwrap(), []);
    let middle = store.read_versions(decklist(1), 1, 3).await.unwrap();
    assert_eq!(middle.iter().map(|event| event.version).collect::<Vec<_>>(), [2, 3]);
}

pub(crate) async fn the_log_is_read_in_steps(store: &Log, _: &impl Backend) {
    store.append(request(vec![write(1, 0, 10)])).await.unwrap();

    let step = store.read_from(Position(3), 4).await.unwrap();

    assert_eq!(step.iter().map(|event| event.position.0).collect::<Vec<_>>(), [4, 5, 6, 7]);
    assert_eq!(store.read_from(Position(8), 4).await.unwrap().len(), 2);
    assert_eq!(store.read_from(Position(10), 4).await.unwrap(), []);
    assert_eq!(store.read_from(Position(3), usize::MAX).await.unwrap().len(), 7);
}

pub(crate) async fn forty_megabytes_are_one_request_and_are_read_in_parts_of_eight(store: &Log, _: &impl Backend) {
    let events = (0..80).map(|_| revised("x".repeat(500 * 1024))).collect();
    store.append(request(vec![StreamWrite { events, ..write(1, 0, 0) }, write(2, 0, 1)])).await.unwrap();

    let read = store.read_from(Position::START, 1_000).await.unwrap();

    let bytes: usize = read.iter().map(|event| event.encoded.payload.len()).sum();
    assert!((7 << 20..=9 << 20).contains(&bytes), "{bytes} bytes");
    assert_gapless(store, 81).await;
}

pub(crate) async fn each_stream_of_a_kind_is_named_once(store: &Log, _: &impl Backend) {
    assert_eq!(store.streams(StreamKind::Decklist).await.unwrap(), [0; 0]);
    store.append(request(vec![write(12, 0, 3), write(2, 0, 1)])).await.unwrap();
    store.append(request(vec![write(12, 3, 1), write(7, 0, 1)])).await.unwrap();

    assert_eq!(store.streams(StreamKind::Decklist).await.unwrap(), [2, 7, 12]);
    assert_eq!(store.streams(StreamKind::Tournament).await.unwrap(), [0; 0]);
}

pub(crate) async fn streams_are_read_up_to_a_position(store: &Log, _: &impl Backend) {
    store.append(request(vec![write(3, 0, 2), write(1, 0, 1), write(2, 0, 1)])).await.unwrap();
    store.append(request(vec![write(1, 1, 2), write(3, 2, 1)])).await.unwrap();

    let read = store.read_streams(StreamKind::Decklist, &[3, 1, 99, 3], Position(6)).await.unwrap();

    let order: Vec<_> = read.iter().map(|event| (event.stream.id, event.version)).collect();
    assert_eq!(order, [(1, 1), (1, 2), (1, 3), (3, 1), (3, 2)]);
    assert_eq!(store.read_streams(StreamKind::Tournament, &[1, 2, 3], Position(9)).await.unwrap(), []);
    assert_eq!(store.read_streams(StreamKind::Decklist, &[], Position(9)).await.unwrap(), []);
}

pub(crate) async fn another_process_sees_appends_at_once(_: &Log, backend: &impl Backend) {
    let (here, there) = (backend.event_store().await, backend.event_store().await);
    for n in 1..=20 {
        here.append(request(vec![write(n, 0, 1)])).await.unwrap();
        assert_eq!(there.head().await.unwrap(), Position(n));
        assert_eq!(there.read_from(Position(n - 1), 10).await.unwrap().len(), 1);
    }
    assert_eq!(there.append(request(vec![write(20, 1, 1)])).await.unwrap(), Position(21));
    assert_eq!(here.append(request(vec![write(20, 2, 1)])).await.unwrap(), Position(22));
}

pub(crate) async fn ids_are_never_reserved_twice(_: &Log, backend: &impl Backend) {
    let stores = [backend.event_store().await, backend.event_store().await];
    let sizes = (0..400_usize).map(|n| [1, 3, 60, 64, 65, 500][n % 6]);

    let reservations = sizes.enumerate().map(|(n, count)| {
        let store = &stores[n % 2];
        async move { (store.reserve_ids(Sequence::Match, count).await.unwrap(), i64::try_from(count).unwrap()) }
    });
    let reserved = join_all(reservations).await;

    let mut seen = HashSet::new();
    for (first, count) in reserved {
        assert!(first >= 1);
        for id in first..first + count {
            assert!(seen.insert(id), "{id} was issued twice");
        }
    }
}

pub(crate) async fn ids_start_at_one_in_each_sequence(store: &Log, _: &impl Backend) {
    assert_eq!(store.reserve_ids(Sequence::Round, 1).await.unwrap(), 1);
    assert_eq!(store.reserve_ids(Sequence::Round, 3).await.unwrap(), 2);
    assert_eq!(store.reserve_ids(Sequence::Round, 0).await.unwrap(), 5, "at least one is reserved");
    assert_eq!(store.reserve_ids(Sequence::Round, 1).await.unwrap(), 6);
    assert_eq!(store.reserve_ids(Sequence::Phase, 1_000).await.unwrap(), 1);
    assert!(store.reserve_ids(Sequence::Phase, 1).await.unwrap() > 1_000);
}

pub(crate) async fn programs_that_run_one_after_the_other_leave_no_gap(_: &Log, backend: &impl Backend) {
    for id in 1..=5 {
        let program = backend.event_store().await;
        assert_eq!(program.reserve_ids(Sequence::Tournament, 1).await.unwrap(), id);
        program.close().await;
    }
}

/// Returns the positions of the newest events of the tests' organization.
async fn happened(store: &Log, before: Option<i64>, limit: usize) -> Vec<i64> {
    let told = store.happened(ORGANIZATION, before.map(Position), limit).await.unwrap();
    told.iter().map(|event| event.position.0).collect()
}

pub(crate) async fn what_happened_is_told_newest_first_in_pages(store: &Log, _: &impl Backend) {
    assert_eq!(happened(store, None, 10).await, [0; 0]);
    store.append(request(vec![write(1, 0, 4), write(2, 0, 3)])).await.unwrap();

    assert_eq!(happened(store, None, 3).await, [7, 6, 5]);
    assert_eq!(happened(store, Some(5), 3).await, [4, 3, 2]);
    assert_eq!(happened(store, Some(2), 3).await, [1]);
    assert_eq!(happened(store, Some(1), usize::MAX).await, [0; 0]);
    assert_eq!(happened(store, Some(100), usize::MAX).await, [7, 6, 5, 4, 3, 2, 1]);
    assert_eq!(happened(store, None, 0).await, [0; 0]);

    let mut told = store.happened(ORGANIZATION, None, 100).await.unwrap();
    told.reverse();
    assert_eq!(told, store.read_from(Position::START, 100).await.unwrap());
}

pub(crate) async fn what_happened_elsewhere_and_uses_of_keys_are_not_told(store: &Log, _: &impl Backend) {
    let key_id = ApiKeyId(7);
    let of_keys = [
        OrganizationEvent::ApiKeyUsed { key_id, used_at: at(1_000) },
        OrganizationEvent::ApiKeyRevoked { key_id },
        OrganizationEvent::ApiKeyUsed { key_id, used_at: at(2_000) },
    ];
    let of_keys = StreamWrite {
        stream: StreamId { kind: StreamKind::Organization, id: ORGANIZATION.0 },
        events: of_keys.map(|event| NewEvent { occurred_at: at(1), event: DomainEvent::Organization(event) }).into(),
        ..write(0, 0, 0)
    };
    let elsewhere = |id, organization| StreamWrite { organization_id: OrganizationId(organization), ..write(id, 0, 1) };

    store.append(request(vec![of_keys, elsewhere(1, 0), elsewhere(2, 30), write(3, 0, 1)])).await.unwrap();

    assert_eq!(happened(store, None, 10).await, [6, 2]);
    assert_eq!(store.happened(OrganizationId::SHARED, None, 10).await.unwrap().len(), 1);
    assert_eq!(store.happened(OrganizationId(99), None, 10).await.unwrap(), []);
}
