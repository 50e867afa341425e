//! Memberships of people whose accounts the organization does not manage: only by invitation.

use axum::http::Method;
use proto_events::ids::UserId;
use serde_json::{Value, json};

use crate::harness::{Reply, TestApi};
use crate::staff::{INVITATIONS, MEMBERS, Store, USERS};

/// Zoe, whose account the other store manages, and the store that invites her.
struct Scene {
    api: TestApi,
    store: Store,
    other: Store,
    zoe: UserId,
    /// The header of a token.
    token: (&'static str, String),
}

impl Scene {
    async fn start() -> Self {
        let mut api = TestApi::start().await;
        let (store, other) = (api.found("Moxhall").await, api.found("Other").await);
        let zoe = api.register("zoe", Some(other.id)).await;
        let [token, _] = api.person(zoe.0, None).await;
        Self { api, store, other, zoe, token }
    }

    async fn invite(&self, role: &str) -> Reply {
        let body = json!({"username": "zoe", "role": role});
        self.api.as_key(&self.store.key, Method::POST, MEMBERS, &body).await
    }

    async fn withdraw(&self, id: &Value) -> Reply {
        self.api.as_key(&self.store.key, Method::DELETE, &format!("{INVITATIONS}{id}/"), &Value::Null).await
    }

    /// Zoe sends a request as herself.
    async fn own(&self, method: Method, path: &str) -> Reply {
        self.api.send(method, &format!("/api/v1/account/{path}"), &[(self.token.0, &self.token.1)], "").await
    }

    async fn accept(&self) -> Reply {
        self.own(Method::POST, &format!("invitations/{}/accept/", self.store.id)).await
    }

    async fn leave(&self) -> Reply {
        self.own(Method::DELETE, &format!("memberships/{}/", self.store.id)).await
    }

    /// The other store creates a password link for Zoe.
    async fn link(&self) -> Reply {
        let path = format!("{USERS}{}/password-link/", self.zoe);
        self.api.as_key(&self.other.key, Method::POST, &path, &Value::Null).await
    }

    /// The other store changes the profile of the account that it manages.
    async fn rename(&self, name: &str) -> Reply {
        let body = json!({"email": format!("{name}@other.example")});
        self.api.as_key(&self.other.key, Method::PATCH, &format!("{USERS}{}/", self.zoe), &body).await
    }

    async fn is_member(&self) -> bool {
        let organization = self.api.commands().organization(self.store.id).await.unwrap().unwrap();
        organization.state.member_of(self.zoe).is_some()
    }
}

#[tokio::test]
async fn a_person_whose_account_others_manage_is_invited_and_joins_by_accepting() {
    let mut scene = Scene::start().await;
    let invited = scene.invite("JUDGE").await.json(202);
    let expected = json!({
        "id": invited["id"], "username": "zoe", "role": "JUDGE", "invited_at": invited["invited_at"],
        "url": "https://events.example/admin/account/",
    });
    assert_eq!(invited, expected, "the invitation shows nothing else of the person");
    let head = scene.api.head().await;
    assert_eq!(scene.invite("JUDGE").await.json(202), invited, "inviting again changes nothing");
    assert!(scene.invite("ADMIN").await.detail(409).contains("invited already, with the role JUDGE"));
    assert_eq!((scene.api.head().await, scene.is_member().await), (head, false));
    scene.link().await.json(201);

    let accepted = scene.accept().await.json(200);
    assert_eq!(accepted, json!({"organization_id": scene.store.id, "store_name": "Moxhall", "role": "JUDGE"}));
    assert_eq!(scene.accept().await.json(200), accepted);
    let member = scene.invite("JUDGE").await.json(200);
    assert_eq!((&member["id"], &member["user"]["best_identifier"]), (&invited["id"], &json!("The zoe")));
    assert!(scene.withdraw(&invited["id"]).await.detail(409).contains("Remove the member"));
    let user = scene.api.commands().user(scene.zoe).await.unwrap().unwrap();
    assert_eq!(user.state.password_link, None, "the other store's link is no longer valid");
    scene.api.publish(scene.store.id).await;
    scene.link().await.problem(403);
}

/// The views of this test never learn of the membership.
#[tokio::test]
async fn the_managing_store_changes_nothing_from_the_moment_on_at_which_the_person_joins_another() {
    let scene = Scene::start().await;
    for step in ["first", "again"] {
        scene.rename(step).await.json(200);
        scene.invite("JUDGE").await.json(202);
        scene.accept().await.json(200);
        scene.link().await.problem(403);
        scene.rename("taken").await.problem(403);
        let user = scene.api.commands().user(scene.zoe).await.unwrap().unwrap();
        assert_eq!(user.state.profile.email, format!("{step}@other.example"));
        assert_eq!(user.state.password_link, None);
        scene.leave().await.nothing();
        scene.link().await.json(201);
    }
}
