//! The event store (the source of truth) and the view store (everything that can be rebuilt from it). All SQL is here.
//!
//! A process that only serves views depends on [`ViewReader`], and the projector reads the log through [`LogReader`]; all
//! others use [`EventStore`] and [`ViewStore`]. What both databases do with the same statements is written once, in
//! `log_store/` and `view_store/`. The transactions of an append and of a commit of views, and the connections are
//! written for each database, which is chosen once at start. Both pass the same conformance suite
//! (`tests/stores/conformance/`), instantiated by one macro for each database.
//!
//! # How to add a database
//!
//! Implement `Sql`, and in a new folder next to `sqlite/` the traits `Tables`, `LogTables` and `ViewTables`, add its migrations with the same numbers, and call
//! `conformance::suite!` in `tests/stores/main.rs` with a type that creates empty stores. All databases share the part of
//! appending that needs no SQL (`append/`).

mod append;
mod append_request;
mod attempts;
mod backup;
pub mod checkpoint;
mod checksum;
mod chunks;
mod columns;
mod damage_reports;
pub mod deliveries;
mod document_rows;
mod erasures;
mod error;
mod event_rows;
pub mod files;
pub mod identity;
pub mod inspect;
mod last_write;
mod lineage;
mod log_rows;
mod log_store;
mod migrations;
pub mod notices;
pub mod notifications;
mod open;
mod packed;
mod paging;
mod person_keys;
mod pictures;
mod pointers;
pub mod postgres;
mod public_address;
mod public_conventions;
mod public_events;
mod records;
mod reserved_ids;
mod shows;
pub mod sort_keys;
mod spool;
mod sql;
pub mod sqlite;
mod store_trait;
mod tables;
mod transaction;
mod view_store;
pub mod views;
pub mod webhooks;

pub use append_request::{AppendError, AppendRequest, Claim, IdempotentAnswer, NewEvent, StreamWrite};
pub use attempts::{Attempt, AttemptLimit, CounterId, SignIn};
pub use backup::{BackupItem, StoredPassword};
pub use checkpoint::{Checkpoint, Reached, Shard, ShardCheckpoint};
pub use damage_reports::DamageReports;
pub use erasures::{Erasure, ErasureList};
pub use error::{Damage, StoreError};
pub use identity::{
    Account, Credential, GuestAddress, InvitationRecord, Membership, MergedAccount, OpenClaims, OwnDecklist,
    OwnPlayerPage, OwnRegistration, PersonalDetails, PlayerPageRecord, TokenRecord,
};
pub use lineage::{Lineage, lineage};
pub use log_store::{EventStore, LogReader, NotificationStore};
pub use notices::{CommitNotice, Notice, NoticeBoard, Teller};
pub use open::{Database, NoDatabase, open_events, open_views};
pub use person_keys::PersonKey;
pub use pictures::StoredPicture;
pub use pointers::{
    AuditHead, CurrentStandings, EventPeople, KnownPerson, ListElsewhere, PublicArchetypes, PublicList, RoundEvent,
};
pub use postgres::grant_reading;
pub use public_address::{ADDRESS_MARK, PublicAddress};
pub use public_conventions::PublicConventions;
pub use public_events::{ConventionEvents, EventPlace, PublicEvents, Stage};
pub use records::{
    Audience, ExportRecord, RecordBody, RecordFilter, RecordPart, RecordParts, RecordReader, RecordState,
};
pub use reserved_ids::{Overdrawn, ReservedIds};
pub use spool::{Bodies, SpoolSettings};
pub use tables::Access;
pub use view_store::{ViewReader, ViewStore, document_of_complete_views};
pub use views::{
    CommitError, Document, DocumentBody, DocumentKey, ExportDocument, ExportFilter, ExportState, Generation, ListRange,
    ListState, Lists, Page, ParkedStream, Removal, Rendering, RenderingLock, Rewriting, SeenBy, Snapshot, ViewBatch,
    ViewKind,
};
pub use webhooks::StoredWebhookSecret;

#[cfg(test)]
mod testing;
