//! The state of an open connection, shared by the task that serves it and by those who may close it: the registry of
//! connections, and the memory budget.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll};
use std::time::Duration;

use futures::task::AtomicWaker;
use tokio::time::Instant;

use super::memory::MemoryBudget;
use crate::client_address::Network;
use crate::limits::Limits;

/// From when on time is counted.
static BEGINNING: LazyLock<Instant> = LazyLock::new(Instant::now);
/// The length of a body that comes in chunks.
const CHUNKED: u64 = u64::MAX - 1;

/// Why a connection is closed before its client or the server is done with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Closing {
    /// Others need its place.
    Place = 1,
    /// Its address has too many idle connections.
    Address,
    /// Others need the memory that its unfinished request takes.
    Memory,
    /// Its client reads an answer more slowly than it may.
    Slow,
}

impl Closing {
    /// The limit that is reached.
    fn limit(self) -> &'static str {
        match self {
            Self::Place => "max_connections",
            Self::Address => "max_idle_connections_per_address",
            Self::Memory => "unauthenticated_memory",
            Self::Slow => "min_read_rate",
        }
    }
}

/// The length of a request's body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Length {
    /// So many bytes; none if it has no body.
    Known(u64),
    /// It comes in chunks.
    Chunked,
}

/// Time limits of a connection.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Times {
    /// For a head, and for being idle.
    pub(super) head: Duration,
    /// For a body.
    pub(crate) body: Duration,
    /// In which the client takes nothing.
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
    /// Whether any caller on it was known.
    pub(super) caller_known: bool,
}

/// The state of an open connection.
#[derive(Debug)]
pub(crate) struct ConnectionState {
    /// Its number in the registry.
    pub(super) id: u64,
    /// Where it comes from; none for a trusted proxy, whose connections stand for many clients.
    pub(super) network: Option<Network>,
    /// Whether it was accepted beyond the limit, for health alone.
    pub(super) is_spare: bool,
    pub(crate) memory: MemoryBudget,
    pub(crate) times: Times,
    /// When it began to wait for its client, in microseconds; 0 while the server works for it.
    waiting_since: AtomicU64,
    /// Whether any caller on it was known.
    caller_known: AtomicBool,
    /// Whether the caller of the request under way is.
    request_known: AtomicBool,
    /// What the service has been asked and the transport has not heard of yet: the length of a body plus one.
    asked: AtomicU64,
    /// Whether hyper has been given the whole answer.
    answered: AtomicBool,
    /// Whether the service has got the whole body of the request under way, which comes in chunks.
    body_ended: AtomicBool,
    /// Whether no request follows the one under way.
    last_request: AtomicBool,
    /// By which age the memory budget knows it; 0 if it holds none.
    pub(super) age: AtomicU64,
    closing: AtomicU8,
    waker: AtomicWaker,
}

impl ConnectionState {
    pub(super) fn new(
        id: u64,
        network: Option<Network>,
        is_spare: bool,
        memory: MemoryBudget,
        times: Times,
    ) -> Arc<Self> {
        Arc::new(Self {
            id,
            network,
            is_spare,
            memory,
            times,
            waiting_since: AtomicU64::new(microseconds(Instant::now())),
            caller_known: AtomicBool::default(),
            request_known: AtomicBool::default(),
            asked: AtomicU64::default(),
            answered: AtomicBool::default(),
            body_ended: AtomicBool::default(),
            last_request: AtomicBool::default(),
            age: AtomicU64::default(),
            closing: AtomicU8::default(),
            waker: AtomicWaker::new(),
        })
    }

    /// Notes that it waits for its client since then.
    pub(super) fn waits(&self, since: Instant) {
        self.waiting_since.store(microseconds(since), Ordering::Relaxed);
    }

    /// Notes that it waits since then for more of a body, unless the service has got the end of it: hyper goes on reading
    /// behind a body in chunks.
    pub(super) fn waits_for_body(&self, since: Instant) {
        // The service may get the end meanwhile, on another thread: either this finds it, or the service comes second.
        self.waiting_since.store(microseconds(since), Ordering::SeqCst);
        if self.has_body_ended() {
            self.works();
        }
    }

