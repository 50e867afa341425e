//! Decklists of people: each person can use only their own, in every organization.

use e2e::TestApp;
use e2e::people::Credential;
use proto_events::vocabulary::Role;
use reqwest::Method;
use serde_json::json;

use crate::given::{LISTS, handed_in, list, member_with_three_credentials, player, seen_by};

#[tokio::test]
async fn a_player_who_is_nobodys_member_has_lists() {
    let app = TestApp::start().await;
    for (caller, name) in player(&app, "ada").await.iter().zip(["By token", "By cookie"]) {
        let path = handed_in(&app, caller, name).await;
        let changed = app.tell(caller, Method::PATCH, &path, &json!({ "archetype": "Burn" })).await.json();
        assert_eq!(changed["archetype"], "Burn");
        assert_eq!(app.tell(caller, Method::PUT, &path, &list(name)).await.json()["archetype"], "");
        assert_eq!(app.ask(caller, &format!("{path}revisions/")).await.list().len(), 3);
        assert!(seen_by(&app, caller).await.contains(&name.to_owned()));
    }
    app.stop().await;
}

#[tokio::test]
async fn nobody_else_reaches_a_persons_list() {
    let app = TestApp::start().await;
    let [ada, _] = player(&app, "ada").await;
    let path = handed_in(&app, &ada, "Ada's").await;
    let [bob, _] = player(&app, "bob").await;
    let [member, key] = {
        let judge = app.member(app.organization, "jud", Role::Judge).await;
        [Credential::Token(app.token(&judge, Some(app.organization)).await), Credential::Key(app.key.clone())]
    };
    for stranger in [&bob, &member, &key] {
        app.ask(stranger, &path).await.problem(404);
        app.ask(stranger, &format!("{path}revisions/")).await.problem(404);
        app.tell(stranger, Method::PUT, &path, &list("Mine")).await.problem(404);
        app.tell(stranger, Method::PATCH, &path, &list("Mine")).await.problem(404);
        assert_eq!(seen_by(&app, stranger).await, [""; 0]);
    }
    assert_eq!(app.ask(&ada, &path).await.json()["name"], "Ada's");
    app.stop().await;
}

#[tokio::test]
async fn a_member_sees_the_organizations_lists_and_the_own_ones_each_once() {
    let (app, ada, [key, token, cookie]) = member_with_three_credentials(Role::Judge).await;
    let alone = Credential::Token(app.token(&ada, None).await);
    handed_in(&app, &key, "The store's").await;
    handed_in(&app, &alone, "Ada's").await;
    handed_in(&app, &token, "Ada's, in the store").await;
    let [bob, _] = player(&app, "bob").await;
    handed_in(&app, &bob, "Bob's").await;
    for caller in [&token, &cookie] {
        assert_eq!(seen_by(&app, caller).await, ["The store's", "Ada's", "Ada's, in the store"]);
    }
    assert_eq!(seen_by(&app, &key).await, ["The store's", "Ada's, in the store"]);
    assert_eq!(seen_by(&app, &alone).await, ["Ada's", "Ada's, in the store"]);
    app.stop().await;
}

#[tokio::test]
async fn who_may_write_none_of_the_organizations_lists_writes_own_ones() {
    let (app, _, [key, token, cookie]) = member_with_three_credentials(Role::ReadOnly).await;
    let stores = handed_in(&app, &Credential::Key(app.key.clone()), "The store's").await;
    app.tell(&key, Method::POST, LISTS, &list("Refused")).await.problem(403);
    for caller in [&token, &cookie] {
        let own = handed_in(&app, caller, "Own").await;
        assert_eq!(app.tell(caller, Method::PUT, &own, &list("Own")).await.status, 200);
        assert_eq!(app.ask(caller, &stores).await.status, 404, "the list is secret until it is published");
        let refused = app.tell(caller, Method::PUT, &stores, &list("Mine")).await;
        assert!([403, 404].contains(&refused.status), "{}", refused.status);
    }
    assert_eq!(seen_by(&app, &key).await, [""; 0], "nothing is published");
    let staff = Credential::Key(app.key.clone());
    assert_eq!(seen_by(&app, &staff).await, ["The store's"], "a person's list is not the organization's");
    app.stop().await;
}
