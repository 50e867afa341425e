//! Memberships of people whose accounts the organization does not manage: only by invitation.

use axum::http::Method;
use serde_json::{Value, json};

use crate::harness::TestApi;
use crate::staff::{MEMBERS, USERS};

/// The views of this test never learn of the membership.
#[tokio::test]
async fn the_managing_store_changes_nothing_from_the_moment_on_at_which_the_person_joins_another() {
    let mut api = TestApi::start().await;
    let (store, manager) = (api.found("Moxhall").await, api.found("Other").await);
    let zoe = api.register("zoe", Some(manager.id)).await;
    let [token, _] = api.person(zoe.0, None).await;
    let own = async |method: Method, path: String| {
        api.send(method, &format!("/api/v1/account/{path}"), &[(token.0, &token.1)], "").await
    };
    let account = format!("{USERS}{zoe}/");
    let link = async || api.as_key(&manager.key, Method::POST, &format!("{account}password-link/"), &Value::Null).await;
    let rename =
        async |email: &str| api.as_key(&manager.key, Method::PATCH, &account, &json!({ "email": email })).await;
    let invitation = json!({"username": "zoe", "role": "JUDGE"});
    for email in ["first@other.example", "again@other.example"] {
        rename(email).await.json(200);
        let invited = api.as_key(&store.key, Method::POST, MEMBERS, &invitation).await.json(202);
        let expected = json!({
            "id": invited["id"], "username": "zoe", "role": "JUDGE", "invited_at": invited["invited_at"],
            "url": "https://events.example/admin/account/",
        });
        assert_eq!(invited, expected, "the invitation shows nothing else of the person");
        link().await.json(201); // An invitation alone takes nothing from the managing store.
        own(Method::POST, format!("invitations/{}/accept/", store.id)).await.json(200);
        link().await.problem(403);
        rename("taken@other.example").await.problem(403);
        let user = api.commands().user(zoe).await.unwrap().unwrap();
        assert_eq!(user.state.profile.email, email);
        assert_eq!(user.state.password_link, None);
        own(Method::DELETE, format!("memberships/{}/", store.id)).await.nothing();
        link().await.json(201);
    }
}
