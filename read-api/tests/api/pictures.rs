//! Pictures of decklists: which are visible with a key and which without, and what a browser may do with them.

use axum::http::Method;
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::Role;
use storage::{Document, ViewKind};

use crate::documents::{OTHER, STORE, document_of, public_event};
use crate::harness::TestApi;

const OWN: &str = "/decklists/7/image.svg";
const PUBLISHED: &str = "/decklists/8/image.svg";
const THEIRS: &str = "/decklists/9/image.svg";

/// Returns a list with so many lines that its picture is compressed.
fn list(organization: OrganizationId, id: i64) -> Document {
    let cards: String = (0..60).map(|number| format!("1 Spell number {number} of sixty\\n")).collect();
    document_of(
        organization,
        ViewKind::Decklist,
        id,
        &format!("{{\"name\":\"List {id}\",\"plaintext_list\":\"{cards}\"}}"),
    )
}

fn marker(organization: OrganizationId, id: i64) -> Document {
    let body = format!("{{\"organization_id\":{organization}}}");
    document_of(OrganizationId::SHARED, ViewKind::PublicDecklist, id, &body)
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

async fn without_a_key(api: &TestApi, path: &str) -> crate::harness::Reply {
    api.send(Method::GET, path, &[]).await
}

#[tokio::test]
async fn an_organization_sees_its_own_and_whoever_comes_what_is_published() {
    let mut api = api().await;
    let stranger = api.issue(OTHER, Role::Judge).await;
    let nobody_in_particular = |path| without_a_key(&api, path);
    for (path, own, others, nobodys) in [
        (OWN, 200, 404, 401),
        (PUBLISHED, 200, 200, 200),
        (THEIRS, 404, 200, 401),
        ("/decklists/10/image.svg", 404, 404, 401),
    ] {
        assert_eq!(api.get(path).await.status, own, "{path}");
        assert_eq!(api.get_as(&stranger, path).await.status, others, "{path}");
        assert_eq!(nobody_in_particular(path).await.status, nobodys, "{path}");
    }
    for id in ["x", "07", "%207", "7.0", "9223372036854775808"] {
        let path = format!("/decklists/{id}/image.svg");
        assert!(api.get(&path).await.detail(404).contains("integer"), "{path}");
        without_a_key(&api, &path).await.problem(401);
    }
    api.get_as("sk_wrong", PUBLISHED).await.problem(401);
}

#[tokio::test]
async fn nobody_is_told_which_lists_there_are() {
    let api = api().await;
    let there = without_a_key(&api, OWN).await;
    let not_there = without_a_key(&api, "/decklists/10/image.svg").await;
    assert_eq!((there.body, there.headers), (not_there.body, not_there.headers));
}

#[tokio::test]
async fn a_picture_runs_nothing_and_is_kept_by_those_who_may_see_it() {
    let api = api().await;
    let (keyed, open) = (api.get(PUBLISHED).await, without_a_key(&api, PUBLISHED).await);
    assert_eq!(keyed.body, open.body);
    for (reply, cache_control) in [(&keyed, "private, no-cache"), (&open, "public, no-cache")] {
        assert_eq!(reply.header("content-type"), "image/svg+xml");
        assert_eq!(reply.header("cache-control"), cache_control);
        assert_eq!(
            reply.header("vary"),
            "Accept-Encoding, Accept-Language, Consistency-Token, X-API-Key, Authorization, Cookie"
        );
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
    let tag = without_a_key(&api, PUBLISHED).await.header("etag").to_owned();
    api.commit(|batch| batch.removed.push(marker(STORE, 8).removal())).await;
    let headers = [("if-none-match", tag.as_str())];
    api.send(Method::GET, PUBLISHED, &headers).await.problem(401);
    assert_eq!(api.get(PUBLISHED).await.status, 200);
}

#[tokio::test]
async fn the_page_of_a_list_leads_to_its_event_only_while_the_event_has_a_page() {
    let mut api = TestApi::start().await;
    let list = r#"{"id":8,"name":"List 8","plaintext_list":"4 Fireblast"}"#;
    let marker = format!("{{\"organization_id\":{STORE},\"tournament_id\":7}}");
    let marker = document_of(OrganizationId::SHARED, ViewKind::PublicDecklist, 8, &marker);
    api.put([document_of(STORE, ViewKind::Decklist, 8, list), marker]).await;
    let without = without_a_key(&api, "/decklists/8/").await;
    assert!(without.status == 200 && !without.text().contains("/events/7/"), "{}", without.text());
    api.put([public_event()]).await;
    assert!(without_a_key(&api, "/decklists/8/").await.text().contains("/events/7/\""));
}
