//! The view store: finished response documents, written by the projector alone, handed out by the read side.
//!
//! Views live in generations. One is active; a rebuild fills another beside it and then switches.

mod complete;
mod lists;

use async_trait::async_trait;
use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures::stream::BoxStream;
use proto_events::ids::{OrganizationId, TournamentId, UserId};
use proto_events::vocabulary::EventFormat;
use proto_events::{EventHash, Position, StreamId};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::StoreError;
use crate::checkpoint::{Checkpoint, Place, Reached, Shard};
use crate::damage::DamageReports;

pub use self::complete::document_of_complete_views;
pub use self::lists::{ExportFilter, ExportState, ListFilter, ListState, Lists, Page, Snapshot};

/// Defines the kinds of documents with their stored names.
macro_rules! view_kinds {
    ($($(#[$doc:meta])* $name:ident = $stored:literal),+ $(,)?) => {
        /// The kinds of documents. Most are one endpoint's answer.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum ViewKind { $($(#[$doc])* #[serde(rename = $stored)] $name),+ }

        impl ViewKind {
            /// Every kind.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The name in the store.
            pub fn stored_name(self) -> &'static str {
                match self { $(Self::$name => $stored),+ }
            }

            /// The kind of this name.
            pub fn from_stored_name(name: &str) -> Option<Self> {
                match name { $($stored => Some(Self::$name),)+ _ => None }
            }
        }
    };
}

view_kinds! {
    /// A key and what it may do; key: SHA-256 of the API key's value. Under [`OrganizationId::SHARED`].
    Credential = "credential",
    /// A person's account; key: user id. Under [`OrganizationId::SHARED`].
    Account = "account",
    /// What is known of a person; key: user id. Under [`OrganizationId::SHARED`].
    User = "user",
    /// A person's role in an organization; key: `user id/organization id`. Under [`OrganizationId::SHARED`].
    Membership = "membership",
    /// An organization's last invitation to a person; key: `user id/organization id`. Under [`OrganizationId::SHARED`].
    Invitation = "invitation",
    /// The open invitations of an organization; key: its id.
    Invitations = "invitations",
    /// A user's token; key: SHA-256 of its value. Under [`OrganizationId::SHARED`].
    UserToken = "user_token",
    /// The members of an organization; key: its id.
    Members = "members",
    /// All keys of a member's user; key: user id. (endpoint 5)
    ApiKeys = "api_keys",
    /// A convention in full form; key: slug. (1, 2)
    Convention = "convention",
    /// A convention's summary; key: slug. Has a period. (3, 4)
    ConventionSummary = "convention_summary",
    /// What a convention says of an event; key: event id. Read by the projector alone, to render the convention.
    EventCard = "event_card",
    /// An event with everything in it; key: event id. (7, 8)
    MagicEvent = "magic_event",
    /// The light way to poll an event; key: event id.
    Overview = "overview",
    /// What was decided about an event, for those who run it; key: event id.
    OrganizedEvent = "organized_event",
    /// Registrations of an event; key: event id. (9)
    Registrations = "registrations",
    /// Standings of the active round; key: event id. (10)
    CurrentStandings = "current_standings",
    /// Lists handed in for an event, as its staff sees them; key: event id. (11)
    EventDecklists = "event_decklists",
    /// Says that an event has published its lists; key: event id. (11)
    EventDecklistsShown = "event_decklists_shown",
    /// Tagged players of an event; key: event id. (12)
    TaggedPlayers = "tagged_players",
    /// A round; key: round id. (13, 14)
    Round = "round",
    /// A round's matches in detail; key: round id. (15)
    RoundMatches = "round_matches",
    /// The same with team matches; key: round id. Only for team events. (15)
    RoundTeamMatches = "round_team_matches",
    /// Standings after a round; key: round id. (16)
    RoundStandings = "round_standings",
    /// What standings of an event are made from; key: event id.
    StandingsSheet = "standings_sheet",
    /// The event that a round is of; key: round id.
    RoundEvent = "round_event",
    /// How many parts an event's audit has; key: event id.
    EventAudit = "event_audit",
    /// A part of an event's audit; key: `event id/number of the part`, from 0.
    EventAuditPart = "event_audit_part",
    /// A decklist; key: decklist id. Of one of another organization that is handed in here, where it is. (17, 19)
    Decklist = "decklist",
    /// A decklist as an event has published it, for who may see no other; key: decklist id. (17, 19)
    PublishedDecklist = "published_decklist",
    /// Revisions of a decklist; key: decklist id.
    DecklistRevisions = "decklist_revisions",
    /// Where a person's decklist is; key: `user id/decklist id`. Under [`OrganizationId::SHARED`]; listed for its owner alone.
    OwnDecklist = "own_decklist",
    /// Picture of a decklist, SVG; key: decklist id. Of an earlier revision that an event goes by: `decklist id/revision`.
    DeckImage = "deck_image",
    /// Says that anybody may see a decklist, and whose it is; key: decklist id. That anybody may see a certain revision:
    /// `decklist id/revision`. Under [`OrganizationId::SHARED`].
    PublicDecklist = "public_decklist",
    /// Public page of an event, HTML; key: event id. Under [`OrganizationId::SHARED`].
    EventPage = "event_page",
    /// Public page of a round, HTML; key: `event id/round number`. Under [`OrganizationId::SHARED`].
    RoundPage = "round_page",
}

impl ViewKind {
    /// Whether it may lag behind for a moment in a large event. All others are rendered with what changed them.
    pub fn may_lag(self) -> bool {
        matches!(
            self,
            Self::EventCard
                | Self::MagicEvent
                | Self::OrganizedEvent
                | Self::Registrations
                | Self::EventDecklists
                | Self::EventDecklistsShown
                | Self::TaggedPlayers
                | Self::StandingsSheet
                | Self::RoundEvent
                | Self::EventPage
                | Self::RoundPage
        )
    }
}

/// By stored name, as the store orders them: what is streamed in key order is in order.
impl Ord for ViewKind {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.stored_name().cmp(other.stored_name())
    }
}

