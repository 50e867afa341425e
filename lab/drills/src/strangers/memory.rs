//! Measures the memory of a server, and of the system for its connections.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use anyhow::Context;

use crate::server::Server;

/// Interval between two measurements.
const LOOK: Duration = Duration::from_millis(50);
/// Measurements of the process for each one of its connections, which is expensive.
const LOOKS: usize = 20;

/// Measures the memory of a process until it is dropped.
pub(super) struct Watch {
    most: Arc<Most>,
    thread: Option<JoinHandle<()>>,
}

/// The maximum in bytes.
#[derive(Default)]
struct Most {
    process: AtomicU64,
    queued: AtomicU64,
    is_over: AtomicBool,
}

impl Watch {
    /// Starts to measure the server that listens on this port.
    pub(super) fn of(server: &Server, port: u16) -> anyhow::Result<Self> {
        let (most, process) = (Arc::new(Most::default()), server.id());
        resident(process).context("the system does not report the memory of a process")?;
        let seen = Arc::clone(&most);
        let look = move || {
            for is_full in (0..).map(|look| look % LOOKS == 0) {
                seen.process.fetch_max(resident(process).unwrap_or_default(), Ordering::Relaxed);
                if is_full {
                    seen.queued.fetch_max(queued(port).unwrap_or_default(), Ordering::Relaxed);
                }
                if seen.is_over.load(Ordering::Relaxed) {
                    break;
                }
                std::thread::park_timeout(LOOK);
            }
        };
        Ok(Self { most, thread: Some(std::thread::spawn(look)) })
    }

    /// Peak memory of the process in bytes.
    pub(super) fn most(&self) -> u64 {
        self.most.process.load(Ordering::Relaxed)
    }

    /// Peak of the bytes that the system holds for its connections.
    pub(super) fn queued(&self) -> u64 {
        self.most.queued.load(Ordering::Relaxed)
    }

    /// `93 MiB, 40 MiB in sockets`
    pub(super) fn summary(&self) -> String {
        format!("{} MiB, {} MiB in sockets", self.most() >> 20, self.queued() >> 20)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.most.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // The thread cannot panic.
            let _ = thread.join();
        }
    }
}

/// Returns the resident memory of a process in bytes.
fn resident(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

/// Returns the bytes that the system holds for the connections to a port: received and not read, or written and not
/// sent.
fn queued(port: u16) -> Option<u64> {
    let table = std::fs::read_to_string("/proc/net/tcp").ok()?;
    let local = format!(":{port:04X}");
    let connections = table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let ours = connections.filter(|words| words.get(1).is_some_and(|address| address.ends_with(&local)));
    let queues = ours.filter_map(|words| words.get(4).and_then(|queues| queues.split_once(':')));
    let bytes = |queue: &str| u64::from_str_radix(queue, 16).unwrap_or_default();
    Some(queues.map(|(sent, received)| bytes(sent) + bytes(received)).sum())
}
