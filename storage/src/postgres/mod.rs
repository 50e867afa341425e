//! Both stores on PostgreSQL. A batch is written by one statement with arrays, which also checks everything that the
//! batch was decided on.
//!
//! Any number of processes may write. A batch is written only if nothing was appended since the data for its decision
//! was read, or since this process appended last. The row lock on the counter is held within the server for one
//! statement and its commit, not for a round trip.

mod dropping;
mod event_batch;
#[cfg(test)]
mod event_plans;
mod event_store;
mod event_writer;
mod grant;
mod known;
mod open;
mod record_rows;
mod retry;
mod rewriting;
mod rows;
mod schema;
mod seal_log;

mod view_at_once;
mod view_commit;
#[cfg(test)]
mod view_plans;
mod view_reading;
mod view_rows;
mod view_store;

pub use event_store::PostgresEventStore;
pub use grant::grant_reading;
pub use view_store::{PostgresViewStore, ViewConnections};
