//! Percentages. Own ones are rounded first, then the means over them; that order decides the last digit.

use proto_events::tournament::StandingsRules;

use super::tally::{Score, Tally};
use crate::fraction::Rounded;
use crate::tournament::Tournament;

/// One competitor's percentages.
#[derive(Debug, Clone, Copy)]
pub(super) struct Percentages {
    /// Own match wins, floored.
    pub(super) match_win: Rounded,
    /// Mean of the opponents' match wins.
    pub(super) opponent_match_win: Rounded,
    /// Own game wins.
    pub(super) game_win: Rounded,
    /// Mean of the opponents' game wins.
    pub(super) opponent_game_win: Rounded,
    /// Mean of the opponents' match points.
    pub(super) opponent_average_match_points: Rounded,
}

/// Sums over a competitor's real opponents.
#[derive(Debug, Clone, Copy, Default)]
struct Opponents {
    count: i64,
    match_win: i128,
    game_win: i128,
    points: i64,
}

/// The percentages of all competitors after a round, by place.
pub(super) fn percentages(tournament: &Tournament, tally: &Tally, after_round: i32) -> Vec<Percentages> {
    let rules = &tournament.details.rules;
    let floor = Rounded::ratio(rules.floor.numerator, rules.floor.denominator, rules.decimals);
    let stated = stated_game_wins(tournament, after_round);
    let own = |(place, score): (usize, &Score)| {
        let match_win = match_win(score, rules).map_or(floor, |own| own.max(floor));
        let known = game_win(score, rules.decimals).or_else(|| stated.get(place).copied().flatten());
        (match_win, known)
    };
    let own: Vec<(Rounded, Option<Rounded>)> = tally.scores.iter().enumerate().map(own).collect();
    let opponents = opponents(tally, &own, floor);
    let lines = own.iter().zip(&opponents);
    lines.map(|((match_win, game_win), opponents)| assemble(*match_win, *game_win, opponents, rules, floor)).collect()
}

fn assemble(
    match_win: Rounded,
    game_win: Option<Rounded>,
    opponents: &Opponents,
    rules: &StandingsRules,
    floor: Rounded,
) -> Percentages {
    let mean = |sum: i128| {
        if opponents.count == 0 { floor } else { Rounded::mean(sum, opponents.count, rules.decimals) }
    };
    Percentages {
        match_win,
        opponent_match_win: mean(opponents.match_win),
        game_win: shown_game_win(game_win, rules, floor),
        opponent_game_win: mean(opponents.game_win),
        opponent_average_match_points: Rounded::ratio(opponents.points, opponents.count, rules.decimals),
    }
}

/// Points won of those to be won in the rounds with a result.
fn match_win(score: &Score, rules: &StandingsRules) -> Option<Rounded> {
    let possible = i64::from(rules.points_for_win) * i64::from(score.rounds);
    (score.rounds > 0).then(|| Rounded::ratio(i64::from(score.points), possible, rules.decimals))
}

/// A game counts three points, a drawn one a point, whatever matches count. `None` without games or if one match's
/// are unknown.
fn game_win(score: &Score, decimals: u8) -> Option<Rounded> {
    let [won, lost, drawn] = [score.games_won, score.games_lost, score.games_drawn].map(i64::from);
    let games = won + lost + drawn;
    (games > 0 && !score.games_unknown).then(|| Rounded::ratio(3 * won + drawn, 3 * games, decimals))
}

fn shown_game_win(known: Option<Rounded>, rules: &StandingsRules, floor: Rounded) -> Rounded {
    match (known, rules.game_win_without_games) {
        (Some(own), _) if rules.own_game_win_floored => own.max(floor),
        (Some(own), _) => own,
        (None, Some(without)) => Rounded::from_f64(without, rules.decimals),
        (None, None) if rules.own_game_win_floored => floor,
        (None, None) => Rounded::ratio(0, 1, rules.decimals),
    }
}

fn opponents(tally: &Tally, own: &[(Rounded, Option<Rounded>)], floor: Rounded) -> Vec<Opponents> {
    let counted: Vec<(i128, i128, i64)> = own
        .iter()
        .zip(&tally.scores)
        .map(|((match_win, game_win), score)| {
            let game_win = game_win.map_or(floor, |own| own.max(floor));
            (i128::from(match_win.units), i128::from(game_win.units), i64::from(score.points))
        })
        .collect();
    let mut sums = vec![Opponents::default(); own.len()];
    let mut meet = |of: usize, opponent: usize| {
        let (match_win, game_win, points) = counted[opponent];
        let sum = &mut sums[of];
        sum.count += 1;
        sum.match_win += match_win;
        sum.game_win += game_win;
        sum.points += points;
    };
    for &(first, second) in &tally.meetings {
        meet(first, second);
        meet(second, first);
    }
    sums
}

/// What a source published in place of games, by place; empty before the round after which it holds.
fn stated_game_wins(tournament: &Tournament, after_round: i32) -> Vec<Option<Rounded>> {
    match &tournament.stated_game_wins {
        Some((from, stated)) if after_round >= *from && !tournament.is_team_event() => {
            let decimals = tournament.details.rules.decimals;
            let of = |id| stated.get(id).map(|game_win| Rounded::from_f64(*game_win, decimals));
            tournament.registrations.iter().map(|registration| of(&registration.id)).collect()
        }
        _ => Vec::new(),
    }
}
