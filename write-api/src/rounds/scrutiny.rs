//! Finds problems with the pairings of a round: errors that make it unplayable, and warnings for the organizer.

use domain::pairing::edit::{Problem, problems};
use domain::pairing::pools::who_do_not_meet;
use domain::pairing::{EntrantId, Seats};
use domain::tournament::playoff::Playoff;
use domain::tournament::pools::{done_before, turn};
use domain::tournament::table_range::TableRange;
use domain::tournament::to_pair::{entrants, has_checked_in, is_checked_in, plays, seats};
use proto_events::tournament::PairingKind;

use crate::prelude::*;

/// Returns the problems with the pairings of a round; none if it has not been paired.
pub fn problems_with(tournament: &Tournament, phase: &Phase, round: &Round) -> Vec<Problem> {
    let seats = seats_of(tournament, round);
    if seats.is_empty() { Vec::new() } else { problems_of(tournament, phase, round, &seats) }
}

/// Returns the tables of a round, by number; matches of teams by numbers of their own.
pub fn seats_of(tournament: &Tournament, round: &Round) -> Vec<Seats> {
    let mut seats = seats(round);
    let numbers = TableRange::of(tournament).team_match_numbers(round);
    seats.iter_mut().zip(numbers).for_each(|(team_match, number)| team_match.table_number = number);
    seats.sort_by_key(|table| table.table_number);
    seats
}

/// Returns the problems with these tables of a round, errors first.
pub(super) fn problems_of(tournament: &Tournament, phase: &Phase, round: &Round, seats: &[Seats]) -> Vec<Problem> {
    if round.round_type != RoundType::PlayVsOpponent {
        return of_seatings(tournament, seats);
    }
    let entrants = entrants(tournament, round.number);
    let playoff = phase.round_type.is_playoff().then(|| Playoff::before(tournament, round.number)).flatten();
    // In a double elimination, some wait for others.
    let expected = playoff.map(|playoff| playoff.next_round().concat());
    let mut found = problems(seats, &entrants);
    let lost = |id: EntrantId| {
        seats.iter().any(|table| table.kind == PairingKind::AssignedLoss && table.entrants.contains(&id))
    };
    // Entrants of pools that have played all of their rounds have no match.
    let done = done_before(phase, round.number);
    let is_of_pools = phase.round_type == PhaseType::RoundRobin;
    found.retain(|problem| match problem {
        // In pools byes follow from the order of the rounds, and from drops.
        Problem::AnotherBye { entrant, .. } => !phase.round_type.is_playoff() && !is_of_pools && !lost(*entrant),
        Problem::AwardedByeMissing(_) => !phase.round_type.is_playoff() && !is_of_pools,
        // In a playoff the bracket determines matches and tables.
        Problem::Rematch { .. } | Problem::AwayFromFixedSeat(_) => !phase.round_type.is_playoff(),
        Problem::LeftOut(id) if done.contains(id) => false,
        Problem::LeftOut(id) => match &expected {
            Some(expected) => expected.contains(id),
            None => phase.round_type.is_playoff() || is_checked_in(tournament, *id),
        },
        _ => true,
    });
    if is_of_pools && turn(phase, round.number) == 0 {
        found.extend(who_do_not_meet(seats).into_iter().map(Problem::NeverMeet));
    }
    let seated: HashSet<EntrantId> = seats.iter().flat_map(|table| table.entrants.iter().copied()).collect();
    let absent = entrants.iter().filter(|entrant| !entrant.is_dropped && !seated.contains(&entrant.id));
    let absent = absent.filter(|entrant| !is_checked_in(tournament, entrant.id)).count();
    if !phase.round_type.is_playoff() {
        found.extend(not_checked_in(absent));
    }
    found
}

fn not_checked_in(absent: usize) -> Option<Problem> {
    (absent > 0).then_some(Problem::NotCheckedIn(absent))
}

/// Returns the problems of a meeting or draft, where each active player has one seat.
fn of_seatings(tournament: &Tournament, seats: &[Seats]) -> Vec<Problem> {
    let (mut found, mut tables, mut booked) = (Vec::new(), HashSet::new(), HashMap::new());
    for table in seats {
        for id in &table.entrants {
            let times = booked.entry(*id).or_insert(0);
            *times += 1;
            let problem = match tournament.registration(RegistrationId(id.0)) {
                None => Some(Problem::Unknown(*id)),
                Some(entry) if !plays(entry) => Some(Problem::Dropped(*id)),
                Some(_) if *times == 2 => Some(Problem::DoubleBooked(*id)),
                Some(_) => None,
            };
            found.extend(problem);
        }
        if !tables.insert(table.table_number) {
            found.push(Problem::TableTakenTwice(table.table_number));
        }
    }
    let playing = tournament.registrations.iter().filter(|entry| plays(entry));
    let left_out = playing.filter(|entry| !booked.contains_key(&EntrantId::from(entry.id)));
    let (left_out, absent): (Vec<_>, Vec<_>) = left_out.partition(|entry| has_checked_in(tournament, entry));
    found.extend(left_out.into_iter().map(|entry| Problem::LeftOut(entry.id.into())));
    found.extend(not_checked_in(absent.len()));
    found
}
