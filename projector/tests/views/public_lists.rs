//! Public lists: shown while an event publishes them, and removed with the last one that does.

use proto_events::ids::{DecklistId, OrganizationId, TournamentId};
use proto_events::tournament::TournamentDetails;
use proto_events::vocabulary::ConventionStatus;
use proto_events::{ConventionEvent, TournamentEvent};
use storage::{PublicList, ViewKind};

use crate::common::*;

/// Creates a world with lists 301 and 302, and two events whose first players have handed in list 301.
async fn world() -> World {
    let mut world = World::with_store().await;
    for id in [301, 302] {
        world.list(id, STORE, submitted(None, "4 Brainstorm\n56 Island")).await;
    }
    world.convention(5, convention("Moxhall Weekend", "moxhall")).await;
    for id in [7, 8] {
        world.play(id, 4, Some(5)).await;
        world.tournament(id, vec![attached(id, 0, Some(301))]).await;
    }
    world
}

impl World {
    /// Returns the public lists, each with the event that it names, which has a public page.
    async fn shown(&self) -> Vec<(DecklistId, TournamentId)> {
        let mut shown = Vec::new();
        for id in [301, 302] {
            if let Some(body) = self.body_under(OrganizationId::SHARED, ViewKind::PublicDecklist, id).await {
                let event = serde_json::from_str::<PublicList>(&body).unwrap().tournament_id.unwrap();
                assert_eq!(body, format!(r#"{{"organization_id":1,"tournament_id":{event}}}"#));
                let page = self.body_under(OrganizationId::SHARED, ViewKind::EventPage, event).await;
                assert!(page.is_some(), "list {id} names event {event}");
                shown.push((DecklistId(id), event));
            }
        }
        shown
    }
}

fn named(list: i64, event: i64) -> (DecklistId, TournamentId) {
    (DecklistId(list), event.into())
}

#[tokio::test]
async fn a_list_is_shown_while_its_event_publishes_it() {
    let mut world = world().await;
    let mut projector = world.caught_up().await;
    assert_eq!(world.shown().await, []);

    world.tournament(7, vec![attached(7, 1, Some(302)), PUBLISHED]).await;
    projector.catch_up().await.unwrap();
    assert_eq!(world.shown().await, [named(301, 7), named(302, 7)]);

    world.tournament(7, vec![attached(7, 1, None)]).await;
    projector.catch_up().await.unwrap();
    assert_eq!(world.shown().await, [named(301, 7)], "a list that is no longer handed in is removed");

    // A new projector reads from the store which lists were shown.
    world.tournament(7, vec![FINISHED]).await;
    world.catch_up().await;
    assert_eq!(world.shown().await, []);
    world.assert_sound().await;
}

#[tokio::test]
async fn lists_of_a_convention_that_is_hidden_are_withdrawn() {
    let mut world = world().await;
    let mut projector = world.projector();
    world.tournament(7, vec![PUBLISHED]).await;
    projector.catch_up().await.unwrap();
    assert_eq!(world.shown().await, [named(301, 7)]);

    world.convention(5, ConventionEvent::StatusChanged { status: ConventionStatus::Unlisted }).await;
    projector.catch_up().await.unwrap();
    assert_eq!(world.shown().await, []);
    world.assert_sound().await;
}

#[tokio::test]
async fn a_list_that_two_events_show_is_withdrawn_with_the_second_and_names_no_hidden_event() {
    let hidden = |details: TournamentDetails| TournamentEvent::DetailsChanged { details };
    let unlisted = hidden(TournamentDetails { is_unlisted: true, ..details("Secret", Some(5)) });
    let trial = hidden(TournamentDetails { is_test: true, ..details("Secret", Some(5)) });
    for (withdrawn, (first, second)) in [(FINISHED, (7, 8)), (FINISHED, (8, 7)), (unlisted, (8, 7)), (trial, (8, 7))] {
        let mut world = world().await;
        let mut projector = world.projector();
        for id in [7, 8] {
            world.tournament(id, vec![PUBLISHED]).await;
            projector.catch_up().await.unwrap();
        }
        assert_eq!(world.shown().await, [named(301, 8)]);

        world.tournament(first, vec![withdrawn.clone()]).await;
        projector.catch_up().await.unwrap();
        assert_eq!(world.shown().await, [named(301, second)], "event {second} still shows the list");
        world.assert_sound().await;

        world.tournament(second, vec![withdrawn.clone()]).await;
        projector.catch_up().await.unwrap();
        assert_eq!(world.shown().await, []);
        world.assert_sound().await;
    }
}
