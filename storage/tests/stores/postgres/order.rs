//! The order of commits is the order of positions. A second test shows that this is not so with a plain `bigserial`.

use std::sync::Arc;

use futures::future::join_all;
use proto_events::Position;
use sqlx::{Connection, PgConnection, Row};
use tokio::sync::watch;

use super::EventDatabase;
use crate::conformance::given::{assert_gapless, request, write};
use crate::conformance::{Backend, EventBackend};

const WRITERS: i64 = 8;

/// Eight processes append, and a ninth reads new events in a loop. Returns how many it has read when all are written.
async fn tailed(database: &EventDatabase, requests: i64, events: usize) -> i64 {
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
    let database = EventDatabase::empty().await;

    assert_eq!(tailed(&database, 500, 5).await, 20_000);

    assert_gapless(&*database.event_store().await, 20_000).await;
}

/// The negative control: the same eight writers and the same reader, with positions from a sequence.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_a_bigserial_a_reader_at_the_head_loses_events() {
    let database = EventDatabase::empty().await;
    let mut reader = database.connection().await;
    let table = "CREATE TABLE serial_events (position BIGSERIAL PRIMARY KEY, payload TEXT NOT NULL)";
    sqlx::query(table).execute(&mut reader).await.unwrap();
    let (written, mut progress) = watch::channel(0_i64);
    let written = Arc::new(written);
    let writers = (0..WRITERS).map(|_| {
        let (url, written) = (database.url(), Arc::clone(&written));
        tokio::spawn(async move {
            let mut connection = PgConnection::connect(&url).await.unwrap();
            for _ in 0..400 {
                let mut transaction = connection.begin().await.unwrap();
                let insert = "INSERT INTO serial_events (payload) SELECT repeat('x', 200) FROM generate_series(1, 5)";
                sqlx::query(insert).execute(&mut *transaction).await.unwrap();
                transaction.commit().await.unwrap();
                written.send_modify(|count| *count += 5);
            }
        })
    });
    let writers: Vec<_> = writers.collect();

    let (mut seen, mut last) = (0, 0_i64);
    loop {
        let done = *progress.borrow_and_update() == WRITERS * 400 * 5;
        let tail = sqlx::query("SELECT position FROM serial_events WHERE position > $1 ORDER BY position").bind(last);
        let rows = tail.fetch_all(&mut reader).await.unwrap();
        seen += i64::try_from(rows.len()).unwrap();
        last = rows.last().map_or(last, |row| row.get(0));
        if done {
            break;
        }
    }
    for writer in writers {
        writer.await.unwrap();
    }

    let all = WRITERS * 400 * 5;
    assert!(seen < all, "all {all} were seen: a bigserial would be enough, without the counter");
}
