//! Measures how long the first command on a large event takes, and later ones with the state in memory:
//! `cargo run --release -p write-api --example large_event -- 3000 15`.
#![allow(clippy::print_stdout, reason = "a program for developers")]

use std::sync::Arc;
use std::time::Instant;

use proto_events::ids::{MatchId, OrganizationId, PhaseId, RegistrationId, RoundId, TournamentId, UserId};
use proto_events::tournament::{PAIRINGS_PER_EVENT, Pairing, PairingKind, TournamentDetails};
use proto_events::vocabulary::{EventFormat, LifecycleStatus, PhaseType, RegistrationStatus, RoundType};
use proto_events::{Actor, StreamId, TournamentEvent as E};
use service_kit::clock::{Clock, SystemClock};
use storage::LogAppender as _;
use storage::sqlite::SqliteEventStore;
use storage::{AppendRequest, NewEvent, StreamWrite};
use write_api::commands::tournaments::change_registration::{ChangeRegistration, RegistrationChanges};
use write_api::commands::tournaments::order::Order;
use write_api::{Reach, WriteApi};

const EVENT: TournamentId = TournamentId(1);
const STORE: OrganizationId = OrganizationId(1);

fn told(players: i64, rounds: i64) -> Vec<E> {
    let mut events = vec![E::Created { details: TournamentDetails::new("Open", EventFormat::Legacy), seed: 7 }];
    for id in 1..=players {
        let (registration_id, user_id) = (RegistrationId(id), UserId(id));
        events.push(E::PlayerRegistered { registration_id, user_id, status: RegistrationStatus::Complete });
    }
    events.push(E::LifecycleChanged { status: LifecycleStatus::EventInProgress });
    let phase_id = PhaseId(1);
    events.push(E::PhaseAdded { phase_id, order_in_phases: 1, round_type: PhaseType::Swiss });
    for round in 1..=rounds {
        let round_id = RoundId(round);
        events.push(E::RoundAdded {
            round_id,
            phase_id,
            round_number: i32::try_from(round).unwrap_or(i32::MAX),
            round_type: RoundType::PlayVsOpponent,
            final_round_in_event: false,
            use_old_pairings: false,
            pairingengine_url: String::new(),
        });
        let table = |number: i64| Pairing {
            match_id: MatchId(round * players + number),
            kind: PairingKind::Versus,
            table_number: i32::try_from(number).unwrap_or(i32::MAX),
            pod_number: 0,
            players: vec![RegistrationId(2 * number - 1), RegistrationId(2 * number)],
            is_ghost: false,
            is_consolation: false,
        };
        let pairings: Vec<_> = (1..=players / 2).map(table).collect();
        for pairings in pairings.chunks(PAIRINGS_PER_EVENT) {
            events.push(E::MatchesPaired { round_id, pairings: pairings.to_vec() });
        }
        events.extend([E::PairingsCompleted { round_id }, E::RoundStarted { round_id }]);
        events.push(E::RoundCompleted { round_id });
    }
    events
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut given = std::env::args().skip(1).filter_map(|given| given.parse::<i64>().ok());
    let (players, rounds) = (given.next().unwrap_or(3_000), given.next().unwrap_or(15));
    let folder = tempfile::tempdir()?;
    let store = Arc::new(SqliteEventStore::open(&folder.path().join("events.db")).await?);
    let now = SystemClock.now();
    let events = told(players, rounds).into_iter().map(|event| NewEvent { occurred_at: now, event: event.into() });
    let stream = StreamId::tournament(EVENT);
    let writes = vec![StreamWrite { stream, organization_id: STORE, expected_version: 0, events: events.collect() }];
    let (actor, claims) = (Actor::System, Vec::new());
    let request = AppendRequest { actor, recorded_at: now, writes, claims, idempotency: None, traceparent: None };
    store.append(request).await?;

    let api = WriteApi::new(store, Arc::new(SystemClock));
    let order = Order {
        actor: Actor::CommandLine,
        reach: Reach::organization(STORE),
        tournament_id: EVENT,
        expected: None,
        key: None,
    };
    let mut took = Vec::new();
    for number in 0..201 {
        let changes = RegistrationChanges { tags: Some(vec![number.to_string()]), ..RegistrationChanges::default() };
        let command = ChangeRegistration { registration_id: RegistrationId(1), changes };
        let begun = Instant::now();
        api.change_registration(&order, &command).await?;
        took.push(begun.elapsed());
    }
    let first = took.remove(0);
    took.sort();
    println!("{players} players, {rounds} rounds: first {first:?}, median {:?}, worst {:?}", took[100], took[199]);
    Ok(())
}
