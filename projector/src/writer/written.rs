//! The content written last, where it is remembered. Documents that are not remembered are written again.

use std::hash::{DefaultHasher, Hash, Hasher};

use bytes::Bytes;
use proto_events::StreamId;
use proto_events::ids::OrganizationId;
use storage::{Document, DocumentKey, ViewKind};

use crate::bounded::Bounded;

/// Number of documents whose last content is remembered: those of two thousand small events. A document that is
/// not remembered is written with every change of its stream.
const DOCUMENTS: usize = 262_144;
/// Number of streams whose sources are remembered.
const STREAMS: usize = 65_536;
/// Number of remembered tournament cards.
const CARDS: usize = 4_096;

pub(super) struct Written {
    /// Hashes of contents, by the hash of the key. The content's hash includes the key, so two keys with one hash are both
    /// written whenever they change.
    documents: Bounded<u64, u64>,
    sources: Bounded<StreamId, u64>,
    /// The cards of tournaments; `None` for a tournament without one.
    pub(super) cards: Bounded<(OrganizationId, i64), Option<Bytes>>,
}

impl Written {
    pub(super) fn new() -> Self {
        Self { documents: Bounded::new(DOCUMENTS), sources: Bounded::new(STREAMS), cards: Bounded::new(CARDS) }
    }

    /// Remembers a document. Returns whether it differs from the last one under its key.
    pub(super) fn document_changes(&mut self, document: &Document) -> bool {
        // The digest of a list is its version, which does not change when only the rendering does. That of another
        // document is that of what organizers see, which does not change when only the versions of others do.
        let has_versions = document.body.has_versions();
        let body = (document.key.kind == ViewKind::Decklist || has_versions).then_some(&document.body);
        self.changes(&document.key, (&document.digest, body, &document.sort, document.source))
    }

    /// Remembers the content under a key. Returns whether it differs from the last one.
    pub(super) fn changes(&mut self, key: &DocumentKey, content: impl Hash) -> bool {
        changes(&mut self.documents, &hash_of(key), hash_of((key, content)))
    }

    /// Remembers the streams that a stream's documents use. Returns whether they differ from the last ones.
    pub(super) fn sources_change(&mut self, stream: StreamId, sources: &[StreamId]) -> bool {
        changes(&mut self.sources, &stream, hash_of(sources))
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
        for body in ["{}", "{ }", "{ }"] {
            out.put(ViewKind::Decklist, id, body).digest = "4".into();
        }
        let mut written = Written::new();
        let changes: Vec<bool> = out.documents.iter().map(|document| written.document_changes(document)).collect();
        assert!(out.documents.iter().all(|document| document.digest == "4"));
        assert_eq!(changes, [true, true, false]);
    }
}
