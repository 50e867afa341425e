//! Percentages. A competitor's own percentages are rounded first, then the averages over them. This order decides the
//! last digit that is shown.
//!
//! After this rounding, equal averages can differ in the last digit (1/3, 1/3, 1 give …55; 1/3, 2/3, 2/3 give …56).
//! Therefore ranks use averages that are computed without rounding.

use proto_events::tournament::StandingsRules;

use super::tally::{Score, Tally};
use crate::fraction::{Fine, Rounded};
use crate::tournament::Tournament;
use crate::tournament::field::Competitor;

/// A line of standings.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// The player or team.
    pub competitor: Competitor,
    /// 1..n, unique.
    pub rank: i32,
    /// Results from Swiss rounds.
    pub score: Score,
    /// Playoff matches won.
    pub playoff_wins: i32,
    /// Playoff matches lost.
    pub playoff_losses: i32,
    /// Own match-win percentage, floored.
    pub match_win: Rounded,
    /// Average of the opponents' match-win percentages.
    pub opponent_match_win: Rounded,
    /// Own game-win percentage.
    pub game_win: Rounded,
    /// Average of the opponents' game-win percentages.
    pub opponent_game_win: Rounded,
    /// Average of the opponents' match points.
    pub opponent_average_match_points: Rounded,
}

/// A competitor's line from Swiss rounds, without a rank and a playoff, and what else decides its rank.
#[derive(Debug, Clone)]
pub(super) struct SwissLine {
    /// The line.
    pub(super) standing: Standing,
    /// Average of the opponents' match-win percentages, unrounded.
    pub(super) exact_opponent_match_win: i128,
    /// Average of the opponents' game-win percentages, unrounded.
    pub(super) exact_opponent_game_win: i128,
}

/// A percentage, rounded and exact.
#[derive(Debug, Clone, Copy)]
pub(super) struct Percentage {
    /// Rounded, as it is shown.
    pub(super) shown: Rounded,
    exact: Fine,
}

/// A competitor's contribution to opponents' averages, floored.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counted {
    /// Own match-win percentage.
    pub(super) match_win: Percentage,
    /// Own game-win percentage.
    pub(super) game_win: Percentage,
    points: i64,
}

/// The data behind the percentages of all competitors, by index.
#[derive(Debug)]
pub(super) struct Shares {
    /// The lowest value that a percentage counts as.
    pub(super) floor: Percentage,
    /// Own match-win percentages before the floor; none before a round with a result.
    pub(super) match_wins: Vec<Option<Percentage>>,
    /// Own game-win percentages before the floor; none if unknown.
    pub(super) game_wins: Vec<Option<Percentage>>,
    /// Contributions to opponents' averages.
    pub(super) counted: Vec<Counted>,
}

/// Sums over a competitor's opponents, byes excluded.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Opponents {
    /// Number of opponents; an opponent met twice counts twice.
    pub(super) count: i64,
    /// Sum of their match-win percentages.
    pub(super) match_win: Sum,
    /// Sum of their game-win percentages.
    pub(super) game_win: Sum,
    /// Sum of their match points.
    pub(super) points: i64,
}

/// A sum of percentages, rounded and exact.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sum {
    /// Sum of the rounded percentages, in units.
    pub(super) shown: i128,
    exact: i128,
}

impl Percentage {
    fn ratio(numerator: i64, denominator: i64, decimals: u8) -> Self {
        Self { shown: Rounded::ratio(numerator, denominator, decimals), exact: Fine::ratio(numerator, denominator) }
    }

    fn at_least(self, floor: Self) -> Self {
        if self.exact < floor.exact { floor } else { self }
    }
}

impl Sum {
    fn add(&mut self, percentage: Percentage) {
        self.shown += i128::from(percentage.shown.units);
        self.exact += percentage.exact.0;
    }

    /// Returns the average as shown, and as used for ranking.
    fn mean(self, count: i64, floor: Percentage) -> (Rounded, i128) {
        if count == 0 {
            return (floor.shown, Fine::mean(floor.exact.0, 1));
        }
        (Rounded::mean(self.shown, count, floor.shown.decimals), Fine::mean(self.exact, count))
    }
}

/// Returns the lines of all competitors after a round, by index.
pub(super) fn lines(tournament: &Tournament, tally: &Tally, after_round: i32) -> Vec<SwissLine> {
    let shares = Shares::of(tournament, tally, after_round);
    let opponents = opponents(&tally.meetings, &shares.counted);
    let lines = tournament.field().zip(&tally.scores).zip(shares.counted.iter().zip(&shares.game_wins)).zip(&opponents);
    let rules = &tournament.details.rules;
    let lines = lines.map(|(((competitor, score), (counted, game_win)), opponents)| {
        let game_win = shown_game_win(*game_win, rules, shares.floor.shown);
        line(competitor, score, counted.match_win.shown, game_win, opponents, rules, shares.floor)
    });
    lines.collect()
}

