//! Tests of the envelope, and of payloads that do not fit their event type.

use proto_events::ids::{ApiKeyId, MatchId, RegistrationId, RoundId, TournamentId, UserId};
use proto_events::testing::samples;
use proto_events::tournament::{PAIRINGS_PER_EVENT, Pairing, PairingKind};
use proto_events::{
    Actor, CURRENT_SCHEMA, DecodeError, DomainEvent, Encoded, Envelope, Recorded, StreamId, StreamKind, TournamentEvent,
};
use serde_json::json;

use crate::recorded;

#[test]
fn a_recorded_event_decodes_to_an_envelope_that_keeps_everything() {
    for event in samples() {
        let stream = StreamId { kind: event.stream_kind(), id: 90_210 };
        let recorded = Recorded { stream, encoded: event.encode().unwrap(), ..recorded("") };
        let decoded = recorded.decode().unwrap();
        let Recorded { position, version, organization_id, occurred_at, recorded_at, actor, .. } = recorded;
        let expected = Envelope { position, stream, version, organization_id, occurred_at, recorded_at, actor, event };
        assert_eq!(decoded, expected);
    }
}

#[test]
fn stream_kinds_are_read_back_by_name() {
    for kind in StreamKind::ALL {
        assert_eq!(StreamKind::from_name(kind.name()), Some(kind));
        assert_eq!(serde_json::to_value(kind).unwrap(), json!(kind.name()));
    }
    assert_eq!(StreamKind::from_name("tournaments"), None);
    assert_eq!(StreamId::tournament(TournamentId(7)).to_string(), "tournament/7");
}

#[test]
fn actors_are_written_by_name() {
    for (actor, written) in [
        (Actor::System, json!("system")),
        (Actor::CommandLine, json!("command_line")),
        (Actor::ApiKey(ApiKeyId(12)), json!({"api_key": 12})),
        (Actor::User(UserId(41)), json!({"user": 41})),
    ] {
        assert_eq!(serde_json::to_value(&actor).unwrap(), written);
        assert_eq!(serde_json::from_value::<Actor>(written).unwrap(), actor);
    }
}

#[test]
fn a_payload_of_another_kind_or_of_no_kind_is_refused() {
    for payload in [r#"{"round_started":{"round_id":1}}"#, r#"{"round_started":{}}"#, "{", "null", r#""round_started""#]
    {
        let stored = Encoded { event_type: "round_started".into(), schema: CURRENT_SCHEMA, payload: payload.into() };
        let refused = DomainEvent::decode(StreamKind::Organization, &stored);
        assert!(matches!(refused, Err(DecodeError::Payload(_))), "{payload}");
    }
}

#[test]
fn an_event_of_a_newer_schema_is_refused_with_both_numbers() {
    let newer = Encoded { schema: CURRENT_SCHEMA + 1, ..samples()[0].encode().unwrap() };
    let refused = DomainEvent::decode(StreamKind::Organization, &newer).unwrap_err().to_string();
    assert!(refused.contains(&CURRENT_SCHEMA.to_string()) && refused.contains(&newer.schema.to_string()), "{refused}");
}

#[test]
fn a_field_added_to_details_later_has_its_default_in_events_stored_before() {
    let stored = Encoded {
        event_type: "created".into(),
        schema: CURRENT_SCHEMA,
        payload: r#"{"created":{"details":{"name":"Moxhall Open","slug":"open"},"status":"SCHEDULED"}}"#.into(),
    };
    let DomainEvent::Convention(event) = DomainEvent::decode(StreamKind::Convention, &stored).unwrap() else {
        panic!("decoded as an event of another kind");
    };
    let written = serde_json::to_value(event).unwrap();
    assert_eq!(written["created"]["details"]["product_lists"], json!([]));
}

#[test]
fn the_largest_event_stays_below_half_a_mebibyte() {
    let pairing = Pairing {
        match_id: MatchId(i64::MAX),
        kind: PairingKind::AssignedLoss,
        table_number: i32::MAX,
        pod_number: i32::MAX,
        players: vec![RegistrationId(i64::MAX); 2],
        ..Pairing::default()
    };
    let pairings = vec![pairing; PAIRINGS_PER_EVENT];
    let event = DomainEvent::from(TournamentEvent::MatchesPaired { round_id: RoundId(i64::MAX), pairings });
    assert!(event.encode().unwrap().payload.len() < 512 * 1024);
}
