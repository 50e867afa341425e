//! Tests of the integrity of stored data: events have hashes, reads find damage, and personal data is encrypted.

use std::panic::AssertUnwindSafe;

use futures::FutureExt;
use proto_events::ids::{PasswordId, UserId, UserTokenId};
use proto_events::user::Profile;
use proto_events::{DecodeError, DomainEvent, EventHash, Position, Recorded, UserEvent};
use storage::{AppendRequest, BackupItem, StoreError};

use super::backup::{fill, items, restore};
use super::given::{ORGANIZATION, answer, claiming, of_user, request, user, write};
use super::passwords::HASH;
use super::{Backend, Log};

const EMAIL: &str = "ada@example.org";

fn profile(email: &str) -> Profile {
    Profile { username: "ada".into(), email: email.into(), ..Profile::default() }
}

fn registered() -> UserEvent {
    UserEvent::Registered { profile: profile(EMAIL) }
}

/// Appends the events of a person who registers, sets a password, and changes the profile.
async fn write_person(store: &Log, id: i64) -> Vec<DomainEvent> {
    let token = UserEvent::TokenIssued {
        token_id: UserTokenId(5),
        name: "Ada's laptop".into(),
        sha256: "ab".repeat(32),
        organization_id: None,
        expires_at: None,
    };
    let events = [registered(), UserEvent::SessionsEnded {}, token];
    let changed = UserEvent::ProfileChanged { profile: profile("countess@example.org") };
    store.append(of_user(id, 0, events.clone())).await.unwrap();
    store.append(of_user(id, 3, [changed.clone()])).await.unwrap();
    events.into_iter().chain([changed]).map(DomainEvent::User).collect()
}

fn decoded(events: &[Recorded]) -> Vec<DomainEvent> {
    events.iter().map(|event| event.decode().unwrap().event).collect()
}

pub(crate) async fn each_event_has_the_hash_that_follows_from_the_one_before(store: &Log, _: &impl Backend) {
    fill(store).await;
    write_person(store, 7).await;

    let events = store.read_sealed(Position::START, 10_000).await.unwrap();
    let mut last = EventHash::START;
    for event in &events {
        assert!(!event.is_damaged);
        assert_eq!(event.hash_after(last), event.hash, "{}", event.position);
        last = event.hash;
    }
    let head = store.head().await.unwrap();
    assert_eq!(store.hash_at(head).await.unwrap(), Some(last));
    assert_eq!(store.hash_at(Position::START).await.unwrap(), Some(EventHash::START));
    assert_eq!(store.hash_at(Position(head.0 + 1)).await.unwrap(), None);
}

pub(crate) async fn personal_data_is_stored_encrypted_and_read_in_clear(store: &Log, backend: &impl Backend) {
    let written = write_person(store, 7).await;

    let elsewhere = backend.event_store().await;
    assert_eq!(decoded(&elsewhere.read_stream(user(7), 0).await.unwrap()), written);
    assert_eq!(decoded(&elsewhere.read_from(Position::START, 10).await.unwrap()), written);
    let stored = backend.texts("SELECT content FROM events").await.join("\n");
    for secret in [EMAIL, "countess", "laptop"] {
        assert!(!stored.contains(secret), "{secret} is in {stored}");
    }
    assert!(stored.contains("sessions_ended"), "other events are readable");

    let sealed = store.read_sealed(Position::START, 10).await.unwrap();
    assert!(matches!(sealed[0].decode(), Err(DecodeError::Sealed)));
    assert!(!sealed[0].encoded.payload.contains(EMAIL));
}

pub(crate) async fn personal_data_with_a_missing_or_damaged_key_cannot_be_read(store: &Log, backend: &impl Backend) {
    write_person(store, 7).await;
    write_person(store, 8).await;
    for (damage, version) in [("checksum = checksum + 1", 4), ("checksum = checksum - 1, key = NULL", 5)] {
        backend.execute(&format!("UPDATE person_keys SET {damage} WHERE user_id = 7")).await;

        let elsewhere = backend.event_store().await;
        let events = elsewhere.read_from(Position::START, 10).await.unwrap();
        assert!(matches!(events[0].decode(), Err(DecodeError::Sealed)), "{damage}");
        assert!(events[1].decode().is_ok() && events[4].decode().is_ok(), "the other events can be decoded");
        let refused = elsewhere.append(of_user(7, version, [registered()])).await;
        assert!(refused.is_err(), "{damage}: {refused:?}");
        elsewhere.append(of_user(7, version, [UserEvent::SessionsEnded {}])).await.unwrap();
    }
}

/// Reads the log in every possible way.
async fn reads(store: &Log) -> Vec<Vec<Recorded>> {
    let stream = write(1, 0, 0).stream;
    vec![
        store.read_from(Position::START, 10).await.unwrap(),
        store.read_from(Position(1), 10).await.unwrap(),
        store.read_sealed(Position(1), 10).await.unwrap(),
        store.read_stream(stream, 0).await.unwrap(),
        store.read_stream(stream, 1).await.unwrap(),
        store.read_streams(stream.kind, &[1], Position(10)).await.unwrap(),
        store.happened(ORGANIZATION, None, 10).await.unwrap(),
    ]
}

