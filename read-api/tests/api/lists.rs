//! Streamed lists: order, filters, pages, tags.

use axum::http::Method;
use proto_events::StreamId;
use proto_events::ids::TournamentId;
use proto_events::vocabulary::Role;
use serde_json::{Value, json};
use storage::{Document, ViewKind};

use crate::documents::{OTHER, document, document_of};
use crate::harness::{Reply, TestApi};

const EVENTS: &str = "/api/v1/magic-events/";

fn convention(slug: &str, start: Option<&str>, end: Option<&str>) -> Document {
    let summary = json!({"id": 1, "slug": slug, "status": "SCHEDULED", "start_datetime": start, "end_datetime": end});
    let sort = start.map_or_else(|| "1".to_owned(), |start| format!("0{start}"));
    Document { sort, ..document(ViewKind::ConventionSummary, slug, &summary.to_string()) }
}

fn decklist(id: i64) -> Document {
    Document { sort: format!("{id:019}"), ..document(ViewKind::Decklist, id, &format!("{{\"id\":{id}}}")) }
}

async fn slugs(api: &TestApi, query: &str) -> Vec<String> {
    let one = api.get(&format!("/api/v1/store-profiles/conventions/{query}")).await.json();
    let other = api.get(&format!("/api/v1/api-keys/conventions/{query}")).await.json();
    assert_eq!(one, other);
    one.as_array().unwrap().iter().map(|one| one["slug"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn conventions_are_filtered_by_time() {
    let mut api = TestApi::start().await;
    api.put([
        convention("past", Some("2026-01-01T09:00:00Z"), Some("2026-01-03T18:00:00Z")),
        convention("running", Some("2026-03-14T09:00:00Z"), Some("2026-03-16T18:00:00Z")),
        convention("coming", Some("2026-05-01T09:00:00Z"), Some("2026-05-03T18:00:00Z")),
        convention("undated", None, None),
    ])
    .await;
    for (query, expected) in [
        ("", &["past", "running", "coming", "undated"][..]),
        ("?ongoing=true", &["running"]),
        ("?ongoing=false", &["past", "running", "coming", "undated"]),
        ("?start_date_after=2026-03-14%2009:00", &["running", "coming"]),
        ("?start_date_after=2026-03-14+09:01", &["coming"]),
        ("?start_date_before=2026-03-14%2009:00", &["past", "running"]),
        ("?start_date_after=2026-01-02%2000:00&start_date_before=2026-04-01%2000:00", &["running"]),
        ("?unknown=parameter", &["past", "running", "coming", "undated"]),
    ] {
        assert_eq!(slugs(&api, query).await, expected, "{query}");
    }
}

#[tokio::test]
async fn a_list_has_a_weak_tag_that_moves_with_it() {
    let mut api = TestApi::start().await;
    let mut tags = Vec::new();
    for round in 0..4 {
        api.put([document(ViewKind::MagicEvent, round % 2, &format!("{round}"))]).await;
        let reply = api.get(EVENTS).await;
        let tag = reply.header("etag").to_owned();
        assert!(tag.starts_with("W/\"") && !tags.contains(&tag), "{tag} after {tags:?}");
        for sent in [tag.clone(), tag.trim_start_matches("W/").to_owned(), "*".to_owned()] {
            let again = api.get_with(EVENTS, &[("if-none-match", &sent)]).await;
            assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, tag.as_str()));
        }
        tags.push(tag);
    }
    api.put([document_of(OTHER, ViewKind::MagicEvent, 9, "9"), document(ViewKind::Round, 9, "9")]).await;
    assert_eq!(api.get(EVENTS).await.header("etag"), tags[3], "other lists do not change the tag");
}

#[tokio::test]
async fn what_lags_moves_the_tag_when_it_is_rendered_and_not_before() {
    let mut api = TestApi::start().await;
    let stream = StreamId::tournament(TournamentId(1));
    api.put([document(ViewKind::MagicEvent, 1, "1"), document(ViewKind::MagicEvent, 2, "2")]).await;
    let exact = api.get(EVENTS).await.header("etag").to_owned();
    api.commit(|batch| batch.lagging.push(stream)).await;
    assert_eq!(api.get(EVENTS).await.header("etag"), exact, "the answer is the same");
    api.commit(|batch| {
        batch.settled.push(stream);
        batch.documents.push(document(ViewKind::MagicEvent, 1, "11"));
    })
    .await;
    assert_ne!(api.get(EVENTS).await.header("etag"), exact);
}

#[tokio::test]
async fn an_answer_that_depends_on_the_time_has_a_tag_that_moves_when_it_does() {
    let mut api = TestApi::start().await;
    api.put([convention("soon", Some("2026-03-15T10:30:00Z"), Some("2026-03-15T18:00:00Z"))]).await;
    let path = "/api/v1/api-keys/conventions/?ongoing=true";
    let tag = api.get(path).await.header("etag").to_owned();
    api.clock.advance(chrono::Duration::minutes(9));
    assert_eq!(api.get_with(path, &[("if-none-match", &tag)]).await.status, 304, "nothing has begun");
    api.clock.advance(chrono::Duration::minutes(1));
    let begun = api.get_with(path, &[("if-none-match", &tag)]).await;
    assert_eq!((begun.status, &begun.json()[0]["slug"]), (200, &json!("soon")));
    api.clock.advance(chrono::Duration::hours(1));
    assert_eq!(api.get_with(path, &[("if-none-match", begun.header("etag"))]).await.status, 304);
}

#[tokio::test]
async fn head_has_the_headers_of_get_and_no_other_length() {
    let mut api = TestApi::start().await;
    api.put((0..400).map(|id| document(ViewKind::MagicEvent, id, &format!("\"{id}{}\"", "x".repeat(500))))).await;
    api.put((1..=30).map(decklist)).await;
    let key = api.key.clone();
    let standings = "/api/v1/tournament-rounds/7/standings/";
    api.put([document(ViewKind::RoundStandings, 7, &format!("\"{}\"", "x".repeat(5_000)))]).await;
    for path in
        [EVENTS, "/api/v1/tournament-rounds/", "/api/v1/decklists/?page=2", "/api/export-decklists/", standings, "/"]
    {
        for coding in ["identity", "gzip"] {
            let headers = [("x-api-key", key.as_str()), ("accept-encoding", coding)];
            let mut get = api.send(Method::GET, path, &headers).await;
            let mut head = api.send(Method::HEAD, path, &headers).await;
            assert_eq!((head.status, head.body.len()), (200, 0), "{path}");
            let length = head.header("content-length");
            assert!(length.is_empty() || length == get.body.len().to_string(), "{path} {coding}: {length}");
            // `HEAD` may leave out the length.
            for reply in [&mut head, &mut get] {
                reply.headers.remove("content-length");
            }
            assert_eq!(head.headers, get.headers, "{path} {coding}");
            let known = [headers[0], headers[1], ("if-none-match", head.header("etag"))];
            assert_eq!(api.send(Method::HEAD, path, &known).await.status, 304, "{path}");
        }
    }
    let missing = api.send(Method::HEAD, "/api/v1/decklists/?page=9", &[("x-api-key", &key)]).await;
    assert_eq!(missing.status, 404);
}

#[tokio::test]
async fn two_organizations_have_different_tags_for_the_same_address() {
    let mut api = TestApi::start().await;
    let other = api.issue(OTHER, Role::Admin).await;
    api.put([document(ViewKind::MagicEvent, 1, "1"), document_of(OTHER, ViewKind::MagicEvent, 2, "2")]).await;
    for path in [EVENTS, LISTS] {
        let tag = api.get(path).await.header("etag").to_owned();
        let headers = [("x-api-key", other.as_str()), ("if-none-match", &tag)];
        assert_eq!(api.send(Method::GET, path, &headers).await.status, 200, "{path}");
    }
    let path = "/api/v1/magic-events/1/";
    let tag = api.get(path).await.header("etag").to_owned();
    for tag in [tag.as_str(), "*"] {
        api.send(Method::GET, path, &[("x-api-key", &other), ("if-none-match", tag)]).await.problem(404);
        api.send(Method::GET, path, &[("if-none-match", tag)]).await.problem(401);
    }
}

const LISTS: &str = "/api/v1/decklists/";

async fn page(api: &TestApi, query: &str) -> Value {
    api.get_with(&format!("{LISTS}{query}"), &[("host", "127.0.0.1:9999")]).await.json()
}

#[tokio::test]
async fn decklists_come_in_pages_that_lead_to_each_other() {
    let mut api = TestApi::start().await;
    api.put((1..=60).map(decklist)).await;
    let first = page(&api, "").await;
    assert_eq!((&first["count"], &first["previous"]), (&json!(60), &Value::Null));
    assert_eq!(first["next"], "http://127.0.0.1:9999/api/v1/decklists/?page=2");
    assert_eq!(first["results"].as_array().unwrap().len(), 25);
    let last = page(&api, "?page=3").await;
    assert_eq!((last["results"][9]["id"].as_i64(), last["results"].as_array().unwrap().len()), (Some(60), 10));
    assert_eq!(last["next"], Value::Null);
    assert_eq!(last["previous"], "http://127.0.0.1:9999/api/v1/decklists/?page=2");
    let middle = page(&api, "?page=2&page_size=20").await;
    assert_eq!(middle["next"], "http://127.0.0.1:9999/api/v1/decklists/?page=3&page_size=20");
    assert_eq!(middle["previous"], "http://127.0.0.1:9999/api/v1/decklists/?page=1&page_size=20");
    assert_eq!(middle["results"][0]["id"], 21);
    assert_eq!(page(&api, "?page_size=1000").await["results"].as_array().unwrap().len(), 60);
    let keys: Vec<_> = first.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["count", "next", "previous", "results"]);
    let public = api.get_with(&format!("{LISTS}?page_size=25"), &[("host", "bad/host")]).await.json();
    assert_eq!(public["next"], "https://events.example/api/v1/decklists/?page=2&page_size=25");
}

#[tokio::test]
async fn pages_that_are_not_there_are_404_and_malformed_ones_400() {
    let mut api = TestApi::start().await;
    assert_eq!(page(&api, "").await, json!({"count": 0, "next": null, "previous": null, "results": []}));
    assert_eq!(page(&api, "?page=1").await["count"], 0);
    api.put((1..=3).map(decklist)).await;
    for query in ["?page=0", "?page=-1", "?page=2", "?page=9223372036854775807", "?page=4&page_size=1"] {
        assert!(api.get(&format!("{LISTS}{query}")).await.detail(404).contains("page"), "{query}");
    }
    let refused = |reply: Reply, name: &str| assert!(reply.problem(400)["errors"][name].is_array());
    for value in ["", "x", "1.5", "99999999999999999999"] {
        refused(api.get(&format!("{LISTS}?page={value}")).await, "page");
    }
    for value in ["", "x", "0", "-1", "1001"] {
        refused(api.get(&format!("{LISTS}?page_size={value}")).await, "page_size");
    }
    assert_eq!(api.get(&format!("{LISTS}2/")).await.json(), json!({"id": 2}));
}