    /// Notes that the service has got the end of a body in chunks, and works for it.
    pub(super) fn body_ends(&self) {
        self.body_ended.store(true, Ordering::SeqCst);
        self.waiting_since.store(0, Ordering::SeqCst);
    }

    /// Whether the service has got the end of a body in chunks.
    pub(super) fn has_body_ended(&self) -> bool {
        self.body_ended.load(Ordering::SeqCst)
    }

    /// Notes that the server works for it.
    pub(super) fn works(&self) {
        self.waiting_since.store(0, Ordering::Relaxed);
    }

    /// How it waits for its client; none while the server works for it.
    pub(super) fn waiting(&self) -> Option<Waiting> {
        let since = self.waiting_since.load(Ordering::Relaxed);
        (since > 0).then(|| Waiting { since, caller_known: self.caller_known.load(Ordering::Relaxed) })
    }

    /// Notes that the caller of the request under way is known.
    pub(crate) fn knows_caller(self: &Arc<Self>) {
        self.caller_known.store(true, Ordering::Relaxed);
        self.request_known.store(true, Ordering::Relaxed);
        self.memory.release(self);
    }

    /// Whether the caller of the request under way is known.
    pub(crate) fn is_caller_known(&self) -> bool {
        self.request_known.load(Ordering::Relaxed)
    }

    /// Notes that a request begins.
    pub(super) fn begins_request(&self) {
        self.request_known.store(false, Ordering::Relaxed);
        self.body_ended.store(false, Ordering::Relaxed);
    }

    /// Notes that no request follows the one whose head hyper is given.
    pub(super) fn ends_with_request(&self) {
        self.last_request.store(true, Ordering::Relaxed);
    }

    /// Whether no request follows the one under way.
    pub(super) fn is_last_request(&self) -> bool {
        self.last_request.load(Ordering::Relaxed)
    }

    /// Notes that hyper has asked the service, and what length the request's body has.
    pub(super) fn is_asked(&self, length: Length) {
        self.begins_request();
        self.answered.store(false, Ordering::Relaxed);
        let bytes = match length {
            Length::Known(bytes) => bytes.min(CHUNKED - 1),
            Length::Chunked => CHUNKED,
        };
        self.asked.store(bytes + 1, Ordering::Relaxed);
    }

    /// What hyper has asked since this was looked at last.
    pub(super) fn take_asked(&self) -> Option<Length> {
        let bytes = self.asked.swap(0, Ordering::Relaxed).checked_sub(1)?;
        Some(if bytes == CHUNKED { Length::Chunked } else { Length::Known(bytes) })
    }

    /// Notes that hyper has the whole answer.
    pub(super) fn is_answered(&self) {
        self.answered.store(true, Ordering::Relaxed);
    }

    /// Whether hyper has got the whole answer since this was looked at last.
    pub(super) fn take_answered(&self) -> bool {
        self.answered.load(Ordering::Relaxed) && self.answered.swap(false, Ordering::Relaxed)
    }

    /// Asks its task to close it.
    pub(super) fn close(&self, closing: Closing) {
        metrics::counter!("crosstable_http_connections_dropped_total", "limit" => closing.limit()).increment(1);
        self.closing.store(closing as u8, Ordering::Release);
        self.waker.wake();
    }

    /// Why it is to be closed, once it is. Its task registers at the first call; later calls look at a flag alone.
    pub(super) fn poll_closing(&self, context: &Context<'_>, is_registered: &mut bool) -> Poll<Closing> {
        if !*is_registered {
            *is_registered = true;
            self.waker.register(context.waker());
        }
        match self.closing.load(Ordering::Acquire) {
            0 => Poll::Pending,
            1 => Poll::Ready(Closing::Place),
            2 => Poll::Ready(Closing::Address),
            3 => Poll::Ready(Closing::Memory),
            _ => Poll::Ready(Closing::Slow),
        }
    }
}

/// Microseconds since the beginning, never 0.
pub(super) fn microseconds(at: Instant) -> u64 {
    u64::try_from(at.saturating_duration_since(*BEGINNING).as_micros()).unwrap_or(u64::MAX).saturating_add(1)
}
