//! Tests of erasures: a person's key and everything that names the person go in one transaction, and never come back.

use proto_events::ids::{PasswordId, UserId};
use proto_events::user::Profile;
use proto_events::{DomainEvent, EventHash, Position, StreamKind, UserEvent};
use storage::{AppendError, AppendRequest, BackupItem, Claim, Erasure, StoreError};

use super::backup::{items, restore, restore_without};
use super::given::{answer, at, claiming, of_user, user};
use super::passwords::HASH;
use super::{Backend, Log};

const NAME: &str = "Ottoline Quillfeather";
const ADA: UserId = UserId(7);

fn registered() -> UserEvent {
    UserEvent::Registered { profile: Profile { best_identifier: NAME.into(), ..Profile::default() } }
}

fn claim(id: i64, name: &str) -> Claim {
    Claim { scope: "username".into(), name: name.into(), holder: user(id) }
}

/// Registers two people with claims, passwords and answers, and something of an organization.
pub(crate) async fn fill(store: &Log) {
    for (id, name) in [(7, "ottoline"), (8, "bea")] {
        let idempotency = Some(answer(&format!("user/{id}"), "key", &format!("{{\"user\":{id},\"version\":1}}")));
        let request = AppendRequest { claims: vec![claim(id, name)], idempotency, ..of_user(id, 0, [registered()]) };
        store.append(request).await.unwrap();
        store.put_password(PasswordId(id), UserId(id), HASH).await.unwrap();
    }
    let registration = AppendRequest {
        idempotency: Some(answer("api-key/1", "registers", "{\"since\":0,\"user\":7,\"version\":1}")),
        ..claiming(1, "slug/3", "open")
    };
    store.append(registration).await.unwrap();
}

async fn read(store: &Log, id: i64) -> Vec<UserEvent> {
    let events = store.read_stream(user(id), 0).await.unwrap();
    let event = |event: &proto_events::Recorded| match event.decode().unwrap().event {
        DomainEvent::User(event) => event,
        other => panic!("{other:?}"),
    };
    events.iter().map(event).collect()
}

pub(crate) async fn erase(store: &Log) {
    store.append(of_user(7, 1, [UserEvent::Erased {}])).await.unwrap();
}

pub(crate) async fn what_names_an_erased_person_goes_with_the_key(store: &Log, backend: &impl Backend) {
    let other = backend.event_store().await;
    fill(store).await;
    assert_eq!(read(&*other, 7).await, [registered()], "the other process remembers the key");
    erase(store).await;

    for store in [store, &*other] {
        assert_eq!(read(store, 7).await, [UserEvent::Redacted {}, UserEvent::Erased {}]);
        assert_eq!(read(store, 8).await, [registered()]);
        let holders = store.holders("username", &["ottoline".into(), "bea".into()]).await.unwrap();
        assert_eq!(holders, [None, Some(user(8))]);
        assert_eq!(store.password(PasswordId(7)).await.unwrap(), None);
        assert_eq!(store.password(PasswordId(8)).await.unwrap().as_deref(), Some(HASH));
        assert!(store.recorded_answer("user/7", "key").await.unwrap().is_none());
        assert!(store.recorded_answer("api-key/1", "registers").await.unwrap().is_none());
        assert!(store.recorded_answer("user/8", "key").await.unwrap().is_some());
    }
    let events = store.read_sealed(Position::START, 10).await.unwrap();
    let mut last = EventHash::START;
    for event in &events {
        assert!(!event.is_damaged);
        assert_eq!(event.hash_after(last), event.hash, "the hashes cover what is stored");
        last = event.hash;
    }
    let erasures = store.erasures().await.unwrap();
    let told = Erasure {
        user_id: ADA,
        erased_at: at(1_000),
        log_id: store.log_id(),
        registered_at: Position(1),
        registered_hash: events[0].hash,
    };
    assert_eq!((erasures, store.erasure_count().await.unwrap()), (vec![told], 1));
}

