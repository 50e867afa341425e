//! An event shows lists at their fixed revision, whatever changes later.

use futures::StreamExt;
use proto_events::ids::{DecklistId, OrganizationId, RegistrationId};
use proto_events::tournament::FixedRevision;
use proto_events::{StreamId, TournamentEvent, Version};
use storage::{ExportFilter, ListElsewhere, ViewKind};

use crate::common::*;

const SHARED: OrganizationId = OrganizationId::SHARED;
const OTHER: OrganizationId = OrganizationId(2);
fn fixed(event: i64, version: Version) -> TournamentEvent {
    let (registration_id, decklist_id) = (RegistrationId(event * 1_000), DecklistId(301));
    TournamentEvent::ListRevisionsFixed { revisions: vec![FixedRevision { registration_id, decklist_id, version }] }
}

impl World {
    /// Creates a world with event 7 and list 301, "60 Swamp", of this organization, handed in for the event.
    async fn with_list(organization: OrganizationId) -> Self {
        let mut world = Self::with_store().await;
        world.list(301, organization, submitted(Some(7_000), "60 Swamp")).await;
        world.play(7, 2, None).await;
        world.hand_in(7, 7_000, 301).await;
        world
    }

    async fn revise(&mut self, organization: OrganizationId, text: &str) {
        self.list(301, organization, revised(text)).await;
    }

    async fn exported(&self) -> String {
        let filter = ExportFilter { with_text: true, ..ExportFilter::default() };
        let exports: Vec<_> = self.views.exports(filter).await.unwrap().bodies.collect().await;
        exports.into_iter().map(|export| String::from_utf8(export.unwrap().to_vec()).unwrap()).collect()
    }
}

