//! Generated events as the product's domain events.

use proto_events::TournamentEvent;
use proto_events::ids::{MatchId, RegistrationId};
use proto_events::tournament::{Games, MatchResult, Pairing, PairingKind, StandingsRules, TournamentDetails, Winner};
use proto_events::vocabulary::{PhaseType, RoundType};

use super::event::{Event, Outcome, Seat, System};
use crate::support::{Script, details, match_id, round};

/// Returns the event as a script. Players have their number, from 1.
pub(super) fn script(event: &Event, system: System, rules: StandingsRules) -> Script {
    let pod_size = if system == System::Pods { 4 } else { 2 };
    let details = TournamentDetails { rules, pod_size, ..details() };
    let mut script = Script::with(id(event.players().len() - 1).0, details);
    for number in 1..=event.rounds.len() {
        script = play(script, event, number, system);
        if let Some((_, advancing)) = event.cut.as_ref().filter(|(round, _)| *round == number) {
            let advancing: Vec<i64> = advancing.iter().map(|player| id(*player).0).collect();
            script = script.cut(i32::try_from(number).unwrap(), &advancing);
        }
    }
    script
}

fn play(script: Script, event: &Event, round_of_event: usize, system: System) -> Script {
    let (number, tables) = (i32::try_from(round_of_event).unwrap(), &event.rounds[round_of_event - 1]);
    let round_id = round(number);
    let pairings: Vec<Pairing> =
        tables.iter().enumerate().map(|(index, seats)| pairing(match_id(number, index), seats)).collect();
    let matches = pairings.iter().zip(tables).filter(|(_, seats)| seats.len() > 1);
    let results = matches.map(|(Pairing { match_id, .. }, seats)| TournamentEvent::ResultReported {
        match_id: *match_id,
        result: result(seats, system),
    });
    let results: Vec<TournamentEvent> = results.collect();
    let script = script
        .add_round(PhaseType::Swiss, number, RoundType::PlayVsOpponent)
        .then(TournamentEvent::MatchesPaired { round_id, pairings })
        .then(TournamentEvent::RoundStarted { round_id });
    let leave = |script: Script, rest: usize| {
        let leaving = event.players().filter(|player| event.exits[*player] == Some((round_of_event, false)));
        leaving.filter(|player| player % 3 == rest).fold(script, |script, player| script.drop(id(player).0))
    };
    // Players drop before results are in, before the round is complete, or after it.
    let reported = results.into_iter().fold(leave(script, 0), Script::then);
    let complete = leave(leave(reported, 1).complete(number), 2);
    let disqualified = event.players().filter(|player| event.exits[*player] == Some((round_of_event, true)));
    disqualified.fold(complete, |script, player| script.disqualify(id(player).0))
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
