//! What a stream is about: an event as some readers see it, and the documents that its facts come from.

use std::sync::Arc;

use api_kit::streams::WatchedDocuments;
use proto_events::ids::OrganizationId;
use service_kit::problem::Problem;
use storage::DocumentKey;

use super::known::{FactDigest, digest_of};
use crate::audience::Audience;
use crate::cache::{DocumentCache, Entry};

/// The number of readers of public pages in ids, apart from those of audiences.
const PUBLIC: u8 = 2;

/// What a stream is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Topic {
    /// The callers of the organization who see the same; `None` for readers of the public pages.
    pub(crate) members: Option<Audience>,
    /// The organization whose documents are read; 0 for public pages.
    pub(crate) organization_id: OrganizationId,
    pub(crate) event: i64,
}

impl Topic {
    /// The public pages of an event.
    pub(crate) fn pages(event: i64) -> Self {
        Self { members: None, organization_id: OrganizationId::SHARED, event }
    }

    /// Returns the audience whose documents are read.
    pub(super) fn audience(self) -> Audience {
        self.members.unwrap_or(Audience::EVERYBODY)
    }

    /// Returns the number of the topic in ids. An id of readers who see something else resets the client.
    pub(crate) fn number(self) -> FactDigest {
        let readers = self.members.map_or(PUBLIC, Audience::number);
        digest_of([&[readers][..], &self.event.to_be_bytes()])
    }
}

/// Reads the documents of a topic.
pub(super) struct Sources<'r> {
    pub(super) cache: &'r DocumentCache,
    pub(super) audience: Audience,
    /// The path with which addresses begin.
    pub(super) base_path: &'r str,
    pub(super) documents: &'r mut WatchedDocuments,
}

impl Sources<'_> {
    /// Returns a document as the readers see it, if it exists.
    pub(super) async fn get(&mut self, key: DocumentKey) -> Result<Option<Arc<Entry>>, Problem> {
        self.documents.watch(&key);
        self.cache.get(&key, self.audience).await
    }
}
