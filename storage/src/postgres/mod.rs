//! Both stores on PostgreSQL. A batch of events is written by one statement with arrays, which also checks everything
//! that the batch was decided on; a batch of views is a transaction.
//!
//! Any number of processes may write. A batch of events is written by one statement if nothing was appended since this process
//! appended last. Otherwise the row of the counter is locked while the batch is decided and written.

#[cfg(test)]
mod event_plans;
mod event_store;
mod event_writer;
mod open;
mod pools;
mod retry;
mod rewriting;
mod schema;
mod view_commit;
#[cfg(test)]
mod view_plans;
mod view_rows;
mod view_store;

pub use event_store::PostgresEventStore;
pub use open::grant_reading;
pub use view_store::PostgresViewStore;
