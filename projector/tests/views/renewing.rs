//! After an upgrade, views are rendered anew in the background: those served stay up to date until the new ones are
//! active.

use futures::TryStreamExt;
use projector::{Pace, Projector, ViewSettings, verify};
use proto_events::ids::OrganizationId;
use proto_events::{Position, StreamId, UserEvent};
use storage::{Document, DocumentBody, DocumentKey, ParkedStream, Shard, ViewBatch, ViewKind};
use tokio_util::sync::CancellationToken;

use crate::common::*;

fn other() -> ViewSettings {
    ViewSettings { vendor_field_names: true, ..ViewSettings::default() }
}

/// Returns a projector with other settings than the views were rendered with.
fn upgraded(world: &World) -> Projector {
    Projector::new(world.events.clone(), world.views.clone(), world.board.clone(), other())
}

async fn renamed(world: &mut World, name: &str) -> Position {
    world.user(7_000, UserEvent::ProfileChanged { profile: profile(name) }).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn served_views_stay_up_to_date_until_the_new_ones_are_active() {
    let mut world = World::playing(4).await;
    world.catch_up().await;
    let before = world.views.active().await.unwrap().unwrap();

    // While another process renders, the new views have to wait.
    let rendering = world.views.lock_rendering().await.unwrap().unwrap();
    let projector = upgraded(&world);
    let mut reached = projector.reached();
    let stop = CancellationToken::new();
    let running = tokio::spawn(projector.run(stop.clone()));
    let last = renamed(&mut world, "Renamed").await;
    reached.wait_for(|reached| reached.applied >= last).await.unwrap();
    assert!(world.body_under(OrganizationId::SHARED, ViewKind::Account, 7_000).await.unwrap().contains("Renamed"));
    reached.wait_for(|reached| reached.settled >= last).await.unwrap();
    assert_eq!(world.generation().await, before.generation);

    drop(rendering);
    let active = loop {
        let active = world.views.active().await.unwrap().unwrap();
        if active.generation != before.generation {
            break active;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(active.fingerprint, other().fingerprint());
    let last = renamed(&mut world, "Renamed again").await;
    reached.wait_for(|reached| reached.applied >= last).await.unwrap();
    reached.wait_for(|reached| reached.settled >= last).await.unwrap();
    stop.cancel();
    running.await.unwrap().unwrap();
    let report = verify(world.events.clone(), world.views.clone(), &other(), Default::default()).await.unwrap();
    assert!(report.is_sound() && report.comparison.equal > 0, "{report:?}");
}

const EARLIER: &str = "renderer 12; vendor names false; deck host none; views account 1, rounds 4";

#[tokio::test]
async fn documents_of_an_earlier_version_are_all_replaced_even_of_parked_streams() {
    let world = World::playing(4).await;
    world.views.begin_generation(EARLIER, &world.events.log_id()).await.unwrap();
    world.catch_up().await;
    let round = world.body(ViewKind::Round, round_id(7, 1)).await.unwrap();

    // The earlier version rendered a round in another way, one that is gone, and could not read one event.
    let before = world.views.begin_generation(EARLIER, &world.events.log_id()).await.unwrap();
    let place = world.views.open_shard(before, Shard::WHOLE).await.unwrap().unwrap();
    let active = world.views.active().await.unwrap().unwrap();
    let documents: Vec<Document> = world.views.all_documents(active.generation).try_collect().await.unwrap();
    let earlier = |document: &Document, key: String| {
        let body = DocumentBody::same(document.key.kind, r#"{"earlier":true}"#);
        Document {
            key: DocumentKey { key, ..document.key.clone() },
            body,
            digest: "earlier".into(),
            ..document.clone()
        }
    };
    let found = documents.iter().find(|document| document.key.kind == ViewKind::Round).unwrap();
    let batch = ViewBatch {
        documents: vec![earlier(found, found.key.key.clone()), earlier(found, "999".into())],
        parked: vec![ParkedStream {
            stream: StreamId::tournament(7.into()),
            position: Position(1),
            error: "a fault of the earlier version".into(),
        }],
        hash: active.hash(),
        ..ViewBatch::new(before, Shard::WHOLE, place.reached.applied, active.reached())
    };
    world.views.commit(batch).await.unwrap();
    world.views.mark_complete(before, Shard::WHOLE).await.unwrap();
    assert!(world.views.switch_to(before, active.position()).await.unwrap());
    assert!(world.body(ViewKind::Round, 999).await.is_some());

    world.catch_up().await;

    let after = world.views.active().await.unwrap().unwrap();
    assert_eq!(after.fingerprint, ViewSettings::default().fingerprint());
    assert_eq!(world.body(ViewKind::Round, round_id(7, 1)).await.unwrap(), round);
    assert_eq!(world.body(ViewKind::Round, 999).await, None);
    world.assert_sound().await;
}

#[tokio::test]
async fn a_projector_that_stops_leaves_nothing_that_renders() {
    let mut world = World::playing(4).await;
    world.catch_up().await;
    let rendering = world.views.lock_rendering().await.unwrap().unwrap();
    let projector = upgraded(&world);
    let mut reached = projector.reached();
    let stop = CancellationToken::new();
    let running = tokio::spawn(projector.run(stop.clone()));
    let last = renamed(&mut world, "Renamed").await;
    reached.wait_for(|reached| reached.applied >= last).await.unwrap();
    stop.cancel();
    running.await.unwrap().unwrap();
    drop(rendering);
    assert!(world.views.lock_rendering().await.unwrap().is_some(), "no one waits for the lock");

    // The next start begins again, at any pace.
    let mut projector = upgraded(&world).renewing_at(Pace::percent(90));
    projector.catch_up().await.unwrap();
    let active = world.views.active().await.unwrap().unwrap();
    assert_eq!((active.position(), active.fingerprint), (last, other().fingerprint()));
}
