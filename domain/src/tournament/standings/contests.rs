//! The contests of a round, for players and teams alike: who met whom, and the outcome.

use proto_events::tournament::{Games, MatchResult, PairingKind, Winner};
use proto_events::vocabulary::{ProgressStatus, RoundType};

use crate::tournament::{Match, Phase, Round, TeamMatch, Tournament};

/// A match, bye or assigned loss that counts for standings.
#[derive(Debug, Clone, Copy)]
pub(in crate::tournament) struct Contest {
    /// Index of the first competitor.
    pub(in crate::tournament) first: usize,
    /// Index of the opponent; none for byes and assigned losses.
    pub(in crate::tournament) opponent: Option<usize>,
    /// Its outcome.
    pub(in crate::tournament) outcome: Outcome,
    /// Whether it is a consolation match of a playoff.
    pub(in crate::tournament) is_consolation: bool,
}

/// The outcome of a contest.
#[derive(Debug, Clone, Copy)]
pub(in crate::tournament) enum Outcome {
    /// No result yet.
    Open,
    /// Won without an opponent.
    Bye,
    /// Lost without an opponent, and without games.
    AssignedLoss,
    /// Played against an opponent.
    Played {
        /// The winner, or a draw.
        winner: Winner,
        /// Games; none if the source states only the winner.
        games: Option<Games>,
    },
}

/// Returns the Swiss rounds up to a number, those of draft pods included.
pub(in crate::tournament) fn swiss_rounds(tournament: &Tournament, up_to: i32) -> impl Iterator<Item = &Round> {
    rounds_of_play(tournament, up_to).filter(|(phase, _)| !phase.round_type.is_playoff()).map(|(_, round)| round)
}

/// Returns the playoff rounds up to a number.
pub(in crate::tournament) fn playoff_rounds(tournament: &Tournament, up_to: i32) -> impl Iterator<Item = &Round> {
    rounds_of_play(tournament, up_to).filter(|(phase, _)| phase.round_type.is_playoff()).map(|(_, round)| round)
}

fn rounds_of_play(tournament: &Tournament, up_to: i32) -> impl Iterator<Item = (&Phase, &Round)> {
    let rounds = tournament.rounds();
    rounds.filter(move |(_, round)| round.number <= up_to && round.round_type == RoundType::PlayVsOpponent)
}

/// Returns the contests of a round. Ghost matches and seatings do not count.
pub(in crate::tournament) fn contests<'a>(
    tournament: &Tournament,
    round: &'a Round,
) -> impl Iterator<Item = Contest> + use<'a> {
    let (tables, team_matches) = if tournament.is_team_event() {
        (&[][..], round.team_matches.as_slice())
    } else {
        (round.matches.as_slice(), &[][..])
    };
    let status = round.status;
    let of_players = tables.iter().filter_map(move |table| of_players(table, status));
    of_players.chain(team_matches.iter().filter_map(move |team_match| of_teams(team_match, status)))
}

fn of_players(table: &Match, round: ProgressStatus) -> Option<Contest> {
    let [first, second] = table.places;
    let (opponent, outcome) = match table.pairing.kind {
        PairingKind::Seating => return None,
        _ if table.pairing.is_ghost => return None,
        PairingKind::Bye => (None, once_begun(Outcome::Bye, round)),
        PairingKind::AssignedLoss => (None, once_begun(Outcome::AssignedLoss, round)),
        PairingKind::Versus => (Some(second?), played(table.result, round)),
    };
    Some(Contest { first: first?, opponent, outcome, is_consolation: table.pairing.is_consolation })
}

fn of_teams(team_match: &TeamMatch, round: ProgressStatus) -> Option<Contest> {
    let [first, second] = team_match.places;
    let seats = &team_match.seats;
    if !seats.is_empty() && seats.iter().all(|seat| seat.pairing.is_ghost) {
        return None;
    }
    let (opponent, outcome) = if team_match.is_bye {
        (None, once_begun(Outcome::Bye, round))
    } else {
        (Some(second?), played(team_match.result_in(round), round))
    };
    let is_consolation = seats.iter().any(|seat| seat.pairing.is_consolation);
    Some(Contest { first: first?, opponent, outcome, is_consolation })
}

/// Byes and assigned losses are decided as soon as the round begins.
fn once_begun(outcome: Outcome, round: ProgressStatus) -> Outcome {
    if round == ProgressStatus::Upcoming { Outcome::Open } else { outcome }
}

/// An unreported match is open; once the round is complete, it counts as a draw without games.
fn played(result: Option<MatchResult>, round: ProgressStatus) -> Outcome {
    match result {
        Some(MatchResult { winner, games }) => Outcome::Played { winner, games },
        None if round == ProgressStatus::Complete => {
            Outcome::Played { winner: Winner::Draw, games: Some(Games { first: 0, second: 0, drawn: 0 }) }
        }
        None => Outcome::Open,
    }
}
