//! The state of an open connection, shared by its task, the registry of connections and the memory budget.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use tokio::time::Instant;

use super::close_signal::CloseSignal;
use super::memory::{HeldMemory, MemoryBudget};
use crate::client_address::Network;
use crate::limits::Limits;

/// The origin of time measurements.
static BEGINNING: LazyLock<Instant> = LazyLock::new(Instant::now);
/// Stands for the length of a chunked body.
const CHUNKED: u64 = u64::MAX - 1;

/// The length of a request's body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Length {
    /// This many bytes; 0 if there is no body.
    Known(u64),
    /// A chunked body.
    Chunked,
}

/// Time limits of a connection.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Times {
    /// For a head, and for idling.
    pub(super) head: Duration,
    /// For a body.
    pub(crate) body: Duration,
    /// For a client that reads nothing.
    pub(super) stalled: Duration,
}

impl Times {
    pub(super) fn of(limits: &Limits) -> Self {
        Self {
            head: Duration::from_secs(limits.request_head_seconds),
            body: Duration::from_secs(limits.request_body_seconds),
            stalled: Duration::from_secs(limits.stalled_answer_seconds),
        }
    }
}

/// How a connection waits for its client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Waiting {
    /// Since when, in microseconds.
    pub(super) since: u64,
    /// Whether any caller on it was authenticated.
    pub(super) caller_known: bool,
}

/// The state of an open connection.
#[derive(Debug)]
pub(crate) struct ConnectionState {
    /// Its number in the registry.
    pub(super) id: u64,
    /// Its network; none for a trusted proxy, whose connections carry many clients.
    pub(super) network: Option<Network>,
    /// Whether it was admitted beyond the limit, for health checks only.
    pub(super) is_spare: bool,
    /// Closes it.
    pub(super) closing: Arc<CloseSignal>,
    /// What it holds of the memory budget.
    pub(crate) memory: HeldMemory,
    pub(crate) times: Times,
    /// When it began to wait for its client, in microseconds; 0 while the server works on its request.
    waiting_since: AtomicU64,
    /// Whether any caller on it was authenticated.
    caller_known: AtomicBool,
    /// Whether the caller of the current request is authenticated.
    request_known: AtomicBool,
    /// The length of the current request's body plus one, until the transport has taken it; 0 afterwards.
    called: AtomicU64,
    /// Whether hyper has received the complete answer.
    answered: AtomicBool,
    /// Whether the service has received the complete chunked body of the current request.
    body_ended: AtomicBool,
    /// Whether the current request is the last one.
    last_request: AtomicBool,
}

impl ConnectionState {
    pub(super) fn new(
        id: u64,
        network: Option<Network>,
        is_spare: bool,
        memory: MemoryBudget,
        times: Times,
    ) -> Arc<Self> {
        let closing = Arc::<CloseSignal>::default();
        Arc::new(Self {
            id,
            network,
            is_spare,
            memory: memory.of_connection(Arc::clone(&closing)),
            closing,
            times,
            waiting_since: AtomicU64::new(microseconds(Instant::now())),
            caller_known: AtomicBool::default(),
            request_known: AtomicBool::default(),
            called: AtomicU64::default(),
            answered: AtomicBool::default(),
            body_ended: AtomicBool::default(),
            last_request: AtomicBool::default(),
        })
    }

    /// Records that it has waited for its client since `since`.
    pub(super) fn waits(&self, since: Instant) {
        self.waiting_since.store(microseconds(since), Ordering::Relaxed);
    }

    /// Records that it has waited for more of a body since `since`, unless the service has received the end: hyper
    /// keeps reading after a chunked body.
    pub(super) fn waits_for_body(&self, since: Instant) {
        // Another thread may record the end at the same time. Either this thread sees the end, or the service
        // overwrites the wait.
        self.waiting_since.store(microseconds(since), Ordering::SeqCst);
        if self.has_body_ended() {
            self.works();
        }
    }

    /// Records that the service has received the end of a chunked body and works on the request.
    pub(super) fn body_ends(&self) {
        self.body_ended.store(true, Ordering::SeqCst);
        self.waiting_since.store(0, Ordering::SeqCst);
    }

    /// Returns whether the service has received the end of a chunked body.
    pub(super) fn has_body_ended(&self) -> bool {
        self.body_ended.load(Ordering::SeqCst)
    }

    /// Records that the server works on its request.
    pub(super) fn works(&self) {
        self.waiting_since.store(0, Ordering::Relaxed);
    }

    /// Returns how it waits for its client, or `None` while the server works on its request.
    pub(super) fn waiting(&self) -> Option<Waiting> {
        let since = self.waiting_since.load(Ordering::Relaxed);
        (since > 0).then(|| Waiting { since, caller_known: self.caller_known.load(Ordering::Relaxed) })
    }

    /// Records that the caller of the current request is authenticated.
    pub(crate) fn knows_caller(&self) {
        self.caller_known.store(true, Ordering::Relaxed);
        self.request_known.store(true, Ordering::Relaxed);
        self.memory.release();
    }

    /// Returns whether the caller of the current request is authenticated.
    pub(crate) fn is_caller_known(&self) -> bool {
        self.request_known.load(Ordering::Relaxed)
    }

    /// Records the beginning of a request.
    pub(super) fn begins_request(&self) {
        self.request_known.store(false, Ordering::Relaxed);
        self.body_ended.store(false, Ordering::Relaxed);
    }

    /// Records that the request whose head hyper receives is the last one.
    pub(super) fn ends_with_request(&self) {
        self.last_request.store(true, Ordering::Relaxed);
    }

    /// Returns whether the current request is the last one.
    pub(super) fn is_last_request(&self) -> bool {
        self.last_request.load(Ordering::Relaxed)
    }

    /// Records that hyper has called the service, and the length of the request's body.
    pub(super) fn service_called(&self, length: Length) {
        self.begins_request();
        self.answered.store(false, Ordering::Relaxed);
        let bytes = match length {
            Length::Known(bytes) => bytes.min(CHUNKED - 1),
            Length::Chunked => CHUNKED,
        };
        self.called.store(bytes + 1, Ordering::Relaxed);
    }

    /// Returns the body length if hyper has called the service since the last look.
    pub(super) fn take_call(&self) -> Option<Length> {
        let bytes = self.called.swap(0, Ordering::Relaxed).checked_sub(1)?;
        Some(if bytes == CHUNKED { Length::Chunked } else { Length::Known(bytes) })
    }

    /// Records that hyper has the complete answer.
    pub(super) fn is_answered(&self) {
        self.answered.store(true, Ordering::Relaxed);
    }

    /// Returns whether hyper has received the complete answer since the last look.
    pub(super) fn take_answered(&self) -> bool {
        self.answered.load(Ordering::Relaxed) && self.answered.swap(false, Ordering::Relaxed)
    }
}

/// Returns the microseconds since the origin, never 0.
pub(super) fn microseconds(at: Instant) -> u64 {
    u64::try_from(at.saturating_duration_since(*BEGINNING).as_micros()).unwrap_or(u64::MAX).saturating_add(1)
}
