//! Events from the log reach a projector through NATS once and in order, whatever happens to NATS. The tests use real
//! servers: Debian's version and a current one.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that fails panics")]

mod given;
mod trouble;

use std::time::Duration;

use proto_events::{Position, StreamKind};
use service_kit::nats::{NatsLogin, NatsOptions, NatsTls, connect};
use storage::Shard;
use test_servers::Nats;
use test_servers::nats::{Encryption, Login, Version};
use tokio::time::Instant;

use given::{Follower, Log, Relaying, assert_orderly, begun, connection, stream_ends_with};

#[tokio::test]
async fn what_is_appended_arrives() {
    for version in Version::ALL {
        let (server, log) = (Nats::private(version).unwrap(), Log::new().await);
        let nats = connection(&server).await;
        log.append(10).await;
        let _relay = Relaying::start(&log, &nats);
        let mut follower = Follower::of(&log, &nats, Shard::WHOLE);
        follower.has(Position(10)).await;
        begun(&log, &nats).await;
        for batch in 0..60 {
            log.append(batch).await;
        }
        let last = log.append(1_500).await;
        follower.has(last).await;
        stream_ends_with(&nats, last).await;

        assert_eq!(follower.events(), log.all().await);
        let relayed = assert_orderly(&nats, &log).await;
        assert_eq!(relayed, (last.0 + 1 - relayed.len() as i64..=last.0).collect::<Vec<_>>(), "without a gap");
    }
}

#[tokio::test]
async fn it_arrives_at_once() {
    for version in Version::ALL {
        let (server, log) = (Nats::private(version).unwrap(), Log::new().await);
        let nats = connection(&server).await;
        let _relay = Relaying::start(&log, &nats);
        let mut follower = Follower::of(&log, &nats, Shard::WHOLE);
        begun(&log, &nats).await;
        let mut took = Vec::new();
        for _ in 0..200 {
            let position = log.append(1).await;
            let appended = Instant::now();
            follower.has(position).await;
            took.push(appended.elapsed());
        }
        took.sort();
        println!("{version:?}: p50 {:?}, p90 {:?}, p99 {:?}", took[100], took[180], took[198]);
        // The feed polls the store at most every 100 ms, so these events came through NATS.
        assert!(took[100] < Duration::from_millis(20), "{:?}", took[100]);
    }
}

#[tokio::test]
async fn relays_of_several_processes_do_not_get_in_each_others_way() {
    for version in Version::ALL {
        let (server, log) = (Nats::private(version).unwrap(), Log::new().await);
        let first = connection(&server).await;
        let mut writers = Vec::new();
        let mut follower = Follower::of(&log, &first, Shard::WHOLE);
        for _ in 0..3 {
            let (log, nats) = (log.elsewhere().await, connection(&server).await);
            writers.push(tokio::spawn(async move {
                let relay = Relaying::start(&log, &nats);
                let mut last = Position::START;
                for batch in 0..150 {
                    last = log.append(1 + batch % 7).await;
                }
                // A process that has appended everything stops, and leaves the rest to the other relays.
                (last, relay, log)
            }));
        }
        let mut relays = Vec::new();
        for writer in writers {
            relays.push(writer.await.unwrap());
        }
        let last = relays.iter().map(|(last, ..)| *last).max().unwrap();
        follower.has(last).await;
        stream_ends_with(&first, last).await;
        assert_eq!(follower.events(), log.all().await);
        assert_orderly(&first, &log).await;
    }
}

#[tokio::test]
async fn a_shard_sees_its_own_and_misses_nothing() {
    for version in Version::ALL {
        let (server, log) = (Nats::private(version).unwrap(), Log::new().await);
        let nats = connection(&server).await;
        let _relay = Relaying::start(&log, &nats);
        let shards = (0..3).map(|index| Shard { index, of: 3 });
        let mut followers: Vec<_> = shards.map(|shard| (shard, Follower::of(&log, &nats, shard))).collect();
        let mut last = Position::START;
        for _ in 0..100 {
            last = log.append(7).await;
        }
        let all = log.all().await;
        for (shard, follower) in &mut followers {
            follower.has(last).await;
            let mut own = all.clone();
            // Every shard gets events of people and of lists.
            let is_for_all = |kind| [StreamKind::User, StreamKind::Decklist].contains(&kind);
            own.retain(|event| is_for_all(event.stream.kind) || shard.owns(event.organization_id));
            assert!(own.len() > 100 && own.len() < all.len());
            assert_eq!(follower.events(), own, "{shard}");
        }
    }
}

#[tokio::test]
async fn it_works_with_login_and_encryption() {
    for version in Version::ALL {
        let server = Nats::secured(version, Login::Password, Encryption::MutualTls).unwrap();
        let files = server.certificates().unwrap().clone();
        let options = NatsOptions {
            login: NatsLogin::Password { user: Login::USER.into(), password: Login::PASSWORD.into() },
            tls: NatsTls { authorities: Some(files.authority), certificate: Some(files.client), require: true },
            ..NatsOptions::new([server.url()])
        };
        let (log, nats) = (Log::new().await, connect(&options).await.unwrap());
        let _relay = Relaying::start(&log, &nats);
        let mut follower = Follower::of(&log, &nats, Shard::WHOLE);
        begun(&log, &nats).await;
        let last = log.append(100).await;
        follower.has(last).await;
        stream_ends_with(&nats, last).await;

        // A client that NATS refuses still reads the store.
        let login = NatsLogin::Password { user: Login::USER.into(), password: "wrong".into() };
        let refused = connect(&NatsOptions { login, ..options }).await.unwrap();
        let mut outsider = Follower::of(&log, &refused, Shard::WHOLE);
        let last = log.append(1).await;
        outsider.has(last).await;
        assert!(!refused.is_connected());
        assert_eq!(outsider.events(), log.all().await);
    }
}

#[tokio::test]
async fn prefixes_keep_installations_apart() {
    let server = Nats::private(Version::Debian).unwrap();
    let (one, other) = (Log::new().await, Log::new().await);
    let options = |prefix: &str| NatsOptions { prefix: prefix.to_owned(), ..NatsOptions::new([server.url()]) };
    let nats = connect(&options("crosstable")).await.unwrap();
    let elsewhere = connect(&options("other-place_2")).await.unwrap();
    let _relays = [Relaying::start(&one, &nats), Relaying::start(&other, &elsewhere)];
    let mut followers = [Follower::of(&one, &nats, Shard::WHOLE), Follower::of(&other, &elsewhere, Shard::WHOLE)];
    begun(&one, &nats).await;
    let (mut last, mut last_elsewhere) = (Position::START, Position::START);
    for _ in 0..20 {
        last = one.append(3).await;
        last_elsewhere = other.append(2).await;
    }
    followers[0].has(last).await;
    followers[1].has(last_elsewhere).await;
    assert_eq!(followers[0].events(), one.all().await);
    assert_eq!(followers[1].events(), other.all().await);
    stream_ends_with(&nats, last).await;
    assert_orderly(&nats, &one).await;
}
