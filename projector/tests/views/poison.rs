//! A stream that fails is parked, the others continue, and a rebuild tries again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures::{StreamExt, TryStreamExt, stream};
use proto_events::ids::{MatchId, OrganizationId};
use proto_events::{EventHash, Recorded, StreamId, TournamentEvent, UserEvent};
use storage::{BackupItem, DocumentKey, Notice, ViewKind};

use crate::common::*;

#[tokio::test]
async fn an_event_that_does_not_fit_parks_its_tournament_alone() {
    let mut world = World::playing(4).await;
    world.play(8, 4, None).await;
    let mut projector = world.caught_up().await;

    let caches_emptied = Arc::new(AtomicBool::new(false));
    let mark = Arc::clone(&caches_emptied);
    world.board.listen(move |notice| mark.store(matches!(notice, Notice::Everything), Ordering::Relaxed));
    world.tournament(7, vec![won(match_id(7, 1, 0)), won(MatchId(99)), won(match_id(7, 1, 1))]).await;
    let head = world.tournament(8, vec![won(match_id(8, 1, 0))]).await;
    assert_eq!(projector.catch_up().await.unwrap(), head);
    assert!(caches_emptied.load(Ordering::Relaxed), "cached answers are not marked as possibly stale");

    let generation = world.generation().await;
    let parked = world.views.parked(generation).await.unwrap();
    assert_eq!(parked.len(), 1);
    assert_eq!(parked[0].stream, StreamId::tournament(7.into()));
    assert_eq!(parked[0].position.0, head.0 - 2);
    assert!(parked[0].error.contains("match 99 is not known"), "{}", parked[0].error);

    // Events before the one that failed are shown, and marked stale; the other tournament is not affected.
    let key = |id: i64| DocumentKey::new(STORE, ViewKind::RoundMatches, round_id(id, 1));
    let documents =
        [world.views.document(&key(7)).await.unwrap().unwrap(), world.views.document(&key(8)).await.unwrap().unwrap()];
    assert_eq!(documents.clone().map(|document| document.stale), [true, false]);
    for document in documents {
        let body: serde_json::Value = serde_json::from_slice(&document.body.for_everyone()).unwrap();
        let statuses: Vec<_> = body["matches"].as_array().unwrap().iter().map(|it| it["status"].clone()).collect();
        assert_eq!(statuses, ["COMPLETE", "IN_PROGRESS"]);
    }

    // The documents of a parked stream do not change.
    world.noticed();
    world.tournament(7, vec![won(match_id(7, 1, 1))]).await;
    world.user(7_000, UserEvent::ProfileChanged { profile: profile("Renamed") }).await;
    projector.catch_up().await.unwrap();
    let kinds: Vec<ViewKind> = world.noticed().into_iter().map(|key| key.kind).collect();
    assert_eq!(kinds, [ViewKind::Account]);
    let report = world.verified().await;
    assert_eq!(report.parked, parked);
    assert!(report.problems.is_empty() && report.comparison.is_equal(), "{report:?}");
    assert!(!report.is_sound());
}

