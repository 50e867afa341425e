//! Lists and the export: what is asked for, and what is returned.

use chrono::{DateTime, Utc};
use proto_events::ids::{OrganizationId, UserId};
use proto_events::vocabulary::EventFormat;

use super::{Generation, ViewKind};
use crate::spool::Bodies;

/// Which exported tournaments are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ExportFilter {
    /// Started at or after.
    pub since: Option<DateTime<Utc>>,
    /// Of this format.
    pub event_format: Option<EventFormat>,
    /// Of this organization.
    pub organization_id: Option<OrganizationId>,
    /// Whether the lists' text is wanted.
    pub with_text: bool,
}

/// Which documents of a kind are asked for, by their period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ListFilter {
    /// Starting at or after.
    pub starts_after: Option<DateTime<Utc>>,
    /// Starting at or before.
    pub starts_before: Option<DateTime<Utc>>,
    /// Begun at, and not over at, this time.
    pub ongoing_at: Option<DateTime<Utc>>,
}

impl ListFilter {
    /// Whether everything passes it.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A part of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// Documents to pass over.
    pub offset: i64,
    /// Documents to return at most.
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

/// The state of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListState {
    /// The active generation.
    pub generation: Generation,
    /// Documents in the list, filter aside.
    pub count: i64,
    /// Increases with every change of the list.
    pub changes: i64,
    /// If the filter asks for ongoing documents: the last time at which a document of the list started or ended.
    pub last_turn: Option<DateTime<Utc>>,
}

/// The state of the tournaments that match an [`ExportFilter`]. Two exports have equal states exactly if their bytes are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExportState {
    /// How many there are.
    pub count: i64,
    /// The sums of their digests; none if one was written by a version that kept no digests.
    pub digest: Option<[i64; 2]>,
}

/// Documents of one snapshot of the database, and the state of their list in the same snapshot.
pub struct Snapshot<S> {
    /// The state.
    pub state: S,
    /// The bodies.
    pub bodies: Bodies,
}
