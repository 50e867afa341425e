//! Faults of NATS, and the guarantees that must hold in spite of them.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use projector::relay::WORTH_RELAYING;
use proto_events::Position;
use service_kit::nats::Nats as Connection;
use storage::Shard;
use test_servers::Nats;
use test_servers::nats::Version;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use super::given::{Follower, Log, Relaying, SOON, assert_orderly, begun, connection, stream_ends_with};

/// A running server, log, relay and follower.
struct Running {
    server: Nats,
    log: Log,
    nats: Connection,
    follower: Follower,
    relay: Option<Relaying>,
}

impl Running {
    async fn new(version: Version) -> Self {
        let (server, log) = (Nats::private(version).unwrap(), Log::new().await);
        let nats = connection(&server).await;
        let relay = Relaying::start(&log, &nats);
        let mut follower = Follower::of(&log, &nats, Shard::WHOLE);
        begun(&log, &nats).await;
        let last = log.append(50).await;
        follower.has(last).await;
        stream_ends_with(&nats, last).await;
        Self { server, log, nats, follower, relay: Some(relay) }
    }

    /// Checks that all events have arrived, and that new events arrive through NATS again.
    async fn is_well(&mut self, what: &str) {
        let last = self.log.events.head().await.unwrap();
        self.follower.has(last).await;
        let last = self.log.append(3).await;
        self.follower.has(last).await;
        stream_ends_with(&self.nats, last).await;
        assert_eq!(self.follower.events(), self.log.all().await, "{what}");
        assert_orderly(&self.nats, &self.log).await;
    }
}

async fn wait_for_stream(nats: &Connection) {
    let there = async {
        while nats.jetstream().get_stream("CROSSTABLE_EVENTS").await.is_err() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(SOON, there).await.unwrap();
}

/// Appends events until it is stopped.
fn keep_appending(log: &Log) -> (CancellationToken, JoinHandle<()>) {
    let (stop, log) = (CancellationToken::new(), log.clone());
    let stopped = stop.clone();
    let task = tokio::spawn(async move {
        while !stopped.is_cancelled() {
            log.append(2).await;
        }
    });
    (stop, task)
}

/// Waits until `more` more events have been appended.
async fn appended(log: &Log, more: i64) {
    let mut appended = log.events.appended();
    let from = appended.borrow().0;
    appended.wait_for(|position| position.0 >= from + more).await.unwrap();
}

#[tokio::test]
async fn a_stream_deleted_or_emptied_or_cut_under_way() {
    for version in Version::ALL {
        let mut running = Running::new(version).await;
        for round in 0..4 {
            let (stop, appending) = keep_appending(&running.log);
            appended(&running.log, 40).await;
            let jetstream = running.nats.jetstream();
            let events = jetstream.get_stream("CROSSTABLE_EVENTS").await.unwrap();
            match round {
                0 => drop(jetstream.delete_stream("CROSSTABLE_EVENTS").await.unwrap()),
                1 => drop(events.purge().await.unwrap()),
                2 => drop(events.purge().keep(10).await.unwrap()),
                _ => {
                    let last = events.get_info().await.unwrap().state.last_sequence;
                    for sequence in last - 20..=last {
                        events.delete_message(sequence).await.unwrap();
                    }
                }
            }
            appended(&running.log, 40).await;
            stop.cancel();
            appending.await.unwrap();
            running.is_well(&format!("round {round} of {version:?}")).await;
        }
        // The same without events meanwhile.
        running.nats.jetstream().delete_stream("CROSSTABLE_EVENTS").await.unwrap();
        wait_for_stream(&running.nats).await;
        running.is_well("deleted while idle").await;
    }
}

#[tokio::test]
async fn a_server_killed_and_started_again() {
    for version in Version::ALL {
        let mut running = Running::new(version).await;
        for _ in 0..3 {
            let (stop, appending) = keep_appending(&running.log);
            appended(&running.log, 40).await;
            running.server.crash();
            appended(&running.log, 40).await;
            running.server.start().unwrap();
            appended(&running.log, 40).await;
            stop.cancel();
            appending.await.unwrap();
            running.is_well("killed").await;
        }
    }
}

#[tokio::test]
async fn a_server_that_hangs() {
    let mut running = Running::new(Version::Debian).await;
    let (stop, appending) = keep_appending(&running.log);
    appended(&running.log, 40).await;
    running.server.freeze();
    appended(&running.log, 40).await;
    stop.cancel();
    appending.await.unwrap();
    let last = running.log.events.head().await.unwrap();
    running.follower.has(last).await;
    running.server.thaw();
    running.is_well("frozen").await;
}

#[tokio::test]
async fn a_server_that_is_down_for_a_while() {
    for version in Version::ALL {
        let mut running = Running::new(version).await;
        running.server.stop();
        for _ in 0..50 {
            let last = running.log.append(40).await;
            if last.0 % 400 == 0 {
                running.follower.has(last).await;
            }
        }
        running.server.start().unwrap();
        running.is_well("down").await;
        let relayed = assert_orderly(&running.nats, &running.log).await;
        assert!(relayed.len() >= 2_000, "events appended meanwhile are relayed: {}", relayed.len());
    }
}

fn copy(from: &Path, to: &Path) {
    let copied = Command::new("cp").arg("-a").args([from, to]).status().unwrap();
    assert!(copied.success());
}

#[tokio::test]
async fn a_folder_deleted_rolled_back_or_cut() {
    for version in Version::ALL {
        let mut running = Running::new(version).await;
        let folder = running.server.folder();
        let old = folder.with_extension("old");
        running.server.stop();
        copy(&folder, &old);
        for round in 0..3 {
            running.server.start().unwrap();
            running.is_well("before").await;
            running.log.append(500).await;
            running.is_well("before").await;
            running.server.crash();
            running.log.append(20).await;
            match round {
                0 => {
                    std::fs::remove_dir_all(&folder).unwrap();
                    copy(&old, &folder);
                }
                1 => assert!(cut(&folder) > 0, "no message file in {}", folder.display()),
                _ => std::fs::remove_dir_all(&folder).unwrap(),
            }
            running.server.start().unwrap();
            running.is_well(&format!("round {round} of {version:?}")).await;
        }
    }
}

/// Cuts message files to half their size. Returns how many there are.
fn cut(folder: &Path) -> usize {
    let mut files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files += cut(&path);
        } else if path.extension().is_some_and(|extension| extension == "blk") {
            let file = std::fs::File::options().write(true).open(&path).unwrap();
            file.set_len(file.metadata().unwrap().len() / 2).unwrap();
            files += 1;
        }
    }
    files
}

