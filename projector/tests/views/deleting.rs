//! A deleted tournament and its lists leave no documents, and all other documents are as if they had never been.

use std::collections::BTreeMap;

use futures::TryStreamExt;
use proto_events::ids::DecklistId;
use proto_events::{DecklistEvent, StreamId, TournamentEvent, UserEvent};
use storage::{Document, ExportDocument, ViewKind};

use crate::common::*;

/// Creates a world with a convention, a finished event 8 with published list 308, and the people and lists of event 7,
/// which does not exist yet.
async fn world() -> World {
    let mut world = World::with_store().await;
    world.convention(5, convention("Moxhall Weekend", "moxhall")).await;
    world.play(8, 4, Some(5)).await;
    for list in [307, 308] {
        world.list(list, STORE, submitted(None, &format!("{list} Swamp"))).await;
    }
    world.tournament(8, vec![attached(8, 0, Some(308)), FINISHED, PUBLISHED]).await;
    for player in 7_000..7_004 {
        let registered = UserEvent::Registered { profile: profile(&format!("Player {player}")) };
        world.user(player, registered).await;
    }
    world
}

/// Adds event 7, with list 307 and with list 308, which event 8 publishes too.
async fn play_another(world: &mut World) {
    world.tournament(7, first_round(7, 4, Some(5))).await;
    world.tournament(7, vec![attached(7, 0, Some(307)), attached(7, 1, Some(308)), FINISHED, PUBLISHED]).await;
}

async fn delete_another(world: &mut World) {
    world.list(307, STORE, DecklistEvent::Deleted {}).await;
    world.tournament(7, vec![TournamentEvent::Deleted {}]).await;
}

impl World {
    /// Returns everything in the views that is not of list 307: documents and exports by key, without positions.
    async fn others(&self) -> BTreeMap<String, String> {
        let generation = self.generation().await;
        let documents: Vec<Document> = self.views.all_documents(generation).try_collect().await.unwrap();
        let documents = documents.into_iter().filter(|it| it.source != StreamId::decklist(DecklistId(307)));
        let exports: Vec<ExportDocument> = self.views.all_exports(generation).try_collect().await.unwrap();
        let exports = exports.into_iter().map(|it| {
            let (start, format) = (it.start, it.event_format);
            (
                format!("export {}", it.tournament_id),
                format!("{start} {format:?} {:?} {:?}", it.body, it.body_with_text),
            )
        });
        let documents = documents.map(|it| {
            let Document { key, source, sort, owner, digest, body, .. } = it;
            (format!("{key:?}"), format!("{source} {sort:?} {owner:?} {digest} {body:?}"))
        });
        documents.chain(exports).collect()
    }
}

#[tokio::test]
async fn what_is_deleted_leaves_nothing_and_the_rest_is_byte_for_byte_as_before() {
    let mut world = world().await;
    world.catch_up().await;
    let before = world.others().await;

    play_another(&mut world).await;
    world.catch_up().await;
    assert!(world.others().await.len() > before.len());
    let weekend = world.body(ViewKind::Convention, "moxhall").await.unwrap();
    assert!(weekend.contains("Event 7"), "{weekend}");
    assert!(world.body(ViewKind::Decklist, 307).await.is_some());

    world.noticed();
    delete_another(&mut world).await;
    world.catch_up().await;
    assert_eq!(world.others().await, before);
    assert_eq!(world.body(ViewKind::Decklist, 307).await, None);
    let noticed = world.noticed();
    let is_told = |kind: ViewKind| noticed.iter().any(|key| key.kind == kind);
    assert!(is_told(ViewKind::EventCard) && is_told(ViewKind::Convention) && is_told(ViewKind::EventAudit));
    world.assert_sound().await;
}

#[tokio::test]
async fn an_event_that_is_made_and_deleted_between_two_renderings_never_shows() {
    let mut world = world().await;
    world.catch_up().await;
    let before = world.others().await;
    play_another(&mut world).await;
    delete_another(&mut world).await;
    world.catch_up().await;
    assert_eq!(world.others().await, before);
    world.assert_sound().await;
}

#[tokio::test]
async fn an_event_too_large_to_render_at_once_is_gone_at_once() {
    let mut world = world().await;
    world.play(9, 600, Some(5)).await;
    world.catch_up().await;
    world.tournament(9, vec![TournamentEvent::Deleted {}]).await;
    world.catch_up().await;
    let left = world.others().await;
    let of_it = StreamId::tournament(9.into()).to_string();
    assert!(left.values().all(|document| !document.starts_with(&format!("{of_it} "))), "{left:?}");
    world.assert_sound().await;
}
