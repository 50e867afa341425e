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
mod attempts;
mod backup;
pub mod checkpoint;
mod checksum;
mod chunks;
mod columns;
mod damage;
mod document_rows;
mod event_rows;
pub mod events;
mod failure;
pub mod files;
pub mod identity;
pub mod inspect;
mod last_write;
mod lineage;
mod list_places;
pub mod notices;
mod open;
mod packed;
mod paging;
mod person_keys;
mod pointers;
pub mod postgres;
mod sealing;
mod spool;
pub mod sqlite;
mod transaction;
pub mod views;

pub use attempts::{Attempt, AttemptLimit, CounterId, SignIn};
pub use backup::{BackupItem, KeptPassword};
pub use checkpoint::{Checkpoint, Place, Reached, Shard};
pub use damage::{Damage, DamageReports};
pub use events::{AppendError, AppendRequest, Appended, Claim, EventStore, IdempotentAnswer, NewEvent, StreamWrite};
pub use identity::{Account, Credential, InvitationRecord, Membership, OwnDecklist, TokenRecord};
pub use lineage::{Lineage, lineage};
pub use list_places::{ListElsewhere, PublicList};
pub use notices::{Notice, NoticeBoard, Teller, Told};
pub use open::{Access, Database, NoDatabase, open_events, open_views, open_views_with};
pub use person_keys::PersonKey;
pub use pointers::{AuditHead, RoundEvent};
pub use postgres::grant_reading;
pub use spool::{Bodies, SpoolSettings};
pub use views::{
    CommitError, Document, DocumentKey, ExportDocument, ExportFilter, ExportState, Generation, ListFilter, ListState,
    Lists, Page, ParkedStream, Removal, RenderingLock, Snapshot, ViewBatch, ViewKind, ViewStore,
    document_of_complete_views,
};

use failure::Failure;

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
    /// The file of the log is damaged. Nothing was written, and nothing will be.
    #[error("the log is damaged, and nothing is written to it: {0}")]
    DamagedLog(String),
    /// A part of the views is damaged. It was reported to the projector, which renders it again.
    #[error("{0}")]
    DamagedView(Damage),
    /// The views are being made, and do not show everything yet.
    #[error("the views are being made, and do not show everything yet")]
    Incomplete,
    /// An event cannot be written as it is.
    #[error("an event cannot be written: {0}")]
    Unwritable(String),
    /// What several requests share failed: the transaction that they were to be written in, or the way to the disk. Nothing of
    /// any of them was written, unless the cause says otherwise.
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
    /// Another process has the file to itself.
    #[error(
        "another process has this database to itself: it changes the schema, or serves what the database holds while the \
         disk cannot be written; try again when that is over"
    )]
    Locked,
    /// The store was opened for reading.
    #[error("this store is open for reading only")]
    ReadOnly,
    /// The store is shutting down.
    #[error("the store is closed")]
    Closed,
}

/// A file next to a database, or the way to a server, failed.
impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> Self {
        Self::Database(sqlx::Error::Io(error))
    }
}

impl StoreError {
    /// Whether the database is away, too busy to answer, or on a disk that fails or cannot be written, and may be back soon: a
    /// client may try again later. After [`StoreError::Uncertain`] only one whose request carries an idempotency key should.
    pub fn is_unavailable(&self) -> bool {
        match self {
            Self::Uncertain(_) | Self::Locked | Self::Incomplete | Self::Spool(_) | Self::Closed => true,
            Self::Shared(error) => error.is_unavailable(),
            error => matches!(error.failure(), Failure::Away | Failure::Disk | Failure::Closed),
        }
    }

    /// Whether the disk is full. Nothing was written then.
    pub fn is_full(&self) -> bool {
        self.failure() == Failure::Full
    }

    /// Whether the same may succeed in a moment, when the server is back or others are done.
    pub(crate) fn is_away(&self) -> bool {
        self.failure() == Failure::Away
    }

    fn failure(&self) -> Failure {
        match self {
            Self::Database(error) | Self::Migration(sqlx::migrate::MigrateError::Execute(error)) => Failure::of(error),
            Self::Shared(error) => error.failure(),
            _ => Failure::Other,
        }
    }

    /// Whether the database is damaged.
    pub(crate) fn is_corrupt(&self) -> bool {
        match self {
            Self::Database(error) => damage::is_corrupt(error),
            Self::Shared(error) => error.is_corrupt(),
            _ => false,
        }
    }

    /// Whether the log is damaged and not written any more.
    pub fn is_of_damaged_log(&self) -> bool {
        match self {
            Self::DamagedLog(_) => true,
            Self::Shared(error) => error.is_of_damaged_log(),
            _ => false,
        }
    }

    /// Whether it is not known if something was written.
    pub fn is_uncertain(&self) -> bool {
        match self {
            Self::Uncertain(_) => true,
            Self::Shared(error) => error.is_uncertain(),
            _ => false,
        }
    }
}
