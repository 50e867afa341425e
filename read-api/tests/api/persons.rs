//! Callers with a token or a session: what they may read, which lists are their own, and when their access ends.

use axum::http::Method;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::Role;
use serde_json::{Value, json};
use storage::{Document, ViewKind};

use crate::documents::{OTHER, STORE, account, document, document_of, own_list};
use crate::harness::{Reply, TestApi, ids};

const LISTS: &str = "/api/v1/decklists/";
const SHARED: OrganizationId = OrganizationId::SHARED;
/// The person of most tests.
const ANN: i64 = 11;

pub(crate) fn addresses(id: i64) -> [String; 3] {
    [format!("{LISTS}{id}/"), format!("{LISTS}{id}/revisions/"), format!("/decklists/{id}/image.svg")]
}

/// Returns a read side with a list of the store (1), lists of Ann in the store (2), in another organization (3) and in
/// none (4), and lists of another person in none (5) and in another organization (6).
async fn api() -> TestApi {
    let mut api = TestApi::start().await;
    let store = [ViewKind::Decklist, ViewKind::DecklistRevisions];
    let list = |kind| Document { sort: format!("{:019}", 1), ..document(kind, 1, "{\"id\":1}") };
    api.put(store.map(list)).await;
    for (user, organization, id) in
        [(ANN, STORE, 2), (ANN, OTHER, 3), (ANN, SHARED, 4), (ANN + 100, SHARED, 5), (ANN + 100, OTHER, 6)]
    {
        api.put(own_list(user, organization, id, 1)).await;
    }
    api
}

async fn page(api: &TestApi, by: &(&'static str, String), query: &str) -> Value {
    api.get_by(by, &format!("{LISTS}{query}")).await.json()
}

#[tokio::test]
async fn a_member_reads_what_is_the_organizations_and_the_own_lists_wherever_they_are() {
    let mut api = api().await;
    for role in Role::ALL {
        // The store's own list is secret; `secrecy` tests who sees it.
        let (theirs, lists) = if *role == Role::ReadOnly { (404, &[2, 3, 4][..]) } else { (200, &[1, 2, 3, 4][..]) };
        for by in api.person(ANN, Some((STORE, *role))).await {
            assert_eq!(ids(&page(&api, &by, "").await["results"]), lists, "{role} by {}", by.0);
            for (id, status) in [(1, theirs), (2, 200), (3, 200), (4, 200), (5, 404), (6, 404), (7, 404)] {
                for path in addresses(id) {
                    assert_eq!(api.get_by(&by, &path).await.status, status, "{role} by {}: {path}", by.0);
                }
            }
        }
    }
}

#[tokio::test]
async fn who_is_nobodys_member_reads_the_own_lists_alone() {
    let mut api = api().await;
    for by in api.person(ANN, None).await {
        assert_eq!(ids(&page(&api, &by, "").await["results"]), [2, 3, 4], "{}", by.0);
        for path in addresses(4) {
            assert_eq!(api.get_by(&by, &path).await.status, 200, "{path}");
        }
        let theirs = api.get_by(&by, &format!("{LISTS}1/")).await.detail(404);
        let never = api.get_by(&by, &format!("{LISTS}9/")).await.detail(404);
        assert_eq!(theirs.replace('1', "N"), never.replace('9', "N"), "the answer must not reveal which lists exist");
    }
    for by in api.person(1, None).await {
        let nothing = json!({"count": 0, "next": null, "previous": null, "results": []});
        assert_eq!(page(&api, &by, "").await, nothing, "lists of person {ANN} are not those of person 1");
    }
}

#[tokio::test]
async fn a_key_reaches_nobodys_own_lists() {
    let api = api().await;
    assert_eq!(ids(&api.get(LISTS).await.json()["results"]), [1, 2]);
    for id in 3..7 {
        for path in addresses(id) {
            api.get(&path).await.problem(404);
        }
    }
}

#[tokio::test]
async fn what_is_read_by_a_person_is_kept_apart_by_caches() {
    let mut api = api().await;
    let [token, _] = api.person(ANN, Some((STORE, Role::Judge))).await;
    for path in [LISTS.to_owned(), addresses(2)[0].clone(), addresses(2)[1].clone()] {
        for reply in [api.get_by(&token, &path).await, api.get(&path).await] {
            assert_eq!(reply.header("cache-control"), "private, no-cache", "{path}");
            assert_eq!(reply.header("vary"), "Accept-Encoding, X-API-Key, Authorization, Cookie", "{path}");
        }
    }
    let picture = api.get_by(&token, &addresses(2)[2]).await;
    assert_eq!(picture.header("cache-control"), "private, no-cache");
}

#[tokio::test]
async fn a_public_picture_is_shown_whatever_became_of_a_session() {
    let mut api = api().await;
    api.put([document_of(SHARED, ViewKind::PublicDecklist, 6, "{\"organization_id\":2}")]).await;
    let [_, cookie] = api.person(ANN, Some((STORE, Role::Judge))).await;
    let public = addresses(6)[2].clone();
    assert_eq!(api.get_by(&cookie, &public).await.header("cache-control"), "private, no-cache");

    api.put([account(ANN, 1)]).await;
    let nonsense = ("cookie", "crosstable_session=nonsense; theme=dark".to_owned());
    for over in [&cookie, &nonsense] {
        let shown = api.get_by(over, &public).await;
        assert_eq!((shown.status, shown.header("cache-control")), (200, "public, no-cache"));
        let refused = api.get_by(over, &addresses(2)[2]).await;
        assert!(refused.detail(401).contains("session is over"));
    }
    // A key or token must be valid if it is sent.
    for (name, value) in [("authorization", "Token ut_wrong"), ("x-api-key", "sk_wrong")] {
        api.get_by(&(name, value.to_owned()), &public).await.problem(401);
    }
    assert_eq!(api.get_by(&("authorization", "Bearer x".to_owned()), &public).await.status, 200);
}

/// Sends a person's request with the token of a write, without waiting.
async fn get_at(api: &TestApi, by: &(&'static str, String), path: &str, token: &str) -> Reply {
    let headers = [(by.0, by.1.as_str()), ("consistency-token", token), ("prefer", "wait=0")];
    api.send(Method::GET, path, &headers).await
}

#[tokio::test]
async fn a_persons_writes_are_waited_for_whatever_organization_they_are_in() {
    let mut api = api().await;
    let person = api.person(ANN, Some((STORE, Role::Judge))).await;
    api.reach(7, 7);
    for by in &person {
        for organization in [STORE, OTHER, SHARED] {
            for path in std::iter::once(LISTS.to_owned()).chain(addresses(4)) {
                assert_eq!(get_at(&api, by, &path, &api.token_of(organization, 7)).await.status, 200, "{path}");
                let early = get_at(&api, by, &path, &api.token_of(organization, 8)).await;
                assert_eq!(early.problem(503)["type"], "/problems/not-yet-applied");
            }
        }
        let invented = "A".repeat(47);
        get_at(&api, by, LISTS, &invented).await.problem(400);
    }
}
