//! The audit of an event: its pages, and the current names of actors.

use proto_events::ids::OrganizationId;
use serde_json::{Value, json};
use storage::{AuditHead, ViewKind};

use crate::documents::{account, document, document_of};
use crate::harness::TestApi;

const AUDIT: &str = "/api/v1/magic-events/40/audit/";

fn entry(version: i64) -> Value {
    let actor = match version % 3 {
        0 => json!({"type": "API_KEY", "id": 1}),
        1 => json!({"type": "USER", "id": 11}),
        _ => json!({"type": "COMMAND_LINE", "id": null}),
    };
    json!({
        "version": version,
        "at": "2026-03-07T10:00:00Z",
        "actor": actor,
        "what": "notes_changed",
        "about": {"registration_id": 101, "user_id": 11},
        "before": {"internal_notes": version - 1},
        "after": {"internal_notes": version},
    })
}

/// Returns a read side with an audit of three parts: versions 1 to 3, none (an import), and versions 129 to 140.
async fn api() -> TestApi {
    let mut api = TestApi::start().await;
    let part = |number: i64, versions: std::ops::RangeInclusive<i64>| {
        let entries: Vec<Value> = versions.map(entry).collect();
        document(ViewKind::EventAuditPart, format!("40/{number}"), &Value::from(entries).to_string())
    };
    let head = serde_json::to_string(&AuditHead { parts: 3 }).unwrap();
    api.put([document(ViewKind::EventAudit, 40, &head), part(0, 1..=3), part(2, 129..=140), account(11, 0)]).await;
    api
}

fn versions(page: &Value) -> Vec<i64> {
    page["results"].as_array().unwrap().iter().map(|entry| entry["version"].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn pages_lead_from_the_newest_to_the_first() {
    let api = api().await;
    let all: Vec<i64> = (129..=140).rev().chain([3, 2, 1]).collect();
    assert_eq!(versions(&api.get(AUDIT).await.json()), all);
    for size in [1, 2, 5, 12, 14, 15] {
        let (mut found, mut path) = (Vec::new(), format!("{AUDIT}?page_size={size}"));
        loop {
            let page = api.get(&path).await.json();
            let mut here = versions(&page);
            assert!(here.len() <= size, "{path}");
            found.append(&mut here);
            let Some(next) = page["next"].as_str() else { break };
            path = next.strip_prefix("https://events.example").unwrap().to_owned();
        }
        assert_eq!(found, all, "pages of {size}");
    }
}

#[tokio::test]
async fn what_happens_meanwhile_moves_nothing_on_later_pages() {
    let mut api = api().await;
    let first = api.get(&format!("{AUDIT}?page_size=2")).await.json();
    let entries: Vec<Value> = (129..=145).map(entry).collect();
    api.put([document(ViewKind::EventAuditPart, "40/2", &Value::from(entries).to_string())]).await;
    let next = first["next"].as_str().unwrap().strip_prefix("https://events.example").unwrap();
    assert_eq!(versions(&api.get(next).await.json()), [138, 137]);
    assert_eq!(versions(&api.get(&format!("{AUDIT}?page_size=1")).await.json()), [145]);
}

#[tokio::test]
async fn who_did_it_is_named_as_is_known_now() {
    let mut api = api().await;
    let named = |page: &Value, version: i64| {
        let entries = page["results"].as_array().unwrap();
        let entry = entries.iter().find(|entry| entry["version"] == version).unwrap();
        entry["actor"].clone()
    };
    let page = api.get(AUDIT).await.json();
    assert_eq!(named(&page, 3), json!({"type": "API_KEY", "id": 1, "name": "key 1"}));
    assert_eq!(named(&page, 130), json!({"type": "USER", "id": 11, "name": "Person 11"}));
    assert_eq!(named(&page, 2), json!({"type": "COMMAND_LINE", "id": null}));
    let gone = document_of(OrganizationId::SHARED, ViewKind::Account, 11, "");
    api.commit(|batch| batch.removed.push(gone.removal())).await;
    assert_eq!(named(&api.get(AUDIT).await.json(), 130), json!({"type": "USER", "id": 11}));
    assert_eq!(page["results"][0]["before"], json!({"internal_notes": 139}));
}

#[tokio::test]
async fn unknown_events_and_wrong_pages_are_refused() {
    let api = api().await;
    api.get("/api/v1/magic-events/41/audit/").await.problem(404);
    for query in ["before=0", "before=x", "page_size=0", "page_size=1001"] {
        api.get(&format!("{AUDIT}?{query}")).await.problem(400);
    }
}