#[tokio::test]
async fn a_stream_of_another_log() {
    for version in Version::ALL {
        let (server, other, log) = (Nats::private(version).unwrap(), Log::new().await, Log::new().await);
        let nats = connection(&server).await;
        let relay = Relaying::start(&other, &nats);
        begun(&other, &nats).await;
        stream_ends_with(&nats, other.append(100).await).await;
        relay.stop().await;

        // Its events are not taken for this log's.
        let last = log.append(30).await;
        let mut follower = Follower::of(&log, &nats, Shard::WHOLE);
        follower.has(last).await;
        let _relay = Relaying::start(&log, &nats);
        begun(&log, &nats).await;
        let last = log.append(30).await;
        follower.has(last).await;
        stream_ends_with(&nats, last).await;
        assert_eq!(follower.events(), log.all().await);
        assert!(assert_orderly(&nats, &log).await.len() >= 31);
    }
}

#[tokio::test]
async fn a_relay_that_is_gone() {
    for version in Version::ALL {
        let mut running = Running::new(version).await;
        for _ in 0..2 {
            running.relay.take().unwrap().stop().await;
            for _ in 0..3 {
                let (last, appended) = (running.log.append(2).await, Instant::now());
                running.follower.has(last).await;
                assert!(appended.elapsed() < Duration::from_secs(2), "{:?}", appended.elapsed());
            }
            running.relay = Some(Relaying::start(&running.log, &running.nats));
            running.is_well("gone").await;
        }
    }
}

#[tokio::test]
async fn messages_that_are_no_events() {
    let mut running = Running::new(Version::Current).await;
    for body in ["", "nonsense", "{}"] {
        running.nats.client().publish("crosstable.events.1.user.1", body.into()).await.unwrap();
        running.nats.client().publish("crosstable.events.nonsense", body.into()).await.unwrap();
        running.is_well("nonsense").await;
    }
}

#[tokio::test]
async fn a_backlog_that_is_not_worth_relaying() {
    let mut running = Running::new(Version::Debian).await;
    running.server.stop();
    for _ in 0..6 {
        running.log.append(9_000).await;
    }
    let last = running.log.events.head().await.unwrap();
    assert!(last.0 > WORTH_RELAYING);
    running.server.start().unwrap();
    running.follower.has(last).await;
    begun(&running.log, &running.nats).await;
    running.is_well("far behind").await;
    let relayed = assert_orderly(&running.nats, &running.log).await;
    assert!(relayed.len() < 100, "{} events were relayed that have been read already", relayed.len());
}

#[tokio::test]
async fn a_projector_that_begins_later_reads_what_was_before() {
    let running = Running::new(Version::Current).await;
    let last = running.log.append(5_000).await;
    stream_ends_with(&running.nats, last).await;
    for start in [0, 49, last.0 - 2_000, last.0 - 10, last.0] {
        let mut late = Follower::after(&running.log, &running.nats, Shard::WHOLE, Position(start));
        let last = running.log.append(1).await;
        late.has(last).await;
        let all = running.log.all().await;
        assert_eq!(late.events(), all[usize::try_from(start).unwrap()..], "from {start} on");
    }
}
