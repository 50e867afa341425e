//! Pictures of decklists: which are visible with a key and which without, and what a browser may do with them.

use axum::http::Method;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::Role;
use serde_json::json;
use storage::{Document, ViewKind};

use crate::documents::{OTHER, STORE, document_of, public_event, record};
use crate::harness::TestApi;

const OWN: &str = "/decklists/7/image.svg";
const PUBLISHED: &str = "/decklists/8/image.svg";
const THEIRS: &str = "/decklists/9/image.svg";

/// Returns a list with so many lines that its picture is compressed.
fn list(organization: OrganizationId, id: i64) -> Document {
    let cards: String = (0..60).map(|number| format!("1 Spell number {number} of sixty\n")).collect();
    let list = json!({ "name": format!("List {id}"), "plaintext_list": cards });
    document_of(organization, ViewKind::Decklist, id, &list.to_string())
}

fn marker(organization: OrganizationId, id: i64) -> Document {
    record(ViewKind::PublicDecklist, id, &json!({ "organization_id": organization }))
}

/// Returns a read side with a secret and a published list of the store, and a secret list of another organization.
async fn api() -> TestApi {
    let mut api = TestApi::start().await;
    for (organization, id) in [(STORE, 7), (STORE, 8), (OTHER, 9)] {
        api.put([list(organization, id)]).await;
    }
    api.put([marker(STORE, 8)]).await;
    api
}

#[tokio::test]
async fn an_organization_sees_its_own_and_whoever_comes_what_is_published() {
    let mut api = api().await;
    let stranger = api.issue(OTHER, Role::Judge).await;
    for (path, own, others, nobodys) in [
        (OWN, 200, 404, 401),
        (PUBLISHED, 200, 200, 200),
        (THEIRS, 404, 200, 401),
        ("/decklists/10/image.svg", 404, 404, 401),
    ] {
        assert_eq!(api.get(path).await.status, own, "{path}");
        assert_eq!(api.get_as(&stranger, path).await.status, others, "{path}");
        assert_eq!(api.get_open(path).await.status, nobodys, "{path}");
    }
    for id in ["x", "07", "%207", "7.0", "9223372036854775808"] {
        let path = format!("/decklists/{id}/image.svg");
        assert!(api.get(&path).await.detail(404).contains("integer"), "{path}");
        api.get_open(&path).await.problem(401);
    }
    api.get_as("sk_wrong", PUBLISHED).await.problem(401);
    let [there, not_there] = [api.get_open(OWN).await, api.get_open("/decklists/10/image.svg").await];
    assert_eq!((there.body, there.headers), (not_there.body, not_there.headers), "no one learns which lists there are");
}

#[tokio::test]
async fn a_picture_runs_nothing_and_is_kept_by_those_who_may_see_it() {
    let api = api().await;
    let (keyed, open) = (api.get(PUBLISHED).await, api.get_open(PUBLISHED).await);
    assert_eq!(keyed.body, open.body);
    for (reply, cache_control) in [(&keyed, "private, no-cache"), (&open, "public, no-cache")] {
        assert_eq!(reply.header("content-type"), "image/svg+xml");
        assert_eq!(reply.header("cache-control"), cache_control);
        let vary = "Accept-Encoding, Accept-Language, Consistency-Token, X-API-Key, Authorization, Cookie";
        assert_eq!(reply.header("vary"), vary);
        assert_eq!(reply.header("content-security-policy"), "default-src 'none'; style-src 'unsafe-inline'; sandbox");
        assert_eq!(reply.header("x-content-type-options"), "nosniff");
        let again = api.send(Method::GET, PUBLISHED, &[("if-none-match", reply.header("etag"))]).await;
        assert_eq!((again.status, again.body.len()), (304, 0));
    }
    let packed = api.send(Method::GET, PUBLISHED, &[("accept-encoding", "gzip")]).await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    let head = api.send(Method::HEAD, PUBLISHED, &[]).await;
    assert_eq!((head.status, head.body.len(), head.header("etag")), (200, 0, open.header("etag")));
}

#[tokio::test]
async fn what_is_withdrawn_is_seen_no_more() {
    let mut api = api().await;
    let tag = api.get_open(PUBLISHED).await.header("etag").to_owned();
    api.commit(|batch| batch.removed.push(marker(STORE, 8).removal())).await;
    api.send(Method::GET, PUBLISHED, &[("if-none-match", tag.as_str())]).await.problem(401);
    assert_eq!(api.get(PUBLISHED).await.status, 200);
}

#[tokio::test]
async fn the_page_of_a_list_leads_to_its_event_only_while_the_event_has_a_page() {
    let mut api = TestApi::start().await;
    let list = r#"{"id":8,"name":"List 8","plaintext_list":"4 Fireblast"}"#;
    let marker = record(ViewKind::PublicDecklist, 8, &json!({ "organization_id": STORE, "tournament_id": 7 }));
    api.put([document_of(STORE, ViewKind::Decklist, 8, list), marker]).await;
    let without = api.get_open("/decklists/8/").await;
    assert!(without.status == 200 && !without.text().contains("/events/7/"), "{}", without.text());
    api.put([public_event()]).await;
    assert!(api.get_open("/decklists/8/").await.text().contains("/events/7/\""));
}
