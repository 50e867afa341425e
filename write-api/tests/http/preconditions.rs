//! `If-Match`: a change is made only to the version that the client expects.

use serde_json::json;

use crate::harness::TestApi;

#[tokio::test]
async fn a_change_is_made_to_the_version_that_was_seen() {
    let api = TestApi::start().await;
    let id = api.submit("Burn").await;
    let mut version = 1;
    for (number, fine) in (2..).zip(["*", "\"N\"", "\"N-gz\"", "\"99\", \"N\"", "W/\"99\", \"N-gz\""]) {
        let fine = fine.replace('N', &version.to_string());
        let name = format!("Burn {number}");
        let changed = api.patch(id, &[("if-match", &fine)], &json!({ "name": name })).await;
        assert_eq!((changed.status, changed.header("etag")), (200, format!("\"{number}\"").as_str()), "{fine}");
        version = number;
    }
    let current = format!("\"{version}\"");
    let weak = format!("W/{current}");
    for stale in ["\"1\"", "\"1-gz\", \"2\"", weak.as_str(), "\"06\"", "\"abc\"", "\"\""] {
        for reply in [
            api.patch(id, &[("if-match", stale)], &json!({"name": "x"})).await,
            api.put(id, &[("if-match", stale)], &json!({"name": "x"})).await,
        ] {
            let problem = reply.problem(412);
            assert_eq!(problem["type"], "/problems/precondition-failed", "{stale}");
            assert!(problem["detail"].as_str().unwrap().contains("version 6"), "{problem}");
            assert_eq!(reply.header("etag"), current);
        }
    }
    for malformed in ["6", "", "\"6", "'6'"] {
        let problem = api.put(id, &[("if-match", malformed)], &json!({"name": "x"})).await.problem(400);
        assert!(problem["errors"]["If-Match"][0].as_str().unwrap().contains("quotes"), "{malformed}: {problem}");
    }
    assert_eq!(api.head().await, 6);
}

#[tokio::test]
async fn what_is_not_there_has_no_version() {
    let api = TestApi::start().await;
    let nobodys = proto_events::ids::DecklistId(99);
    api.put(nobodys, &[("if-match", "*")], &json!({"name": "x"})).await.problem(404);
    let made = api.post(&[("if-match", "\"7\"")], &json!({"name": "x"})).await;
    assert_eq!(made.status, 201, "a new list has no earlier version");
}

#[tokio::test]
async fn what_another_process_wrote_counts_although_memory_does_not_know_it() {
    let api = TestApi::start().await;
    let other = api.another_process().await;
    let id = api.submit("Burn").await;
    other.put(id, &[], &json!({"name": "Burn 2"})).await.list(200);

    // The state in memory, on which each of these is decided, lags by one version.
    let renewed = api.another_process().await;
    renewed.patch(id, &[], &json!({})).await.list(200);
    other.put(id, &[], &json!({"name": "Burn 3"})).await.list(200);
    let seen = api.patch(id, &[("if-match", "\"3\"")], &json!({"archetype": "Aggro"})).await;
    assert_eq!((seen.status, seen.header("etag")), (200, "\"4\""), "not refused from memory");
    let nothing = renewed.put(id, &[], &json!({"name": "Burn 2"})).await;
    assert_eq!((nothing.status, nothing.header("etag")), (200, "\"5\""), "in memory this was no change");
    let stale = other.put(id, &[("if-match", "\"3\"")], &json!({"name": "Burn 4"})).await;
    assert!(stale.detail(412).contains("version 5"));
}