#[tokio::test]
async fn an_event_that_does_not_fit_parks_its_person_alone() {
    let mut world = World::playing(4).await;
    let mut projector = world.caught_up().await;
    world.user(7_000, UserEvent::SessionsEnded {}).await;
    world.user(7_000, UserEvent::TokenRevoked { token_id: 99.into() }).await;
    world.user(7_000, UserEvent::ProfileChanged { profile: profile("Unheard") }).await;
    let head = world.user(7_001, UserEvent::ProfileChanged { profile: profile("Renamed") }).await;
    assert_eq!(projector.catch_up().await.unwrap(), head);

    let generation = world.generation().await;
    let parked = world.views.parked(generation).await.unwrap();
    assert_eq!(parked.iter().map(|it| it.stream).collect::<Vec<_>>(), [StreamId::user(7_000.into())]);
    assert!(parked[0].error.contains("token 99 is not known"), "{}", parked[0].error);
    for (id, stale, shown) in [(7_000, true, r#""session_epoch":1"#), (7_001, false, "Renamed")] {
        let key = DocumentKey::new(OrganizationId::SHARED, ViewKind::Account, id);
        let account = world.views.document(&key).await.unwrap().unwrap();
        assert_eq!(account.stale, stale, "{id}");
        assert!(String::from_utf8(account.body.for_everyone().to_vec()).unwrap().contains(shown), "{id}");
    }
    let event = world.body(ViewKind::MagicEvent, 7).await.unwrap();
    assert!(event.contains("Player 7000") && event.contains("Renamed"), "{event}");
    let report = world.verified().await;
    assert!(report.comparison.is_equal() && report.parked == parked && !report.is_sound(), "{report:?}");
    let report = world.rebuilt().await;
    assert!(report.comparison.is_equal() && report.parked == parked, "{report:?}");
}

/// Returns a world with the same log, in which some events are stored differently.
async fn stored_differently(world: &World, change: impl Fn(&mut Recorded)) -> World {
    let mut items: Vec<BackupItem> = world.events.backup().try_collect().await.unwrap();
    let mut hash = EventHash::START;
    for item in &mut items {
        if let BackupItem::Event(event) = item {
            change(event);
            hash = event.hash_after(hash);
            event.hash = hash;
        }
    }
    let other = World::empty().await;
    other.events.restore(stream::iter(items.into_iter().map(Ok)).boxed(), &[]).await.unwrap();
    other
}

#[tokio::test]
async fn an_event_of_no_known_kind_and_one_of_a_later_version_park_their_streams_alone() {
    let mut world = World::with_store().await;
    for id in [7, 8, 9] {
        world.play(id, 4, None).await;
    }
    let unknown = world.tournament(7, vec![won(match_id(7, 1, 0)), won(match_id(7, 1, 1))]).await;
    let newer = world.tournament(9, vec![won(match_id(9, 1, 0)), won(match_id(9, 1, 1))]).await;
    let head = world.tournament(8, vec![won(match_id(8, 1, 0))]).await;
    let world = stored_differently(&world, |event| match event.position {
        at if at == unknown => event.encoded.payload = r#"{"no_such_event":{}}"#.into(),
        at if at == newer => event.encoded.schema += 1,
        _ => {}
    })
    .await;
    assert_eq!(world.projector().catch_up().await.unwrap(), head);

    let report = world.verified().await;
    let expected = [(7, Some(unknown), "no_such_event"), (8, None, ""), (9, Some(newer), "run a newer Crosstable")];
    for (id, at, says) in expected {
        let parked = report.parked.iter().find(|it| it.stream == StreamId::tournament(id.into()));
        assert_eq!(parked.map(|it| it.position), at);
        assert!(parked.is_none_or(|it| it.error.contains(says)), "{parked:?}");
        let is_told = |at| report.problems.iter().any(|it| it.contains(&format!("position {at} cannot be read: ")));
        assert!(at.is_none_or(is_told), "{:?}", report.problems);
        let key = DocumentKey::new(STORE, ViewKind::RoundMatches, round_id(id, 1));
        let document = world.views.document(&key).await.unwrap().unwrap();
        assert_eq!(document.stale, at.is_some());
        let body: serde_json::Value = serde_json::from_slice(&document.body.for_everyone()).unwrap();
        assert_eq!(body["matches"][0]["status"], "COMPLETE", "earlier events are shown");
    }
    assert!(!report.is_sound());
}

#[tokio::test]
async fn a_rebuild_releases_a_stream_whose_cause_is_gone() {
    let mut world = World::with_store().await;
    let unknown = OrganizationId(9);
    let events = first_round(7, 2, None).into_iter().map(Into::into).collect();
    world.append(StreamId::tournament(7.into()), unknown, events).await;
    let mut projector = world.caught_up().await;
    let generation = world.generation().await;
    let parked = world.views.parked(generation).await.unwrap();
    assert!(parked[0].error.contains("organization 9 is not known"), "{parked:?}");

    world.append(StreamId::organization(unknown), unknown, vec![created("Late Store")]).await;
    let head = projector.catch_up().await.unwrap();
    assert_eq!(world.body_under(unknown, ViewKind::MagicEvent, 7).await, None);

    let report = world.rebuilt().await;
    assert_eq!((report.parked, report.position, report.dropped), (vec![], head, 1));
    assert!(world.body_under(unknown, ViewKind::MagicEvent, 7).await.unwrap().contains("Event 7"));

    // The projector of the old generation switches to the new one.
    let events = vec![TournamentEvent::DetailsChanged { details: details("Renamed", None) }.into()];
    let head = world.append(StreamId::tournament(7.into()), unknown, events).await;
    assert_eq!(projector.catch_up().await.unwrap(), head);
    assert!(world.body_under(unknown, ViewKind::MagicEvent, 7).await.unwrap().contains("Renamed"));
}
