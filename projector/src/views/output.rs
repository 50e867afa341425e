//! The documents that views make.

use bytes::Bytes;
use domain::documents::{ReaderGroup, Versions};
use proto_events::ids::{ConventionId, OrganizationId};
use proto_events::{Position, StreamId};
use storage::{Document, DocumentBody, DocumentKey, ExportDocument, ExportRecord, Removal, SeenBy, ViewKind};

/// Collects the output of views, for one source stream in a batch.
#[derive(Debug)]
pub(crate) struct Output {
    /// The stream that the documents are rendered from.
    pub(crate) source: StreamId,
    /// The organization they belong to.
    pub(crate) organization_id: OrganizationId,
    /// Position up to which they are current.
    pub(crate) position: Position,
    pub(crate) documents: Vec<Document>,
    pub(crate) exports: Vec<ExportDocument>,
    /// Rendered records of tournaments for the export of changes.
    pub(crate) records: Vec<ExportRecord>,
    /// Documents that do not, or no longer, exist.
    pub(crate) removed: Vec<Removal>,
    /// The streams that the documents use, if these are stored.
    pub(crate) sources: Option<Vec<StreamId>>,
    /// The convention that shows the stream's card.
    pub(crate) convention: Option<ConventionId>,
    /// Whether documents of the stream that are not here have to be removed, whatever their keys: it was deleted, for example.
    pub(crate) replaces_all: bool,
}

impl Output {
    pub(crate) fn new(source: StreamId, organization_id: OrganizationId, position: Position) -> Self {
        Self {
            source,
            organization_id,
            position,
            documents: Vec::new(),
            exports: Vec::new(),
            records: Vec::new(),
            removed: Vec::new(),
            sources: None,
            convention: None,
            replaces_all: false,
        }
    }

    /// Adds a document of the organization, and returns it, so that its sort key in lists of its kind, its owner or its
    /// digest can be set.
    pub(crate) fn put(&mut self, kind: ViewKind, key: impl ToString, body: impl Into<Bytes>) -> &mut Document {
        self.put_under(self.organization_id, kind, key, body)
    }

    /// Adds a document of the organization that groups of readers see in different versions.
    pub(crate) fn put_versions(
        &mut self,
        kind: ViewKind,
        key: impl ToString,
        versions: &Versions<Bytes>,
    ) -> &mut Document {
        debug_assert_eq!(kind.seen_by(), SeenBy::Groups, "{kind:?}");
        self.add(DocumentKey::new(self.organization_id, kind, key), versions.into())
    }

    /// Adds a document under another organization, such as [`OrganizationId::SHARED`] for public ones.
    pub(crate) fn put_under(
        &mut self,
        organization_id: OrganizationId,
        kind: ViewKind,
        key: impl ToString,
        body: impl Into<Bytes>,
    ) -> &mut Document {
        debug_assert_ne!(kind.seen_by(), SeenBy::Groups, "{kind:?}");
        self.add(DocumentKey::new(organization_id, kind, key), DocumentBody::same(kind, body))
    }

    fn add(&mut self, key: DocumentKey, body: DocumentBody) -> &mut Document {
        self.documents.push(Document {
            key,
            source: self.source,
            sort: String::new(),
            owner: None,
            position: self.position,
            digest: digest(&body.seen_by(ReaderGroup::Organizers)),
            body,
            stale: false,
        });
        let last = self.documents.len() - 1;
        &mut self.documents[last]
    }

    /// Records that a document does not exist.
    pub(crate) fn remove(&mut self, organization_id: OrganizationId, kind: ViewKind, key: impl ToString) {
        self.removed.push(Removal { key: DocumentKey::new(organization_id, kind, key), source: self.source });
    }
}

/// Returns the first 128 bits of the body's SHA-256 in URL-safe base64: 22 characters.
pub(crate) fn digest(body: &[u8]) -> String {
    use base64::Engine;
    use sha2::{Digest, Sha256};
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(&Sha256::digest(body)[..16])
}
