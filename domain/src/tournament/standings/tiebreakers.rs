//! Tiebreakers: each is a function from the results to a value of every competitor. Higher is better.
//!
//! Sources: strength of schedule as in Cobra (`sos_calculator.rb`); Buchholz and Sonneborn-Berger as in the FIDE Handbook,
//! C.07, of March 2026, without its rules for requested byes and forfeits; the cumulative tiebreaker as in the pairing and
//! tiebreaker policy of Flesh and Blood (stated).

use std::collections::HashSet;

use proto_events::tournament::StandingsRules;
use proto_events::vocabulary::Tiebreaker;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::percentages::{Averages, Evaluation, Percentage, Standing};
use super::points::Outcome;
use super::tally::{Contest, Score, contests, swiss_rounds};
use crate::fraction::{Fine, Rounded};
use crate::tournament::Tournament;

/// The value of a tiebreaker in a line of standings.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TiebreakerValue {
    /// The tiebreaker.
    pub name: Tiebreaker,
    /// Its value; percentages are fractions from 0 to 1.
    pub value: f64,
}

impl From<&(Tiebreaker, Rounded)> for TiebreakerValue {
    fn from((name, value): &(Tiebreaker, Rounded)) -> Self {
        Self { name: *name, value: value.as_f64() }
    }
}

/// The value of a tiebreaker: as it is shown, and as it is compared.
#[derive(Debug, Clone, Copy)]
pub(super) struct Value {
    /// As it is shown.
    pub(super) shown: Rounded,
    /// As it is compared: higher is better.
    pub(super) key: i128,
}

impl From<i64> for Value {
    fn from(count: i64) -> Self {
        Self { shown: Rounded { units: count, decimals: 0 }, key: i128::from(count) }
    }
}

/// Returns the values of all competitors after the round of the evaluation, by index. `lines` are those after it. The
/// head-to-head result depends on who is tied, and is computed with the order.
pub(super) fn values(
    tiebreaker: Tiebreaker,
    tournament: &Tournament,
    evaluation: &Evaluation,
    lines: &[Standing],
) -> Vec<Value> {
    let (rules, round, scores) = (&tournament.details.rules, evaluation.round, &evaluation.tally.scores);
    let count = |of: fn(&Score) -> i32| scores.iter().map(|score| i64::from(of(score)).into()).collect();
    let average = |of: fn(&Averages) -> Percentage| {
        let value = |it: Percentage| Value { shown: it.shown, key: it.exact.comparable(rules.compared_decimals) };
        evaluation.averages.iter().map(|averages| value(of(averages))).collect()
    };
    match tiebreaker {
        Tiebreaker::OpponentMatchWin => average(|it| it.match_win),
        Tiebreaker::OpponentGameWin => average(|it| it.game_win),
        Tiebreaker::OpponentOpponentMatchWin => average(|it| it.opponent_match_win),
        Tiebreaker::GameWin => {
            lines.iter().map(|line| Value { shown: line.game_win, key: i128::from(line.game_win.units) }).collect()
        }
        Tiebreaker::Late => count(|score| -i32::from(score.is_late)),
        Tiebreaker::Score => count(|score| score.scored),
        Tiebreaker::Margin => count(|score| score.margin),
        Tiebreaker::Wins => count(|score| score.wins),
        Tiebreaker::HeadToHead => count(|_| 0),
        Tiebreaker::Strength => fine(&Schedule::until(tournament, round).strength(scores), rules),
        Tiebreaker::ExtendedStrength => {
            let schedule = Schedule::until(tournament, round);
            fine(&schedule.average(&schedule.strength(scores)), rules)
        }
        Tiebreaker::Buchholz | Tiebreaker::BuchholzCut1 | Tiebreaker::SonnebornBerger => {
            parts(tournament, round, scores).iter().map(|parts| of_parts(tiebreaker, parts, rules)).collect()
        }
        Tiebreaker::CumulativeTiebreaker => fine(&cumulative(tournament, round), rules),
    }
}

/// Decimals of values that are not shares of one: with more, scores would not fit.
fn decimals(rules: &StandingsRules) -> u8 {
    rules.decimals.min(8)
}

fn fine(values: &[Fine], rules: &StandingsRules) -> Vec<Value> {
    let value = |it: &Fine| Value { shown: it.rounded(decimals(rules)), key: it.comparable(rules.compared_decimals) };
    values.iter().map(value).collect()
}

/// Returns the contests with a result up to a round, each with the number of its round.
fn decided(tournament: &Tournament, up_to: i32) -> impl Iterator<Item = (i32, Contest)> {
    let all = swiss_rounds(tournament, up_to)
        .flat_map(|round| contests(tournament, round).map(move |contest| (round.number, contest)));
    all.filter(|(_, contest)| !matches!(contest.outcome, Outcome::Open))
}

/// The rounds and meetings of all competitors with their weights, in hundredths.
struct Schedule {
    /// Sum of the weights of each competitor's rounds with a result.
    rounds: Vec<i64>,
    /// Each meeting with the weight of its round.
    meetings: Vec<(usize, usize, i64)>,
}

