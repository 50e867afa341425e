//! Commands against a real store.

use futures::future::join_all;
use proto_events::Actor;
use proto_events::vocabulary::Role;
use write_api::organizations::CreateOrganization;

use super::{Scene, key_for};

const ACTOR: Actor = Actor::CommandLine;

#[tokio::test]
async fn a_name_asked_for_by_many_at_once_makes_one_organization() {
    let scene = Scene::empty().await;
    let command = CreateOrganization { name: "Moxhall".into() };
    let asked = (0..8).map(|_| {
        let (api, command) = (scene.api.clone(), command.clone());
        tokio::spawn(async move { api.carry_out(&ACTOR, &command).await.unwrap().folded.state.id })
    });
    let made: Vec<_> = join_all(asked).await.into_iter().map(Result::unwrap).collect();
    assert!(made.iter().all(|id| *id == made[0]), "{made:?}");
    assert_eq!(scene.server.head().await, 1);
}

#[tokio::test]
async fn keys_issued_at_once_do_not_make_two_members() {
    let (scene, id) = Scene::with_organization().await;
    let asked = (0..4).map(|_| {
        let api = scene.api.clone();
        let command = key_for(id, Role::Admin);
        tokio::spawn(async move { api.carry_out(&ACTOR, &command).await.unwrap().member_id })
    });
    let members: Vec<_> = join_all(asked).await.into_iter().map(Result::unwrap).collect();
    let organization = scene.another_process().organization(id).await.unwrap().unwrap();
    let organization = &organization.state;
    assert_eq!((organization.members.len(), organization.keys.len()), (1, 4));
    assert!(members.iter().all(|member| *member == organization.members[0].id));
}
