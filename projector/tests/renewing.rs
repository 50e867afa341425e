//! After an upgrade, views are rendered anew in the background: those served stay up to date until the new ones are
//! active.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::*;
use projector::{Pace, Projector, ViewSettings, verify};
use proto_events::ids::OrganizationId;
use proto_events::{Position, UserEvent};
use storage::ViewKind;
use tokio_util::sync::CancellationToken;

/// Other settings than those that the views were rendered with.
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
    let mut world = World::with_store().await;
    world.play(7, 4, None).await;
    world.projector().catch_up().await.unwrap();
    let before = world.views.active().await.unwrap().unwrap();

    // While another process renders, the new views have to wait.
    let rendering = world.views.lock_rendering().await.unwrap().unwrap();
    let projector = upgraded(&world);
    let (mut applied, mut settled) = (projector.applied(), projector.settled());
    let stop = CancellationToken::new();
    let running = tokio::spawn(projector.run(stop.clone()));
    let last = renamed(&mut world, "Renamed").await;
    applied.wait_for(|position| *position >= last).await.unwrap();
    assert!(world.body_under(OrganizationId::SHARED, ViewKind::Account, 7_000).await.unwrap().contains("Renamed"));
    settled.wait_for(|position| *position >= last).await.unwrap();
    assert_eq!(world.views.active().await.unwrap().unwrap().generation, before.generation);

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
    applied.wait_for(|position| *position >= last).await.unwrap();
    settled.wait_for(|position| *position >= last).await.unwrap();
    stop.cancel();
    running.await.unwrap().unwrap();
    let report = verify(world.events.clone(), world.views.clone(), &other(), Default::default()).await.unwrap();
    assert!(report.is_sound() && report.comparison.equal > 0, "{report:?}");
}

#[tokio::test]
async fn a_projector_that_stops_leaves_nothing_that_renders() {
    let mut world = World::with_store().await;
    world.play(7, 4, None).await;
    world.projector().catch_up().await.unwrap();
    let rendering = world.views.lock_rendering().await.unwrap().unwrap();
    let projector = upgraded(&world);
    let mut applied = projector.applied();
    let stop = CancellationToken::new();
    let running = tokio::spawn(projector.run(stop.clone()));
    let last = renamed(&mut world, "Renamed").await;
    applied.wait_for(|position| *position >= last).await.unwrap();
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
