//! The view store: rendered response documents, written only by the projector and served by the read side.
//!
//! Views belong to generations. One is active; a rebuild fills another one and then switches to it.

mod body;
mod kinds;
mod lists;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use proto_events::ids::{OrganizationId, TournamentId, UserId};
use proto_events::vocabulary::EventFormat;
use proto_events::{EventHash, Position, StreamId};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::StoreError;
use crate::checkpoint::{Reached, Shard};
use crate::records::ExportRecord;

pub use self::body::DocumentBody;
pub(crate) use self::body::seen_in_list;
pub(crate) use self::kinds::known_kinds_sql;
pub use self::kinds::{SeenBy, ViewKind};
pub use self::lists::{ExportFilter, ExportState, ListRange, ListState, Lists, Page, Snapshot};
pub use crate::checkpoint::Generation;

/// Identifies a document.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DocumentKey {
    /// The organization it belongs to. It is part of every key, so that no organization reads another's documents.
    pub organization_id: OrganizationId,
    /// Its kind.
    pub kind: ViewKind,
    /// Its key within the kind.
    pub key: String,
}

impl DocumentKey {
    /// Creates a key from its parts.
    #[allow(clippy::needless_pass_by_value, reason = "callers pass ids and slugs alike by value")]
    pub fn new(organization_id: OrganizationId, kind: ViewKind, key: impl ToString) -> Self {
        Self { organization_id, kind, key: key.to_string() }
    }
}

/// A rendered document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Its key.
    pub key: DocumentKey,
    /// The stream it is rendered from, by which it is found when that stream is parked or rendered again.
    pub source: StreamId,
    /// Sort key in the list of its kind, compared as bytes, then by key. If empty, the document is in no list.
    pub sort: String,
    /// The owner of the decklist, for kinds of documents that are paged as [`Lists`]. It never changes.
    pub owner: Option<UserId>,
    /// Position of the log up to which it is current.
    pub position: Position,
    /// The digest for the `ETag` of the body that organizers see: the first 128 bits of its SHA-256 as 22 URL-safe base64
    /// characters. For a decklist, its version, which writers compare.
    pub digest: String,
    /// The bytes of the response, with [`ADDRESS_MARK`](crate::ADDRESS_MARK) in place of the public address.
    pub body: DocumentBody,
    /// Whether its stream is parked, so that it may lack the newest events. The store sets this when it reads.
    pub stale: bool,
}

impl Document {
    /// Returns its removal by the stream it is rendered from.
    pub fn removal(&self) -> Removal {
        Removal { key: self.key.clone(), source: self.source }
    }
}

/// The removal of a document by one stream. A newer document under the same key from another stream stays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removal {
    /// Its key.
    pub key: DocumentKey,
    /// The stream it was rendered from.
    pub source: StreamId,
}

/// A finished tournament in the public export.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportDocument {
    /// The organization that ran it.
    pub organization_id: OrganizationId,
    /// The tournament.
    pub tournament_id: TournamentId,
    /// Its start.
    pub start: DateTime<Utc>,
    /// Its format.
    pub event_format: EventFormat,
    /// Position of the log up to which it is current.
    pub position: Position,
    /// JSON without `decklist_text`.
    pub body: Bytes,
    /// JSON with `decklist_text`.
    pub body_with_text: Bytes,
}

impl ExportDocument {
    /// Returns the digests for the `ETag` of an export without and with list texts. Each is 64 bits of a SHA-256 over
    /// the document's sort key and bytes.
    pub(crate) fn digests(&self) -> [i64; 2] {
        [&self.body, &self.body_with_text].map(|body| {
            let place = [self.start.timestamp_micros(), self.tournament_id.0].map(i64::to_be_bytes);
            let digest = Sha256::new().chain_update(place.concat()).chain_update(body).finalize();
            digest[..8].iter().fold(0, |number, byte| number << 8 | i64::from(*byte))
        })
    }
}

/// A stream that is no longer projected because one of its events failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParkedStream {
    /// The stream.
    pub stream: StreamId,
    /// The event that failed.
    pub position: Position,
    /// The error.
    pub error: String,
}

/// The changes that a batch of events makes to the views, in one transaction.
#[derive(Debug, Clone, Default)]
pub struct ViewBatch {
    /// The generation to write to.
    pub generation: Generation,
    /// The shard to write for.
    pub shard: Shard,
    /// The expected position of the shard's checkpoint.
    pub from: Position,
    /// The new checkpoint.
    pub reached: Reached,
    /// Hash of the event at the new applied position, if known.
    pub hash: Option<EventHash>,
    /// Documents to write; they replace those with the same key.
    pub documents: Vec<Document>,
    /// Documents to remove.
    pub removed: Vec<Removal>,
    /// Exported tournaments to write.
    pub exports: Vec<ExportDocument>,
    /// Tournaments no longer exported.
    pub unexported: Vec<TournamentId>,
    /// Tournaments that changed for the export of changes. They replace earlier records.
    pub records: Vec<ExportRecord>,
    /// For each of these streams, the other streams that its documents depend on. They replace earlier ones.
    pub sources: Vec<(StreamId, Vec<StreamId>)>,
    /// Streams whose heavy documents now lag behind.
    pub lagging: Vec<StreamId>,
    /// Streams whose heavy documents are current again.
    pub settled: Vec<StreamId>,
    /// Streams to park; their documents are marked stale.
    pub parked: Vec<ParkedStream>,
}

impl ViewBatch {
    /// Creates a batch that only moves the checkpoint.
    pub fn new(generation: Generation, shard: Shard, from: Position, reached: Reached) -> Self {
        Self { generation, shard, from, reached, ..Self::default() }
    }
}

/// Whether files are rewritten if that takes long. Writes wait meanwhile and, on PostgreSQL, reads as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rewriting {
    /// Only small ones, within seconds.
    IfSmall,
    /// All.
    Always,
}

/// Why a batch was not written. Nothing of it was.
#[derive(Debug, thiserror::Error)]
pub enum CommitError {
    /// Another projector moved the checkpoint, or changed the number of shards.
    #[error("the checkpoint is at {actual}, not at {expected}: another projector is at work")]
    CheckpointMoved {
        /// The position where this projector left it.
        expected: Position,
        /// Its position.
        actual: Position,
    },
    /// The generation no longer exists: a rebuild replaced it.
    #[error("this generation of views was replaced by a rebuild")]
    GenerationGone,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The number of documents of a generation that is being rendered, to compare with the active one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rendering {
    /// Its documents so far.
    pub documents: i64,
    /// Documents of the active generation; 0 if none is active.
    pub active_documents: i64,
}

/// The exclusive right to render a generation that is not active. It ends when it is dropped, and with the process.
pub struct RenderingLock {
    _held: Box<dyn Send>,
}

impl RenderingLock {
    pub(crate) fn new(held: impl Send + 'static) -> Self {
        Self { _held: Box::new(held) }
    }
}

impl std::fmt::Debug for RenderingLock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RenderingLock")
    }
}
