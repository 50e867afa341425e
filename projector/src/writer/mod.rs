//! The writer: collects the rendered documents that differ from before, commits them with the checkpoint, and notifies
//! the caches.
//!
//! It owns the generation that is written, its position, and what is known about its content.

mod shared_lists;
mod tell;
mod written;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;
use domain::documents::ReaderGroup;
use metrics::Histogram;
use proto_events::ids::{ConventionId, OrganizationId, TournamentId};
use proto_events::{EventHash, Position, StreamId, StreamKind, Version};
use storage::{
    CommitError, CommitNotice, DocumentKey, Generation, Notice, NoticeBoard, ParkedStream, Reached, Removal, Shard,
    ShardCheckpoint, StoreError, Teller, ViewBatch, ViewKind, ViewStore,
};

use self::shared_lists::SharedLists;
use self::written::Written;
use crate::error::ProjectorError;
use crate::pace::Pace;
use crate::views::{Output, Part};

pub(crate) use self::shared_lists::KINDS;
pub use self::tell::{Telling, teller};

/// Bytes for which a document counts in addition to its body: writing a small one takes as long as writing so many bytes.
const ROW_BYTES: usize = 1_024;

/// Writes one generation of views.
pub(crate) struct Writer {
    views: Arc<dyn ViewStore>,
    generation: Generation,
    shard: Shard,
    board: Option<NoticeBoard>,
    /// Sends commit notices to other processes.
    pub(crate) tell: Option<Teller>,
    commit_seconds: Histogram,
    pub(crate) reached: Reached,
    /// Hash of the event at the committed position.
    pub(crate) reached_hash: Option<EventHash>,
    written: Written,
    pub(crate) shared_lists: SharedLists,
    /// The batch that is being collected, and the bytes of its documents.
    pub(crate) batch: ViewBatch,
    bytes: usize,
    /// Bytes of documents after which a part of a batch is written, so that a batch of any size fits into memory. The
    /// checkpoint moves only with the last part: after a failure the same events are rendered again.
    part_bytes: usize,
    /// Position up to which its documents are current.
    current_to: Position,
    /// Cards of tournaments rendered since the last commit. With `memberships`, this is what the store does not have
    /// yet when a convention is rendered.
    cards: HashMap<(OrganizationId, i64), Option<Bytes>>,
    /// The convention of each tournament whose details changed since the last commit.
    memberships: BTreeMap<i64, Option<ConventionId>>,
}

impl Writer {
    /// Creates a writer that continues at a position of a generation. Without a notice board the views are not served.
    pub(crate) fn new(
        views: Arc<dyn ViewStore>,
        generation: Generation,
        shard: Shard,
        place: &ShardCheckpoint,
        board: Option<NoticeBoard>,
        commit_seconds: Histogram,
    ) -> Self {
        let (reached, reached_hash) = (place.reached, place.hash);
        Self {
            shared_lists: SharedLists::new(Arc::clone(&views), generation),
            views,
            generation,
            shard,
            board,
            tell: None,
            commit_seconds,
            reached,
            reached_hash,
            written: Written::new(),
            batch: ViewBatch::new(generation, shard, reached.applied, reached),
            bytes: 0,
            part_bytes: Pace::WHOLE.part_bytes(),
            current_to: reached.applied,
            cards: HashMap::new(),
            memberships: BTreeMap::new(),
        }
    }

    /// Writes in parts that are as large as this pace allows.
    pub(crate) fn pace(&mut self, pace: Pace) {
        self.part_bytes = pace.part_bytes();
    }

    /// Begins a batch of documents that are current up to a position. `memberships` are the conventions of tournaments whose
    /// details changed.
    pub(crate) fn begin(&mut self, current_to: Position, memberships: BTreeMap<i64, Option<ConventionId>>) {
        self.current_to = current_to;
        self.memberships = memberships;
    }

