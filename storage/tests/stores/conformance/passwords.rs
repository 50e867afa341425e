//! Tests of password hashes: they are stored outside the log by id, and a user's earlier ones are deleted.

use proto_events::ids::{PasswordId, UserId};
use storage::{BackupItem, StoredPassword};

use super::backup::{items, restore};
use super::{Backend, Log};

pub(crate) const HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2g";

const ADA: UserId = UserId(7);
const ZOE: UserId = UserId(8);

async fn hash(store: &Log, id: i64) -> Option<String> {
    store.password(PasswordId(id)).await.unwrap()
}

pub(crate) async fn the_same_password_is_kept_twice_and_another_is_not_put_in_its_place(store: &Log, _: &impl Backend) {
    store.put_password(PasswordId(1), ADA, HASH).await.unwrap();
    store.put_password(PasswordId(1), ADA, HASH).await.unwrap();

    for (user_id, other) in [(ADA, "$argon2id$other"), (ZOE, HASH)] {
        let refused = store.put_password(PasswordId(1), user_id, other).await.unwrap_err();
        let told = format!("{refused} {refused:?}");
        assert!(told.contains("already stored with the id 1") && !told.contains("argon2"), "{told}");
    }

    assert_eq!(hash(store, 1).await.as_deref(), Some(HASH));
    assert_eq!(store.forget_passwords(ADA, PasswordId(9)).await.unwrap(), 1, "the password is still the first user's");
}

pub(crate) async fn what_a_user_set_before_is_forgotten(store: &Log, _: &impl Backend) {
    for (id, user_id) in [(1, ADA), (2, ADA), (3, ZOE), (4, ADA)] {
        store.put_password(PasswordId(id), user_id, &format!("hash {id}")).await.unwrap();
    }

    assert_eq!(store.forget_passwords(ADA, PasswordId(2)).await.unwrap(), 1);

    let mut kept = Vec::new();
    for id in 1..=4 {
        kept.extend(hash(store, id).await);
    }
    assert_eq!(kept, ["hash 2", "hash 3", "hash 4"], "the fourth may just be being set");
    assert_eq!(store.forget_passwords(ADA, PasswordId(2)).await.unwrap(), 0);
}

pub(crate) async fn a_backup_shows_no_password_and_a_store_with_one_takes_none<B: Backend>(store: &Log, _: &B) {
    let other = B::empty().await;
    store.put_password(PasswordId(1), ADA, HASH).await.unwrap();
    let kept = items(store).await;
    let expected = StoredPassword { id: PasswordId(1), user_id: ADA, hash: HASH.into() };
    assert_eq!(kept[1], BackupItem::Password(expected));
    assert!(matches!(kept[2..], [BackupItem::PlayerSalt(_)]), "{kept:?}");
    assert!(!format!("{kept:?}").contains("argon2"), "{kept:?}");

    assert!(restore(store, kept.clone()).await.unwrap_err().to_string().contains("store is not empty"));

    let target = other.event_store().await;
    let twice = [&kept[..], &kept[1..]].concat();
    let refused = restore(&*target, twice).await.unwrap_err();
    assert!(!format!("{refused} {refused:?}").contains("argon2"), "{refused:?}");
    assert_eq!(hash(&*target, 1).await, None);
    restore(&*target, kept).await.unwrap();
    assert_eq!(hash(&*target, 1).await.as_deref(), Some(HASH));
}
