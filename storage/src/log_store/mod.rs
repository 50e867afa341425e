//! The event store on either database. Its repositories are written once; a database has its own append, its own reads
//! of the log from a position, and its own connections ([`LogTables`]).

mod backup;
pub(crate) mod batch;
mod deliveries;
mod erasures;
pub(crate) mod events;
mod ids;
mod log;
mod notifications;
mod passwords;
mod person_keys;
mod pictures;
mod reader;
mod store;
mod webhooks;

pub use self::log::EventStore;
pub use self::notifications::NotificationStore;
pub use self::reader::LogReader;
pub(crate) use self::store::{LogStore, LogTables, log_store};