    /// Adds the documents that differ from the last write, and writes a part of the batch if it has become large. Returns whether a tournament's card is among the documents.
    pub(crate) async fn put(&mut self, output: Output) -> Result<bool, ProjectorError> {
        let (source, organization) = (output.source, output.organization_id);
        let mut card_changed = false;
        for document in output.documents {
            if !self.written.document_changes(&document) {
                continue;
            }
            if document.key.kind == ViewKind::EventCard {
                card_changed = true;
                self.remember_card((organization, source.id), Some(document.body.seen_by(ReaderGroup::Organizers)));
            }
            self.bytes += document.body.len() + ROW_BYTES;
            self.batch.documents.push(document);
        }
        for removal in output.removed {
            // Removal is by source: if another stream has written a document under the key, it stays.
            if !self.written.changes(&removal.key, removal.source) {
                continue;
            }
            match removal.key.kind {
                ViewKind::Export => self.batch.unexported.push(TournamentId(source.id)),
                kind => {
                    if kind == ViewKind::EventCard {
                        card_changed = true;
                        self.remember_card((organization, source.id), None);
                    }
                    self.batch.removed.push(removal);
                }
            }
        }
        for export in output.exports {
            let key = DocumentKey::new(export.organization_id, ViewKind::Export, export.tournament_id);
            let content = (&export.body, &export.body_with_text, export.start, export.event_format);
            if self.written.changes(&key, content) {
                self.bytes += export.body.len() + export.body_with_text.len();
                self.batch.exports.push(export);
            }
        }
        for record in output.records {
            let key = DocumentKey::new(record.organization_id, ViewKind::ExportRecord, record.tournament_id);
            let content = (&record.whole, &record.public, record.is_public, record.start, record.event_format);
            if self.written.changes(&key, content) {
                self.bytes += record.bytes();
                self.batch.records.push(record);
            }
        }
        if let Some(sources) = output.sources.filter(|sources| self.written.sources_change(source, sources)) {
            self.batch.sources.push((source, sources));
        }
        if self.bytes >= self.part_bytes && !self.is_empty() {
            // The checkpoint stays where it is.
            self.write(self.reached, self.reached_hash, Vec::new()).await?;
        }
        Ok(card_changed)
    }

    /// Returns the streams whose documents use any of these.
    pub(crate) async fn dependents(&self, of: &[StreamId]) -> Result<Vec<StreamId>, StoreError> {
        self.views.dependents(self.generation, of).await
    }

    /// Removes the stored documents of a stream that are not in its output.
    pub(crate) async fn remove_others(&self, output: &mut Output) -> Result<(), StoreError> {
        for key in self.views.documents_from(self.generation, output.source).await? {
            if output.documents.iter().all(|document| document.key != key) {
                output.removed.push(Removal { key, source: output.source });
            }
        }
        Ok(())
    }

    /// Returns the bodies of the cards of a convention's tournaments: rendered in this batch, remembered, or stored.
    pub(crate) async fn cards_of(
        &mut self,
        convention: ConventionId,
        organization: OrganizationId,
    ) -> Result<Vec<Bytes>, StoreError> {
        let dependents = self.dependents(&[StreamId::convention(convention)]).await?;
        let tournaments = dependents.into_iter().filter(|stream| stream.kind == StreamKind::Tournament);
        let mut tournaments: BTreeSet<i64> = tournaments.map(|stream| stream.id).collect();
        for (tournament, membership) in &self.memberships {
            if *membership == Some(convention) {
                tournaments.insert(*tournament);
            } else {
                tournaments.remove(tournament);
            }
        }
        let mut cards = Vec::with_capacity(tournaments.len());
        for tournament in tournaments {
            let key = (organization, tournament);
            let known = self.cards.get(&key).cloned().or_else(|| self.written.cards.get_mut(&key).cloned());
            let card = match known {
                Some(card) => card,
                None => {
                    let of_card = DocumentKey::new(organization, ViewKind::EventCard, tournament);
                    let stored = self.views.document_of(self.generation, &of_card).await?;
                    let stored = stored.map(|document| document.body.seen_by(ReaderGroup::Organizers));
                    self.written.cards.insert(key, stored.clone(), 1);
                    stored
                }
            };
            cards.extend(card);
        }
        Ok(cards)
    }

