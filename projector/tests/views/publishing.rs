//! Events that another process publishes over a real NATS arrive at once, and soon without it.

use std::sync::Arc;
use std::time::Duration;

use projector::{StoreFeed, publish_events};
use proto_events::{Position, Recorded};
use service_kit::nats::{Nats, NatsLogin, NatsOptions, connect};
use storage::sqlite::SqliteEventStore;
use storage::{EventStore, Shard};
use test_servers::Nats as Server;
use test_servers::nats::{Encryption, Login, Version};
use tokio::time::Instant;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::common::*;

/// Time in which events must arrive after any fault.
const SOON: Duration = Duration::from_secs(10);

/// Opens the log as a process of its own does.
async fn opened_again(world: &World) -> Arc<dyn EventStore> {
    Arc::new(SqliteEventStore::open(&world.folder.path().join("events.db")).await.unwrap())
}

/// Appends the first event of another list.
async fn append(world: &mut World, id: i64) -> Position {
    world.list(id, STORE, submitted(None, "60 Island")).await
}

fn publishing(events: &Arc<dyn EventStore>, nats: &Nats) -> DropGuard {
    let stop = CancellationToken::new();
    tokio::spawn(publish_events(Arc::clone(events), nats.clone(), stop.clone()));
    stop.drop_guard()
}

/// Reads up to a position, as the projector does: a wait may be cancelled half-way.
async fn read_to(feed: &mut StoreFeed, mut after: Position, to: Position) -> Vec<Recorded> {
    let mut read = Vec::new();
    let reading = async {
        while after < to {
            let waited = tokio::time::timeout(Duration::from_millis(70), feed.wait(after)).await;
            if waited.is_ok_and(|waited| waited.is_ok())
                && let Some(batch) = feed.next(after).await.unwrap()
            {
                after = batch.through;
                read.extend(batch.events);
            }
        }
    };
    tokio::time::timeout(SOON, reading).await.unwrap();
    read
}

#[tokio::test]
async fn events_of_another_process_arrive_at_once() {
    for version in Version::ALL {
        let (server, mut world) = (Server::private(version).unwrap(), World::empty().await);
        let options = NatsOptions::new([server.url()]);
        let (nats, elsewhere) = (connected(&options).await, connected(&options).await);
        let reader = opened_again(&world).await;
        let mut feed = StoreFeed::new(reader.clone(), Shard::WHOLE).receiving(elsewhere.clone());
        elsewhere.client().flush().await.unwrap();
        let _publishing = publishing(&world.events, &nats);
        let mut took = Vec::new();
        for id in 1..=100 {
            let position = append(&mut world, id).await;
            let appended = Instant::now();
            assert_eq!(read_to(&mut feed, Position(position.0 - 1), position).await.len(), 1);
            took.push(appended.elapsed());
        }
        took.sort();
        // The feed looks at the log every 250 ms, so these events were published.
        assert!(took[50] < Duration::from_millis(20), "{:?}", took[50]);
    }
}

#[tokio::test]
async fn events_arrive_without_nats_and_at_once_when_it_is_back() {
    let (server, mut world) = (Server::private(Version::Debian).unwrap(), World::empty().await);
    let nats = connected(&NatsOptions::new([server.url()])).await;
    let reader = opened_again(&world).await;
    let mut feed = StoreFeed::new(reader.clone(), Shard::WHOLE).receiving(nats.clone());
    let _publishing = publishing(&world.events, &nats);
    server.stop();
    nats.link().wait_for(|link| !link.connected).await.unwrap();
    let mut last = Position::START;
    for id in 1..=20 {
        last = append(&mut world, id).await;
    }
    assert_eq!(read_to(&mut feed, Position::START, last).await, reader.read_from(Position::START, 100).await.unwrap());
    server.start().unwrap();
    nats.link().wait_for(|link| link.connected).await.unwrap();
    nats.client().flush().await.unwrap();
    let mut took = Vec::new();
    for id in 21..=60 {
        let position = append(&mut world, id).await;
        let appended = Instant::now();
        read_to(&mut feed, last, position).await;
        took.push(appended.elapsed());
        last = position;
    }
    took.sort();
    assert!(took[20] < Duration::from_millis(20), "{:?}", took[20]);
}

#[tokio::test]
async fn messages_need_the_login_and_those_of_another_prefix_change_nothing() {
    let server = Server::secured(Version::Debian, Login::Password, Encryption::Tls).unwrap();
    let options = NatsOptions {
        login: Some(NatsLogin { user: Login::USER.into(), password: Login::PASSWORD.to_owned().into() }),
        authorities: server.certificates().map(|files| files.authority.clone()),
        ..NatsOptions::new([server.url()])
    };
    let mut world = World::empty().await;
    let reader = opened_again(&world).await;
    let refused = connect(&NatsOptions { login: None, ..options.clone() }).await.unwrap();
    let other = connected(&NatsOptions { prefix: "other-place_2".into(), ..options.clone() }).await;
    let _publishing = publishing(&world.events, &connected(&options).await);
    let mut feeds = [refused.clone(), other].map(|nats| StoreFeed::new(reader.clone(), Shard::WHOLE).receiving(nats));
    let position = append(&mut world, 1).await;
    for feed in &mut feeds {
        assert_eq!(read_to(feed, Position::START, position).await.len(), 1);
    }
    assert!(!refused.is_connected());
}