impl Schedule {
    fn until(tournament: &Tournament, round: i32) -> Self {
        let weights = &tournament.details.rules.round_weights;
        let weight_of = |number: i32| {
            let stated = usize::try_from(number - 1).ok().and_then(|at| weights.get(at));
            stated.map_or(100, |it| Rounded::ratio(it.numerator, it.denominator, 2).units)
        };
        let mut schedule = Self { rounds: vec![0; tournament.field().len()], meetings: Vec::new() };
        for (number, contest) in decided(tournament, round) {
            let weight = weight_of(number);
            contest.sides().for_each(|place| schedule.rounds[place] += weight);
            schedule.meetings.extend(contest.pairs().map(|[(_, one), (_, other)]| (one, other, weight)));
        }
        schedule
    }

    /// Returns the strength of each competitor's schedule: the average of the opponents' points per round.
    fn strength(&self, scores: &[Score]) -> Vec<Fine> {
        let per_round = |(score, rounds): (&Score, &i64)| Fine::ratio(100 * i64::from(score.points), *rounds);
        self.average(&scores.iter().zip(&self.rounds).map(per_round).collect::<Vec<_>>())
    }

    /// Returns the weighted average of the opponents' values; zero without opponents.
    fn average(&self, values: &[Fine]) -> Vec<Fine> {
        let mut sums = vec![(0_i128, 0); values.len()];
        for &(first, second, weight) in &self.meetings {
            for (of, opponent) in [(first, second), (second, first)] {
                sums[of].0 = sums[of].0.saturating_add(values[opponent].0.saturating_mul(i128::from(weight)));
                sums[of].1 += weight;
            }
        }
        sums.into_iter().map(|(sum, weight)| Fine::mean(sum, weight)).collect()
    }
}

/// What a round adds to sums over opponents: the opponent's match points, and the player's own from the round. Without an
/// opponent, a player's own points stand for the opponent's, but at most a draw a round.
type Part = (i64, i64);

/// Returns what each competitor's rounds add, by index.
fn parts(tournament: &Tournament, round: i32, scores: &[Score]) -> Vec<Vec<Part>> {
    let rules = &tournament.details.rules;
    let rounds = i64::try_from(swiss_rounds(tournament, round).count()).unwrap_or(i64::MAX);
    let most = rounds.saturating_mul(i64::from(rules.points_for_draw));
    let points = |place: usize| i64::from(scores[place].points);
    let mut parts: Vec<Vec<Part>> = scores.iter().map(|_| Vec::new()).collect();
    for (_, contest) in decided(tournament, round) {
        let own = |seat: usize| i64::from(contest.seen_by(seat, rules).1);
        for place in contest.sides().filter(|_| contest.sides().count() == 1) {
            parts[place].push((points(place).min(most), own(0)));
        }
        for [(seat, one), (other_seat, other)] in contest.pairs() {
            parts[one].push((points(other), own(seat)));
            parts[other].push((points(one), own(other_seat)));
        }
    }
    parts
}

fn of_parts(tiebreaker: Tiebreaker, parts: &[Part], rules: &StandingsRules) -> Value {
    let sum: i64 = parts.iter().map(|(points, _)| points).sum();
    let lowest = parts.iter().map(|(points, _)| *points).min().unwrap_or(0);
    match tiebreaker {
        Tiebreaker::SonnebornBerger => {
            // Each opponent's points times the part of a win that the player got.
            let sum: i64 = parts.iter().map(|(points, own)| points * own).sum();
            let shown = Rounded::ratio(sum, i64::from(rules.points_for_win), decimals(rules));
            Value { shown, key: i128::from(sum) }
        }
        Tiebreaker::BuchholzCut1 => (sum - lowest).into(),
        _ => sum.into(),
    }
}

/// After each round: a quarter of the value before it, plus the points so far.
fn cumulative(tournament: &Tournament, up_to: i32) -> Vec<Fine> {
    let rules = &tournament.details.rules;
    let mut values = vec![(Fine::default(), 0_i64); tournament.field().len()];
    for round in swiss_rounds(tournament, up_to) {
        for contest in contests(tournament, round) {
            for (seat, place) in contest.sides().enumerate() {
                values[place].1 += i64::from(contest.seen_by(seat, rules).1);
            }
        }
        for (value, points) in &mut values {
            *value = Fine(value.0 / 4 + Fine::ratio(*points, 1).0);
        }
    }
    values.into_iter().map(|(value, _)| value).collect()
}

/// Returns the match points of competitors from matches among those who are tied with them, if all of these have met.
/// `tied` are the groups of tied competitors.
pub(super) fn head_to_head(tournament: &Tournament, round: i32, tied: &[Vec<usize>]) -> Vec<Value> {
    let size = tournament.field().len();
    let (mut group_of, mut points) = (vec![None; size], vec![0; size]);
    for (group, places) in tied.iter().enumerate() {
        places.iter().for_each(|place| group_of[*place] = Some(group));
    }
    let mut met = vec![HashSet::new(); tied.len()];
    for (_, contest) in decided(tournament, round) {
        for pair in contest.pairs() {
            let [one, other] = pair.map(|(_, place)| place);
            let Some(group) = group_of[one].filter(|_| group_of[one] == group_of[other]) else { continue };
            met[group].insert((one.min(other), one.max(other)));
            for (seat, place) in pair {
                points[place] += i64::from(contest.seen_by(seat, &tournament.details.rules).1);
            }
        }
    }
    for (places, met) in tied.iter().zip(met) {
        if met.len() < places.len() * (places.len() - 1) / 2 {
            places.iter().for_each(|place| points[*place] = 0);
        }
    }
    points.into_iter().map(Value::from).collect()
}
