//! Appends a million events with eight writers, while a reader follows the log. Checks that the reader skips no event,
//! and prints the times.
//!
//! `cargo run --release -p storage --example million_events -- postgres://…` writes into an empty database at that
//! address. Without an address it starts its own server, whose commits wait for the disk.
#![allow(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use chrono::DateTime;
use futures::future::try_join_all;
use proto_events::decklist::DecklistBody;
use proto_events::ids::OrganizationId;
use proto_events::{Actor, DecklistEvent, DomainEvent, Position, StreamId, StreamKind};
use storage::postgres::PostgresEventStore;
use storage::{AppendRequest, NewEvent, StreamWrite};
use storage::{EventStore as _, LogReader as _};
use test_servers::Postgres;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

const WRITERS: i64 = 8;
const EVENTS: i64 = 1_000_000;
/// Events of a command.
const EVENTS_EACH: i64 = 5;
/// Commands that a writer runs at the same time.
const AT_ONCE: i64 = 64;

fn command(id: i64) -> AppendRequest {
    let body = DecklistBody { plaintext_list: "4 Lightning Bolt\n20 Mountain\n".repeat(8), ..DecklistBody::default() };
    let event = DomainEvent::Decklist(DecklistEvent::Revised { body });
    let at = DateTime::UNIX_EPOCH;
    let write = StreamWrite {
        stream: StreamId { kind: StreamKind::Decklist, id },
        organization_id: OrganizationId(1),
        expected_version: 0,
        events: (0..EVENTS_EACH).map(|_| NewEvent { occurred_at: at, event: event.clone() }).collect(),
    };
    AppendRequest {
        actor: Actor::System,
        recorded_at: at,
        writes: vec![write],
        claims: Vec::new(),
        outbox: Vec::new(),
        idempotency: None,
        traceparent: None,
    }
}

/// Appends with its own connections, which for the database is a separate process.
async fn write(url: String, writer: i64) -> Outcome<()> {
    let store = Arc::new(PostgresEventStore::open(&url).await?);
    let commands = EVENTS / EVENTS_EACH / WRITERS;
    let tasks = (0..AT_ONCE).map(|task| {
        let store = Arc::clone(&store);
        async move {
            for n in (task..commands).step_by(usize::try_from(AT_ONCE)?) {
                store.append(command(writer * commands + n + 1)).await?;
            }
            Outcome::Ok(())
        }
    });
    try_join_all(tasks).await?;
    store.close().await;
    Ok(())
}

async fn follow(url: String) -> Outcome<()> {
    let store = PostgresEventStore::open_read_only(&url).await?;
    let mut seen = Position::START;
    while seen.0 < EVENTS {
        for event in store.read_from(seen, 4_096).await? {
            if event.position.0 != seen.0 + 1 {
                return Err(format!("after {seen} the reader saw {}", event.position).into());
            }
            seen = event.position;
        }
    }
    Ok(())
}

#[tokio::main]
async fn main() -> Outcome<()> {
    let server = if std::env::args().nth(1).is_none() { Some(Postgres::private()?) } else { None };
    let url = std::env::args().nth(1).or_else(|| server.as_ref().map(Postgres::url)).unwrap_or_default();
    let store = PostgresEventStore::open(&url).await?;
    if store.head().await? != Position::START {
        return Err("the database is not empty".into());
    }
    let begun = Instant::now();
    let reader = tokio::spawn(follow(url.clone()));
    let writers: Vec<_> = (0..WRITERS).map(|writer| tokio::spawn(write(url.clone(), writer))).collect();
    for writer in writers {
        writer.await??;
    }
    let written = begun.elapsed();
    reader.await??;
    let head = store.head().await?;
    if head != Position(EVENTS) {
        return Err(format!("the head is {head}, not {EVENTS}").into());
    }
    println!("{EVENTS} events by {WRITERS} writers in {:.1} s: {:.0} events/s", written.as_secs_f64(), {
        f64::from(i32::try_from(EVENTS)?) / written.as_secs_f64()
    });
    println!(
        "a reader at the head saw every position in order, the last {:.1} s after the start",
        begun.elapsed().as_secs_f64()
    );
    Ok(())
}
