//! The order of commits is the order of positions.

use futures::future::join_all;
use proto_events::Position;

use super::Database;
use crate::conformance::given::{assert_gapless, request, write};
use crate::conformance::{Backend, EventBackend};

const WRITERS: i64 = 8;

/// Eight processes append, and a ninth reads new events in a loop. Returns how many it has read when all are written.
async fn tailed(database: &Database, requests: i64, events: usize) -> i64 {
    let append = async |writer: i64| {
        let store = database.event_store().await;
        let appends = (0..requests).map(|n| store.append(request(vec![write(writer * 1_000_000 + n, 0, events)])));
        for outcome in join_all(appends).await {
            outcome.unwrap();
        }
        store.close().await;
    };
    let total = WRITERS * requests * i64::try_from(events).unwrap();
    let reader = database.event_store().await;
    let tail = async {
        let mut seen = Position::START;
        while seen.0 < total {
            for event in reader.read_from(seen, 500).await.unwrap() {
                assert_eq!(event.position.0, seen.0 + 1, "a reader at the head skips no event");
                seen = event.position;
            }
        }
        seen.0
    };
    let (seen, _) = tokio::join!(tail, join_all((1..=WRITERS).map(append)));
    seen
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_thousand_events_of_eight_processes_are_all_seen_in_order() {
    let database = Database::empty().await;

    assert_eq!(tailed(&database, 500, 5).await, 20_000);

    assert_gapless(&*database.event_store().await, 20_000).await;
}
