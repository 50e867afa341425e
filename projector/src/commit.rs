//! Commits the rendered documents that differ from before, and notifies the caches.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use proto_events::ids::{OrganizationId, TournamentId};
use proto_events::{EventHash, Position, StreamId};
use storage::{
    CommitError, CommitNotice, Document, DocumentKey, ExportDocument, Notice, Reached, StoreError, ViewBatch, ViewKind,
};
use tokio::task::JoinHandle;

use crate::bounded::Bounded;
use crate::engine::Engine;
use crate::error::ProjectorError;
use crate::journal::{Part, REMEMBERED_BYTES};
use crate::render::Drawn;
use crate::views::Output;

/// Bytes of documents after which a part of a batch is written, so that a batch of any size fits into memory. The
/// checkpoint moves only with the last part: after a failure the same events are rendered again.
const PART_BYTES: usize = 16 << 20;
/// Number of documents whose last content is remembered.
const DOCUMENTS: usize = 65_536;
/// Number of streams whose sources are remembered.
const STREAMS: usize = 65_536;
/// Number of remembered tournament cards.
const CARDS: usize = 4_096;
/// Marks an export that does not exist.
const ABSENT: u64 = 0;

/// A batch that is being collected.
pub(crate) struct Writer {
    pub(crate) batch: ViewBatch,
    bytes: usize,
}

impl Writer {
    /// Creates an empty batch that continues at the engine's position.
    pub(crate) fn new(engine: &Engine) -> Self {
        let batch = ViewBatch::new(engine.generation, engine.shard, engine.reached.applied, engine.reached);
        Self { batch: ViewBatch { hash: engine.reached_hash, ..batch }, bytes: 0 }
    }

    fn is_empty(&self) -> bool {
        let batch = &self.batch;
        let changes_documents = !batch.documents.is_empty() || !batch.removed.is_empty();
        let changes_exports = !batch.exports.is_empty() || !batch.unexported.is_empty();
        let changes_streams = !batch.sources.is_empty() || !batch.lagging.is_empty() || !batch.settled.is_empty();
        !changes_documents && !changes_exports && !changes_streams
    }
}

/// A batch that is being written, and the notice to send once it is stored.
pub(crate) struct Landing {
    task: JoinHandle<(Result<i64, CommitError>, Duration)>,
    keys: Vec<DocumentKey>,
    reached: Reached,
    hash: Option<EventHash>,
    /// Whether it parks streams.
    parks: bool,
}

/// The content written last, where it is remembered. Documents that are not remembered are written again.
pub(crate) struct Written {
    documents: Bounded<DocumentKey, u64>,
    exports: Bounded<TournamentId, u64>,
    sources: Bounded<StreamId, u64>,
    pub(crate) cards: Bounded<(OrganizationId, i64), Option<Bytes>>,
    /// The documents about lists that a tournament has written.
    pub(crate) list_documents: Bounded<StreamId, BTreeSet<DocumentKey>>,
    /// The last part of each audit.
    pub(crate) audits: Bounded<StreamId, Part>,
}

impl Written {
    /// Creates an empty memory.
    pub(crate) fn new() -> Self {
        Self {
            documents: Bounded::new(DOCUMENTS),
            exports: Bounded::new(DOCUMENTS),
            sources: Bounded::new(STREAMS),
            cards: Bounded::new(CARDS),
            list_documents: Bounded::new(DOCUMENTS),
            audits: Bounded::new(REMEMBERED_BYTES),
        }
    }
}

/// Remembers a hash. Returns whether it differs from the previous one.
fn changes<K: Eq + Hash + Clone>(known: &mut Bounded<K, u64>, key: &K, hash: u64) -> bool {
    match known.get_mut(key) {
        Some(last) if *last == hash => false,
        Some(last) => {
            *last = hash;
            true
        }
        None => {
            known.insert(key.clone(), hash, 1);
            true
        }
    }
}

/// Returns a hash that is never [`ABSENT`].
fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish().max(ABSENT + 1)
}

fn hash_of_document(document: &Document) -> u64 {
    // The digest of a list is its version, which does not change when only the rendering does.
    let body = (document.key.kind == ViewKind::Decklist).then_some(&document.body);
    hash_of((&document.digest, body, &document.sort, document.period, document.source))
}

fn hash_of_export(export: &ExportDocument) -> u64 {
    hash_of((&export.body, &export.body_with_text, export.start, export.event_format, export.organization_id))
}

impl Engine {
    /// Adds to the batch what differs from the last write. Returns whether a tournament's card is among it.
    pub(crate) fn put(&mut self, writer: &mut Writer, drawn: Drawn) -> bool {
        let Drawn { output, sources, .. } = drawn;
        let (source, organization) = (output.source, output.organization_id);
        let mut card_changed = false;
        for document in output.documents {
            if !changes(&mut self.written.documents, &document.key, hash_of_document(&document)) {
                continue;
            }
            if document.key.kind == ViewKind::EventCard {
                card_changed = true;
                self.remember_card(organization, source, Some(document.body.clone()));
            }
            writer.bytes += document.body.len();
            writer.batch.documents.push(document);
        }
        for removal in output.removed {
            // Removal is by source: if another stream has written a document under the key, it stays.
            if changes(&mut self.written.documents, &removal.key, hash_of(removal.source)) {
                if removal.key.kind == ViewKind::EventCard {
                    card_changed = true;
                    self.remember_card(organization, source, None);
                }
                writer.batch.removed.push(removal);
            }
        }
        for export in output.exports {
            if changes(&mut self.written.exports, &export.tournament_id, hash_of_export(&export)) {
                writer.bytes += export.body.len() + export.body_with_text.len();
                writer.batch.exports.push(export);
            }
        }
        for tournament in output.unexported {
            if changes(&mut self.written.exports, &tournament, ABSENT) {
                writer.batch.unexported.push(tournament);
            }
        }
        if let Some(sources) = sources
            && changes(&mut self.written.sources, &source, hash_of(&sources))
        {
            writer.batch.sources.push((source, sources));
        }
        card_changed
    }