impl PartialOrd for ViewKind {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Names one document.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct DocumentKey {
    /// The organization it belongs to: part of every key, so that nobody reads another's.
    pub organization_id: OrganizationId,
    /// Its kind.
    pub kind: ViewKind,
    /// Its key within the kind.
    pub key: String,
}

impl DocumentKey {
    /// A key from its parts.
    #[allow(clippy::needless_pass_by_value, reason = "callers hand over ids and slugs alike, without a thought")]
    pub fn new(organization_id: OrganizationId, kind: ViewKind, key: impl ToString) -> Self {
        Self { organization_id, kind, key: key.to_string() }
    }
}

/// Start and end, as far as they are known.
pub type Period = (Option<DateTime<Utc>>, Option<DateTime<Utc>>);

/// A finished document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    /// Its name.
    pub key: DocumentKey,
    /// The stream it is rendered from; what a park or a re-render finds it by.
    pub source: StreamId,
    /// Place in the list of its kind, compared as bytes; equal ones by key. Without one it stands in no list.
    pub sort: String,
    /// The owner of the decklist that it shows, for kinds of documents that are paged as [`Lists`]. It never changes.
    pub owner: Option<UserId>,
    /// Position of the log up to which it is true.
    pub position: Position,
    /// Start and end, where lists can be filtered by time.
    pub period: Option<Period>,
    /// What stands for the body in an `ETag`: 22 URL-safe base64 characters of its SHA-256's first 128 bits; of a decklist
    /// its version, which writers compare.
    pub digest: String,
    /// The exact bytes of the response.
    pub body: Bytes,
    /// Whether its stream is parked, so that it may lack the newest events. Set by the store when read.
    pub stale: bool,
}

impl Document {
    /// Its removal by the stream it is rendered from.
    pub fn removal(&self) -> Removal {
        Removal { key: self.key.clone(), source: self.source }
    }
}

/// A document that is gone, as far as one stream knows. What another stream has rendered under the key since stays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removal {
    /// Its name.
    pub key: DocumentKey,
    /// The stream it was rendered from.
    pub source: StreamId,
}

/// One finished tournament in the public export.
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
    /// Position of the log up to which it is true.
    pub position: Position,
    /// JSON without `decklist_text`.
    pub body: Bytes,
    /// JSON with `decklist_text`.
    pub body_with_text: Bytes,
}

impl ExportDocument {
    /// Returns the digests that enter the `ETag` of an export without and with list texts: each is 64 bits of a SHA-256 over
    /// the document's place and bytes.
    pub(crate) fn digests(&self) -> [i64; 2] {
        [&self.body, &self.body_with_text].map(|body| {
            let place = [self.start.timestamp_micros(), self.tournament_id.0].map(i64::to_be_bytes);
            let digest = Sha256::new().chain_update(place.concat()).chain_update(body).finalize();
            digest[..8].iter().fold(0, |number, byte| number << 8 | i64::from(*byte))
        })
    }
}

