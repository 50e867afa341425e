//! Rebuilds give the same bytes, even while other tasks write; verification finds differences.

use std::collections::BTreeMap;

use futures::TryStreamExt;
use projector::{ViewSettings, rebuild, verify};
use proto_events::ids::UserId;
use proto_events::{Position, TournamentEvent, UserEvent};
use storage::{Document, DocumentBody, DocumentKey, Reached, Shard, ViewBatch, ViewKind};
use tokio_util::sync::CancellationToken;

use crate::common::*;

/// Returns the bodies of every document and export of the active generation.
async fn everything(world: &World) -> BTreeMap<String, Vec<u8>> {
    let generation = world.generation().await;
    let documents: Vec<Document> = world.views.all_documents(generation).try_collect().await.unwrap();
    let documents = documents.iter().map(|it| (format!("{:?} {}", it.key, it.sort), it.body.for_everyone().to_vec()));
    let exports: Vec<_> = world.views.all_exports(generation).try_collect().await.unwrap();
    let exports = exports.iter().map(|it| (format!("export {}", it.tournament_id), it.body_with_text.to_vec()));
    let records: Vec<_> = world.views.all_records(generation).try_collect().await.unwrap();
    let records = records.into_iter().map(|record| {
        let record = storage::ExportRecord { position: Position(0), ..record };
        (format!("record {}", record.tournament_id), format!("{record:?}").into_bytes())
    });
    documents.chain(exports).chain(records).collect()
}

async fn some_history(world: &mut World, projector: &mut projector::Projector) {
    world.convention(1, convention("Spring", "spring")).await;
    for id in 7..10 {
        world.play(id, 6, Some(1)).await;
        projector.catch_up().await.unwrap();
        world.tournament(id, vec![won(match_id(id, 1, 0))]).await;
        projector.catch_up().await.unwrap();
    }
    world.user(8_000, UserEvent::ProfileChanged { profile: profile("Renamed") }).await;
    for player in [9_003, 9_004] {
        world.user(player, UserEvent::MergedInto { user_id: UserId(7_003), name: "Player 7003".into() }).await;
        projector.catch_up().await.unwrap();
    }
    world.user(9_004, UserEvent::Unmerged {}).await;
    world.tournament(9, vec![FINISHED]).await;
    projector.catch_up().await.unwrap();
    let unlisted = proto_events::tournament::TournamentDetails { is_unlisted: true, ..details("Hidden", None) };
    world.tournament(7, vec![TournamentEvent::DetailsChanged { details: unlisted }]).await;
    projector.catch_up().await.unwrap();
    for (tournament, player, list) in [(7, 7_001, 301), (8, 8_001, 302), (8, 8_002, 303), (9, 9_002, 301)] {
        let event = if tournament == 9 { revised("60 Forest") } else { submitted(Some(player), "60 Swamp") };
        world.list(list, STORE, event).await;
        world.hand_in(tournament, player, list).await;
    }
    projector.catch_up().await.unwrap();
}

#[tokio::test]
async fn a_rebuild_gives_the_same_bytes() {
    let mut world = World::with_store().await;
    let mut projector = world.projector();
    some_history(&mut world, &mut projector).await;
    let before = everything(&world).await;
    let report = world.rebuilt().await;
    assert!(report.comparison.is_equal(), "{:?}", report.comparison);
    assert_eq!(usize::try_from(report.comparison.equal).unwrap(), before.len());
    assert_eq!(everything(&world).await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rebuild_works_while_others_write() {
    let mut world = World::with_store().await;
    for id in 7..12 {
        world.play(id, 40, None).await;
    }
    let projector = world.projector();
    let mut reached = projector.reached();
    let stop = CancellationToken::new();
    let running = tokio::spawn(projector.run(stop.clone()));
    let rebuilding = tokio::spawn({
        let (events, views) = (world.events.clone(), world.views.clone());
        async move {
            let mut reports = Vec::new();
            for _ in 0..3 {
                reports
                    .push(rebuild(events.clone(), views.clone(), &ViewSettings::default(), Default::default()).await);
            }
            reports
        }
    });
    let mut head = world.events.head().await.unwrap();
    for table in 0..20 {
        for id in 7..12 {
            head = world.tournament(id, vec![won(match_id(id, 1, table))]).await;
        }
    }
    for report in rebuilding.await.unwrap() {
        let report = report.unwrap();
        assert_eq!((report.comparison.different, report.comparison.only_new), (0, 0), "{report:?}");
    }
    reached.wait_for(|reached| reached.applied >= head).await.unwrap();
    stop.cancel();
    running.await.unwrap().unwrap();
    world.catch_up().await;
    let report = world.verified().await;
    assert!(report.is_sound(), "{report:?}");
    assert_eq!(i64::try_from(report.events).unwrap(), head.0);
}

#[tokio::test]
async fn a_verification_finds_a_document_that_is_not_what_it_should_be() {
    let world = World::playing(4).await;
    let head = world.projector().catch_up().await.unwrap();
    world.assert_sound().await;

    let checkpoint = world.views.active().await.unwrap().unwrap();
    let key = DocumentKey::new(STORE, ViewKind::Overview, 7);
    let forged = Document {
        body: DocumentBody::same(ViewKind::Overview, "{}"),
        ..world.views.document(&key).await.unwrap().unwrap()
    };
    let mut batch = ViewBatch::new(checkpoint.generation, Shard::WHOLE, head, Reached::all(head));
    batch.documents.push(forged);
    let event = DocumentKey::new(STORE, ViewKind::MagicEvent, 7);
    batch.removed.push(world.views.document(&event).await.unwrap().unwrap().removal());
    world.views.commit(batch).await.unwrap();

    let report = world.verified().await;
    let comparison = &report.comparison;
    assert_eq!((comparison.different, comparison.only_new, comparison.only_old), (1, 1, 0));
    assert_eq!(comparison.differing, ["1/magic_event/7", "1/overview/7"]);
    assert!(!report.is_sound());
    // The active generation is still the same.
    assert_eq!(world.generation().await, checkpoint.generation);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn verifications_and_rebuilds_at_once_do_not_disturb_each_other() {
    let mut world = World::with_store().await;
    let mut projector = world.projector();
    some_history(&mut world, &mut projector).await;
    // The views as another process opens them.
    let path = world.folder.path().join("views.db");
    let other = std::sync::Arc::new(storage::sqlite::SqliteViewStore::open(&path).await.unwrap());
    let settings = ViewSettings::default();
    for _ in 0..3 {
        let (one, two, rebuilt, again, last) = tokio::join!(
            world.verified(),
            verify(world.events.clone(), other.clone(), &settings, Default::default()),
            rebuild(world.events.clone(), other.clone(), &settings, Default::default()),
            world.rebuilt(),
            world.verified(),
        );
        for report in [one, two.unwrap(), last] {
            assert!(report.is_sound() && report.comparison.equal > 0, "{report:?}");
        }
        for report in [rebuilt.unwrap(), again] {
            assert!(report.comparison.is_equal(), "{report:?}");
        }
    }
}
