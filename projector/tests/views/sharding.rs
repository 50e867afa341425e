//! Shards: one of them renders users and lists that belong to no single organization, and all of them show these.

use projector::{Projector, StoreFeed};
use proto_events::ids::{OrganizationId, UserId};
use proto_events::vocabulary::Role;
use proto_events::{OrganizationEvent, StreamId, UserEvent};
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
async fn a_list_of_another_shard_is_rendered_there_and_shown_by_both() {
    for organization in [SHARED, OrganizationId(2)] {
        let mut world = World::with_store().await;
        world.append(StreamId::organization(OrganizationId(2)), OrganizationId(2), vec![created("Other")]).await;
        world.play(7, 2, None).await;
        world.list(301, organization, submitted(Some(7_000), "60 Swamp")).await;
        world.hand_in(7, 7_000, 301).await;

        let mut odd = world.shard(ODD);
        odd.catch_up().await.unwrap();
        assert!(world.body(ViewKind::EventDecklists, 7).await.unwrap().contains("60 Swamp"));
        assert_eq!(world.body_under(organization, ViewKind::Decklist, 301).await, None, "the other shard renders it");
        world.catch_up_shard(EVEN).await;
        assert!(world.body_under(organization, ViewKind::Decklist, 301).await.unwrap().contains("60 Swamp"));
        let own = world.body_under(SHARED, ViewKind::OwnDecklist, "7000/301").await;
        assert_eq!(own.unwrap(), format!(r#"{{"organization_id":{organization}}}"#));

        world.list(301, organization, revised("60 Snow-Covered Swamp")).await;
        if organization == SHARED {
            // Nothing is in memory.
            odd = world.shard(ODD);
        }
        odd.catch_up().await.unwrap();
        world.catch_up_shard(EVEN).await;
        for (organization, kind, key) in [(organization, ViewKind::Decklist, 301), (STORE, ViewKind::EventDecklists, 7)]
        {
            assert!(world.body_under(organization, kind, key).await.unwrap().contains("Snow-Covered"), "{kind:?}");
        }
        let reference = world.body(ViewKind::Decklist, 301).await.unwrap();
        assert!(reference.contains(r#""version":2"#), "the reference is updated");
        world.assert_sound().await;
    }
}

#[tokio::test]
async fn a_person_parked_by_a_shard_ahead_is_shown_by_the_one_behind_up_to_there() {
    let mut world = World::playing(2).await;
    world.user(7_000, renamed("Renamed Rana")).await;
    world.user(7_000, UserEvent::TokenRevoked { token_id: 99.into() }).await;
    world.user(7_001, renamed("Renamed Remy")).await;
    world.catch_up_shard(ODD).await;
    let generation = world.generation().await;
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
