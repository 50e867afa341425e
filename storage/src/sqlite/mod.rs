//! Both stores on SQLite, one file each, in WAL mode. Every commit of the log is flushed; of the views, only changes of
//! generations are.
//!
//! A process has one write connection, and read connections that cannot write. Several processes may open the same
//! file: decisions are made inside `BEGIN IMMEDIATE` transactions, never from memory.

mod event_store;
mod event_writer;
mod open;
#[cfg(test)]
mod query_plans;
pub(crate) mod soundness;
mod uncertain;
mod view_commit;
mod view_store;
mod writer;

pub use event_store::SqliteEventStore;
pub use view_store::SqliteViewStore;
