//! The state that the writers of a drill share: counts, faults, and the signal to stop.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use anyhow::Context;
use e2e::client::{Asked, Client, Request};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::run::Faults;
use crate::times::Times;

/// Time in which clients must make progress.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) acknowledged: watch::Sender<u64>,
    /// Attempts whose answer was lost.
    pub(crate) in_doubt: AtomicU64,
    /// Attempts that were answered with `Retry-After`, 503 or 507.
    pub(crate) put_off: AtomicU64,
    /// How long answered writes took, retries included.
    pub(crate) times: Mutex<Times>,
    /// How long reads of the clients that only read took, retries included.
    pub(crate) reads: Mutex<Times>,
    /// Attempts of theirs that were not answered, or were answered with `Retry-After`, 503 or 507.
    pub(crate) failed_reads: AtomicU64,
    /// Reads with the token of a write that returned that write.
    pub(crate) read_back: AtomicU64,
    /// Set when writers must finish their current requests and stop.
    pub(crate) stop: AtomicBool,
    pub(crate) careless: bool,
    pub(crate) faults: Faults,
}

impl Tally {
    /// Sends a request with a key and counts its attempts.
    pub(crate) async fn ask(&self, client: &Client, request: Request, key: &str, gives_up: bool) -> Asked {
        let request = if self.careless { request } else { request.with("idempotency-key", key) };
        let asked = client.ask(&request, gives_up).await;
        self.in_doubt.fetch_add(asked.in_doubt.into(), Ordering::Relaxed);
        self.put_off.fetch_add(asked.put_off.into(), Ordering::Relaxed);
        match &asked.answer {
            Some(_) => {
                self.times.lock().unwrap().add(asked.took);
                self.acknowledged.send_modify(|count| *count += 1);
            }
            None if gives_up => {}
            None => self.faults.note("a request was not answered within a minute"),
        }
        asked
    }

    /// Waits until `writes` more writes were answered.
    pub(crate) async fn written(&self, writes: u64) -> anyhow::Result<()> {
        let mut acknowledged = self.acknowledged.subscribe();
        let goal = *acknowledged.borrow_and_update() + writes;
        let reached = timeout(PATIENCE, acknowledged.wait_for(|count| *count >= goal)).await;
        reached.context("the clients make no progress")??;
        Ok(())
    }

    /// Takes the times of writes since the last call.
    pub(crate) fn take_times(&self) -> Times {
        std::mem::take(&mut *self.times.lock().unwrap())
    }
}
