//! The public export: who may read it, its forms and its filters.

use axum::http::Method;
use proto_events::vocabulary::{EventFormat, Role};
use read_api::ReadApiSettings;
use serde_json::Value;

use crate::documents::{OTHER, STORE, export};
use crate::harness::TestApi;

const EXPORT: &str = "/api/export-decklists/";

async fn api_with(anonymous_export: bool) -> TestApi {
    let mut api = TestApi::with(ReadApiSettings { anonymous_export, ..ReadApiSettings::default() }).await;
    api.commit(|batch| {
        batch.exports = vec![
            export(1, STORE, EventFormat::Pauper, "2026-03-10T09:00:00Z"),
            export(2, STORE, EventFormat::Commander2, "2026-03-14T09:00:00Z"),
            export(3, OTHER, EventFormat::Pauper, "2026-03-12T09:00:00Z"),
            export(4, OTHER, EventFormat::Legacy, "2025-03-12T09:00:00Z"),
        ];
    })
    .await;
    api
}

fn ids(exported: &Value) -> Vec<&str> {
    exported.as_array().unwrap().iter().map(|tournament| tournament["TID"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn tournaments_are_filtered_newest_first() {
    let api = api_with(false).await;
    for (query, expected) in [
        ("", &["2", "3", "1"][..]),
        ("?num_days=365", &["2", "3", "1"]),
        ("?num_days=36500", &["2", "3", "1", "4"]),
        ("?num_days=3", &["2"]),
        ("?num_days=0", &[]),
        ("?event_format=PAUPER", &["3", "1"]),
        ("?event_format=pauper", &["3", "1"]),
        ("?event_format=Commander", &["2"]),
        ("?event_format=COMMANDER2", &["2"]),
        ("?organization_id=2", &["3"]),
        ("?organization_id=2&event_format=Legacy&num_days=400", &["4"]),
        ("?organization_id=77", &[]),
    ] {
        for path in [EXPORT, EXPORT.trim_end_matches('/')] {
            assert_eq!(ids(&api.get(&format!("{path}{query}")).await.json()), expected, "{path}{query}");
        }
    }
}

#[tokio::test]
async fn texts_are_included_where_they_are_asked_for() {
    let api = api_with(false).await;
    for (value, included) in [("true", true), ("True", true), ("1", true), ("false", false), ("0", false)] {
        let exported = api.get(&format!("{EXPORT}?decklist_as_text={value}")).await.json();
        assert_eq!(exported[0].get("decklist_text").is_some(), included, "{value}");
    }
}

#[tokio::test]
async fn a_tournament_a_line_for_those_who_ask_for_lines() {
    let api = api_with(false).await;
    let array = api.get(EXPORT).await;
    assert_eq!(array.header("vary"), "Accept, Accept-Encoding, X-API-Key, Authorization");
    let query = api.get(&format!("{EXPORT}?format=ndjson")).await;
    let header = api.get_with(EXPORT, &[("accept", "application/x-ndjson")]).await;
    for reply in [&query, &header] {
        assert_eq!((reply.status, reply.header("content-type")), (200, "application/x-ndjson"));
        assert_eq!(reply.text(), "{\"TID\":\"2\"}\n{\"TID\":\"3\"}\n{\"TID\":\"1\"}\n");
    }
    assert_ne!(query.header("etag"), array.header("etag"));
    let none = api.get(&format!("{EXPORT}?format=ndjson&num_days=0")).await;
    assert_eq!((none.status, none.text()), (200, ""));
    assert_eq!(api.get(&format!("{EXPORT}?num_days=0")).await.text(), "[]");
    let json = api.get_with(&format!("{EXPORT}?format=json"), &[("accept", "application/x-ndjson")]).await;
    assert_eq!(json.header("content-type"), "application/json");
    assert!(api.get(&format!("{EXPORT}?format=csv")).await.problem(400)["errors"]["format"].is_array());
    api.get_with(EXPORT, &[("accept", "text/csv")]).await.problem(406);
}

#[tokio::test]
async fn what_cannot_be_asked_for_is_refused() {
    let api = api_with(false).await;
    for format in ["Chess", "", "MODERN2"] {
        let problem = api.get(&format!("{EXPORT}?event_format={format}")).await.problem(400);
        let valid = problem["valid_formats"].as_array().unwrap();
        assert!(valid.len() == 25 && valid.contains(&"COMMANDER2".into()) && valid.contains(&"ALCHEMY".into()));
        assert!(problem["errors"]["event_format"].is_array());
    }
    for (name, values) in [
        ("num_days", &["", "-1", "36501", "99999999999999999999", "many"][..]),
        ("organization_id", &["", "x", "99999999999999999999"]),
        ("decklist_as_text", &["", "yes", "TRUE"]),
    ] {
        for value in values {
            let problem = api.get(&format!("{EXPORT}?{name}={value}")).await.problem(400);
            assert!(problem["errors"][name].is_array(), "{name}={value}: {problem}");
        }
    }
}

#[tokio::test]
async fn a_key_is_needed_unless_the_operator_says_otherwise() {
    let mut keyed = api_with(false).await;
    keyed.get_open(EXPORT).await.problem(401);
    let key = keyed.issue(OTHER, Role::ReadOnly).await;
    assert_eq!(keyed.get_as(&key, EXPORT).await.status, 200);

    let open = api_with(true).await;
    for headers in [&[][..], &[("authorization", "Bearer something")]] {
        assert_eq!(ids(&open.send(Method::GET, EXPORT, headers).await.json()).len(), 3);
    }
    for key in ["", "sk_wrong", &key] {
        open.get_as(key, EXPORT).await.problem(401);
    }
    assert_eq!(open.get_with(EXPORT, &[("authorization", "Bearer something")]).await.status, 200);
    open.get_open("/api/v1/magic-events/").await.problem(401);
}

#[tokio::test]
async fn the_export_has_a_tag_that_moves_with_it() {
    let mut api = api_with(false).await;
    let tag = api.get(EXPORT).await.header("etag").to_owned();
    let again = api.get_with(EXPORT, &[("if-none-match", &tag)]).await;
    assert_eq!((again.status, again.header("etag")), (304, tag.as_str()));
    assert_eq!(api.get_with(&format!("{EXPORT}?decklist_as_text=1"), &[("if-none-match", &tag)]).await.status, 200);
    api.commit(|batch| batch.unexported.push(proto_events::ids::TournamentId(1))).await;
    assert_eq!(ids(&api.get_with(EXPORT, &[("if-none-match", &tag)]).await.json()), ["2", "3"]);
    let tag = api.get(EXPORT).await.header("etag").to_owned();
    api.clock.advance(chrono::Duration::hours(1));
    let later = api.get_with(EXPORT, &[("if-none-match", &tag)]).await;
    assert_eq!(later.status, 304, "an hour later the same tournaments are sent");
    assert_eq!(ids(&api.get(EXPORT).await.json()), ["2", "3"]);
    api.clock.advance(chrono::Duration::days(11));
    let moved = api.get_with(EXPORT, &[("if-none-match", &tag)]).await;
    assert_eq!(ids(&moved.json()), ["2"], "one tournament is too old");
    let by_days = api.get(&format!("{EXPORT}?num_days=13")).await;
    assert_eq!((by_days.header("etag"), &by_days.body), (moved.header("etag"), &moved.body), "same answer, same tag");
}
