//! The road of every command: reach, load, decide, append, answer.
//!
//! | Step | Where |
//! |---|---|
//! | request context: caller, expected version, idempotency key | `context.rs`, `conditions.rs` |
//! | turn of the stream, state in memory or from the log, reach, version | `change.rs`, `memory.rs`, `folded.rs` |
//! | a new stream, perhaps with a unique name | `create.rs` |
//! | ids, reserved after a first decision, so that refused commands use none | `storage::ReservedIds` |
//! | events, what is written with them, and why nothing is written | `decision.rs`, `refusal.rs` |
//! | append, and deciding again if another writer was first | `change.rs`, `append.rs` |
//! | a request with an idempotency key is carried out once | `idempotency.rs` |
//!
//! The decisions themselves are pure functions in the folders of their areas.

pub(crate) mod api;
pub(crate) mod append;
mod change;
pub mod conditions;
pub mod context;
mod create;
pub mod decision;
pub mod fields;
pub mod folded;
pub mod idempotency;
mod look_up;
pub(crate) mod memory;
mod names;
pub mod refusal;
pub mod state;

pub use api::WriteApi;
pub(crate) use create::UniqueName;
