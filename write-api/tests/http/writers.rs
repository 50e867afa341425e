//! Several writers of one list: no change is lost.

use std::sync::Arc;

use axum::http::Method;
use proto_events::ids::DecklistId;
use serde_json::{Value, json};

use crate::harness::TestApi;

/// Sends changes at once; all must succeed.
async fn all_at_once(apis: &[Arc<TestApi>], id: DecklistId, changes: Vec<Value>) {
    let tasks: Vec<_> = (0..)
        .zip(changes)
        .map(|(number, change): (usize, _)| {
            let api = Arc::clone(&apis[number % apis.len()]);
            tokio::spawn(async move { api.json(Method::PATCH, &crate::harness::address(id), &[], &change).await })
        })
        .collect();
    for task in tasks {
        task.await.unwrap().list(200);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_who_change_different_fields_do_not_undo_each_other() {
    let first = Arc::new(TestApi::start().await);
    let second = Arc::new(first.another_process().await);
    let id = first.submit("Burn").await;
    for round in 0..25 {
        let (name, archetype) = (format!("Burn {round}"), format!("Aggro {round}"));
        let changes = vec![json!({ "name": name }), json!({ "archetype": archetype })];
        let apis =
            if round % 2 == 0 { vec![Arc::clone(&first)] } else { vec![Arc::clone(&first), Arc::clone(&second)] };
        all_at_once(&apis, id, changes).await;
        let list = first.read(id).await;
        assert_eq!((&list["name"], &list["archetype"]), (&json!(name), &json!(archetype)));
    }
    assert_eq!(first.events(id).await.len(), 51);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sixty_four_writers_of_one_list_all_get_through() {
    let api = Arc::new(TestApi::start().await);
    let id = api.submit("Burn").await;
    let changes = (0..64).map(|number| json!({ "name": format!("Burn {number}") })).collect();
    all_at_once(&[Arc::clone(&api)], id, changes).await;
    let events = api.events(id).await;
    let versions: Vec<_> = events.iter().map(|event| event.version).collect();
    assert_eq!(versions, (1..=65).collect::<Vec<_>>());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_who_have_seen_the_same_version_one_is_told() {
    let api = Arc::new(TestApi::start().await);
    let other = Arc::new(api.another_process().await);
    let id = api.submit("Burn").await;
    for version in 1..20 {
        let seen = format!("\"{version}\"");
        let headers = [("if-match", seen.as_str())];
        let (one, two) = tokio::join!(
            async { api.put(id, &headers, &json!({ "name": format!("one {version}") })).await.status },
            async { other.put(id, &headers, &json!({ "name": format!("two {version}") })).await.status }
        );
        let mut statuses = [one, two];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 412]);
    }
}
