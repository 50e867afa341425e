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
use crate::site::Site;
use crate::times::Rounds;

/// First of the machine's addresses that ordinary clients connect from. None of them is a trusted proxy.
const FIRST: [u8; 4] = [127, 0, 2, 1];
/// Number of clients that keep their connection.
const KEEPING: usize = 4;
/// Pause between two reads of a client, which leaves most of the machine to others.
const PAUSE: Duration = Duration::from_millis(5);
/// The same after a long answer.
const BETWEEN_LONG: Duration = Duration::from_millis(50);
/// How long a client waits for an answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// The ordinary clients.
pub(super) struct Readers(Vec<Arc<Reader>>);

struct Reader {
    client: Client,
    paths: Vec<String>,
    /// Whether the times of its reads count.
    is_measured: bool,
}

/// The results of reads, in one round or in several.
#[derive(Default)]
pub(super) struct Reads {
    pub(super) times: Rounds,
    /// Reads that were not answered or were refused.
    pub(super) failed: Vec<String>,
}

impl Readers {
    /// Clients that read these documents, an address that needs the router, long answers, and `/readyz`.
    pub(super) fn of(site: &Site, documents: &[String]) -> anyhow::Result<Self> {
        let small: Vec<_> =
            documents.iter().flat_map(|path| [path.clone(), "/api/v1/api-keys/whoami/".into()]).collect();
        let longer = vec![EVENTS.into(), "/api/v1/decklists/?page=2".into(), format!("{EXPORT}&organization_id=1")];
        let keeping = (0..KEEPING).map(|_| (1, small.clone(), true));
        let others = [(0, small.clone(), true), (1, longer, false), (0, vec!["/readyz".to_owned()], true)];
        let mut readers = Vec::new();
        for (number, (kept, paths, is_measured)) in (0..).zip(keeping.chain(others)) {
            let address = Ipv4Addr::from(u32::from(Ipv4Addr::from(FIRST)) + number);
            let http = reqwest::Client::builder().local_address(IpAddr::from(address)).timeout(PATIENCE);
            let key = Credential::Key(site.key.clone()).header();
            let client = Client::with(site.address(), key, http.pool_max_idle_per_host(kept))?;
            readers.push(Arc::new(Reader { client, paths, is_measured }));
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
            match self.client.send(&Request::get(path), 0).await.map(|answer| answer.status) {
                Ok(200) if self.is_measured => reads.times.all.add(begun.elapsed()),
                Ok(200) => tokio::time::sleep(BETWEEN_LONG).await,
                Ok(status) => reads.failed.push(format!("{path} is {status} after {:?}", begun.elapsed())),
                Err(error) => reads.failed.push(format!("{path} after {:?}: {error:?}", begun.elapsed())),
            }
            tokio::time::sleep(PAUSE).await;
        }
        reads
    }
}

impl Reads {
    /// Adds the reads of a client.
    fn merge(&mut self, other: Self) {
        self.times.all.merge(other.times.all);
        self.failed.extend(other.failed);
    }

    /// Adds a round.
    pub(super) fn add(&mut self, round: Self) {
        self.times.add_round(round.times.all);
        self.failed.extend(round.failed);
    }

    /// Adds only the failed reads of `other`.
    pub(super) fn fail_as(&mut self, other: Self) {
        self.failed.extend(other.failed);
    }

    pub(super) fn summary(&self) -> String {
        format!("{}, {} failed", self.times.summary(), self.failed.len())
    }
}