pub(crate) async fn nothing_personal_is_written_of_an_erased_person(store: &Log, _: &impl Backend) {
    fill(store).await;
    erase(store).await;
    let refused = store.append(of_user(7, 2, [UserEvent::ProfileChanged { profile: Profile::default() }])).await;
    assert!(matches!(refused, Err(AppendError::Store(StoreError::Erased(ADA)))), "{refused:?}");
    let refused = store.put_password(PasswordId(9), ADA, HASH).await.unwrap_err();
    assert!(refused.to_string().contains("user 7 was erased"), "{refused}");
    // A command that was decided before comes too late, and another person may take the name.
    let late = store.append(of_user(7, 1, [registered()])).await;
    assert!(matches!(late, Err(AppendError::Store(StoreError::Erased(ADA)))), "{late:?}");
    let namesake = AppendRequest { claims: vec![claim(9, "ottoline")], ..of_user(9, 0, [registered()]) };
    store.append(namesake).await.unwrap();
    assert_eq!(read(store, 9).await, [registered()]);
}

pub(crate) async fn an_erasure_is_unfinished_until_it_is_finished(store: &Log, _: &impl Backend) {
    fill(store).await;
    assert_eq!(store.unfinished_erasures().await.unwrap(), []);
    erase(store).await;
    assert_eq!(store.unfinished_erasures().await.unwrap(), [ADA]);
    store.rewrite().await.unwrap();
    store.finish_erasures(&[ADA]).await.unwrap();
    assert_eq!(store.unfinished_erasures().await.unwrap(), []);
    assert_eq!(read(store, 8).await, [registered()]);
    let holders = store.holders("username", &["bea".into()]).await.unwrap();
    assert_eq!((holders, store.password(PasswordId(8)).await.unwrap().as_deref()), (vec![Some(user(8))], Some(HASH)));
    assert_eq!(store.streams_with(StreamKind::User, "registered").await.unwrap(), [7, 8]);
    assert_eq!(store.streams_with(StreamKind::User, "merged_into").await.unwrap(), [0; 0]);
}

pub(crate) async fn a_backup_made_later_holds_the_erasure_and_no_key<B: Backend>(store: &Log, _: &B) {
    let target = B::empty().await;
    fill(store).await;
    erase(store).await;
    let kept = items(store).await;
    assert!(!kept.iter().any(|item| matches!(item, BackupItem::PersonKey(ADA, _))));
    let restored = target.event_store().await;
    restore(&*restored, kept).await.unwrap();
    assert_eq!(restored.erasures().await.unwrap(), store.erasures().await.unwrap());
    assert_eq!(read(&*restored, 7).await, [UserEvent::Redacted {}, UserEvent::Erased {}]);
    let refused = restored.append(of_user(7, 2, [registered()])).await;
    assert!(matches!(refused, Err(AppendError::Store(StoreError::Erased(ADA)))), "{refused:?}");
}

pub(crate) async fn a_backup_made_before_is_restored_without_the_person<B: Backend>(store: &Log, _: &B) {
    let (target, again) = (B::empty().await, B::empty().await);
    fill(store).await;
    let kept = items(store).await;
    erase(store).await;
    let list = store.erasures().await.unwrap();

    let restored = target.event_store().await;
    restore_without(&*restored, kept, &list).await.unwrap();
    assert_eq!(read(&*restored, 7).await, [UserEvent::Redacted {}]);
    assert_eq!(read(&*restored, 8).await, [registered()]);
    assert_eq!(restored.holders("username", &["ottoline".into()]).await.unwrap(), [None]);
    assert_eq!(restored.password(PasswordId(7)).await.unwrap(), None);
    assert_eq!(
        (restored.erasures().await.unwrap(), restored.unfinished_erasures().await.unwrap()),
        (list.clone(), vec![ADA])
    );

    // Another log has other people under the same ids.
    let stranger = Erasure { log_id: "another".into(), registered_at: Position(2), ..list[0].clone() };
    let same = Erasure { user_id: UserId(8), log_id: "another".into(), ..list[0].clone() };
    let other = again.event_store().await;
    restore_without(&*other, items(&*restored).await, &[stranger, same]).await.unwrap();
    assert_eq!(read(&*other, 8).await, [registered()]);
}
