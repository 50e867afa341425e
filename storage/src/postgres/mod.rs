//! Stores on PostgreSQL: whole batches as arrays in one statement each, and nothing decided from memory.
//!
//! Any number of processes may write. What is decided on what was read is written only if nothing was appended in between;
//! a row lock on the counter is held by the server alone, for one statement and its commit, not for a round trip.

mod event_batch;
mod event_store;
mod event_writer;
mod grant;
mod ids;
mod known;
mod open;
mod patience;
mod read_events;
mod rows;
mod schema;

pub use event_store::PostgresEventStore;
pub use grant::grant_reading;
