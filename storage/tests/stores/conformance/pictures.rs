//! Tests of pictures: shown while a stream names them, and deleted after that.

use proto_events::ids::OrganizationId;
use proto_events::{DomainEvent, OrganizationEvent, Picture, StreamId, TournamentEvent};
use storage::{AppendRequest, BackupItem, NewEvent, StoredPicture, StreamWrite};

use super::backup::{items, restore};
use super::given::{ORGANIZATION, at, request, tournament};
use super::{Backend, Log};

/// Returns a picture that was stored at this second.
fn picture(content: &'static [u8], second: i64) -> StoredPicture {
    StoredPicture::new("image/png", content.into(), at(second))
}

fn named(picture: &StoredPicture) -> Picture {
    Picture { sha256: picture.sha256.clone(), width: 16, height: 9 }
}

fn append(stream: StreamId, expected_version: i64, event: impl Into<DomainEvent>) -> AppendRequest {
    let events = vec![NewEvent { occurred_at: at(1_000), event: event.into() }];
    request(vec![StreamWrite { stream, organization_id: ORGANIZATION, expected_version, events }])
}

fn set(id: i64, version: i64, picture: Option<&StoredPicture>) -> AppendRequest {
    append(tournament(id), version, TournamentEvent::PictureSet { picture: picture.map(named) })
}

async fn is_shown(store: &Log, picture: &StoredPicture) -> bool {
    let found = store.picture(&picture.sha256).await.unwrap();
    found.is_some_and(|found| found == *picture)
}

pub(crate) async fn a_picture_is_shown_while_a_stream_names_it(store: &Log, backend: &impl Backend) {
    let other = backend.event_store().await;
    let (one, two) = (picture(b"\0one\xff", 10), picture(b"two", 20));
    for picture in [&one, &two] {
        store.put_picture(picture).await.unwrap();
    }
    assert!(!is_shown(store, &one).await, "no stream names it");

    store.append(set(1, 0, Some(&one))).await.unwrap();
    store.append(set(2, 0, Some(&one))).await.unwrap();
    let logo = OrganizationEvent::LogoSet { logo: Some(named(&two)) };
    store.append(append(StreamId::organization(OrganizationId(3)), 0, logo)).await.unwrap();
    assert!(is_shown(&*other, &one).await && is_shown(&*other, &two).await);

    store.append(set(1, 1, Some(&two))).await.unwrap();
    assert!(is_shown(store, &one).await, "another event has it");
    store.append(append(tournament(2), 1, TournamentEvent::Deleted {})).await.unwrap();
    assert!(!is_shown(store, &one).await && is_shown(store, &two).await);
    let refused = store.append(set(1, 1, Some(&one))).await;
    assert!(refused.is_err() && !is_shown(store, &one).await, "a refused append notes nothing");
    assert!(store.picture("zero \0").await.unwrap().is_none() && store.picture("").await.unwrap().is_none());
}

pub(crate) async fn a_picture_that_no_stream_names_is_deleted_after_a_while(store: &Log, _: &impl Backend) {
    let (used, old, new) = (picture(b"used", 10), picture(b"old", 10), picture(b"new", 10));
    for picture in [&used, &old, &new] {
        store.put_picture(picture).await.unwrap();
    }
    store.append(set(1, 0, Some(&used))).await.unwrap();
    // It is about to be used again.
    store.put_picture(&picture(b"new", 30)).await.unwrap();

    assert_eq!(store.forget_pictures(at(20)).await.unwrap(), 1);

    for id in [(2, &old), (3, &new)] {
        store.append(set(id.0, 0, Some(id.1))).await.unwrap();
    }
    assert!(is_shown(store, &used).await && !is_shown(store, &old).await);
    assert!(is_shown(store, &picture(b"new", 30)).await);
}

pub(crate) async fn pictures_in_use_are_backed_up<B: Backend>(store: &Log, _: &B) {
    let target = B::empty().await;
    let (one, two, unused) = (picture(b"\0one\xff", 10), picture(b"two", 20), picture(b"unused", 20));
    for picture in [&one, &two, &unused] {
        store.put_picture(picture).await.unwrap();
    }
    store.append(set(1, 0, Some(&one))).await.unwrap();
    store.append(set(1, 1, Some(&two))).await.unwrap();
    store.append(set(2, 0, Some(&one))).await.unwrap();

    let kept = items(store).await;
    let count = kept.iter().filter(|item| matches!(item, BackupItem::Picture(_))).count();
    assert_eq!(count, 2, "{kept:?}");
    let restored = target.event_store().await;
    restore(&*restored, kept).await.unwrap();
    assert!(is_shown(&*restored, &one).await && is_shown(&*restored, &two).await);
    restored.append(set(2, 1, None)).await.unwrap();
    assert!(!is_shown(&*restored, &one).await);
}

pub(crate) async fn a_damaged_picture_is_not_sent(store: &Log, backend: &impl Backend) {
    let one = picture(b"one", 10);
    store.put_picture(&one).await.unwrap();
    store.append(set(1, 0, Some(&one))).await.unwrap();
    backend.execute("UPDATE pictures SET media_type = 'image/jpeg', sha256 = 'other'").await;
    backend.execute("UPDATE picture_uses SET sha256 = 'other'").await;
    assert!(store.picture("other").await.unwrap_err().to_string().contains("the picture other"));
}