impl Shares {
    /// Computes the shares after a round.
    pub(super) fn of(tournament: &Tournament, tally: &Tally, after_round: i32) -> Self {
        let rules = &tournament.details.rules;
        let floor = Percentage::ratio(rules.floor.numerator, rules.floor.denominator, rules.decimals);
        let stated = stated_game_wins(tournament, after_round);
        let own_game_win = |(place, score): (usize, &Score)| {
            game_win(score, rules.decimals).or_else(|| stated.get(place).copied().flatten())
        };
        let match_wins: Vec<_> = tally.scores.iter().map(|score| match_win(score, rules)).collect();
        let game_wins: Vec<_> = tally.scores.iter().enumerate().map(own_game_win).collect();
        let floored = |own: &Option<Percentage>| own.map_or(floor, |own| own.at_least(floor));
        let count = |(score, (match_win, game_win)): (&Score, (&Option<Percentage>, &Option<Percentage>))| Counted {
            match_win: floored(match_win),
            game_win: floored(game_win),
            points: i64::from(score.points),
        };
        let counted = tally.scores.iter().zip(match_wins.iter().zip(&game_wins)).map(count).collect();
        Self { floor, match_wins, game_wins, counted }
    }
}

fn line(
    competitor: Competitor,
    score: &Score,
    match_win: Rounded,
    game_win: Rounded,
    opponents: &Opponents,
    rules: &StandingsRules,
    floor: Percentage,
) -> SwissLine {
    let (opponent_match_win, exact_opponent_match_win) = opponents.match_win.mean(opponents.count, floor);
    let (opponent_game_win, exact_opponent_game_win) = opponents.game_win.mean(opponents.count, floor);
    let standing = Standing {
        competitor,
        rank: 0,
        score: *score,
        playoff_wins: 0,
        playoff_losses: 0,
        match_win,
        opponent_match_win,
        game_win,
        opponent_game_win,
        opponent_average_match_points: Rounded::ratio(opponents.points, opponents.count, rules.decimals),
    };
    SwissLine { standing, exact_opponent_match_win, exact_opponent_game_win }
}

/// Match points over possible match points in the rounds with a result.
fn match_win(score: &Score, rules: &StandingsRules) -> Option<Percentage> {
    let possible = i64::from(rules.points_for_win) * i64::from(score.rounds);
    (score.rounds > 0).then(|| Percentage::ratio(i64::from(score.points), possible, rules.decimals))
}

/// A won game counts three points and a drawn game one, whatever the match points are. `None` without games, or if the
/// games of any match are unknown.
fn game_win(score: &Score, decimals: u8) -> Option<Percentage> {
    let [won, lost, drawn] = [score.games_won, score.games_lost, score.games_drawn].map(i64::from);
    let games = won + lost + drawn;
    (games > 0 && !score.games_unknown).then(|| Percentage::ratio(3 * won + drawn, 3 * games, decimals))
}

fn shown_game_win(known: Option<Percentage>, rules: &StandingsRules, floor: Rounded) -> Rounded {
    match (known, rules.game_win_without_games) {
        (Some(own), _) if rules.own_game_win_floored => own.shown.max(floor),
        (Some(own), _) => own.shown,
        (None, Some(without)) => Rounded::from_f64(without, rules.decimals),
        (None, None) if rules.own_game_win_floored => floor,
        (None, None) => Rounded::ratio(0, 1, rules.decimals),
    }
}

/// Adds up each competitor's opponents, by index.
pub(super) fn opponents(meetings: &[(usize, usize)], counted: &[Counted]) -> Vec<Opponents> {
    let mut sums = vec![Opponents::default(); counted.len()];
    let mut meet = |of: usize, opponent: usize| {
        let (sum, opponent) = (&mut sums[of], &counted[opponent]);
        sum.count += 1;
        sum.match_win.add(opponent.match_win);
        sum.game_win.add(opponent.game_win);
        sum.points += opponent.points;
    };
    for &(first, second) in meetings {
        meet(first, second);
        meet(second, first);
    }
    sums
}

/// Returns the published game-win percentages by index; empty before the round from which they apply.
fn stated_game_wins(tournament: &Tournament, after_round: i32) -> Vec<Option<Percentage>> {
    match &tournament.stated_game_wins {
        Some((from, stated)) if after_round >= *from && !tournament.is_team_event() => {
            let decimals = tournament.details.rules.decimals;
            let of = |game_win: &f64| {
                let shown = Rounded::from_f64(*game_win, decimals);
                Percentage { shown, exact: Fine::from(shown) }
            };
            tournament.registrations.iter().map(|registration| stated.get(&registration.id).map(of)).collect()
        }
        _ => Vec::new(),
    }
}
