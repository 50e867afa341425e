//! Queries and results of the export of changes.

use chrono::{DateTime, Utc};
use proto_events::ids::OrganizationId;
use proto_events::vocabulary::EventFormat;

use super::{Audience, RecordParts};

/// Who reads an export of changes. Of all other organizations, everyone sees what is public.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RecordReader {
    /// The reader's own organization, and what the reader may see of it.
    pub own: Option<(OrganizationId, Audience)>,
}

/// A filter for records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RecordFilter {
    /// The reader.
    pub reader: RecordReader,
    /// Only what changed after the change with this number.
    pub since: Option<i64>,
    /// Only tournaments that start at or after this time.
    pub from: Option<DateTime<Utc>>,
    /// Only tournaments that start before this time.
    pub to: Option<DateTime<Utc>>,
    /// Only tournaments of this format.
    pub event_format: Option<EventFormat>,
    /// Only tournaments of this organization.
    pub organization_id: Option<OrganizationId>,
    /// The parts to read.
    pub parts: RecordParts,
}

/// The state of the records that match a filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordState {
    /// Number of records and tombstones.
    pub count: i64,
    /// The sums of their digests. Equal records and tombstones have equal sums.
    pub digest: [i64; 2],
    /// Number of the last change that the reader sees. Later changes have greater numbers.
    pub sequence: i64,
    /// Names the history that the numbers belong to.
    pub lineage: String,
}
