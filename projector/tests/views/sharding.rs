//! Shards: one of them renders users and lists that belong to no single organization, and all of them show these.

use projector::{Projector, StoreFeed};
use proto_events::decklist::DecklistBody;
use proto_events::ids::{DecklistId, OrganizationId, UserId};
use proto_events::vocabulary::Role;
use proto_events::{DecklistEvent, OrganizationEvent, StreamId, UserEvent};
use storage::{DocumentKey, Shard, ViewKind};

use crate::common::*;

const SHARED: OrganizationId = OrganizationId::SHARED;
/// The shard of users and of organizations with even ids …
const EVEN: Shard = Shard { index: 0, of: 2 };
/// … and the shard of [`STORE`].
const ODD: Shard = Shard { index: 1, of: 2 };

impl World {
    fn shard(&self, shard: Shard) -> Projector {
        self.projector().of_shard(shard, StoreFeed::new(self.events.clone(), shard))
    }

    async fn catch_up_shard(&self, shard: Shard) {
        self.shard(shard).catch_up().await.unwrap();
    }

    /// Adds an event of a list of user 7000 that belongs to no organization.
    async fn own_list(&mut self, event: DecklistEvent) {
        self.append(StreamId::decklist(DecklistId(301)), SHARED, vec![event.into()]).await;
    }
}

fn list(text: &str) -> DecklistBody {
    DecklistBody { name: "Swamps".into(), plaintext_list: text.into(), ..DecklistBody::default() }
}

fn renamed(name: &str) -> UserEvent {
    UserEvent::ProfileChanged { profile: profile(name) }
}

#[tokio::test]
async fn a_person_is_rendered_by_one_shard_and_named_by_all() {
    let mut world = World::with_store().await;
    let joined = OrganizationEvent::MemberAdded { member_id: 1.into(), user_id: 7_000.into(), role: Role::Admin };
    world.append(StreamId::organization(STORE), STORE, vec![joined.into()]).await;
    world.play(7, 2, None).await;

    world.catch_up_shard(ODD).await;
    assert!(world.body(ViewKind::Members, STORE).await.unwrap().contains("Player 7000"));
    assert!(
        world.body_under(SHARED, ViewKind::Membership, "7000/1").await.is_some(),
        "the membership is rendered from the organization's stream"
    );
    assert_eq!(world.body_under(SHARED, ViewKind::Account, 7_000).await, None);
    world.catch_up_shard(EVEN).await;
    assert!(world.body_under(SHARED, ViewKind::Account, 7_000).await.unwrap().contains("Player 7000"));

    world.user(7_000, renamed("Renamed Rana")).await;
    for shard in [EVEN, ODD] {
        world.catch_up_shard(shard).await;
    }
    for (organization, kind, key) in
        [(SHARED, ViewKind::Account, 7_000), (STORE, ViewKind::Members, 1), (STORE, ViewKind::MagicEvent, 7)]
    {
        assert!(world.body_under(organization, kind, key).await.unwrap().contains("Renamed Rana"), "{kind:?}");
    }
    world.assert_sound().await;
}

#[tokio::test]
async fn a_list_of_no_organization_is_rendered_by_one_shard_and_shown_by_all() {
    let mut world = World::with_store().await;
    world.play(7, 2, None).await;
    let body = list("60 Swamp");
    world
        .own_list(DecklistEvent::Submitted { owner_user_id: Some(UserId(7_000)), body, deck_url: String::new() })
        .await;
    world.hand_in(7, 7_000, 301).await;

    world.catch_up_shard(ODD).await;
    assert!(world.body(ViewKind::EventDecklists, 7).await.unwrap().contains("60 Swamp"));
    assert_eq!(world.body_under(SHARED, ViewKind::Decklist, 301).await, None);
    world.catch_up_shard(EVEN).await;
    assert!(world.body_under(SHARED, ViewKind::Decklist, 301).await.unwrap().contains("60 Swamp"));
    assert_eq!(
        world.body_under(SHARED, ViewKind::OwnDecklist, "7000/301").await.as_deref(),
        Some(r#"{"organization_id":0}"#)
    );

    world.own_list(DecklistEvent::Revised { body: list("60 Snow-Covered Swamp") }).await;
    for shard in [ODD, EVEN] {
        world.catch_up_shard(shard).await;
    }
    for (organization, kind, key) in [(SHARED, ViewKind::Decklist, 301), (STORE, ViewKind::EventDecklists, 7)] {
        assert!(world.body_under(organization, kind, key).await.unwrap().contains("Snow-Covered"), "{kind:?}");
    }
    world.assert_sound().await;
}

#[tokio::test]
async fn a_list_of_an_organization_of_another_shard_is_shown_as_it_is() {
    const OTHER: OrganizationId = OrganizationId(2);
    let mut world = World::with_store().await;
    world.append(StreamId::organization(OTHER), OTHER, vec![created("Other")]).await;
    world.play(7, 2, None).await;
    let stream = StreamId::decklist(DecklistId(301));
    let body = list("60 Swamp");
    let submitted = DecklistEvent::Submitted { owner_user_id: Some(UserId(7_000)), body, deck_url: String::new() };
    world.append(stream, OTHER, vec![submitted.into()]).await;
    world.hand_in(7, 7_000, 301).await;
    let mut odd = world.shard(ODD);
    odd.catch_up().await.unwrap();
    assert!(world.body(ViewKind::EventDecklists, 7).await.unwrap().contains("60 Swamp"));
    assert_eq!(world.body_under(OTHER, ViewKind::Decklist, 301).await, None, "the other shard renders it");

    let revised = DecklistEvent::Revised { body: list("60 Snow-Covered Swamp") };
    world.append(stream, OTHER, vec![revised.into()]).await;
    odd.catch_up().await.unwrap();
    assert!(world.body(ViewKind::EventDecklists, 7).await.unwrap().contains("Snow-Covered"));
    assert!(world.body(ViewKind::Decklist, 301).await.unwrap().contains(r#""version":2"#), "the reference is updated");
    world.catch_up_shard(EVEN).await;
    assert!(world.body_under(OTHER, ViewKind::Decklist, 301).await.unwrap().contains("Snow-Covered"));
    world.assert_sound().await;
}

#[tokio::test]
async fn a_person_parked_by_a_shard_ahead_is_shown_by_the_one_behind_up_to_there() {
    let mut world = World::with_store().await;
    world.play(7, 2, None).await;
    world.user(7_000, renamed("Renamed Rana")).await;
    world.user(7_000, UserEvent::TokenRevoked { token_id: 99.into() }).await;
    world.user(7_001, renamed("Renamed Remy")).await;
    world.catch_up_shard(ODD).await;
    let generation = world.views.active().await.unwrap().unwrap().generation;
    let parked = world.views.parked(generation).await.unwrap();
    assert_eq!(parked.iter().map(|parked| parked.stream).collect::<Vec<_>>(), [StreamId::user(UserId(7_000))]);

    world.catch_up_shard(EVEN).await;
    for (id, name, stale) in [(7_000, "Renamed Rana", true), (7_001, "Renamed Remy", false)] {
        let key = DocumentKey::new(SHARED, ViewKind::Account, id);
        let account = world.views.document(&key).await.unwrap().unwrap();
        assert_eq!(account.stale, stale, "{id}");
        assert!(String::from_utf8(account.body.for_everyone().to_vec()).unwrap().contains(name));
        assert!(world.body(ViewKind::MagicEvent, 7).await.unwrap().contains(name));
    }
    assert_eq!(world.views.parked(generation).await.unwrap(), parked);
}
