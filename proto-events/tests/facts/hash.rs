//! The hash chain: the same history has the same hash, and any stored difference changes it.

use chrono::TimeDelta;
use proto_events::ids::{ApiKeyId, OrganizationId};
use proto_events::{Actor, CURRENT_SCHEMA, Encoded, EventHash, Position, Recorded, StreamId, StreamKind};

use crate::{STARTED, recorded};

/// Never change this value: all stored logs are hashed in this way.
#[test]
fn the_hash_of_a_stored_event_stays_the_same_for_ever() {
    let hash = recorded(STARTED).hash_after(EventHash::START);
    assert_eq!(hash.to_string(), "7f5df7d37e0fec80b1bfb7c86228dece46b631388afdbe10242d13ddeb740db3");
}

#[test]
fn everything_that_is_stored_counts() {
    let event = recorded(STARTED);
    let changed = [
        Recorded { position: Position(4_712), ..event.clone() },
        Recorded { stream: StreamId { id: 90_211, ..event.stream }, ..event.clone() },
        Recorded { stream: StreamId { kind: StreamKind::Decklist, ..event.stream }, ..event.clone() },
        Recorded { version: 4, ..event.clone() },
        Recorded { organization_id: OrganizationId(5), ..event.clone() },
        Recorded { occurred_at: event.occurred_at + TimeDelta::microseconds(1), ..event.clone() },
        Recorded { recorded_at: event.recorded_at + TimeDelta::microseconds(1), ..event.clone() },
        Recorded { actor: Actor::ApiKey(ApiKeyId(13)), ..event.clone() },
        Recorded { traceparent: Some(String::new()), ..event.clone() },
        Recorded { encoded: Encoded { event_type: "round_starter".into(), ..event.encoded.clone() }, ..event.clone() },
        Recorded { encoded: Encoded { schema: CURRENT_SCHEMA + 1, ..event.encoded.clone() }, ..event.clone() },
        Recorded { encoded: Encoded { payload: "{}".into(), ..event.encoded.clone() }, ..event.clone() },
    ];
    let hash = event.hash_after(EventHash::START);
    for changed in changed {
        assert_ne!(changed.hash_after(EventHash::START), hash, "{changed:?}");
    }
    assert_ne!(event.hash_after(hash), hash, "the hash covers the previous event");
}

#[test]
fn letters_do_not_move_from_one_text_to_the_next() {
    let event = recorded(STARTED);
    let moved = |event_type: &str, payload: &str| Recorded {
        encoded: Encoded { event_type: event_type.into(), payload: payload.into(), ..event.encoded.clone() },
        ..event.clone()
    };
    assert_ne!(moved("ab", "c").hash_after(EventHash::START), moved("a", "bc").hash_after(EventHash::START));
}

#[test]
fn a_hash_is_read_back_from_its_text_and_its_bytes() {
    let hash = recorded(STARTED).hash_after(EventHash::START);
    assert_eq!(EventHash::try_from(hash.to_string()).unwrap(), hash);
    assert_eq!(EventHash::from_bytes(hash.as_bytes()), Some(hash));
    for wrong in ["", "00", &"g".repeat(64), &"é".repeat(32), &"0".repeat(65)] {
        assert!(EventHash::try_from(wrong.to_owned()).is_err(), "{wrong}");
    }
    assert_eq!(EventHash::from_bytes(&[0; 31]), None);
}
