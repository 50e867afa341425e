//! Lists that people submit by token or session: their owner, their organization, and access to them.

use axum::http::Method;
use proto_events::Actor;
use proto_events::ids::{DecklistId, OrganizationId, UserId};
use proto_events::vocabulary::Role;
use serde_json::json;

use crate::harness::{By, LISTS, OTHER, STORE, TestApi, address};

async fn submit(api: &TestApi, by: &By) -> DecklistId {
    api.send_by(by, Method::POST, LISTS, &[], &json!({"name": "Burn"})).await.id()
}

#[tokio::test]
async fn a_list_is_the_persons_in_the_organization_whose_lists_the_person_may_write() {
    let mut api = TestApi::start().await;
    for (user, role, place) in [
        (11, Some((STORE, Role::Judge)), STORE),
        (12, Some((STORE, Role::ReadOnly)), OrganizationId::SHARED),
        (13, None, OrganizationId::SHARED),
    ] {
        for by in api.person(user, role).await {
            let list = api.stored(submit(&api, &by).await).await;
            let (whose, person) = ((list.owner_user_id, list.organization_id, list.actor), UserId(user));
            assert_eq!(whose, (Some(person), place, Actor::User(person)), "{} of {role:?}", by.0);
        }
    }
    let list = api.stored(api.submit("Burn").await).await;
    assert_eq!((list.owner_user_id, list.organization_id), (None, STORE));
    assert!(matches!(list.actor, Actor::ApiKey(_)));
}

#[tokio::test]
async fn people_reach_their_own_lists_and_those_of_their_organization() {
    let mut api = TestApi::start().await;
    let [judge, _] = api.person(11, Some((STORE, Role::Judge))).await;
    let [reader, _] = api.person(12, Some((STORE, Role::ReadOnly))).await;
    let [player, session] = api.person(13, None).await;
    let [visitor, _] = api.person(14, Some((OTHER, Role::Admin))).await;
    let (stores, judges) = (api.submit("Burn").await, submit(&api, &judge).await);
    let (readers, players) = (submit(&api, &reader).await, submit(&api, &player).await);
    let key = ("x-api-key", api.key.clone());
    for (by, reached) in [
        (&key, &[stores, judges][..]),
        (&judge, &[stores, judges]),
        (&reader, &[readers]),
        (&player, &[players]),
        (&session, &[players]),
        (&visitor, &[]),
    ] {
        for id in [stores, judges, readers, players] {
            for method in [Method::PUT, Method::PATCH] {
                let body = json!({"name": format!("Burn {}", by.1)});
                let reply = api.send_by(by, method, &address(id), &[], &body).await;
                if reached.contains(&id) {
                    reply.json(200);
                    continue;
                }
                let nobodys = api.send_by(by, Method::PATCH, &address(DecklistId(99)), &[], &json!({})).await;
                assert_eq!(reply.detail(404).replace(&format!("`{id}`"), "`99`"), nobodys.detail(404));
            }
        }
    }
    assert_eq!(api.stored(players).await.organization_id, OrganizationId::SHARED, "a list stays in its organization");
}

#[tokio::test]
async fn who_joins_an_organization_later_keeps_reaching_what_was_submitted_before() {
    let mut api = TestApi::start().await;
    let [alone, _] = api.person(11, None).await;
    let id = submit(&api, &alone).await;
    let [member, _] = api.person(11, Some((STORE, Role::Judge))).await;
    api.send_by(&member, Method::PATCH, &address(id), &[], &json!({"archetype": "Aggro"})).await.json(200);
    assert_eq!(api.stored(id).await.organization_id, OrganizationId::SHARED);
}

#[tokio::test]
async fn who_may_no_longer_reach_a_list_is_not_told_of_it_by_a_retry() {
    let mut api = TestApi::start().await;
    let [judge, _] = api.person(11, Some((STORE, Role::Judge))).await;
    let list = api.submit("Burn").await;
    let (once, body) = ([("idempotency-key", "key-number-1")], json!({"name": "Burn 2"}));
    api.send_by(&judge, Method::PATCH, &address(list), &once, &body).await.json(200);
    // Another process, so that the remembered role is not used.
    api.put_membership(UserId(11), STORE, Role::ReadOnly, false).await;
    let later = api.another_process_that_remembers_nothing().await;
    later.send_by(&judge, Method::PATCH, &address(list), &once, &body).await.problem(404);
}

#[tokio::test]
async fn an_answer_to_a_person_brings_a_token_of_the_organization_acted_for() {
    let mut api = TestApi::start().await;
    for (role, organization) in [(Some((STORE, Role::Judge)), STORE), (None, OrganizationId::SHARED)] {
        let [by, _] = api.person(11, role).await;
        let made = api.send_by(&by, Method::POST, LISTS, &[], &json!({"name": "Burn"})).await;
        assert_eq!(api.token_of(organization, &made), api.head().await);
    }
}
