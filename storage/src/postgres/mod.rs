//! Both stores on PostgreSQL. A batch of events is a transaction, and so is a batch of views.
//!
//! Any number of processes may write. The row of the counter is locked while a batch of events is decided and written.

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
mod view_store;

pub use event_store::PostgresEventStore;
pub use open::grant_reading;
pub use view_store::PostgresViewStore;
