//! The content written last, where it is remembered. Documents that are not remembered are written again.

use std::hash::{DefaultHasher, Hash, Hasher};

use bytes::Bytes;
use proto_events::ids::OrganizationId;
use proto_events::{StreamId, Version};
use storage::{Document, DocumentKey, ExportDocument, ExportRecord, Removal, ViewKind};

use crate::bounded::Bounded;
use crate::views::Part;

/// Number of documents whose last content is remembered: those of two thousand small events. A document that is
/// not remembered is written with every change of its stream.
const DOCUMENTS: usize = 262_144;
/// Number of streams whose sources are remembered.
const STREAMS: usize = 65_536;
/// Number of remembered tournament cards.
const CARDS: usize = 4_096;
/// Bytes of last parts of audits to keep in memory.
const AUDIT_BYTES: usize = 16 << 20;

/// The content written last.
pub(super) struct Written {
    /// Hashes of contents, by the hash of the key. The content's hash includes the key, so two keys with one hash are both
    /// written whenever they change.
    documents: Bounded<u64, u64>,
    sources: Bounded<StreamId, u64>,
    cards: Bounded<(OrganizationId, i64), Option<Bytes>>,
    /// The last part of each audit.
    audits: Bounded<StreamId, Part>,
}

impl Written {
    /// Creates an empty memory.
    pub(super) fn new() -> Self {
        Self {
            documents: Bounded::new(DOCUMENTS),
            sources: Bounded::new(STREAMS),
            cards: Bounded::new(CARDS),
            audits: Bounded::new(AUDIT_BYTES),
        }
    }

    /// Remembers a document. Returns whether it differs from the last one under its key.
    pub(super) fn document_changes(&mut self, document: &Document) -> bool {
        changes(&mut self.documents, &hash_of(&document.key), hash_of_document(document))
    }

    /// Remembers a removal. Returns whether it is a change. Removal is by source: if another stream has written a
    /// document under the key, it stays.
    pub(super) fn removal_changes(&mut self, removal: &Removal) -> bool {
        changes(&mut self.documents, &hash_of(&removal.key), hash_of((&removal.key, removal.source)))
    }

    /// Remembers an export. Returns whether it differs from the last one of its tournament.
    pub(super) fn export_changes(&mut self, export: &ExportDocument) -> bool {
        let key = DocumentKey::new(export.organization_id, ViewKind::Export, export.tournament_id);
        changes(&mut self.documents, &hash_of(&key), hash_of((&key, hash_of_export(export))))
    }

    /// Remembers a record. Returns whether it differs from the last one of its tournament.
    pub(super) fn record_changes(&mut self, record: &ExportRecord) -> bool {
        let key = DocumentKey::new(record.organization_id, ViewKind::ExportRecord, record.tournament_id);
        changes(&mut self.documents, &hash_of(&key), hash_of((&key, hash_of_record(record))))
    }

    /// Remembers the streams that a stream's documents use. Returns whether they differ from the last ones.
    pub(super) fn sources_change(&mut self, stream: StreamId, sources: &[StreamId]) -> bool {
        changes(&mut self.sources, &stream, hash_of(sources))
    }

    /// Returns the card of a tournament, if it is remembered; the inner `None` is a tournament without one.
    pub(super) fn card(&mut self, key: (OrganizationId, i64)) -> Option<Option<Bytes>> {
        self.cards.get_mut(&key).cloned()
    }

    /// Remembers the card of a tournament.
    pub(super) fn remember_card(&mut self, key: (OrganizationId, i64), card: Option<Bytes>) {
        self.cards.insert(key, card, 1);
    }

    /// Takes the last part of a tournament's audit, if it is remembered and the entry of this version belongs to it.
    pub(super) fn take_audit(&mut self, stream: StreamId, version: Version) -> Option<Part> {
        self.audits.remove(&stream).filter(|part| part.contains(version))
    }

    /// Remembers the last part of a tournament's audit.
    pub(super) fn remember_audit(&mut self, stream: StreamId, part: Part) {
        let weight = part.weight().max(1);
        self.audits.insert(stream, part, weight);
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

fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

fn hash_of_document(document: &Document) -> u64 {
    // The digest of a list is its version, which does not change when only the rendering does. That of another document
    // is that of what organizers see, which does not change when only the versions of others do.
    let has_versions = document.body.has_versions();
    let body = (document.key.kind == ViewKind::Decklist || has_versions).then_some(&document.body);
    hash_of((&document.key, &document.digest, body, &document.sort, document.period, document.source))
}

fn hash_of_export(export: &ExportDocument) -> u64 {
    hash_of((&export.body, &export.body_with_text, export.start, export.event_format, export.organization_id))
}

fn hash_of_record(record: &ExportRecord) -> u64 {
    hash_of((&record.whole, &record.public, record.is_public, record.start, record.event_format))
}

#[cfg(test)]
mod tests {
    use proto_events::Position;
    use proto_events::ids::DecklistId;

    use super::*;
    use crate::views::Output;

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
