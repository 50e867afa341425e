//! Tests of backups: they are complete, show one moment, and are the same for every database.

use std::time::Duration;

use futures::{StreamExt, TryStreamExt, stream};
use proto_events::ids::{PasswordId, Sequence, UserId};
use proto_events::user::Profile;
use proto_events::{Position, Recorded, UserEvent};
use storage::{AppendRequest, BackupItem, Erasure, StoreError};

use super::given::{answer, assert_gapless, at, claiming, decklist, of_user, request, revised, write};
use super::passwords::HASH;
use super::{Backend, Log};

const EMAIL: &str = "ada@example.org";

/// Writes every kind of data that a log contains.
pub(crate) async fn fill(store: &Log) {
    let profile = Profile { email: EMAIL.into(), ..Profile::default() };
    store.append(of_user(9, 0, [UserEvent::Registered { profile }])).await.unwrap();
    let idempotency = Some(answer("api-key/1", "k \"é\" 'q'", "created {\"1\"}"));
    let traceparent = Some("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01".into());
    store.append(AppendRequest { idempotency, traceparent, ..claiming(1, "slug/3", "zoë") }).await.unwrap();
    store.append(request(vec![write(2, 0, 700), write(1, 1, 3)])).await.unwrap();
    let mut odd = write(3, 0, 0);
    odd.events = vec![revised("zero \0, quote ', back\\slash, \u{1f0cf}\r\n"), revised("x".repeat(400_000))];
    odd.events[0].occurred_at = at(-62_000_000_000);
    store.append(request(vec![odd])).await.unwrap();
    store.reserve_ids(Sequence::Match, 10).await.unwrap();
    store.put_password(PasswordId(2), UserId(7), HASH).await.unwrap();
    store.put_password(PasswordId(1), UserId(8), "another").await.unwrap();
}

pub(crate) async fn items(store: &Log) -> Vec<BackupItem> {
    store.backup().try_collect().await.unwrap()
}

/// Returns the items of a backup without the id of the log.
fn told(items: Vec<BackupItem>) -> Vec<BackupItem> {
    let nameless = |item| match item {
        BackupItem::Head { position, .. } => BackupItem::Head { log_id: String::new(), position },
        other => other,
    };
    items.into_iter().map(nameless).collect()
}

/// Restores a backup into an empty store.
pub(crate) async fn restore(store: &Log, items: Vec<BackupItem>) -> Result<Position, StoreError> {
    restore_without(store, items, &[]).await
}

/// Restores a backup without these people.
pub(crate) async fn restore_without(
    store: &Log,
    items: Vec<BackupItem>,
    erased: &[Erasure],
) -> Result<Position, StoreError> {
    store.restore(stream::iter(items.into_iter().map(Ok)).boxed(), erased).await
}

pub(crate) async fn a_backup_restored_says_the_same<B: Backend>(store: &Log, _: &B) {
    let other = B::empty().await;
    fill(store).await;
    let (kept, log) = (items(store).await, store.read_from(Position::START, 10_000).await.unwrap());
    let restored = other.event_store().await;
    let old_id = restored.log_id();

    assert!(!format!("{kept:?}").contains(EMAIL), "what is personal stays encrypted");
    assert_eq!(restore(&*restored, kept.clone()).await.unwrap(), Position(707));

    assert_eq!(told(items(&*restored).await), told(kept));
    assert_eq!(restored.read_from(Position::START, 10_000).await.unwrap(), log);
    assert!(restored.log_id() != old_id && restored.log_id() != store.log_id(), "the restored log has a new id");
    assert_ne!(old_id, store.log_id(), "each log has an id of its own");
    assert_eq!(restored.holders("slug/3", &["zoë".into()]).await.unwrap(), [Some(decklist(1))]);
    assert!(restored.recorded_answer("api-key/1", "k \"é\" 'q'").await.unwrap().is_some());
    assert_eq!(restored.player_salt().await.unwrap(), store.player_salt().await.unwrap());
    assert_eq!(restored.password(PasswordId(2)).await.unwrap().as_deref(), Some(HASH));
    assert_eq!(restored.append(request(vec![write(1, 4, 1)])).await.unwrap(), Position(708));
    assert_eq!(restored.reserve_ids(Sequence::Match, 1).await.unwrap(), 11);
    let reopened = other.event_store().await;
    assert_eq!(reopened.log_id(), restored.log_id());
    assert_gapless(&*reopened, 708).await;
}

