//! Queries and results of lists and of the export.

use chrono::{DateTime, Utc};
use proto_events::ids::{OrganizationId, UserId};
use proto_events::vocabulary::EventFormat;

use super::{Generation, ViewKind};
use crate::spool::Bodies;

/// A filter for exported tournaments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExportFilter {
    /// Only those that started at or after this time.
    pub since: Option<DateTime<Utc>>,
    /// Only those of this format.
    pub event_format: Option<EventFormat>,
    /// Only those of this organization.
    pub organization_id: Option<OrganizationId>,
    /// Whether to include the text of decklists.
    pub with_text: bool,
}

/// A range of a list by sort key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListRange {
    /// The organization whose list it is.
    pub organization_id: OrganizationId,
    /// The kind of its documents.
    pub kind: ViewKind,
    /// The first sort key.
    pub from: String,
    /// The sort key before which it ends.
    pub to: String,
    /// Whether the last documents come first.
    pub is_reverse: bool,
    /// Maximum number of documents.
    pub limit: i64,
}

impl ListRange {
    /// Returns the range of a list under organization 0 between two sort keys: no documents yet, in order.
    pub(crate) fn shared(kind: ViewKind, from: String, to: String) -> Self {
        Self { organization_id: OrganizationId::SHARED, kind, from, to, is_reverse: false, limit: 0 }
    }

    /// Returns at most so many documents of it.
    #[must_use]
    pub fn first(self, limit: i64) -> Self {
        Self { is_reverse: false, limit, ..self }
    }
}

/// A part of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// Number of documents to skip.
    pub offset: i64,
    /// Maximum number of documents to return.
    pub limit: i64,
}

/// Decklists that are paged as one list in the order of their ids, each once: the list of an organization merged with a
/// person's own lists. Own lists, and lists that an organization only refers to, are read from the organization they are in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lists {
    /// The organization, and the kind of documents in its list.
    pub list: Option<(OrganizationId, ViewKind)>,
    /// The person whose own lists are included.
    pub own: Option<UserId>,
}

impl Lists {
    /// Returns the list of an organization's documents of any kind.
    pub fn of(organization_id: OrganizationId, kind: ViewKind) -> Self {
        Self { list: Some((organization_id, kind)), own: None }
    }
}

/// The state of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListState {
    /// The active generation.
    pub generation: Generation,
    /// Number of documents in the list.
    pub count: i64,
    /// Increases with every change of the list.
    pub changes: i64,
}

/// The state of the tournaments that match an [`ExportFilter`]. Two exports have equal states exactly if their bytes are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExportState {
    /// Number of tournaments.
    pub count: i64,
    /// The sums of their digests; `None` if a tournament was written by a version without digests.
    pub digest: Option<[i64; 2]>,
}

/// Documents of one snapshot of the database, and the state of their list in the same snapshot.
pub struct Snapshot<S> {
    /// The state.
    pub state: S,
    /// The bodies.
    pub bodies: Bodies,
}