/// A complete set of views.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Generation(pub i64);

/// A stream that is no longer projected, because one of its events failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParkedStream {
    /// The stream.
    pub stream: StreamId,
    /// The event that failed.
    pub position: Position,
    /// Why.
    pub error: String,
}

/// What a batch of events makes of the views: all of it in one transaction.
#[derive(Debug, Clone)]
pub struct ViewBatch {
    /// The generation written to.
    pub generation: Generation,
    /// The shard it is written for.
    pub shard: Shard,
    /// Where the shard's checkpoint must stand.
    pub from: Position,
    /// Where it goes.
    pub reached: Reached,
    /// Hash of the event at the position applied there, as far as it is known.
    pub hash: Option<EventHash>,
    /// Documents written, replacing those of the same key.
    pub documents: Vec<Document>,
    /// Documents that are gone.
    pub removed: Vec<Removal>,
    /// Exported tournaments written.
    pub exports: Vec<ExportDocument>,
    /// Tournaments no longer exported.
    pub unexported: Vec<TournamentId>,
    /// For each stream named: the streams its documents draw on beside its own, replacing what was known.
    pub sources: Vec<(StreamId, Vec<StreamId>)>,
    /// Streams whose heavy documents lag behind from now on.
    pub lagging: Vec<StreamId>,
    /// Streams whose heavy documents are exact again.
    pub settled: Vec<StreamId>,
    /// Streams parked from now on; their documents are marked stale.
    pub parked: Vec<ParkedStream>,
}

impl ViewBatch {
    /// A batch that only moves the checkpoint.
    pub fn new(generation: Generation, shard: Shard, from: Position, reached: Reached) -> Self {
        Self {
            generation,
            shard,
            from,
            reached,
            hash: None,
            documents: Vec::new(),
            removed: Vec::new(),
            exports: Vec::new(),
            unexported: Vec::new(),
            sources: Vec::new(),
            lagging: Vec::new(),
            settled: Vec::new(),
            parked: Vec::new(),
        }
    }
}

/// Why a batch was not written. Nothing of it was.
#[derive(Debug, thiserror::Error)]
pub enum CommitError {
    /// Another projector moved the checkpoint, or divided the generation anew.
    #[error("the checkpoint stands at {actual}, not at {expected}: another projector is at work")]
    CheckpointMoved {
        /// Where this projector left it.
        expected: Position,
        /// Where it stands.
        actual: Position,
    },
    /// The generation is no longer there: a rebuild switched to another.
    #[error("this generation of views was replaced by a rebuild")]
    GenerationGone,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The right to render a generation that is not active. Ends when it is dropped, and with the process.
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

/// The views.
#[async_trait]
pub trait ViewStore: Send + Sync + 'static {
    /// One document of the active generation.
    async fn document(&self, key: &DocumentKey) -> Result<Option<Document>, StoreError>;

    /// One document of any generation.
    async fn document_of(&self, generation: Generation, key: &DocumentKey) -> Result<Option<Document>, StoreError>;

    /// Documents of the active generation whose key begins with `prefix`, by key. For a handful.
    async fn documents_under(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        prefix: &str,
    ) -> Result<Vec<Document>, StoreError>;

    /// Returns a kind's documents in list order. No connection is held while the caller is slow to read the bodies; the same
    /// holds for [`ViewStore::page`] and [`ViewStore::exports`].
    async fn list(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        filter: ListFilter,
    ) -> Result<Snapshot<ListState>, StoreError>;

    /// Returns the state of a kind's list.
    async fn list_state(
        &self,
        organization_id: OrganizationId,
        kind: ViewKind,
        filter: ListFilter,
    ) -> Result<ListState, StoreError>;

    /// Returns the last documents of a kind's list in reverse order. They are kept in memory.
    async fn last(&self, organization_id: OrganizationId, kind: ViewKind, limit: i64)
    -> Result<Vec<Bytes>, StoreError>;

    /// Returns a page of a list of decklists; it is empty behind the end of the list.
    async fn page(&self, of: Lists, page: Page) -> Result<Snapshot<ListState>, StoreError>;

    /// Returns the state of a list of decklists.
    async fn state_of(&self, of: Lists) -> Result<ListState, StoreError>;

    /// Returns exported tournaments, newest start first (equal ones: highest id first).
    async fn exports(&self, filter: ExportFilter) -> Result<Snapshot<ExportState>, StoreError>;

