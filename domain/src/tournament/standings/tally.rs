//! Adds up the contests of the Swiss rounds: match points, matches, games and meetings.

use proto_events::tournament::{Games, StandingsRules, Winner};

use super::contests::{Contest, Outcome, contests, swiss_rounds};
use crate::tournament::Tournament;

/// One competitor's results.
#[derive(Debug, Clone, Default)]
pub(in crate::tournament) struct Score {
    /// Match points.
    pub(in crate::tournament) points: i32,
    /// Rounds with a result, byes and assigned losses included.
    pub(in crate::tournament) rounds: i32,
    /// Rounds in which the competitor was paired, with a result or without.
    pub(super) paired: i32,
    /// Matches won.
    pub(in crate::tournament) wins: i32,
    /// Matches lost.
    pub(in crate::tournament) losses: i32,
    /// Matches drawn.
    pub(in crate::tournament) draws: i32,
    /// Games won.
    pub(super) games_won: i32,
    /// Games lost.
    pub(super) games_lost: i32,
    /// Games drawn.
    pub(super) games_drawn: i32,
    /// Whether the games of a match are unknown.
    pub(super) games_unknown: bool,
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
    let mut tally = Tally { scores: vec![Score::default(); field_size(tournament)], meetings: Vec::new() };
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
        self.scores[contest.first].paired += 1;
        if let Some(opponent) = contest.opponent {
            self.scores[opponent].paired += 1;
        }
        if let Some((ending, games)) = contest.outcome.seen_by(Side::First) {
            self.scores[contest.first].add(ending, games, rules);
        }
        let Some(opponent) = contest.opponent else { return };
        if let Some((ending, games)) = contest.outcome.seen_by(Side::Second) {
            self.scores[opponent].add(ending, games, rules);
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

/// A result from one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Won,
    Lost,
    Drawn,
}

impl Ending {
    /// Returns the match points for this result.
    pub(super) fn points(self, rules: &StandingsRules) -> i32 {
        match self {
            Self::Won => rules.points_for_win,
            Self::Lost => rules.points_for_loss,
            Self::Drawn => rules.points_for_draw,
        }
    }
}

impl Outcome {
    /// Returns the result for one side with the games that count, if these are known; `None` before the end. A bye
    /// counts two games won, an assigned loss none.
    pub(super) fn seen_by(self, side: Side) -> Option<(Ending, Option<Games>)> {
        match self {
            Self::Open => None,
            Self::Bye => Some((Ending::Won, Some(Games { first: 2, second: 0, drawn: 0 }))),
            Self::AssignedLoss => Some((Ending::Lost, Some(Games { first: 0, second: 0, drawn: 0 }))),
            Self::Played { winner, games } => {
                let ending = match (winner, side) {
                    (Winner::Draw, _) => Ending::Drawn,
                    (Winner::First, Side::First) | (Winner::Second, Side::Second) => Ending::Won,
                    (Winner::First | Winner::Second | Winner::Neither, _) => Ending::Lost,
                };
                let turned = |games: Games| match side {
                    Side::First => games,
                    Side::Second => Games { first: games.second, second: games.first, drawn: games.drawn },
                };
                Some((ending, games.map(turned)))
            }
        }
    }
}

impl Score {
    fn add(&mut self, ending: Ending, games: Option<Games>, rules: &StandingsRules) {
        self.rounds += 1;
        let count = match ending {
            Ending::Won => &mut self.wins,
            Ending::Lost => &mut self.losses,
            Ending::Drawn => &mut self.draws,
        };
        *count += 1;
        self.points += ending.points(rules);
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

/// Returns the number of competitors, listed or not: players, or teams in a team event.
pub(super) fn field_size(tournament: &Tournament) -> usize {
    if tournament.is_team_event() { tournament.teams.len() } else { tournament.registrations.len() }
}

/// Returns the indexes with a set flag.
pub(super) fn places_of(flags: impl Iterator<Item = bool>) -> Vec<usize> {
    flags.enumerate().filter_map(|(place, flag)| flag.then_some(place)).collect()
}
