//! Stored facts: their forms stay readable.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "this file is tests")]

mod envelope;
mod golden;
mod hash;
mod wire;

use chrono::DateTime;
use proto_events::ids::{ApiKeyId, OrganizationId};
use proto_events::{Actor, CURRENT_SCHEMA, Encoded, EventHash, Position, Recorded, StreamId, StreamKind};

const STARTED: &str = r#"{"round_started":{"round_id":1}}"#;

/// The start of a round with this payload.
fn recorded(payload: &str) -> Recorded {
    Recorded {
        position: Position(4_711),
        stream: StreamId { kind: StreamKind::Tournament, id: 90_210 },
        version: 3,
        organization_id: OrganizationId(4),
        occurred_at: DateTime::from_timestamp(1_775_000_000, 0).unwrap(),
        recorded_at: DateTime::from_timestamp_micros(1_775_000_007_123_456).unwrap(),
        actor: Actor::ApiKey(ApiKeyId(12)),
        traceparent: None,
        hash: EventHash::START,
        is_damaged: false,
        encoded: Encoded { event_type: "round_started".into(), schema: CURRENT_SCHEMA, payload: payload.into() },
    }
}
