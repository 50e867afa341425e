//! Tests of backups: they are complete, show one moment, and are the same for every database.

use std::sync::Arc;
use std::time::Duration;

use futures::{StreamExt, TryStreamExt, stream};
use proto_events::ids::{PasswordId, Sequence, UserId};
use proto_events::{Position, Recorded};
use storage::{AppendRequest, BackupItem, Erasure, EventStore, StoreError};

use super::EventBackend;
use super::given::{answer, assert_gapless, at, claiming, decklist, request, revised, write};
use super::passwords::HASH;

const TRACE: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/// Writes every kind of data that a log contains.
pub(crate) async fn fill(store: &dyn EventStore) {
    let idempotency = Some(answer("api-key/1", "k \"é\" 'q'", "created {\"1\"}"));
    let traced = AppendRequest { idempotency, traceparent: Some(TRACE.into()), ..claiming(1, "slug/3", "zoë") };
    store.append(traced).await.unwrap();
    store.append(request(vec![write(2, 0, 700), write(1, 1, 3)])).await.unwrap();
    let mut odd = write(3, 0, 0);
    odd.events = vec![revised("zero \0, quote ', back\\slash, \u{1f0cf}\r\n"), revised("x".repeat(400_000))];
    odd.events[0].occurred_at = at(-62_000_000_000);
    store.append(request(vec![odd])).await.unwrap();
    store.reserve_ids(Sequence::Match, 10).await.unwrap();
    store.put_password(PasswordId(2), UserId(7), HASH).await.unwrap();
    store.put_password(PasswordId(1), UserId(8), "another").await.unwrap();
}

pub(crate) async fn items(store: &dyn EventStore) -> Vec<BackupItem> {
    store.backup().try_collect().await.unwrap()
}

/// Returns the items of a backup without the id of the log.
pub(crate) fn told(items: Vec<BackupItem>) -> Vec<BackupItem> {
    let nameless = |item| match item {
        BackupItem::Head { position, .. } => BackupItem::Head { log_id: String::new(), position },
        other => other,
    };
    items.into_iter().map(nameless).collect()
}

/// Restores a backup into an empty store.
pub(crate) async fn restore(store: &dyn EventStore, items: Vec<BackupItem>) -> Result<Position, StoreError> {
    restore_without(store, items, &[]).await
}

/// Restores a backup without these people.
pub(crate) async fn restore_without(
    store: &dyn EventStore,
    items: Vec<BackupItem>,
    erased: &[Erasure],
) -> Result<Position, StoreError> {
    store.restore(stream::iter(items.into_iter().map(Ok)).boxed(), erased).await
}

pub(crate) async fn a_backup_restored_says_the_same<B: EventBackend>(backend: &B) {
    let (other, store) = (B::empty().await, backend.event_store().await);
    fill(&*store).await;
    let (kept, log) = (items(&*store).await, store.read_from(Position::START, 10_000).await.unwrap());
    let restored = other.event_store().await;
    let old_id = restored.log_id();

    assert_eq!(restore(&*restored, kept.clone()).await.unwrap(), Position(706));

    assert_eq!(told(items(&*restored).await), told(kept));
    assert_eq!(restored.read_from(Position::START, 10_000).await.unwrap(), log);
    assert!(restored.log_id() != old_id && restored.log_id() != store.log_id(), "the restored log has a new id");
    assert_eq!(restored.holders("slug/3", &["zoë".into()]).await.unwrap(), [Some(decklist(1))]);
    assert!(restored.recorded_answer("api-key/1", "k \"é\" 'q'").await.unwrap().is_some());
    assert_eq!(restored.player_salt().await.unwrap(), store.player_salt().await.unwrap());
    assert_eq!(restored.password(PasswordId(2)).await.unwrap().as_deref(), Some(HASH));
    assert_eq!(restored.append(request(vec![write(1, 4, 1)])).await.unwrap(), Position(707));
    assert_eq!(restored.reserve_ids(Sequence::Match, 1).await.unwrap(), 11);
    let reopened = other.event_store().await;
    assert_eq!(reopened.log_id(), restored.log_id());
    assert_gapless(&*reopened, 707).await;
}

pub(crate) async fn a_backup_is_one_moment<B: EventBackend>(backend: &B) {
    let store = backend.event_store().await;
    fill(&*store).await;
    let mut backup = store.backup();
    let first = backup.next().await.unwrap().unwrap();

    for id in 1_000..1_050 {
        store.append(claiming(id, "slug/9", &format!("name {id}"))).await.unwrap();
    }

    let rest: Vec<_> = backup.try_collect().await.unwrap();
    assert!(matches!(first, BackupItem::Head { position: Position(706), .. }), "{first:?}");
    assert_eq!(rest.iter().filter(|item| matches!(item, BackupItem::Event(_))).count(), 706);
    assert_eq!(rest.iter().filter(|item| matches!(item, BackupItem::Claim(_))).count(), 1);
}

