//! Ordinary clients that read small documents: some keep their connection, one opens new ones, and a supervisor polls
//! readiness.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use tokio::task::JoinSet;

use crate::place::Place;
use crate::times::Times;
use crate::{Door, Site};

/// First of the machine's addresses that ordinary clients connect from. None of them is a trusted proxy.
const FIRST: [u8; 4] = [127, 0, 2, 1];
/// Number of clients that keep their connection.
const KEEPING: usize = 4;
/// Pause between two reads of a client, which leaves most of the machine to others.
const PAUSE: Duration = Duration::from_millis(5);
/// How long a client waits for an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// The ordinary clients.
pub(super) struct Readers(Vec<Arc<Reader>>);

struct Reader {
    http: reqwest::Client,
    door: Door,
    paths: Vec<String>,
}

/// The results of reads.
#[derive(Default)]
pub(super) struct Reads {
    times: Times,
    failed: Vec<String>,
}

impl Readers {
    /// Clients that read this document, an address that needs the router, and `/readyz`.
    pub(super) fn of(site: &Site, document: &str) -> anyhow::Result<Self> {
        let reads = [document, document, "/api/v1/api-keys/whoami/"];
        let keeping = (0..KEEPING).map(|_| (1, &reads[..]));
        let others = [(0, &reads[..]), (0, &["/readyz"][..])];
        let mut readers = Vec::new();
        for (number, (kept, paths)) in (0..).zip(keeping.chain(others)) {
            let address = Ipv4Addr::from(u32::from(Ipv4Addr::from(FIRST)) + number);
            let http = reqwest::Client::builder().no_proxy().local_address(IpAddr::from(address)).timeout(PATIENCE);
            let http = http.pool_max_idle_per_host(kept).build().context("no client can be made")?;
            let paths = paths.iter().map(ToString::to_string).collect();
            readers.push(Arc::new(Reader { http, door: site.door(), paths }));
        }
        Ok(Self(readers))
    }

    /// Lets all clients read until `work` is done.
    pub(super) async fn read_during(&self, work: impl Future<Output = ()>) -> Reads {
        let is_over = Arc::new(AtomicBool::new(false));
        let mut reading = JoinSet::new();
        for reader in &self.0 {
            let (reader, is_over) = (Arc::clone(reader), Arc::clone(&is_over));
            reading.spawn(async move { reader.run(&is_over).await });
        }
        work.await;
        is_over.store(true, Ordering::Relaxed);
        let mut reads = Reads::default();
        while let Some(read) = reading.join_next().await {
            match read {
                Ok(read) => reads.merge(read),
                Err(error) => reads.failed.push(error.to_string()),
            }
        }
        reads
    }
}

impl Reader {
    async fn run(&self, is_over: &AtomicBool) -> Reads {
        let mut reads = Reads::default();
        for path in self.paths.iter().cycle() {
            if is_over.load(Ordering::Relaxed) {
                break;
            }
            let begun = Instant::now();
            match self.read(path).await {
                Ok(200) => reads.times.add(begun.elapsed()),
                Ok(status) => reads.failed.push(format!("{path} is {status} after {:?}", begun.elapsed())),
                Err(error) => reads.failed.push(format!("{path} after {:?}: {error:?}", begun.elapsed())),
            }
            tokio::time::sleep(PAUSE).await;
        }
        reads
    }

    async fn read(&self, path: &str) -> reqwest::Result<u16> {
        let request = self.http.get(format!("{}{path}", self.door.address)).header("x-api-key", &self.door.key);
        let response = request.send().await?;
        let status = response.status().as_u16();
        response.bytes().await.map(|_| status)
    }
}

impl Reads {
    pub(super) fn merge(&mut self, other: Self) {
        self.times.merge(other.times);
        self.failed.extend(other.failed);
    }

    /// Adds only the failed reads of `other`.
    pub(super) fn fail_as(&mut self, other: Self) {
        self.failed.extend(other.failed);
    }

    /// `12034: p50 0.4 ms, p99 1.1 ms, most 3.0 ms; 0 refused`
    pub(super) fn summary(&self) -> String {
        format!("{}: {}; {} failed", self.times.count(), self.times.summary(), self.failed.len())
    }

    /// The 99th percentile.
    pub(super) fn p99(&self) -> Duration {
        self.times.at(99)
    }

    /// Reads that were not answered or were refused.
    pub(super) fn failed(&self) -> impl Iterator<Item = &str> {
        self.failed.iter().map(String::as_str)
    }
}
