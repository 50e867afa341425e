//! For tests: events as the log has them, and as they are written.

use chrono::DateTime;
use proto_events::ids::OrganizationId;
use proto_events::{Actor, Encoded, EventHash, Position, Recorded, StreamId, StreamKind, Version};

use crate::append::encode::PreparedWrite;

/// Returns the event of decklist 7 at this position, which is also its version, without its hash.
pub(crate) fn recorded(position: i64, payload: &str) -> Recorded {
    Recorded {
        position: Position(position),
        stream: StreamId { kind: StreamKind::Decklist, id: 7 },
        version: position,
        organization_id: OrganizationId(3),
        occurred_at: DateTime::UNIX_EPOCH,
        recorded_at: DateTime::UNIX_EPOCH,
        actor: Actor::System,
        traceparent: None,
        hash: EventHash::START,
        is_damaged: false,
        encoded: Encoded { event_type: "revised".into(), schema: 1, payload: payload.into() },
    }
}

/// Returns events of a decklist that are ready to be written.
pub(crate) fn prepared(id: i64, expected_version: Version, count: usize, payload: &str) -> PreparedWrite {
    let stream = StreamId { kind: StreamKind::Decklist, id };
    let event = |version| Recorded { position: Position::START, stream, ..recorded(version, payload) };
    let events = ((expected_version + 1)..).take(count).map(event).collect();
    PreparedWrite { stream, expected_version, events }
}
