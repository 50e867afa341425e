//! Generated events as the product's domain events, and the product's standings from them.

use std::collections::BTreeMap;

use domain::tournament::Tournament;
use domain::tournament::standings::{Standing, standings_after};
use e2e::scenario::{announced, at, round};
use proto_events::ids::{MatchId, OrganizationId, PhaseId, RegistrationId, RoundId, TournamentId, UserId};
use proto_events::tournament::{Games, MatchResult, Pairing, PairingKind, StandingsRules, TournamentDetails, Winner};
use proto_events::vocabulary::{EventFormat, PhaseType, RoundType};
use proto_events::{Actor, DomainEvent, Envelope, Position, StreamId, TournamentEvent};

use super::event::{Event, Outcome, Seat, System};

/// The phase of all rounds.
const PHASE: PhaseId = PhaseId(1);

/// Returns the standings of the product after each round, by its number. Players have their number, from 1, and rounds too.
pub(super) fn standings(event: &Event, system: System, rules: StandingsRules) -> BTreeMap<usize, Vec<Standing>> {
    let pod_size = if system == System::Pods { 4 } else { 2 };
    let details = TournamentDetails { rules, pod_size, ..TournamentDetails::new("Generated", EventFormat::Legacy) };
    let mut events = announced(details, 7, event.players().map(|player| (id(player), UserId(1_000 + id(player).0))));
    events.push(TournamentEvent::PhaseAdded { phase_id: PHASE, order_in_phases: 1, round_type: PhaseType::Swiss });
    for number in 1..=event.rounds.len() {
        play(&mut events, event, number, system);
        if let Some((_, advancing)) = event.cut.as_ref().filter(|(round, _)| *round == number) {
            let advancing = advancing.iter().map(|player| id(*player)).collect();
            events.push(TournamentEvent::CutMade { after_round_number: i32::try_from(number).unwrap(), advancing });
        }
    }
    let log: Vec<Envelope> = (1..).zip(events).map(|(number, event)| envelope(number, event)).collect();
    let tournament = Tournament::from_events(&log).expect("the events fit");
    let after = |number| (number, standings_after(&tournament, round_id(number)).expect("the round exists"));
    (1..=event.rounds.len()).map(after).collect()
}

/// Returns the player of a registration.
pub(super) fn player(registration: i64) -> usize {
    usize::try_from(registration - 1).unwrap()
}

fn play(events: &mut Vec<TournamentEvent>, event: &Event, number: usize, system: System) {
    let (round_id, tables) = (round_id(number), &event.rounds[number - 1]);
    let match_id = |at: usize| MatchId(round_id.0 * 1_000 + i64::try_from(at).unwrap());
    let pairings: Vec<Pairing> = (0..).zip(tables).map(|(at, seats)| pairing(match_id(at), seats)).collect();
    let played = pairings.iter().zip(tables).filter(|(_, seats)| seats.len() > 1);
    let report = |(Pairing { match_id, .. }, seats): (&Pairing, &Vec<Seat>)| TournamentEvent::ResultReported {
        match_id: *match_id,
        result: result(seats, system),
    };
    let results: Vec<TournamentEvent> = played.map(report).collect();
    events.push(round(round_id, PHASE, i32::try_from(number).unwrap(), RoundType::PlayVsOpponent, false));
    events.push(TournamentEvent::MatchesPaired { round_id, pairings });
    events.push(TournamentEvent::RoundStarted { round_id });
    // Players drop before results are in, before the round is complete, or after it.
    let leaving = |rest: usize| {
        let leaving = event.players().filter(move |it| event.exits[*it] == Some((number, false)) && it % 3 == rest);
        leaving.map(|player| TournamentEvent::PlayerDropped { registration_id: id(player) })
    };
    events.extend(leaving(0));
    events.extend(results);
    events.extend(leaving(1));
    events.push(TournamentEvent::RoundCompleted { round_id });
    events.extend(leaving(2));
    let out = event.players().filter(|player| event.exits[*player] == Some((number, true)));
    events.extend(out.map(|player| TournamentEvent::PlayerDisqualified { registration_id: id(player) }));
}

fn pairing(match_id: MatchId, seats: &[Seat]) -> Pairing {
    let kind = match (seats.len(), seats[0].outcome) {
        (1, Outcome::Won) => PairingKind::Bye,
        (1, _) => PairingKind::AssignedLoss,
        _ => PairingKind::Versus,
    };
    let players = seats.iter().map(|seat| id(seat.player)).collect();
    let (table_number, pod_number, is_ghost, is_consolation) = (1, 0, false, false);
    Pairing { match_id, kind, table_number, pod_number, players, is_ghost, is_consolation }
}

/// Returns the result of a match, with the fields that the system has.
fn result(seats: &[Seat], system: System) -> MatchResult {
    let has = |outcome| seats.iter().any(|seat| seat.outcome == outcome);
    let winner = seats.iter().position(|seat| seat.outcome == Outcome::Won).and_then(Winner::of_seat);
    let winner = winner.unwrap_or(if has(Outcome::Drew) { Winner::Draw } else { Winner::Neither });
    let number = |number: i128| i32::try_from(number).unwrap();
    let mut result = MatchResult::new(winner, None);
    match system {
        System::Margin | System::Strength => result.scores = Some([number(seats[0].score), number(seats[1].score)]),
        System::Magic(_) | System::Resistance => {
            let (first, second) = (number(seats[0].games_won), number(seats[1].games_won));
            result.games = Some(Games { first, second, drawn: number(seats[0].games_drawn) });
        }
        System::Pods => {
            let place = |seat: &Seat| if seat.outcome == Outcome::Lost { 2 } else { 1 };
            let places = std::array::from_fn(|seat| seats.get(seat).map_or(0, place));
            result.places = (winner != Winner::Neither).then_some(places);
        }
    }
    result
}

fn id(player: usize) -> RegistrationId {
    RegistrationId(1 + i64::try_from(player).unwrap())
}

fn round_id(number: usize) -> RoundId {
    RoundId(i64::try_from(number).unwrap())
}

fn envelope(number: i64, event: TournamentEvent) -> Envelope {
    Envelope {
        position: Position(number),
        stream: StreamId::tournament(TournamentId(1)),
        version: number,
        organization_id: OrganizationId(1),
        occurred_at: at(0),
        recorded_at: at(0),
        actor: Actor::System,
        event: DomainEvent::Tournament(event),
    }
}