    /// Returns the state of the exported tournaments that match a filter.
    async fn export_state(&self, filter: ExportFilter) -> Result<ExportState, StoreError>;

    /// Every document of a generation, for comparison: streamed in key order.
    fn all_documents(&self, generation: Generation) -> BoxStream<'static, Result<Document, StoreError>>;

    /// Every exported tournament of a generation, for comparison: streamed by id.
    fn all_exports(&self, generation: Generation) -> BoxStream<'static, Result<ExportDocument, StoreError>>;

    /// The active generation's checkpoint; none in an empty store.
    async fn active(&self) -> Result<Option<Checkpoint>, StoreError>;

    /// Begins an empty generation. The first one of a store becomes active at once.
    async fn begin_generation(&self, fingerprint: &str, log_id: &str) -> Result<Generation, StoreError>;

    /// Retires the active generation, if it is this one: nothing is served until another is begun.
    async fn give_up(&self, generation: Generation) -> Result<(), StoreError>;

    /// The checkpoint of the generation that was given up last; none where another is active.
    async fn given_up(&self) -> Result<Option<Checkpoint>, StoreError>;

    /// A generation's checkpoint.
    async fn checkpoint(&self, generation: Generation) -> Result<Option<Checkpoint>, StoreError>;

    /// Makes a generation the active one, if its shards stand at `at` and none of the active one's stands further.
    /// Says whether it did.
    async fn switch_to(&self, generation: Generation, at: Position) -> Result<bool, StoreError>;

    /// Takes the right to render a generation that is not active; nothing while another process, or another task, has it.
    async fn lock_rendering(&self) -> Result<Option<RenderingLock>, StoreError>;

    /// Deletes every generation but the active one; says how many. Only for the holder of a [`RenderingLock`]: it would take
    /// away what another one renders.
    async fn drop_inactive(&self) -> Result<u64, StoreError>;

    /// Where a shard goes on in a generation; none if that is gone. One that was divided into another number of shards is
    /// divided anew: all go on where the last of them stands, and who still writes for one of the old is refused.
    async fn open_shard(&self, generation: Generation, shard: Shard) -> Result<Option<Place>, StoreError>;

    /// Notes that a shard of a generation is up to date. It stays noted.
    async fn mark_complete(&self, generation: Generation, shard: Shard) -> Result<(), StoreError>;

    /// Writes a batch and moves the shard's checkpoint by compare-and-set. Says the how-manieth batch of the shard it was.
    async fn commit(&self, batch: ViewBatch) -> Result<i64, CommitError>;

    /// Finds out whether the views can be written, as [`EventStore::try_write`](crate::EventStore::try_write) does.
    async fn try_write(&self) -> Result<(), StoreError>;

    /// Streams whose documents draw on any of these.
    async fn dependents(&self, generation: Generation, of: &[StreamId]) -> Result<Vec<StreamId>, StoreError>;

    /// Keys of the documents rendered from this stream.
    async fn documents_from(&self, generation: Generation, source: StreamId) -> Result<Vec<DocumentKey>, StoreError>;

    /// Streams whose heavy documents lag behind.
    async fn lagging(&self, generation: Generation) -> Result<Vec<StreamId>, StoreError>;

    /// Streams no longer projected.
    async fn parked(&self, generation: Generation) -> Result<Vec<ParkedStream>, StoreError>;

    /// Puts an empty store in the place of a damaged file. Says whether it did: a server looks after its files itself.
    async fn replace(&self) -> Result<bool, StoreError>;

    /// Damage that reads came across. The projector takes it from here.
    fn damage(&self) -> DamageReports;

    /// Checks that the database answers. It has a connection of its own, so that it works while all others are in use.
    async fn ping(&self) -> Result<(), StoreError>;

    /// Closes the files.
    async fn close(&self);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::ViewKind;

    #[test]
    fn every_kind_has_a_stored_name_of_its_own_and_is_ordered_by_it() {
        let kinds: BTreeSet<ViewKind> = ViewKind::ALL.iter().copied().collect();
        let names: BTreeSet<&str> = ViewKind::ALL.iter().map(|kind| kind.stored_name()).collect();
        assert_eq!(kinds.len(), ViewKind::ALL.len());
        assert!(kinds.iter().map(|kind| kind.stored_name()).eq(names));
        assert!(kinds.iter().all(|kind| ViewKind::from_stored_name(kind.stored_name()) == Some(*kind)));
    }
}
