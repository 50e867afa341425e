//! Builds the events of tournaments for tests, drills and benchmarks. Callers reserve the ids.
//!
//! | Scenario | Made from |
//! |---|---|
//! | `scene`: one event of each kind, with every field set, for snapshots and examples | these events |
//! | `stage`: an event in each state, in which organizers' operations can be repeated | these events, then commands over HTTP |
//! | `bench`: events of any size with a round in progress | these events, then commands over HTTP |
//! | `generate`: finished tournaments of any size with known standings | archive files, which the import turns into events |
//! | `simulate`: whole events with many clients | commands over HTTP, with people, lists and results of the demo |

use anyhow::Context;
use chrono::{DateTime, Duration, Utc};
use proto_events::ids::{OrganizationId, PhaseId, RegistrationId, RoundId, UserId};
use proto_events::tournament::TournamentDetails;
use proto_events::vocabulary::{EventFormat, RegistrationStatus, RoundType};
use proto_events::{Actor, DomainEvent, StreamId, TournamentEvent};
use service_kit::clock::{Clock, SystemClock};
use storage::{AppendRequest, EventStore, NewEvent, StreamWrite};

/// Appends new streams in one transaction.
///
/// # Errors
/// If the log refuses.
pub async fn append(
    log: &dyn EventStore,
    (actor, organization_id): (Actor, OrganizationId),
    streams: impl IntoIterator<Item = (StreamId, Vec<DomainEvent>)>,
) -> anyhow::Result<()> {
    let recorded_at = SystemClock.now();
    let new = |event| NewEvent { occurred_at: recorded_at, event };
    let write = |(stream, events): (StreamId, Vec<DomainEvent>)| StreamWrite {
        stream,
        organization_id,
        expected_version: 0,
        events: events.into_iter().map(new).collect(),
    };
    let request = AppendRequest {
        actor,
        recorded_at,
        writes: streams.into_iter().map(write).collect(),
        claims: Vec::new(),
        outbox: Vec::new(),
        idempotency: None,
        traceparent: None,
    };
    log.append(request).await.context("the log cannot be filled").map(drop)
}

/// Returns the time this many hours after the start of the scenario.
pub fn at(hours: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + Duration::days(20_700) + Duration::hours(hours)
}

/// Returns the details of an event of this format that starts at this hour of the scenario.
pub fn details(name: &str, event_format: EventFormat, hours: i64) -> TournamentDetails {
    TournamentDetails {
        start_datetime: Some(at(hours)),
        swiss_rounds: Some(3),
        ..TournamentDetails::new(name, event_format)
    }
}

/// Returns the events of a tournament that these players have entered.
pub fn announced(
    details: TournamentDetails,
    seed: i64,
    players: impl IntoIterator<Item = (RegistrationId, UserId)>,
) -> Vec<TournamentEvent> {
    let enters = |(entry, user): (RegistrationId, UserId)| registered(entry, user, RegistrationStatus::Complete);
    std::iter::once(TournamentEvent::Created { details, seed }).chain(players.into_iter().map(enters)).collect()
}

/// Returns the event that registers a player.
pub fn registered(registration_id: RegistrationId, user_id: UserId, status: RegistrationStatus) -> TournamentEvent {
    TournamentEvent::PlayerRegistered { registration_id, user_id, status }
}

/// Returns the event that adds a round.
pub fn round(
    round_id: RoundId,
    phase_id: PhaseId,
    round_number: i32,
    round_type: RoundType,
    final_round_in_event: bool,
) -> TournamentEvent {
    TournamentEvent::RoundAdded {
        round_id,
        phase_id,
        round_number,
        round_type,
        final_round_in_event,
        use_old_pairings: false,
        pairingengine_url: "https://pairings.example".into(),
    }
}
