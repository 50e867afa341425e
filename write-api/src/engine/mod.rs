//! The road of every command: reach, load, decide, append, answer.
//!
//! | Step | Where |
//! |---|---|
//! | request context: caller, expected version, idempotency key | `context.rs` |
//! | turn of the stream, state in memory or from the log, reach, version | `change.rs`, `turns.rs`, `memory.rs`, `folded.rs`, `versions.rs` |
//! | a new stream, perhaps with a unique name | `create.rs` |
//! | ids, reserved after a first decision, so that refused commands use none | `ids.rs` |
//! | events, what is written with them, and why nothing is written | `decision.rs` |
//! | append, and deciding again if another writer was first | `change.rs`, `append.rs` |
//! | a request with an idempotency key is carried out once | `idempotency.rs` |
//!
//! The decisions themselves are pure functions in the folders of their areas.

pub(crate) mod append;
mod change;
pub mod context;
mod create;
pub mod decision;
pub mod fields;
pub mod folded;
pub(crate) mod history;
pub mod idempotency;
pub mod ids;
pub(crate) mod legacy;
mod look_up;
pub(crate) mod memory;
mod passwords;
pub(crate) mod turns;
pub mod versions;

use std::sync::Arc;

use service_kit::clock::Clock;
use service_kit::password::Passwords;
use storage::EventStore;

use memory::Memories;
use turns::Turns;

pub(crate) use create::{NewStream, UniqueName};

/// Runs commands against the event store.
#[derive(Clone)]
pub struct WriteApi {
    pub(crate) events: Arc<dyn EventStore>,
    pub(crate) clock: Arc<dyn Clock>,
    memories: Memories,
    pub(crate) turns: Arc<Turns>,
    pub(crate) passwords: Passwords,
}

impl WriteApi {
    /// Creates a write side on this store.
    pub fn new(events: Arc<dyn EventStore>, clock: Arc<dyn Clock>) -> Self {
        Self { events, clock, memories: Memories::new(), turns: Arc::new(Turns::new()), passwords: Passwords::new() }
    }

    /// Returns the id of the log that this write side appends to.
    pub fn log_id(&self) -> String {
        self.events.log_id()
    }
}
