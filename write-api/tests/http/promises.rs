//! The time of an answer: after the write is on disk, and usually after the views include it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use proto_events::Position;
use serde_json::json;
use storage::Reached;

use crate::harness::TestApi;

#[tokio::test]
async fn who_does_not_want_to_wait_is_told_that_nobody_waited() {
    let api = TestApi::start().await;
    api.reached.send_replace(Reached::all(Position(0)));
    let made = api.post(&[("prefer", "respond-async")], &json!({"name": "Burn"})).await;
    assert_eq!((made.status, made.header("preference-applied")), (201, "respond-async"));
    let changed = api.patch(made.id(), &[("prefer", "respond-async, wait=5")], &json!({"name": "Burn 2"})).await;
    assert_eq!((changed.status, changed.header("preference-applied")), (200, "respond-async"));
    assert_eq!(api.token(&changed), 2);
    api.reached.send_replace(Reached::all(Position(i64::MAX)));
    assert_eq!(api.submit_and_read_header("preference-applied").await, "");
}

#[tokio::test]
async fn views_that_do_not_come_hold_an_answer_up_but_do_not_take_it_back() {
    let api = TestApi::start().await;
    api.reached.send_replace(Reached::all(Position(0)));
    let begun = Instant::now();
    let made = api.post(&[], &json!({"name": "Burn"})).await;
    assert_eq!((made.status, api.head().await), (201, 1));
    assert!(begun.elapsed() >= Duration::from_millis(500), "{:?}", begun.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_waits_for_the_views_the_first_time_and_every_time() {
    let api = Arc::new(TestApi::start().await);
    api.reached.send_replace(Reached::all(Position(0)));
    let headers = [("idempotency-key", "key-number-1"), ("prefer", "respond-async")];
    let hasty = api.post(&headers, &json!({"name": "Burn"})).await;

    let listeners = api.reached.receiver_count();
    let patient = Arc::clone(&api);
    let answer =
        tokio::spawn(
            async move { patient.post(&[("idempotency-key", "key-number-1")], &json!({"name": "Burn"})).await },
        );
    while api.reached.receiver_count() == listeners && !answer.is_finished() {
        tokio::task::yield_now().await;
    }
    assert!(!answer.is_finished(), "it waits for the position of the first");
    api.reached.send_replace(Reached::all(Position(1)));
    let patient = answer.await.unwrap();
    assert_eq!((patient.status, &patient.body), (201, &hasty.body));
}

impl TestApi {
    async fn submit_and_read_header(&self, name: &str) -> String {
        self.post(&[], &json!({"name": "Burn"})).await.header(name).to_owned()
    }
}