pub(crate) async fn a_backup_that_is_not_taken_holds_nothing_up<B: EventBackend>(backend: &B) {
    let store = backend.event_store().await;
    fill(&*store).await;
    store.append(request(vec![write(9, 0, 20_000)])).await.unwrap();
    let mut backup = store.backup();
    let first = backup.next().await.unwrap().unwrap();
    assert!(matches!(first, BackupItem::Head { position: Position(20_706), .. }), "{first:?}");

    let released = tokio::time::timeout(Duration::from_secs(60), async {
        while backend.holds_a_moment().await {
            tokio::task::yield_now().await;
        }
    });
    released.await.unwrap();

    store.append(claiming(1_000, "slug/9", "late")).await.unwrap();
    let rest: Vec<_> = backup.try_collect().await.unwrap();
    assert_eq!(rest.iter().filter(|item| matches!(item, BackupItem::Event(_))).count(), 20_706);
    assert_eq!(rest.iter().filter(|item| matches!(item, BackupItem::Claim(_))).count(), 1);
}

pub(crate) async fn only_an_empty_store_is_filled<B: EventBackend>(backend: &B) {
    let store = backend.event_store().await;
    let kept = [BackupItem::Head { log_id: "a".into(), position: Position(0) }];
    store.reserve_ids(Sequence::User, 1).await.unwrap();

    let refused = restore(&*store, kept.to_vec()).await.unwrap_err();
    assert!(refused.to_string().contains("this store is not empty"), "{refused}");
    store.append(request(vec![write(1, 0, 1)])).await.unwrap();
    assert!(restore(&*store, kept.to_vec()).await.is_err());
    assert_gapless(&*store, 1).await;
}

/// Returns variants of a damaged backup.
fn broken(whole: &[BackupItem]) -> Vec<Vec<BackupItem>> {
    let (head, last) = (whole[0].clone(), whole.len() - 1);
    let swapped = [&whole[..last - 1], &[whole[last].clone(), whole[last - 1].clone()]].concat();
    let mut skipped = whole.to_vec();
    if let BackupItem::Event(Recorded { version, .. }) = &mut skipped[last] {
        *version += 1;
    }
    vec![
        Vec::new(),
        whole[1..].to_vec(),
        whole[..last].to_vec(),
        [&whole[..last - 600], &whole[last - 599..]].concat(),
        [whole, &whole[last..]].concat(),
        [whole, &[head]].concat(),
        swapped,
        skipped,
    ]
}

pub(crate) async fn a_backup_that_is_not_whole_leaves_nothing<B: EventBackend>(backend: &B) {
    let (other, store) = (B::empty().await, backend.event_store().await);
    fill(&*store).await;
    let whole = items(&*store).await;
    let target = other.event_store().await;
    let (before, id) = (items(&*target).await, target.log_id());

    for items in broken(&whole) {
        let refused = restore(&*target, items).await.unwrap_err();
        assert!(matches!(&refused, StoreError::Damaged(why) if why.contains("cannot be restored")), "{refused:?}");
    }
    let cut = whole[..whole.len() - 3].iter().cloned().map(Ok).chain([Err(StoreError::Closed)]).collect::<Vec<_>>();
    assert!(matches!(target.restore(stream::iter(cut).boxed(), &[]).await, Err(StoreError::Closed)));

    assert_eq!((items(&*target).await, target.log_id()), (before, id));
    assert_eq!(restore(&*target, whole).await.unwrap(), Position(706), "the store is still empty");
}

pub(crate) async fn a_log_has_a_name_of_its_own<B: EventBackend>(backend: &B) {
    let (other, store) = (B::empty().await, backend.event_store().await);
    let (id, others) = (store.log_id(), other.event_store().await.log_id());

    assert!(id.len() == 32 && id.chars().all(|digit| matches!(digit, '0'..='9' | 'a'..='f')), "{id}");
    assert_ne!(id, others);
    assert_eq!(backend.event_store().await.log_id(), id, "each handle has the id");
}

pub(crate) async fn a_trace_is_kept_with_its_events<B: EventBackend>(backend: &B) {
    let store: Arc<dyn EventStore> = backend.event_store().await;
    let traced = AppendRequest { traceparent: Some(TRACE.into()), ..request(vec![write(1, 0, 2), write(2, 0, 1)]) };
    store.append(traced).await.unwrap();
    store.append(request(vec![write(3, 0, 1)])).await.unwrap();

    let events = store.read_from(Position::START, 10).await.unwrap();
    let traces: Vec<_> = events.iter().map(|event| event.traceparent.as_deref()).collect();
    assert_eq!(traces, [Some(TRACE), Some(TRACE), Some(TRACE), None]);
}
