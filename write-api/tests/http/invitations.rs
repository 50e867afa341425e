//! Memberships of people whose accounts the organization does not manage: only by invitation.

use axum::http::Method;
use proto_events::ids::{OrganizationId, UserId};
use proto_events::vocabulary::Role;
use serde_json::{Value, json};

use crate::harness::{Reply, TestApi};
use crate::staff::{INVITATIONS, MEMBERS, Store, USERS};

const ACCOUNT: &str = "/api/v1/account/";

type Credential = (&'static str, String);

/// Zoe, whose account the other store manages, and the store that invites her.
struct Scene {
    api: TestApi,
    store: Store,
    other: Store,
    zoe: UserId,
    /// The headers of a token and of a session.
    credentials: [Credential; 2],
}

impl Scene {
    async fn start() -> Self {
        let mut api = TestApi::start().await;
        let (store, other) = (api.found("Moxhall").await, api.found("Other").await);
        let zoe = api.register("zoe", Some(other.id)).await;
        let credentials = api.person(zoe.0, None).await;
        Self { api, store, other, zoe, credentials }
    }

    async fn invite(&self, role: &str) -> Reply {
        let body = json!({"username": "zoe", "role": role});
        self.api.as_key(&self.store.key, Method::POST, MEMBERS, &body).await
    }

    async fn withdraw(&self, id: &Value) -> Reply {
        self.api.as_key(&self.store.key, Method::DELETE, &format!("{INVITATIONS}{id}/"), &Value::Null).await
    }

    /// Zoe sends a request as herself.
    async fn own(&self, by: &Credential, method: Method, path: &str) -> Reply {
        let headers = [(by.0, by.1.as_str()), ("sec-fetch-site", "same-origin")];
        self.api.send(method, &format!("{ACCOUNT}{path}"), &headers, "").await
    }

    async fn answer(&self, step: &str, organization: OrganizationId) -> Reply {
        self.own(&self.credentials[0], Method::POST, &format!("invitations/{organization}/{step}/")).await
    }

    async fn leave(&self, organization: OrganizationId) -> Reply {
        self.own(&self.credentials[0], Method::DELETE, &format!("memberships/{organization}/")).await
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

    let accepted = scene.answer("accept", scene.store.id).await.json(200);
    assert_eq!(accepted, json!({"organization_id": scene.store.id, "store_name": "Moxhall", "role": "JUDGE"}));
    assert_eq!(scene.answer("accept", scene.store.id).await.json(200), accepted);
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
        scene.answer("accept", scene.store.id).await.json(200);
        scene.link().await.problem(403);
        scene.rename("taken").await.problem(403);
        let user = scene.api.commands().user(scene.zoe).await.unwrap().unwrap();
        assert_eq!(user.state.profile.email, format!("{step}@other.example"));
        assert_eq!(user.state.password_link, None);
        scene.leave(scene.store.id).await.nothing();
        scene.link().await.json(201);
    }
}

#[tokio::test]
async fn a_person_accepts_and_leaves_by_token_and_a_session_alone_does_not_do() {
    let scene = Scene::start().await;
    let [token, session] = &scene.credentials;
    let accept = format!("invitations/{}/accept/", scene.store.id);
    let leave = format!("memberships/{}/", scene.store.id);
    scene.invite("JUDGE").await.json(202);
    scene.own(session, Method::POST, &accept).await.problem(401);
    assert!(!scene.is_member().await);
    scene.own(token, Method::POST, &accept).await.json(200);
    scene.own(session, Method::DELETE, &leave).await.problem(401);
    assert!(scene.is_member().await);
    scene.own(token, Method::DELETE, &leave).await.nothing();
    scene.invite("JUDGE").await.json(202);
    let decline = format!("invitations/{}/decline/", scene.store.id);
    scene.own(session, Method::POST, &decline).await.nothing();
    let path = format!("{ACCOUNT}{accept}");
    let with_key = scene.api.as_key(&scene.other.key, Method::POST, &path, &Value::Null).await;
    with_key.problem(401);
}

#[tokio::test]
async fn an_invitation_is_declined_or_withdrawn_and_then_accepted_no_more() {
    let scene = Scene::start().await;
    let first = scene.invite("JUDGE").await.json(202)["id"].clone();
    for _ in 0..2 {
        scene.answer("decline", scene.store.id).await.nothing();
    }
    scene.answer("accept", scene.store.id).await.problem(404);
    scene.withdraw(&first).await.nothing();
    let second = scene.invite("ADMIN").await.json(202)["id"].clone();
    assert_ne!(second, first);
    for _ in 0..2 {
        scene.withdraw(&second).await.nothing();
    }
    for step in ["accept", "decline"] {
        scene.answer(step, scene.store.id).await.problem(404);
    }
    assert!(!scene.is_member().await);
}

#[tokio::test]
async fn a_stranger_learns_nothing_of_organizations_and_invitations() {
    let mut scene = Scene::start().await;
    let never = OrganizationId(9_999);
    let masked = |reply: &Reply, id: &str| reply.detail(404).replace(&format!("`{id}`"), "`N`");
    for step in ["accept", "decline"] {
        let [theirs, nobodys] = [scene.answer(step, scene.store.id).await, scene.answer(step, never).await];
        assert_eq!(masked(&theirs, &scene.store.id.to_string()), masked(&nobodys, "9999"));
    }
    let [theirs, nobodys] = [scene.leave(scene.store.id).await, scene.leave(never).await];
    assert_eq!(masked(&theirs, &scene.store.id.to_string()), masked(&nobodys, "9999"));

    let invited = scene.invite("JUDGE").await.json(202)["id"].clone();
    let path = |id: &str| format!("{INVITATIONS}{id}/");
    let foreign = scene.api.as_key(&scene.other.key, Method::DELETE, &path(&invited.to_string()), &Value::Null).await;
    let nobodys = scene.api.as_key(&scene.other.key, Method::DELETE, &path("9999"), &Value::Null).await;
    assert_eq!(masked(&foreign, &invited.to_string()), masked(&nobodys, "9999"));
    let [anna, _] = scene.api.person(scene.zoe.0 + 1, None).await;
    scene.own(&anna, Method::POST, &format!("invitations/{}/accept/", scene.store.id)).await.problem(404);
    scene.answer("accept", scene.store.id).await.json(200);
}

#[tokio::test]
async fn the_last_administrator_does_not_leave() {
    let mut scene = Scene::start().await;
    scene.api.take_in(scene.store.id, scene.zoe, Role::Admin).await;
    let organization = scene.api.commands().organization(scene.store.id).await.unwrap().unwrap();
    let others = organization.state.members.iter().filter(|member| member.user_id != scene.zoe);
    for other in others {
        let path = format!("{MEMBERS}{}/", other.id);
        scene.api.as_key(&scene.store.key, Method::PATCH, &path, &json!({"role": "JUDGE"})).await.json(200);
    }
    assert!(scene.leave(scene.store.id).await.detail(409).contains("ADMIN"));
    assert!(scene.is_member().await);
    let other = scene.api.register("anna", Some(scene.store.id)).await;
    scene.api.take_in(scene.store.id, other, Role::Admin).await;
    for _ in 0..2 {
        scene.leave(scene.store.id).await.nothing();
    }
}
