//! Who is a member: told to administrators alone.

use proto_events::vocabulary::Role;
use storage::ViewKind;

use crate::harness::{OTHER, STORE, TestApi, document_of};

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
        assert_eq!(reply.header("vary"), "Accept-Encoding, X-API-Key, Cookie");
        assert_eq!(reply.header("cache-control"), "private, no-cache");
    }
    let [_, cookie] = api.person(7, Some((OTHER, Role::Admin))).await;
    assert_eq!(api.get_by(&cookie, MEMBERS).await.text(), "[{\"id\":2}]");
}

#[tokio::test]
async fn other_roles_are_told_who_may() {
    let mut api = api().await;
    for role in Role::ALL.iter().filter(|role| **role != Role::Admin) {
        let key = api.issue(STORE, *role).await;
        let detail = api.get_as(&key, MEMBERS).await.detail(403);
        assert!(detail.contains("may not read members") && detail.contains("ADMIN"), "{detail}");
        let [_, cookie] = api.person(7, Some((STORE, *role))).await;
        api.get_by(&cookie, MEMBERS).await.problem(403);
    }
    let [token, cookie] = api.person(8, None).await;
    assert!(api.get_by(&cookie, MEMBERS).await.detail(403).contains("Only members of an organization"));
    assert!(api.get_by(&token, MEMBERS).await.detail(401).contains("No API key was sent"), "tokens are not taken here");
}
