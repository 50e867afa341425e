//! Both stores on SQLite, one file each, in WAL mode. Every commit of the log is flushed; of the views, only changes of
//! generations are.
//!
//! A process has one write connection, and read connections that cannot write. Several processes may open the same
//! file: decisions are made inside `BEGIN IMMEDIATE` transactions, never from memory.

mod event_store;
mod event_writer;
mod list_counts;
mod log_inserts;
mod open;
mod packing;
#[cfg(test)]
mod query_plans;
mod record_rows;
mod rewriting;
mod rows;
mod script;
mod seal_log;
pub(crate) mod soundness;
mod uncertain;

mod view_commit;
mod view_store;
mod wal;
mod writer;

pub(crate) use event_store::MIGRATIONS as EVENT_MIGRATIONS;
pub use event_store::SqliteEventStore;
pub(crate) use view_store::MIGRATIONS as VIEW_MIGRATIONS;
pub use view_store::SqliteViewStore;
