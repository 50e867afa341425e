//! The contests of a round, for players and teams alike (who met whom, and the outcome), and the sums over those of the
//! Swiss rounds: match points, matches, games and meetings.

use proto_events::tournament::{Games, MatchResult, PairingKind, StandingsRules, Winner};
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
        PairingKind::Versus => (Some(second?), played(table.counted_result(round), round)),
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
        (Some(second?), played(team_match.counted_result(round), round))
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

/// One competitor's results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Score {
    /// Match points.
    pub points: i32,
    /// Rounds with a result, byes and assigned losses included.
    pub rounds: i32,
    /// Rounds in which the competitor was paired, with a result or without.
    pub paired: i32,
    /// Matches won.
    pub wins: i32,
    /// Matches lost.
    pub losses: i32,
    /// Matches drawn.
    pub draws: i32,
    /// Games won.
    pub games_won: i32,
    /// Games lost.
    pub games_lost: i32,
    /// Games drawn.
    pub games_drawn: i32,
    /// Whether the games of a match are unknown, so that the game-win percentage cannot be computed.
    pub games_unknown: bool,
}

/// The scores of all competitors by index, and every meeting of two of them.
#[derive(Debug)]
pub(in crate::tournament) struct Tally {
    /// Scores by index.
    pub(in crate::tournament) scores: Vec<Score>,
    /// Meetings with a result; two competitors who met twice appear twice.
    pub(super) meetings: Vec<(usize, usize)>,
}

/// Adds up the Swiss rounds up to a number.
pub(in crate::tournament) fn tally(tournament: &Tournament, up_to: i32) -> Tally {
    let mut tally = Tally { scores: vec![Score::default(); tournament.field().len()], meetings: Vec::new() };
    for round in swiss_rounds(tournament, up_to) {
        tally.meetings.reserve(round.matches.len());
        for contest in contests(tournament, round) {
            tally.add(&contest, &tournament.details.rules);
        }
    }
    tally
}

impl Tally {
    fn add(&mut self, contest: &Contest, rules: &StandingsRules) {
        let (ended, games) = contest.outcome.seen_by(Side::First);
        self.scores[contest.first].add(ended, games, rules);
        let Some(opponent) = contest.opponent else { return };
        let (ended, games) = contest.outcome.seen_by(Side::Second);
        self.scores[opponent].add(ended, games, rules);
        if ended != Ended::Open {
            self.meetings.push((contest.first, opponent));
        }
    }
}

/// A side of a contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    First,
    Second,
}

/// How a contest ended for one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// No result yet; it does not count.
    Open,
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// Drawn.
    Drawn,
    /// Won without an opponent.
    Bye,
    /// Lost without an opponent, and without games.
    AssignedLoss,
}

impl Ended {
    /// Returns the match points for this result.
    pub(super) fn points(self, rules: &StandingsRules) -> i32 {
        match self {
            Self::Open => 0,
            Self::Won | Self::Bye => rules.points_for_win,
            Self::Lost | Self::AssignedLoss => rules.points_for_loss,
            Self::Drawn => rules.points_for_draw,
        }
    }
}

impl Outcome {
    /// Returns the result for one side with the games that count, if these are known. A bye counts two games won, an
    /// assigned loss none.
    pub(super) fn seen_by(self, side: Side) -> (Ended, Option<Games>) {
        match self {
            Self::Open => (Ended::Open, None),
            Self::Bye => (Ended::Bye, Some(Games { first: 2, second: 0, drawn: 0 })),
            Self::AssignedLoss => (Ended::AssignedLoss, Some(Games { first: 0, second: 0, drawn: 0 })),
            Self::Played { winner, games } => {
                let ended = match (winner, side) {
                    (Winner::Draw, _) => Ended::Drawn,
                    (Winner::First, Side::First) | (Winner::Second, Side::Second) => Ended::Won,
                    (Winner::First | Winner::Second | Winner::Neither, _) => Ended::Lost,
                };
                let turned = |games: Games| match side {
                    Side::First => games,
                    Side::Second => Games { first: games.second, second: games.first, drawn: games.drawn },
                };
                (ended, games.map(turned))
            }
        }
    }
}

impl Score {
    fn add(&mut self, ended: Ended, games: Option<Games>, rules: &StandingsRules) {
        self.paired += 1;
        let count = match ended {
            Ended::Open => return,
            Ended::Won | Ended::Bye => &mut self.wins,
            Ended::Lost | Ended::AssignedLoss => &mut self.losses,
            Ended::Drawn => &mut self.draws,
        };
        *count += 1;
        self.rounds += 1;
        self.points += ended.points(rules);
        match games {
            Some(games) => {
                self.games_won += games.first;
                self.games_lost += games.second;
                self.games_drawn += games.drawn;
            }
            None => self.games_unknown = true,
        }
    }
}

/// Returns the indexes with a set flag.
pub(super) fn places_of(flags: impl Iterator<Item = bool>) -> Vec<usize> {
    flags.enumerate().filter_map(|(place, flag)| flag.then_some(place)).collect()
}