    fn remember_card(&mut self, key: (OrganizationId, i64), body: Option<Bytes>) {
        self.cards.insert(key, body.clone());
        self.written.cards.insert(key, body, 1);
    }

    /// Returns the part of a tournament's audit that the entry of a version belongs to: stored, or empty.
    pub(crate) async fn audit_part(
        &self,
        stream: StreamId,
        organization: OrganizationId,
        version: Version,
    ) -> Result<Part, StoreError> {
        let part = Part::of(version);
        let stored = self.views.document_of(self.generation, &part.key(stream, organization)).await?;
        Ok(match stored {
            Some(stored) => part.read(&stored.body.seen_by(ReaderGroup::Organizers)),
            None => part,
        })
    }

    /// Forgets the content written last, so that documents are written even if they are unchanged.
    pub(crate) fn forget_written(&mut self) {
        self.written = Written::new();
    }

    /// Writes the batch, or the rest of it, and moves the checkpoint.
    pub(crate) async fn commit(
        &mut self,
        reached: Reached,
        hash: Option<EventHash>,
        parked: Vec<ParkedStream>,
    ) -> Result<(), ProjectorError> {
        if reached != self.reached || !self.is_empty() || !parked.is_empty() {
            self.write(reached, hash, parked).await?;
        }
        self.cards.clear();
        self.memberships.clear();
        self.shared_lists.rendered.clear();
        Ok(())
    }

    fn is_empty(&self) -> bool {
        let batch = &self.batch;
        let changes_documents = !batch.documents.is_empty() || !batch.removed.is_empty();
        let changes_exports = !batch.exports.is_empty() || !batch.unexported.is_empty() || !batch.records.is_empty();
        let changes_streams = !batch.sources.is_empty() || !batch.lagging.is_empty() || !batch.settled.is_empty();
        !changes_documents && !changes_exports && !changes_streams
    }

    /// Writes what is collected, and notifies the caches.
    async fn write(
        &mut self,
        reached: Reached,
        hash: Option<EventHash>,
        parked: Vec<ParkedStream>,
    ) -> Result<(), ProjectorError> {
        let from = self.reached.applied;
        let next = ViewBatch::new(self.generation, self.shard, from, self.reached);
        let collected = std::mem::replace(&mut self.batch, next);
        let batch = ViewBatch { from, reached, hash, parked, ..collected };
        self.bytes = 0;
        let removed = batch.removed.iter().map(|removal| &removal.key);
        let keys = batch.documents.iter().map(|document| &document.key).chain(removed);
        let keys = keys.filter(|_| self.board.is_some() || self.tell.is_some()).cloned().collect();
        // The documents of a parked stream do not change, but answers must mark them as possibly stale from now on.
        let parks = !batch.parked.is_empty();
        let notice = if parks { Notice::Everything } else { Notice::Documents { keys, position: self.current_to } };
        let begun = Instant::now();
        let number = self.views.commit(batch).await.map_err(|error| match error {
            CommitError::CheckpointMoved { expected, actual } => ProjectorError::AnotherProjector { expected, actual },
            CommitError::GenerationGone => ProjectorError::GenerationGone,
            CommitError::Store(error) => ProjectorError::Store(error),
        })?;
        self.commit_seconds.record(begun.elapsed());
        (self.reached, self.reached_hash) = (reached, hash);
        if let Some(board) = &self.board {
            board.post(&notice);
        }
        if let Some(tell) = &self.tell {
            tell(&CommitNotice { generation: self.generation, shard: self.shard, number, reached, notice });
        }
        Ok(())
    }
}
