//! Endpoints 17 to 21 with a key, a token and a session cookie.

use e2e::people::Credential;
use proto_events::vocabulary::Role;
use reqwest::Method;
use serde_json::json;

use crate::given::{LISTS, handed_in, list, member_with_three_credentials, seen_by};

#[tokio::test]
async fn lists_are_read_by_each_scheme() {
    let (app, _, callers) = member_with_three_credentials(Role::Judge).await;
    handed_in(&app, &callers[0], "Burn").await;
    for caller in &callers {
        assert_eq!(seen_by(&app, caller).await, ["Burn"], "{caller:?}");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_list_is_handed_in_by_each_scheme() {
    let (app, _, callers) = member_with_three_credentials(Role::Judge).await;
    for caller in &callers {
        let created = app.tell(caller, Method::POST, LISTS, &list("Burn")).await;
        assert_eq!(created.created()["name"], "Burn", "{caller:?}");
    }
    assert_eq!(seen_by(&app, &callers[0]).await, ["Burn"; 3], "the lists belong to the organization");
    app.stop().await;
}

#[tokio::test]
async fn a_list_is_read_by_each_scheme() {
    let (app, _, callers) = member_with_three_credentials(Role::Judge).await;
    let path = handed_in(&app, &callers[0], "Burn").await;
    for caller in &callers {
        assert_eq!(app.ask(caller, &path).await.json()["name"], "Burn", "{caller:?}");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_list_is_replaced_by_each_scheme() {
    let (app, _, callers) = member_with_three_credentials(Role::Judge).await;
    let path = handed_in(&app, &callers[0], "Burn").await;
    for (caller, name) in callers.iter().zip(["Storm", "Elves", "Goblins"]) {
        assert_eq!(app.tell(caller, Method::PUT, &path, &list(name)).await.json()["name"], name, "{caller:?}");
    }
    assert_eq!(app.ask(&callers[0], &path).await.header("etag"), "\"4\"");
    app.stop().await;
}

#[tokio::test]
async fn a_list_is_changed_by_each_scheme() {
    let (app, _, callers) = member_with_three_credentials(Role::Judge).await;
    let path = handed_in(&app, &callers[0], "Burn").await;
    for (caller, archetype) in callers.iter().zip(["Aggro", "Combo", "Control"]) {
        let changed = app.tell(caller, Method::PATCH, &path, &json!({ "archetype": archetype })).await.json();
        assert_eq!((&changed["name"], &changed["archetype"]), (&json!("Burn"), &json!(archetype)), "{caller:?}");
    }
    app.stop().await;
}

#[tokio::test]
async fn a_scheme_is_told_by_any_case_of_letters() {
    let (app, _, [_, token, _]) = member_with_three_credentials(Role::Judge).await;
    let Credential::Token(token) = token else { panic!("a token") };
    for scheme in ["Token", "token", "TOKEN"] {
        let request = app.anonymous(LISTS).header("authorization", format!("{scheme} {token}"));
        assert_eq!(app.send(request).await.status, 200, "{scheme}");
    }
    app.stop().await;
}
