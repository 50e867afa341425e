//! Members and accounts, which only administrators may read.

use proto_events::vocabulary::Role;
use storage::ViewKind;

use crate::documents::{OTHER, STORE, account, account_managed_by, document_of, membership};
use crate::harness::TestApi;

const MEMBERS: &str = "/api/v1/members/";

async fn api() -> TestApi {
    let mut api = TestApi::start().await;
    for organization in [STORE, OTHER] {
        let members = format!("[{{\"id\":{organization}}}]");
        api.put([document_of(organization, ViewKind::Members, organization, &members)]).await;
    }
    api
}

#[tokio::test]
async fn an_administrator_reads_who_is_a_member_of_the_own_organization() {
    let mut api = api().await;
    for path in [MEMBERS, MEMBERS.trim_end_matches('/')] {
        let reply = api.get(path).await;
        assert_eq!(reply.text(), "[{\"id\":1}]", "{path}");
        assert_eq!(reply.header("vary"), "Accept-Encoding, X-API-Key, Authorization, Cookie");
        assert_eq!(reply.header("cache-control"), "private, no-cache");
    }
    let [_, cookie] = api.person(7, Some((OTHER, Role::Admin))).await;
    assert_eq!(api.get_by(&cookie, MEMBERS).await.text(), "[{\"id\":2}]");
}

#[tokio::test]
async fn an_account_is_told_to_the_organization_that_manages_it() {
    let mut api = TestApi::start().await;
    api.put([
        account(11, 0),
        membership(11, STORE, Role::Judge, false),
        account_managed_by(12, 0, Some(STORE)),
        account(13, 0),
        membership(13, STORE, Role::Judge, true),
        membership(13, OTHER, Role::Judge, false),
        account_managed_by(14, 0, Some(OTHER)),
        account(15, 0),
        membership(19, STORE, Role::Judge, false),
    ])
    .await;
    let stranger = api.issue(OTHER, Role::Admin).await;
    for (id, here, there) in
        [(11, 404, 404), (12, 200, 404), (13, 404, 404), (14, 404, 200), (15, 404, 404), (16, 404, 404), (19, 404, 404)]
    {
        let path = format!("/api/v1/users/{id}/");
        assert_eq!(api.get(&path).await.status, here, "{id}");
        assert_eq!(api.get_as(&stranger, &path).await.status, there, "{id}");
    }
    let (theirs, never) = (api.get("/api/v1/users/14/").await, api.get("/api/v1/users/99/").await);
    assert_eq!(theirs.detail(404).replace("14", "N"), never.detail(404).replace("99", "N"));
    assert!(api.get("/api/v1/users/x/").await.detail(404).contains("integer"));
    let profile = serde_json::json!({
        "id": 12, "username": "person12", "best_identifier": "Person 12", "first_name": "", "last_name": "",
        "email": "", "pronouns": "",
    });
    assert_eq!(api.get("/api/v1/users/12").await.json(), profile);
    let judge = api.issue(STORE, Role::Judge).await;
    assert!(api.get_as(&judge, "/api/v1/users/12/").await.detail(403).contains("read members"));
}