pub(crate) async fn a_damaged_event_is_noticed_by_every_read_and_others_follow(store: &Log, backend: &impl Backend) {
    store.append(request(vec![write(1, 0, 3)])).await.unwrap();
    assert!(reads(store).await.iter().flatten().all(|event| !event.is_damaged));

    for damage in ["content = replace(content, '1: 1', '1: 7')", "recorded_at = recorded_at + 1", "event_type = 'x'"] {
        backend.damage_event(2, damage).await;
        for events in reads(store).await {
            for event in events {
                assert_eq!(event.is_damaged, event.position == Position(2), "{damage}: {event:?}");
                assert_eq!(event.decode().is_err(), event.position == Position(2));
            }
        }
    }
    store.append(request(vec![write(2, 0, 1)])).await.unwrap();
    let log = store.read_from(Position::START, 10).await.unwrap();
    assert_eq!(log.iter().map(|event| event.is_damaged).collect::<Vec<_>>(), [false, true, false, false]);
}

pub(crate) async fn a_counter_that_is_not_where_the_events_end_stops_appends(store: &Log, backend: &impl Backend) {
    store.append(request(vec![write(1, 0, 3)])).await.unwrap();
    backend.execute("UPDATE log_head SET position = 70").await;

    let refused = store.append(request(vec![write(2, 0, 1)])).await.unwrap_err();
    assert!(refused.to_string().contains("the log's counter is at 70"), "{refused}");
}

pub(crate) async fn damaged_rows_beside_the_events_are_not_believed(store: &Log, backend: &impl Backend) {
    let idempotency = Some(answer("api-key/1", "key", "created"));
    store.append(AppendRequest { idempotency, ..claiming(1, "slug/3", "name") }).await.unwrap();
    store.put_password(PasswordId(2), UserId(7), HASH).await.unwrap();

    for damage in [
        "UPDATE claims SET holder_id = 9",
        "UPDATE idempotent_answers SET response = 'creatad'",
        "UPDATE passwords SET hash = 'other'",
    ] {
        backend.execute(damage).await;
    }
    let is_noticed = |error: StoreError| assert!(error.to_string().contains("checksum"), "{error}");
    is_noticed(store.holders("slug/3", &["name".into()]).await.unwrap_err());
    is_noticed(store.recorded_answer("api-key/1", "key").await.unwrap_err());
    is_noticed(store.password(PasswordId(2)).await.unwrap_err());
    let repeated =
        AppendRequest { idempotency: Some(answer("api-key/1", "key", "x")), ..request(vec![write(5, 0, 1)]) };
    assert!(store.append(repeated).await.is_err());
    assert!(store.append(claiming(2, "slug/3", "name")).await.is_err());
}

pub(crate) async fn a_log_without_hashes_is_refused<B: Backend>(_: &Log, _: &B) {
    let (empty, backend) = (B::empty().await, B::empty().await);
    empty.older_log(4).await;
    assert_eq!(empty.event_store().await.head().await.unwrap(), Position::START);

    backend.older_log(4).await;
    let row =
        "INSERT INTO events (position, stream_kind, stream_id, version, organization_id, occurred_at, recorded_at,
                                   actor, event_type, schema, payload, traceparent)
               VALUES (1, 'decklist', 1, 1, 0, 1, 2, '\"system\"', 'deleted', 1, '{}', NULL)";
    backend.execute(row).await;
    let opened = AssertUnwindSafe(backend.event_store()).catch_unwind().await;
    let refused = opened.err().unwrap().downcast::<String>().unwrap();
    assert!(refused.contains("written by a version without hashes"), "{refused}");
}

pub(crate) async fn a_backup_of_an_older_version_is_hashed_and_encrypted<B: Backend>(store: &Log, _: &B) {
    let other = B::empty().await;
    let written = write_person(store, 7).await;
    store.append(claiming(1, "slug/3", "zoë")).await.unwrap();
    let mut older = Vec::new();
    for item in items(store).await {
        match item {
            BackupItem::PersonKey(..) | BackupItem::PlayerSalt(_) | BackupItem::Event(_) => {}
            item => older.push(item),
        }
    }
    let clear = store.read_from(Position::START, 10).await.unwrap();
    older.extend(clear.into_iter().map(|event| BackupItem::Event(Recorded { hash: EventHash::START, ..event })));

    let restored = other.event_store().await;
    restore(&*restored, older).await.unwrap();

    assert_eq!(decoded(&restored.read_stream(user(7), 0).await.unwrap()), written);
    let events = restored.read_from(Position::START, 10).await.unwrap();
    assert!(events.iter().all(|event| !event.is_damaged));
    let stored = other.texts("SELECT content FROM events").await.join("\n");
    assert!(!stored.contains("example.org"), "{stored}");
}