    /// Adds to the batch the documents that differ from the last write.
    pub(crate) fn put_documents(&mut self, writer: &mut Writer, output: Output) {
        for document in output.documents {
            if changes(&mut self.written.documents, &document.key, hash_of_document(&document)) {
                writer.bytes += document.body.len();
                writer.batch.documents.push(document);
            }
        }
    }

    fn remember_card(&mut self, organization: OrganizationId, source: StreamId, body: Option<Bytes>) {
        self.cards.insert((organization, source.id), body.clone());
        self.written.cards.insert((organization, source.id), body, 1);
    }

    /// Starts to write a part of the batch if it has become large. Rendering continues meanwhile.
    pub(crate) async fn spill(&mut self, writer: &mut Writer) -> Result<(), ProjectorError> {
        if writer.bytes < PART_BYTES {
            return Ok(());
        }
        self.landed().await?;
        let part = std::mem::replace(writer, Writer::new(self));
        self.begin_to_write(part.batch);
        Ok(())
    }

    /// Writes the batch, or the rest of it, moves the checkpoint, and notifies the caches.
    pub(crate) async fn commit(&mut self, mut writer: Writer, to: Position) -> Result<(), ProjectorError> {
        let (prompt, settled) = (self.lagging.prompt_up_to(to), self.lagging.settled_up_to(to));
        let reached = Reached { applied: to, prompt, settled };
        if reached == self.reached && writer.is_empty() && !self.parking.has_untold() {
            return self.landed().await;
        }
        writer.batch.reached = reached;
        if to == self.read_to {
            writer.batch.hash = self.read_hash;
        }
        writer.batch.parked = self.parking.take_untold();
        self.write(writer.batch).await
    }

    async fn write(&mut self, batch: ViewBatch) -> Result<(), ProjectorError> {
        self.landed().await?;
        self.begin_to_write(batch);
        self.landed().await
    }

    fn begin_to_write(&mut self, batch: ViewBatch) {
        let removed = batch.removed.iter().map(|removal| &removal.key);
        let keys = batch.documents.iter().map(|document| &document.key).chain(removed);
        let keys: Vec<DocumentKey> =
            if self.board.is_some() || self.tell.is_some() { keys.cloned().collect() } else { Vec::new() };
        let (reached, hash) = (batch.reached, batch.hash);
        let (parks, views) = (!batch.parked.is_empty(), Arc::clone(&self.views));
        let task = tokio::spawn(async move {
            let begun = Instant::now();
            (views.commit(batch).await, begun.elapsed())
        });
        self.landing = Some(Landing { task, keys, reached, hash, parks });
    }

    /// Waits until the batch that is being written is stored, and notifies the caches. Nothing else is written before
    /// that, not even by another engine after a failure: the older batch would overwrite it.
    pub(crate) async fn landed(&mut self) -> Result<(), ProjectorError> {
        let Some(Landing { task, keys, reached, hash, parks }) = self.landing.take() else { return Ok(()) };
        let (committed, took) = task.await.map_err(|error| StoreError::Uncertain(error.to_string()))?;
        let number = committed.map_err(|error| match error {
            CommitError::CheckpointMoved { expected, actual } => ProjectorError::AnotherProjector { expected, actual },
            CommitError::GenerationGone => ProjectorError::GenerationGone,
            CommitError::Store(error) => ProjectorError::Store(error),
        })?;
        self.meters.commit_seconds.record(took);
        (self.reached, self.reached_hash) = (reached, hash);
        // The documents of a parked stream do not change, but answers must mark them as possibly stale from now on.
        let notice = if parks { Notice::Everything } else { Notice::Documents { keys, position: self.read_to } };
        if let Some(board) = &self.board {
            board.post(&notice);
        }
        if let Some(tell) = &self.tell {
            tell(&CommitNotice { generation: self.generation, shard: self.shard, number, reached, notice });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proto_events::ids::DecklistId;

    use super::*;

    #[test]
    fn a_list_that_is_written_in_another_way_is_written_though_its_version_is_the_same() {
        let id = DecklistId(301);
        let mut out = Output::new(StreamId::decklist(id), OrganizationId(3), Position(5));
        for body in ["{}", "{ }", "{}"] {
            out.put_versioned(ViewKind::Decklist, id, String::new(), 4, body);
        }
        let hashes: Vec<u64> = out.documents.iter().map(hash_of_document).collect();
        assert!(out.documents.iter().all(|document| document.digest == "4"));
        assert!(hashes[0] != hashes[1] && hashes[0] == hashes[2]);
    }
}