#[tokio::test]
async fn what_is_fixed_is_shown_whatever_happens_to_the_list() {
    let mut world = World::with_list(STORE).await;
    world.tournament(7, vec![fixed(7, 1), FINISHED, PUBLISHED]).await;
    let mut projector = world.caught_up().await;
    assert_eq!(world.body(ViewKind::FixedDecklist, "301/1").await, None, "the list has not changed");

    world.revise(STORE, "60 Island").await;
    projector.catch_up().await.unwrap();
    for kind in [ViewKind::EventDecklists, ViewKind::Registrations] {
        let shown = world.body(kind, 7).await.unwrap();
        assert!(shown.contains("60 Swamp") && !shown.contains("Island"), "{kind:?}: {shown}");
    }
    assert!(world.exported().await.contains(r#""decklist_text":"60 Swamp""#));
    assert!(world.body(ViewKind::PublishedDecklist, 301).await.unwrap().contains("60 Swamp"));
    let marker = world.body_under(SHARED, ViewKind::PublicDecklist, 301).await;
    assert_eq!(marker.as_deref(), Some(r#"{"organization_id":1,"version":1,"tournament_id":7}"#));
    assert!(world.body(ViewKind::FixedDecklist, "301/1").await.unwrap().contains("Swamp"));
    assert!(world.body(ViewKind::Decklist, 301).await.unwrap().contains("60 Island"), "the owner may change the list");
    world.assert_sound().await;

    world.tournament(7, vec![fixed(7, 2)]).await;
    world.catch_up().await;
    assert!(world.body(ViewKind::EventDecklists, 7).await.unwrap().contains("60 Island"));
    assert_eq!(world.body(ViewKind::FixedDecklist, "301/1").await, None);
    assert_eq!(world.body_under(SHARED, ViewKind::PublicDecklist, "301/1").await, None);
    assert!(world.body_under(SHARED, ViewKind::PublicDecklist, "301/2").await.is_some());
    world.assert_sound().await;
}

#[tokio::test]
async fn staff_that_hands_in_another_list_replaces_what_was_fixed() {
    let mut world = World::with_list(STORE).await;
    world.list(302, STORE, submitted(None, "60 Forest")).await;
    world.tournament(7, vec![fixed(7, 1), attached(7, 0, Some(302))]).await;
    world.catch_up().await;
    let shown = world.body(ViewKind::EventDecklists, 7).await.unwrap();
    assert!(shown.contains("60 Forest") && !shown.contains("60 Swamp"), "{shown}");
    world.tournament(7, vec![attached(7, 0, None)]).await;
    world.catch_up().await;
    assert_eq!(world.body(ViewKind::EventDecklists, 7).await.as_deref(), Some("[]"));
    world.assert_sound().await;
}

#[tokio::test]
async fn of_what_two_events_published_the_newest_stands_whoever_is_rendered_last() {
    for (first, second) in [(7, 8), (8, 7)] {
        let mut world = World::with_list(STORE).await;
        world.play(8, 2, None).await;
        world.tournament(8, vec![attached(8, 0, Some(301))]).await;
        world.revise(STORE, "60 Island").await;
        let mut projector = world.projector();
        for (event, version) in [(first, 1), (second, 2), (first, 1)] {
            world.tournament(event, vec![fixed(event, version), FINISHED, PUBLISHED]).await;
            projector.catch_up().await.unwrap();
        }
        assert!(world.body(ViewKind::PublishedDecklist, 301).await.unwrap().contains("60 Island"), "{first}");
        let marker = world.body_under(SHARED, ViewKind::PublicDecklist, 301).await.unwrap();
        assert!(marker.contains(r#""version":2"#), "{marker}");
        assert!(world.body_under(SHARED, ViewKind::PublicDecklist, "301/1").await.is_some());
        world.assert_sound().await;

        world.tournament(second, vec![FINISHED]).await;
        projector.catch_up().await.unwrap();
        assert!(
            world.body(ViewKind::PublishedDecklist, 301).await.unwrap().contains("60 Swamp"),
            "event {first} still has the list"
        );
        assert_eq!(world.body_under(SHARED, ViewKind::PublicDecklist, "301/2").await, None);
        world.assert_sound().await;
    }
}

#[tokio::test]
async fn of_two_events_with_the_same_revision_one_is_named_whoever_is_rendered_last() {
    for order in [[7, 8], [8, 7]] {
        let mut world = World::with_list(STORE).await;
        world.play(8, 2, None).await;
        world.tournament(8, vec![attached(8, 0, Some(301))]).await;
        let mut projector = world.projector();
        for event in order {
            world.tournament(event, vec![fixed(event, 1), FINISHED, PUBLISHED]).await;
            projector.catch_up().await.unwrap();
        }
        let marker = world.body_under(SHARED, ViewKind::PublicDecklist, 301).await;
        assert_eq!(marker.as_deref(), Some(r#"{"organization_id":1,"version":1,"tournament_id":8}"#), "{order:?}");
        let of_revision = world.body_under(SHARED, ViewKind::PublicDecklist, "301/1").await;
        assert_eq!(of_revision.as_deref(), Some(r#"{"organization_id":1,"version":1}"#), "{order:?}");
        world.assert_sound().await;
    }
}

#[tokio::test]
async fn a_list_from_elsewhere_is_found_where_it_is_handed_in() {
    for organization in [SHARED, OTHER] {
        let mut world = World::with_list(organization).await;
        world.append(StreamId::organization(OTHER), OTHER, vec![created("Other")]).await;
        world.play(8, 2, None).await;
        world.hand_in(8, 8_000, 301).await;
        world.catch_up().await;
        let there = async |world: &World| {
            let body = world.body(ViewKind::Decklist, 301).await?;
            ListElsewhere::of(body.as_bytes()).map(|place| (place.organization_id, place.version))
        };
        assert_eq!(there(&world).await, Some((organization, 1)));
        world.revise(organization, "60 Island").await;
        world.catch_up().await;
        assert_eq!(there(&world).await, Some((organization, 2)), "the reference has the new version");

        world.tournament(7, vec![attached(7, 0, None)]).await;
        world.catch_up().await;
        assert!(there(&world).await.is_some(), "another event still has the list");
        world.tournament(8, vec![attached(8, 0, None)]).await;
        world.catch_up().await;
        assert_eq!(there(&world).await, None);
        assert!(world.body_under(organization, ViewKind::Decklist, 301).await.is_some());
        world.assert_sound().await;
    }
}

#[tokio::test]
async fn staff_reads_the_newest_revision_of_a_list_from_elsewhere_that_counts_for_an_event_of_its_own() {
    for (first, second) in [(7, 8), (8, 7)] {
        let mut world = World::with_list(SHARED).await;
        world.tournament(7, vec![attached(7, 0, None)]).await;
        world.play(8, 2, None).await;
        for event in [first, second] {
            world.tournament(event, vec![attached(event, 0, Some(301)), fixed(event, 1)]).await;
        }
        world.revise(SHARED, "60 Island").await;
        world.revise(SHARED, "60 Plains").await;
        world.catch_up().await;
        let shown = async |world: &World, kind| world.body(kind, 301).await.unwrap();
        assert!(shown(&world, ViewKind::Decklist).await.contains("60 Swamp"));
        assert!(shown(&world, ViewKind::DecklistRevisions).await.contains(r#""number":1"#));

        world.tournament(second, vec![fixed(second, 2)]).await;
        let mut projector = world.caught_up().await;
        world.tournament(first, vec![FINISHED]).await;
        projector.catch_up().await.unwrap();
        let list = shown(&world, ViewKind::Decklist).await;
        assert!(list.contains("60 Island"), "event {second} fixed it, in any order of rendering: {list}");
        let revisions = shown(&world, ViewKind::DecklistRevisions).await;
        assert!(revisions.contains(r#""number":2"#) && !revisions.contains(r#""number":3"#), "{revisions}");
        world.assert_sound().await;

        world.tournament(second, vec![attached(second, 0, None)]).await;
        projector.catch_up().await.unwrap();
        assert!(shown(&world, ViewKind::Decklist).await.contains("60 Swamp"), "event {first} still has the list");
        world.assert_sound().await;
    }
}
