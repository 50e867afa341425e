//! What the writers of a drill share: counts, faults, and the word to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tokio::sync::watch;

use super::client::{Asked, Client, Request};
use super::report::Faults;

/// What all writers share.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Counts answered writes.
    pub(super) acknowledged: watch::Sender<u64>,
    /// Attempts whose answer was lost.
    pub(super) in_doubt: AtomicU64,
    /// Reads with the token of a write that were answered with what it wrote.
    pub(super) read_back: AtomicU64,
    /// Raised when writers shall finish what they are at.
    pub(super) stop: AtomicBool,
    /// Whether clients repeat their requests without a key.
    pub(super) careless: bool,
    /// What went wrong.
    pub(super) faults: Faults,
}

impl Tally {
    /// Asks with a key, and counts.
    pub(super) async fn ask(&self, client: &Client, request: Request, key: &str, gives_up: bool) -> Asked {
        let request = if self.careless { request } else { request.with("idempotency-key", key) };
        let asked = client.ask(&request, gives_up).await;
        self.in_doubt.fetch_add(asked.in_doubt.into(), Ordering::Relaxed);
        match &asked.answer {
            Some(_) => self.acknowledged.send_modify(|count| *count += 1),
            None if gives_up => {}
            None => self.faults.note("a request was not answered within a minute"),
        }
        asked
    }
}
