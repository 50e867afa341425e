//! Ordinary clients: some read small documents and keep their connection, one opens new ones, one reads lists and the export,
//! and a supervisor polls readiness.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use e2e::client::{Client, Request};
use e2e::people::Credential;
use tokio::task::JoinSet;

use super::scene::{EVENTS, EXPORT};
use crate::place::Place;
use crate::site::Site;
use crate::times::Times;

/// First of the machine's addresses that ordinary clients connect from. None of them is a trusted proxy.
const FIRST: [u8; 4] = [127, 0, 2, 1];

pub(super) struct Readers(Vec<Arc<Reader>>);

struct Reader {
    client: Client,
    paths: Vec<String>,
    /// Whether the times of its reads count.
    is_measured: bool,
}

/// The results of reads in several rounds, each under the same conditions.
#[derive(Default)]
pub(super) struct Reads {
    times: Times,
    p99: Times,
    /// Reads that were not answered or were refused.
    pub(super) failed: Vec<String>,
}

impl Readers {
    /// Clients that read these documents, an address that needs the router, long answers, and `/readyz`.
    pub(super) fn of(site: &Site, documents: &[String]) -> anyhow::Result<Self> {
        let small: Vec<_> =
            documents.iter().flat_map(|path| [path.clone(), "/api/v1/api-keys/whoami/".into()]).collect();
        let longer = vec![EVENTS.into(), "/api/v1/decklists/?page=2".into(), format!("{EXPORT}&organization_id=1")];
        let keeping = (0..4).map(|_| (1, small.clone(), true));
        let others = [(0, small.clone(), true), (1, longer, false), (0, vec!["/readyz".to_owned()], true)];
        let mut readers = Vec::new();
        for (number, (kept, paths, is_measured)) in (0..).zip(keeping.chain(others)) {
            let address = Ipv4Addr::from(u32::from(Ipv4Addr::from(FIRST)) + number);
            let http = reqwest::Client::builder().local_address(IpAddr::from(address)).timeout(Duration::from_secs(10));
            let key = Credential::Key(site.key.clone()).header();
            let client = Client::with(site.door().address, key, http.pool_max_idle_per_host(kept))?;
            readers.push(Arc::new(Reader { client, paths, is_measured }));
        }
        Ok(Self(readers))
    }

    /// Lets all clients read until `work` is done. Returns the times of reads, and those that failed.
    pub(super) async fn read_during(&self, work: impl Future<Output = ()>) -> (Times, Vec<String>) {
        let is_over = Arc::new(AtomicBool::new(false));
        let mut reading = JoinSet::new();
        for reader in &self.0 {
            reading.spawn(Arc::clone(reader).run(Arc::clone(&is_over)));
        }
        work.await;
        is_over.store(true, Ordering::Relaxed);
        let (mut times, mut failed) = (Times::default(), Vec::new());
        for (read, refused) in reading.join_all().await {
            times.merge(read);
            failed.extend(refused);
        }
        (times, failed)
    }
}

impl Reader {
    async fn run(self: Arc<Self>, is_over: Arc<AtomicBool>) -> (Times, Vec<String>) {
        let (mut times, mut failed) = (Times::default(), Vec::new());
        for path in self.paths.iter().cycle() {
            if is_over.load(Ordering::Relaxed) {
                break;
            }
            let begun = Instant::now();
            match self.client.send(&Request::get(path), 0).await.map(|answer| answer.status) {
                Ok(200) if self.is_measured => times.add(begun.elapsed()),
                Ok(200) => tokio::time::sleep(Duration::from_millis(50)).await,
                Ok(status) => failed.push(format!("{path} is {status} after {:?}", begun.elapsed())),
                Err(error) => failed.push(format!("{path} after {:?}: {error:?}", begun.elapsed())),
            }
            // Most of the machine is left to others.
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        (times, failed)
    }
}

impl Reads {
    pub(super) fn add(&mut self, (times, failed): (Times, Vec<String>)) {
        self.p99.add(times.at(99));
        self.times.merge(times);
        self.failed.extend(failed);
    }

    pub(super) fn median_p99(&self) -> Duration {
        self.p99.at(50)
    }

    /// `12034: p50 0.4 ms, p99 1.1 ms, most 3.0 ms; median p99 of the rounds 1.2ms, 0 failed`
    pub(super) fn summary(&self) -> String {
        let (count, summary, median) = (self.times.count(), self.times.summary(), self.median_p99());
        format!("{count}: {summary}; median p99 of the rounds {median:.1?}, {} failed", self.failed.len())
    }
}
