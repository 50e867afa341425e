//! The event store on either database. Its repositories are written once; a database has its own append, its own reads
//! of the log from a position, and its own connections ([`tables::LogTables`]).

mod attempts;
pub(crate) mod backup;
pub(crate) mod erasures;
pub(crate) mod events;
mod ids;
pub(crate) mod known;
mod log;
pub(crate) mod passwords;
pub(crate) mod person_keys;
pub(crate) mod seal;
mod store;
pub(crate) mod tables;
mod webhooks;

pub(crate) use self::store::{Appending, LogStore, log_store};
