//! The state of a stream, with its version and position.

use proto_events::ids::OrganizationId;
use proto_events::{Position, StreamId, Version};

/// The state of a stream after one of its events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Folded<S> {
    /// The state.
    pub state: S,
    /// The stream.
    pub stream: StreamId,
    /// The organization it belongs to.
    pub organization_id: OrganizationId,
    /// Version of that event.
    pub version: Version,
    /// Position of that event in the log.
    pub position: Position,
}
