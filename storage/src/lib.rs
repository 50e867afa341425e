//! All the SQL: the event store (the truth) and the view store (everything that can be rebuilt from it).
//!
//! Two small traits, [`EventStore`] and [`ViewStore`]; one native implementation per database, chosen once at start.
//! Every implementation passes the same conformance suite (`tests/stores/conformance/`), instantiated by one macro.
//!
//! # How to add a database
//!
//! Implement both traits in a folder of its own beside `sqlite/`, add its migrations with the same numbers, and call
//! `conformance::event_store!` and `conformance::view_store!` in `tests/stores/main.rs` with a type that makes empty ones.
//! What is not SQL about appending (`append/`) is shared.

mod append;
mod backup;
pub mod checkpoint;
mod chunks;
mod columns;
pub mod events;
pub mod identity;
pub mod inspect;
mod list_places;
pub mod notices;
mod open;
mod packed;
mod paging;
mod pointers;
pub mod postgres;
mod spool;
pub mod sqlite;
pub mod views;

pub use backup::{BackupItem, KeptPassword};
pub use checkpoint::{Checkpoint, Place, Reached, Shard};
pub use events::{AppendError, AppendRequest, Appended, Claim, EventStore, IdempotentAnswer, NewEvent, StreamWrite};
pub use identity::{Account, Credential, Membership, OwnDecklist, TokenRecord};
pub use list_places::{ListElsewhere, PublicList};
pub use notices::{Notice, NoticeBoard, Teller, Told};
pub use open::{Access, Database, NoDatabase, open_events, open_views, open_views_with};
pub use pointers::{AuditHead, RoundEvent};
pub use postgres::grant_reading;
pub use spool::{Bodies, SpoolSettings};
pub use views::{
    CommitError, Document, DocumentKey, ExportDocument, ExportFilter, ExportState, Generation, ListFilter, ListState,
    Lists, Page, ParkedStream, Removal, Snapshot, ViewBatch, ViewKind, ViewStore,
};

/// A database failed. The message is for the log; clients get a fixed text.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database refused or broke.
    #[error("database: {0}")]
    Database(#[from] sqlx::Error),
    /// The schema could not be brought up to date.
    #[error("migration: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// What is stored cannot be read.
    #[error("stored data is damaged: {0}")]
    Damaged(String),
    /// An event cannot be written as it is.
    #[error("an event cannot be written: {0}")]
    Unwritable(String),
    /// The transaction that a request shared with others failed; none of them was written.
    #[error("{0}")]
    Shared(std::sync::Arc<StoreError>),
    /// The database library is not one to trust data to.
    #[error("unsupported database: {0}")]
    Unsupported(String),
    /// The connection broke while the database wrote, and what became of it could not be found out in time. It may have
    /// been written, and may yet be.
    #[error("it is not known whether this was written: {0}")]
    Uncertain(String),
    /// A backup is restored into an empty store only.
    #[error("a backup is restored into an empty store only, and this one holds something")]
    NotEmpty,
    /// The rest of a response to a slow client cannot be buffered on disk.
    #[error("the response to a slow client cannot be buffered on disk: {0}")]
    Spool(#[source] std::io::Error),
    /// The store was opened for reading.
    #[error("this store is open for reading only")]
    ReadOnly,
    /// The store is shutting down.
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// Whether the database is away, or too busy to answer, and may be back soon: a client may try again later. After
    /// [`StoreError::Uncertain`] only one whose request carries an idempotency key should.
    pub fn is_unavailable(&self) -> bool {
        match self {
            Self::Database(error) | Self::Migration(sqlx::migrate::MigrateError::Execute(error)) => is_away(error),
            Self::Shared(error) => error.is_unavailable(),
            Self::Uncertain(_) | Self::Spool(_) => true,
            _ => false,
        }
    }
}

fn is_away(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::WorkerCrashed | sqlx::Error::BeginFailed => true,
        // Of PostgreSQL: connections lost, refused or too many; shutting down, starting, read-only until a new primary is
        // found; and timeouts of locks and statements. SQLite's own codes are numbers, of which 5 is "busy".
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            ["08", "53", "57"].iter().any(|class| code.len() == 5 && code.starts_with(class))
                || ["25006", "55P03", "5"].contains(&&*code)
        }),
        _ => false,
    }
}
