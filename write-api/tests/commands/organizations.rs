//! Commands against a real store.

use domain::organization::Organization;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::Role;
use proto_events::{Actor, Envelope, StreamId};
use storage::LogReader as _;
use write_api::organizations::CreateOrganization;

use crate::support::{Scene, key_for};

const ACTOR: Actor = Actor::CommandLine;

async fn organization(scene: &Scene, id: OrganizationId) -> Organization {
    let recorded = scene.store.read_stream(StreamId::organization(id), 0).await.unwrap();
    let events: Vec<Envelope> = recorded.iter().map(|event| event.decode().unwrap()).collect();
    Organization::from_events(&events).unwrap()
}

#[tokio::test]
async fn a_name_asked_for_by_many_at_once_makes_one_organization() {
    let scene = Scene::empty().await;
    let command = CreateOrganization { name: "Moxhall".into() };
    let asked = (0..8).map(|_| {
        let (api, command) = (scene.api.clone(), command.clone());
        tokio::spawn(async move { api.carry_out(&ACTOR, &command).await.unwrap().folded.state.id })
    });
    let mut made = Vec::new();
    for asked in asked.collect::<Vec<_>>() {
        made.push(asked.await.unwrap());
    }
    assert!(made.iter().all(|id| *id == made[0]), "{made:?}");
    assert_eq!(scene.head().await.0, 1);
}

#[tokio::test]
async fn keys_issued_at_once_do_not_make_two_members() {
    let (scene, id) = Scene::with_organization().await;
    let asked = (0..4).map(|_| {
        let api = scene.api.clone();
        let command = key_for(id, Role::Admin);
        tokio::spawn(async move { api.carry_out(&ACTOR, &command).await.unwrap().member_id })
    });
    let mut members = Vec::new();
    for asked in asked.collect::<Vec<_>>() {
        members.push(asked.await.unwrap());
    }
    let organization = organization(&scene, id).await;
    assert_eq!((organization.members.len(), organization.keys.len()), (1, 4));
    assert!(members.iter().all(|member| *member == organization.members[0].id));
}
