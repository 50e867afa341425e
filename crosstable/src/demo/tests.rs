use std::collections::BTreeSet;

use domain::tournament::Tournament;
use proto_events::tournament::{PairingKind, Payment};
use proto_events::vocabulary::*;

use super::*;

fn world(seed: u64) -> AppendRequest {
    let now = DateTime::from_timestamp(1_790_000_000, 0).expect("a time");
    let key_hashes: Vec<String> = (0..organizations::KEYS.len()).map(|key| format!("{key:064x}")).collect();
    imagine(ReservedIds::imagined(IDS), (now, seed), &key_hashes).expect("a world").0
}

fn events(world: &AppendRequest) -> impl Iterator<Item = &DomainEvent> {
    world.writes.iter().flat_map(|write| &write.events).map(|new| &new.event)
}

fn tournaments(world: &AppendRequest) -> Vec<Tournament> {
    let streams = world.writes.iter().filter(|write| write.stream.kind.name() == "tournament");
    let folded = streams.map(|write| {
        let events = write.events.iter().zip(1..);
        let envelopes: Vec<_> =
            events.map(|(new, version)| course::envelope(new, version, write.organization_id)).collect();
        Tournament::from_events(&envelopes).expect("a consistent tournament")
    });
    folded.collect()
}

/// Fails unless every value was found.
fn assert_all<T: Ord + Copy + std::fmt::Debug>(all: &[T], found: impl IntoIterator<Item = T>) {
    let found: BTreeSet<T> = found.into_iter().collect();
    let missing: Vec<&T> = all.iter().filter(|value| !found.contains(value)).collect();
    assert!(missing.is_empty(), "the demo lacks {missing:?}");
}

#[test]
fn the_same_seed_gives_the_same_world_and_another_seed_another() {
    let one = world(1);
    assert_eq!(one, world(1));
    assert_ne!(one, world(2));
}

#[test]
fn nothing_happens_in_the_future_and_every_stream_ascends() {
    let world = world(3);
    for write in &world.writes {
        assert!(write.events.is_sorted_by_key(|new| new.occurred_at), "{} goes back in time", write.stream);
        let late = write.events.iter().find(|new| new.occurred_at > world.recorded_at);
        assert!(late.is_none(), "{}: {late:?}", write.stream);
    }
}

#[test]
fn every_state_of_a_convention_and_every_role_appears() {
    let world = world(1);
    assert_all(
        ConventionStatus::ALL,
        world.writes.iter().filter_map(|write| {
            write.events.iter().rev().find_map(|new| match &new.event {
                DomainEvent::Convention(
                    ConventionEvent::StatusChanged { status } | ConventionEvent::Created { status, .. },
                ) => Some(*status),
                _ => None,
            })
        }),
    );
    let regions = events(&world).filter_map(|event| match event {
        DomainEvent::Convention(
            ConventionEvent::Created { details, .. } | ConventionEvent::DetailsChanged { details },
        ) => details.regional_championship_region,
        _ => None,
    });
    assert_all(RegionalChampionshipRegion::ALL, regions);
    let roles = events(&world).filter_map(|event| match event {
        DomainEvent::Organization(OrganizationEvent::MemberAdded { role, .. }) => Some(*role),
        _ => None,
    });
    assert_all(Role::ALL, roles);
}

#[test]
fn every_state_of_an_entry_and_every_way_to_pay_appears() {
    let tournaments = tournaments(&world(1));
    let entries = || tournaments.iter().flat_map(|tournament| tournament.registrations.iter());
    let payments = || entries().map(|entry| &entry.payment);
    assert_all(RegistrationStatus::ALL, entries().map(|entry| entry.status));
    assert_all(PaymentMethod::ALL, payments().filter_map(|payment| payment.method));
    assert_all(QueueCheckInStatus::ALL, entries().filter_map(|entry| entry.check_in));
    assert!(
        payments().any(|payment: &Payment| payment.marked_as_paid)
            && payments().any(|payment| payment.deferred_requested)
    );
    assert!(entries().any(|entry| entry.queue_group.is_some()));
    assert!(entries().any(|entry| entry.fixed_seat.is_some()));
    assert!(entries().any(|entry| entry.using_paper_decklist));
    assert!(entries().any(|entry| !entry.internal_notes.is_empty()));
}

#[test]
fn every_kind_and_state_of_tournament_phase_round_and_match_appears() {
    let tournaments = tournaments(&world(1));
    assert_all(EventFormat::ALL, tournaments.iter().map(|it| it.details.event_format));
    assert_all(LifecycleStatus::ALL, tournaments.iter().map(|it| it.lifecycle));
    assert_all(PhaseType::ALL, tournaments.iter().flat_map(|it| &it.phases).map(|phase| phase.round_type));
    let rounds = || tournaments.iter().flat_map(Tournament::rounds).map(|(_, round)| round);
    assert_all(RoundType::ALL, rounds().map(|round| round.round_type));
    assert_all(ProgressStatus::ALL, rounds().map(|round| round.status));
    assert_all(GenerationStatus::ALL, rounds().map(|round| round.pairings_status));
    assert_all(GenerationStatus::ALL, rounds().map(domain::tournament::Round::standings_status));
    let matches = || rounds().flat_map(domain::tournament::Round::all_matches);
    assert_all(ProgressStatus::ALL, rounds().flat_map(|round| round.all_matches().map(|one| one.status(round.status))));
    for kind in [PairingKind::Versus, PairingKind::Bye, PairingKind::AssignedLoss, PairingKind::Seating] {
        assert!(matches().any(|one| one.pairing.kind == kind), "no {kind:?}");
    }
    assert!(matches().any(|one| one.pairing.is_ghost) && matches().any(|one| one.pairing.is_consolation));
    assert!(matches().any(|one| one.is_feature_match && one.judge_user_id.is_none()));
    assert!(matches().any(|one| one.deck_check_started && !one.deck_check_completed));
    assert!(matches().any(|one| one.deck_check_completed && one.time_extension_seconds > 0));
    assert!(rounds().any(|round| round.use_old_pairings) && rounds().any(|round| round.final_round_in_event));
}
