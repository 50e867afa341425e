//! The documents that views make.

use bytes::Bytes;
use chrono::{DateTime, Utc};
use domain::documents::{ReaderGroup, Versions};
use proto_events::ids::{OrganizationId, UserId};
use proto_events::{Position, StreamId, Version};
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
    /// Rendered documents.
    pub(crate) documents: Vec<Document>,
    /// Rendered exports of tournaments.
    pub(crate) exports: Vec<ExportDocument>,
    /// Rendered records of tournaments for the export of changes.
    pub(crate) records: Vec<ExportRecord>,
    /// Documents that do not, or no longer, exist.
    pub(crate) removed: Vec<Removal>,
}

impl Output {
    /// Creates an empty output.
    pub(crate) fn new(source: StreamId, organization_id: OrganizationId, position: Position) -> Self {
        let (documents, exports, records, removed) = Default::default();
        Self { source, organization_id, position, documents, exports, records, removed }
    }

    /// Adds a document of the organization. `sort` is its sort key in lists of its kind; empty if there are none.
    pub(crate) fn put(&mut self, kind: ViewKind, key: impl ToString, sort: String, body: impl Into<Bytes>) {
        self.put_under(self.organization_id, kind, key, sort, body);
    }

    /// Adds a document of the organization that groups of readers see in different versions.
    pub(crate) fn put_versions(
        &mut self,
        kind: ViewKind,
        key: impl ToString,
        sort: String,
        versions: &Versions<Bytes>,
    ) {
        debug_assert_eq!(kind.seen_by(), SeenBy::Groups, "{kind:?}");
        self.add(DocumentKey::new(self.organization_id, kind, key), sort, versions.into());
    }

    /// Adds a document whose digest is its stream's version, so that its `ETag` is the version that writers compare.
    pub(crate) fn put_versioned(
        &mut self,
        kind: ViewKind,
        key: impl ToString,
        sort: String,
        version: Version,
        body: impl Into<Bytes>,
    ) {
        self.put(kind, key, sort, body);
        self.of_version(version);
    }

    /// Sets this stream version as the digest of the last document.
    pub(crate) fn of_version(&mut self, version: Version) {
        if let Some(document) = self.documents.last_mut() {
            document.digest = version.to_string();
        }
    }

    /// Sets the owner of the decklist that the last document shows.
    pub(crate) fn owned_by(&mut self, owner: Option<UserId>) {
        if let Some(document) = self.documents.last_mut() {
            document.owner = owner;
        }
    }

    /// Adds a document under another organization, such as [`OrganizationId::SHARED`] for public ones.
    pub(crate) fn put_under(
        &mut self,
        organization_id: OrganizationId,
        kind: ViewKind,
        key: impl ToString,
        sort: String,
        body: impl Into<Bytes>,
    ) {
        debug_assert_ne!(kind.seen_by(), SeenBy::Groups, "{kind:?}");
        self.add(DocumentKey::new(organization_id, kind, key), sort, DocumentBody::same(kind, body));
    }

    fn add(&mut self, key: DocumentKey, sort: String, body: DocumentBody) {
        self.documents.push(Document {
            key,
            source: self.source,
            sort,
            owner: None,
            position: self.position,
            period: None,
            digest: digest(&body.seen_by(ReaderGroup::Organizers)),
            body,
            stale: false,
        });
    }

    /// Adds a document of the organization that lists can filter by its start and end.
    pub(crate) fn put_with_period(
        &mut self,
        kind: ViewKind,
        key: impl ToString,
        sort: String,
        period: (Option<DateTime<Utc>>, Option<DateTime<Utc>>),
        body: impl Into<Bytes>,
    ) {
        self.put(kind, key, sort, body);
        if let Some(document) = self.documents.last_mut() {
            document.period = Some(period);
        }
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
