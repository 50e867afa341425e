//! Commands against a real store.

use domain::organization::Organization;
use proto_events::convention::ConventionDetails;
use proto_events::ids::{ApiKeyId, OrganizationId, UserId};
use proto_events::vocabulary::{ConventionStatus, Role};
use proto_events::{Actor, Envelope, StreamId};
use storage::LogReader as _;
use write_api::keys::RevokeApiKey;
use write_api::organizations::{AddMember, CreateOrganization};
use write_api::{CommandError, Context, CreateConvention, Reach};

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
async fn keys_of_one_role_share_its_member_and_their_values_are_nowhere_stored() {
    let (scene, id) = Scene::with_organization().await;
    let first = scene.issue(id, Role::Judge).await;
    let second = scene.issue(id, Role::Judge).await;
    let other = scene.issue(id, Role::Admin).await;
    assert_eq!(first.member_id, second.member_id);
    assert_ne!(first.member_id, other.member_id);
    assert_ne!(first.value.expose(), second.value.expose());

    let organization = organization(&scene, id).await;
    assert_eq!(organization.members.len(), 2);
    assert_eq!(organization.keys[0].sha256, first.value.sha256_hex());
    let log = scene.store.read_from(proto_events::Position::START, 100).await.unwrap();
    assert!(log.iter().all(|event| !event.encoded.payload.contains(first.value.expose())));
    assert!(log.iter().any(|event| event.encoded.payload.contains("Moxhall Judge")));
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

#[tokio::test]
async fn what_belongs_to_nobody_or_to_others_is_not_found() {
    let (scene, organization_id) = Scene::with_organization().await;
    let other = scene.organization("Other").await;
    let revoke = |organization_id, key_id| RevokeApiKey { organization_id, key_id };
    let key_id = scene.issue(organization_id, Role::Admin).await.key_id;
    let foreign = scene.api.carry_out(&ACTOR, &revoke(other, key_id)).await;
    assert!(matches!(foreign, Err(CommandError::Refused(refusal)) if refusal.code() == "unknown-api-key"));
    let nowhere = scene.api.carry_out(&ACTOR, &revoke(OrganizationId(99), ApiKeyId(1))).await;
    assert!(matches!(nowhere, Err(CommandError::NotFound(_))));
    let member = AddMember { organization_id, user_id: UserId(99), role: Role::Judge };
    assert!(matches!(scene.api.carry_out(&ACTOR, &member).await, Err(CommandError::NotFound(_))));
}

#[tokio::test]
async fn slugs_are_taken_once_in_an_organization() {
    let (scene, organization_id) = Scene::with_organization().await;
    let details = ConventionDetails { name: "Open".into(), slug: "open".into(), ..ConventionDetails::default() };
    let command = CreateConvention { organization_id, details, status: ConventionStatus::Scheduled };
    let context = |id| Context::new(ACTOR, Reach::organization(id));
    let create = |command: CreateConvention| {
        let context = context(command.organization_id);
        let api = scene.api.clone();
        async move { api.create_convention(&context, &command).await }
    };
    let convention_id = create(command.clone()).await.unwrap().folded.state.id;
    let again = create(command.clone()).await.unwrap();
    assert_eq!((again.happened(), again.folded.state.id), (false, convention_id));
    let mut other = command.clone();
    other.details.name = "Another".into();
    assert!(matches!(create(other.clone()).await, Err(CommandError::Refused(_))));

    let elsewhere = scene.organization("Other").await;
    other.organization_id = elsewhere;
    let made = create(other).await.unwrap();
    assert!(made.happened() && made.folded.state.id != convention_id);
}
