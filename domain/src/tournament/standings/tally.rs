//! Adds up the contests of the Swiss rounds: points, matches, games, and who met whom.

use proto_events::tournament::{Games, StandingsRules, Winner};

use super::contests::{Contest, Outcome, contests, swiss_rounds};
use super::field_size;
use crate::tournament::Tournament;

/// What one competitor has won and lost.
#[derive(Debug, Clone, Default)]
pub(in crate::tournament) struct Score {
    /// Match points.
    pub(in crate::tournament) points: i32,
    /// Rounds with a result, byes and assigned losses included.
    pub(in crate::tournament) rounds: i32,
    /// Rounds paired in, with a result or without.
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
    /// Whether a match tells only who won.
    pub(super) games_unknown: bool,
}

/// The scores of all competitors, by place, and every meeting of two of them.
#[derive(Debug)]
pub(in crate::tournament) struct Tally {
    /// Scores by place.
    pub(in crate::tournament) scores: Vec<Score>,
    /// Meetings with a result; two who met twice stand here twice.
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
        let bye = Games { first: 2, second: 0, drawn: 0 };
        let none = Games { first: 0, second: 0, drawn: 0 };
        self.scores[contest.first].paired += 1;
        if let Some(opponent) = contest.opponent {
            self.scores[opponent].paired += 1;
        }
        match contest.outcome {
            Outcome::Open => {}
            Outcome::Bye => self.scores[contest.first].add(Ending::Won, Some(bye), rules),
            Outcome::AssignedLoss => self.scores[contest.first].add(Ending::Lost, Some(none), rules),
            Outcome::Played { winner, games } => {
                let Some(opponent) = contest.opponent else { return };
                let (ending, reverse) = match winner {
                    Winner::First => (Ending::Won, Ending::Lost),
                    Winner::Second => (Ending::Lost, Ending::Won),
                    Winner::Draw => (Ending::Drawn, Ending::Drawn),
                };
                self.scores[contest.first].add(ending, games, rules);
                let turned = games.map(|games| Games { first: games.second, second: games.first, drawn: games.drawn });
                self.scores[opponent].add(reverse, turned, rules);
                self.meetings.push((contest.first, opponent));
            }
        }
    }
}

/// A match from one side.
#[derive(Debug, Clone, Copy)]
enum Ending {
    Won,
    Lost,
    Drawn,
}

impl Score {
    fn add(&mut self, ending: Ending, games: Option<Games>, rules: &StandingsRules) {
        self.rounds += 1;
        let (count, points) = match ending {
            Ending::Won => (&mut self.wins, rules.points_for_win),
            Ending::Lost => (&mut self.losses, rules.points_for_loss),
            Ending::Drawn => (&mut self.draws, rules.points_for_draw),
        };
        *count += 1;
        self.points += points;
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