pub(crate) async fn a_backup_that_is_not_taken_is_one_moment_and_holds_nothing_up(store: &Log, backend: &impl Backend) {
    fill(store).await;
    store.append(request(vec![write(9, 0, 20_000)])).await.unwrap();
    let mut backup = store.backup();
    let first = backup.next().await.unwrap().unwrap();
    assert!(matches!(first, BackupItem::Head { position: Position(20_707), .. }), "{first:?}");

    let released = tokio::time::timeout(Duration::from_secs(60), async {
        while backend.holds_a_moment().await {
            tokio::task::yield_now().await;
        }
    });
    released.await.unwrap();

    for id in 1_000..1_050 {
        store.append(claiming(id, "slug/9", &format!("late {id}"))).await.unwrap();
    }
    let rest: Vec<_> = backup.try_collect().await.unwrap();
    assert_eq!(rest.iter().filter(|item| matches!(item, BackupItem::Event(_))).count(), 20_707);
    assert_eq!(rest.iter().filter(|item| matches!(item, BackupItem::Claim(_))).count(), 1);
}

pub(crate) async fn only_an_empty_store_is_filled(store: &Log, _: &impl Backend) {
    let kept = [BackupItem::Head { log_id: "a".into(), position: Position(0) }];
    store.reserve_ids(Sequence::User, 1).await.unwrap();

    let refused = restore(store, kept.to_vec()).await.unwrap_err();
    assert!(refused.to_string().contains("this store is not empty"), "{refused}");
    store.append(request(vec![write(1, 0, 1)])).await.unwrap();
    assert!(restore(store, kept.to_vec()).await.is_err());
    assert_gapless(store, 1).await;
}

/// Returns variants of a damaged backup.
fn broken(whole: &[BackupItem]) -> Vec<Vec<BackupItem>> {
    let (head, last) = (whole[0].clone(), whole.len() - 1);
    let swapped = [&whole[..last - 1], &[whole[last].clone(), whole[last - 1].clone()]].concat();
    let with_last = |change: fn(&mut Recorded)| {
        let mut changed = whole.to_vec();
        if let BackupItem::Event(event) = &mut changed[last] {
            change(event);
        }
        changed
    };
    vec![
        Vec::new(),
        whole[1..].to_vec(),
        whole[..last].to_vec(),
        [&whole[..last - 600], &whole[last - 599..]].concat(),
        [whole, &whole[last..]].concat(),
        [whole, &[head]].concat(),
        swapped,
        with_last(|event| event.version += 1),
        with_last(|event| event.encoded.payload.push(' ')),
    ]
}

pub(crate) async fn a_backup_that_is_not_whole_leaves_nothing<B: Backend>(store: &Log, _: &B) {
    let other = B::empty().await;
    fill(store).await;
    let whole = items(store).await;
    let target = other.event_store().await;
    let (before, id) = (items(&*target).await, target.log_id());

    for items in broken(&whole) {
        let refused = restore(&*target, items).await.unwrap_err();
        assert!(matches!(&refused, StoreError::Damaged(why) if why.contains("cannot be restored")), "{refused:?}");
    }
    let cut = whole[..whole.len() - 3].iter().cloned().map(Ok).chain([Err(StoreError::Closed)]).collect::<Vec<_>>();
    assert!(matches!(target.restore(stream::iter(cut).boxed(), &[]).await, Err(StoreError::Closed)));

    assert_eq!((items(&*target).await, target.log_id()), (before, id));
    assert_eq!(restore(&*target, whole).await.unwrap(), Position(707), "the store is still empty");
}
