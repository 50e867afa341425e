//! Commit notices to other processes, over a real NATS.

use std::time::Duration;

use futures::StreamExt;
use projector::teller;
use proto_events::Position;
use service_kit::nats::{Nats, NatsOptions};
use storage::{CommitNotice, DocumentKey, Generation, Notice, Reached, Shard, ViewKind};
use test_servers::nats::{Nats as Server, Version};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::common::*;

async fn listen(nats: &Nats) -> impl AsyncFnMut() -> CommitNotice + use<> {
    let mut notices = nats.client().subscribe(format!("{}.notices", nats.prefix())).await.unwrap();
    nats.client().flush().await.unwrap();
    async move || serde_json::from_slice(&notices.next().await.unwrap().payload).unwrap()
}

fn told(number: i64, notice: Notice) -> CommitNotice {
    let reached = Reached::all(Position(number));
    CommitNotice { generation: Generation(1), shard: Shard::WHOLE, number, reached, notice }
}

#[tokio::test]
async fn every_commit_is_told_under_its_number_after_it_can_be_read() {
    let server = Server::private(Version::Debian).unwrap();
    let nats = connected(&NatsOptions::new([server.url()])).await;
    let mut next = listen(&nats).await;
    let mut world = World::with_store().await;
    let (tell, telling) = teller(&nats);
    let sending = tokio::spawn(telling.run());
    let stop = CancellationToken::new();
    let projecting = tokio::spawn(world.projector().telling(tell).run(stop.clone()));

    let mut last = 0;
    for id in 1..6 {
        let position = world.play(id, 4, None).await;
        loop {
            let CommitNotice { number, reached, notice, shard, generation } = next().await;
            assert_eq!((number, shard), (last + 1, Shard::WHOLE));
            last = number;
            let active = world.views.active().await.unwrap().unwrap();
            assert_eq!(active.generation, generation);
            assert!(active.shards[0].commits >= number && active.position() >= reached.applied);
            assert!(matches!(notice, Notice::Documents { .. }), "{notice:?}");
            if reached.settled >= position {
                break;
            }
        }
    }
    stop.cancel();
    projecting.await.unwrap().unwrap();
    sending.await.unwrap().unwrap();
}

#[tokio::test]
async fn who_tells_never_waits_and_what_cannot_be_sent_is_dropped() {
    let server = Server::private(Version::Debian).unwrap();
    let nats = connected(&NatsOptions::new([server.url()])).await;
    let mut next = listen(&nats).await;
    let (tell, telling) = teller(&nats);
    let (begun, last) = (Instant::now(), 4_000);
    let key = |number| DocumentKey::new(STORE, ViewKind::Round, number);
    for number in 1..=last {
        let keys = (0..500).map(|at| key(number * 500 + at)).collect();
        tell(&told(number, Notice::Documents { keys, position: Position(number) }));
    }
    assert!(begun.elapsed() < Duration::from_secs(20), "sending notices blocks the sender");
    // The first notices are kept, in order; the others are missing.
    let sending = tokio::spawn(telling.run());
    let mut heard = vec![next().await.number];
    let mut number = last;
    while heard.last().is_some_and(|heard| *heard <= last) {
        number += 1;
        tell(&told(number, Notice::Everything));
        heard.push(next().await.number);
    }
    assert!(heard.is_sorted() && heard[0] == 1, "{heard:?}");
    assert!((10..1_000).contains(&heard.len()), "{} notices were kept", heard.len());
    drop(tell);
    sending.await.unwrap().unwrap();
}

#[tokio::test]
async fn telling_goes_on_when_nats_is_back_and_ends_without_it() {
    let server = Server::private(Version::Debian).unwrap();
    let nats = connected(&NatsOptions::new([server.url()])).await;
    let (tell, telling) = teller(&nats);
    let sending = tokio::spawn(telling.run());
    server.crash();
    nats.link().wait_for(|link| !link.connected).await.unwrap();
    for number in 1..=5_000 {
        tell(&told(number, Notice::Everything));
    }
    server.start().unwrap();
    nats.link().wait_for(|link| link.connected).await.unwrap();
    let mut next = listen(&connected(&NatsOptions::new([server.url()])).await).await;
    let mut number = 5_000;
    let first = loop {
        number += 1;
        tell(&told(number, Notice::Everything));
        if let Ok(told) = tokio::time::timeout(Duration::from_millis(50), next()).await {
            break told.number;
        }
    };
    assert!(first > 1_000, "old notices were sent: {first}");
    server.crash();
    nats.link().wait_for(|link| !link.connected).await.unwrap();
    tell(&told(number + 1, Notice::Everything));
    drop(tell);
    sending.await.unwrap().unwrap();
}
