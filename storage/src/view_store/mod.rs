//! The views on either database. Their reads and the changes of generations are written once; a database has its own
//! commit of a batch, its own way to stream rows, and its own connections ([`ViewTables`]).

pub(crate) mod changes;
pub(crate) mod documents;
pub(crate) mod generations;
pub(crate) mod snapshots;
mod store;
mod views;
pub(crate) mod writing;

pub(crate) use self::store::{StoredViews, ViewTables, stored_views};
pub use self::views::{ViewReader, ViewStore, document_of_complete_views};
