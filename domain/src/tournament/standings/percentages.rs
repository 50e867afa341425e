//! Percentages. A competitor's own percentages are rounded first, then the averages over them. This order decides the
//! last digit that is shown.
//!
//! After this rounding, equal averages can differ in the last digit (1/3, 1/3, 1 give …55; 1/3, 2/3, 2/3 give …56).
//! Therefore ranks use averages that are computed without rounding.

use proto_events::tournament::{AddedOpponents, Fraction, StandingsRules};
use proto_events::vocabulary::{MatchWinBy, Tiebreaker};

use super::ends::Ends;
use super::points::{bye_points, win_points};
use super::tally::{Score, Tally, places_of, tally, tally_between};
use crate::fraction::{Fine, Rounded};
use crate::pairing::EntrantId;
use crate::tournament::Tournament;

/// A line of standings.
#[derive(Debug, Clone, PartialEq)]
#[allow(missing_docs, reason = "a field that is named as its value needs no other words")]
pub struct Standing {
    /// The player, or the team in a team event.
    pub competitor: EntrantId,
    /// 1..n, unique.
    pub rank: i32,
    /// Results from Swiss rounds.
    pub score: Score,
    pub playoff_wins: i32,
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
    /// The values of the rule set's columns ([`columns`](crate::rule_sets::columns)), in their order.
    pub values: Vec<(Tiebreaker, Rounded)>,
}

/// A percentage, rounded and exact.
#[derive(Debug, Clone, Copy)]
pub(super) struct Percentage {
    /// Rounded, as it is shown.
    pub(super) shown: Rounded,
    /// Exact, as it is compared.
    pub(super) exact: Fine,
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

/// Sums over a competitor's opponents.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Opponents {
    /// Number of opponents; an opponent met twice counts twice.
    pub(super) count: i64,
    /// Opponents that byes and assigned losses add to the match-win percentages.
    pub(super) added: i64,
    /// Sum of their match-win percentages.
    pub(super) match_win: Sum,
    /// Sum of their game-win percentages.
    pub(super) game_win: Sum,
    /// Sum of their match points.
    pub(super) points: i64,
}

/// Averages over a competitor's opponents.
#[derive(Debug, Clone, Copy)]
pub(super) struct Averages {
    /// Of their match-win percentages.
    pub(super) match_win: Percentage,
    /// Of their game-win percentages.
    pub(super) game_win: Percentage,
    /// Of their averages of match-win percentages; the floor if no tiebreaker needs it.
    pub(super) opponent_match_win: Percentage,
}

/// A sum of percentages, rounded and exact.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sum {
    /// Sum of the rounded percentages, in units.
    pub(super) shown: i128,
    exact: i128,
}

/// The numbers of all competitors after a round, by index.
#[derive(Debug)]
pub(super) struct Evaluation {
    /// Number of the round.
    pub(super) round: i32,
    /// Number of the round after which percentages begin; 0 if all rounds count.
    pub(super) since: i32,
    /// Results of all rounds.
    pub(super) tally: Tally,
    /// Own percentages.
    pub(super) shares: Shares,
    /// Sums over opponents.
    pub(super) opponents: Vec<Opponents>,
    /// Averages over opponents.
    pub(super) averages: Vec<Averages>,
}

impl Percentage {
    fn ratio(numerator: i64, denominator: i64, decimals: u8) -> Self {
        Self { shown: Rounded::ratio(numerator, denominator, decimals), exact: Fine::ratio(numerator, denominator) }
    }

    fn of(fraction: Fraction, decimals: u8) -> Self {
        Self::ratio(fraction.numerator, fraction.denominator, decimals)
    }

    fn at_least(self, floor: Self) -> Self {
        if self.exact < floor.exact { floor } else { self }
    }

    fn at_most(self, cap: Self) -> Self {
        if self.exact > cap.exact { cap } else { self }
    }
}

impl Sum {
    fn add(&mut self, percentage: Percentage, times: i64) {
        self.shown += i128::from(percentage.shown.units) * i128::from(times);
        self.exact += percentage.exact.0 * i128::from(times);
    }

    /// Returns the average; the floor if there is nothing to average.
    fn mean(self, count: i64, floor: Percentage) -> Percentage {
        if count == 0 {
            return floor;
        }
        Percentage {
            shown: Rounded::mean(self.shown, count, floor.shown.decimals),
            exact: Fine::mean(self.exact, count),
        }
    }
}

impl Evaluation {
    /// Computes the numbers after a round. `before` are those of the last earlier round after which competitors ended.
    pub(super) fn after(tournament: &Tournament, round: i32, ends: &Ends, before: Option<&Self>) -> Self {
        let rules = &tournament.details.rules;
        let since = ends.cuts.iter().copied().filter(|cut| rules.restarts_after_cut && *cut < round).max().unwrap_or(0);
        let tally = tally(tournament, round);
        let recent = (since > 0).then(|| tally_between(tournament, since, round));
        let counted = recent.as_ref().unwrap_or(&tally);
        let ended = || places_of(ends.as_of.iter().map(|as_of| *as_of < round)).into_iter();
        let kept = before.filter(|_| rules.frozen_at_drop).into_iter();
        let kept: Vec<(usize, &Self)> = kept.flat_map(|before| ended().map(move |place| (place, before))).collect();
        let mut shares = Shares::of(tournament, counted, round, ends);
        for (place, total) in tally.scores.iter().enumerate() {
            shares.counted[place].points = i64::from(total.points);
        }
        for &(place, before) in &kept {
            shares.keep(place, &before.shares);
        }
        let mut opponents = opponents(&counted.meetings, &shares.counted);
        for (sums, score) in opponents.iter_mut().zip(&counted.scores) {
            added_opponents(rules, score).for_each(|(count, each)| sums.add(count, each));
        }
        for &(place, before) in &kept {
            opponents[place] = before.opponents[place];
        }
        let averages = opponents.iter().map(|sums| sums.averages(shares.floor)).collect();
        let mut evaluation = Self { round, since, shares, opponents, averages, tally };
        if rules.tiebreakers.contains(&Tiebreaker::OpponentOpponentMatchWin) {
            evaluation.average_opponents(rules, recent.as_ref());
            for &(place, before) in &kept {
                evaluation.averages[place] = before.averages[place];
            }
        }
        evaluation
    }

    /// Computes the averages over the opponents' own averages.
    fn average_opponents(&mut self, rules: &StandingsRules, recent: Option<&Tally>) {
        let counted = recent.unwrap_or(&self.tally);
        let mut sums = vec![Opponents::default(); self.averages.len()];
        for &(first, second) in &counted.meetings {
            for (of, opponent) in [(first, second), (second, first)] {
                sums[of].add(1, self.averages[opponent].match_win);
            }
        }
        let floor = self.shares.floor;
        for ((sums, score), own) in sums.iter_mut().zip(&counted.scores).zip(&mut self.averages) {
            added_opponents(rules, score).for_each(|(count, each)| sums.add(count, each));
            own.opponent_match_win = sums.match_win.mean(sums.added, floor);
        }
    }

    /// Returns the lines of all competitors, without rank, playoff and values.
    pub(super) fn lines(&self, tournament: &Tournament) -> Vec<Standing> {
        let rules = &tournament.details.rules;
        let line = |(place, competitor): (usize, EntrantId)| {
            let (averages, opponents) = (&self.averages[place], &self.opponents[place]);
            Standing {
                competitor,
                rank: 0,
                score: self.tally.scores[place],
                playoff_wins: 0,
                playoff_losses: 0,
                match_win: self.shares.counted[place].match_win.shown,
                opponent_match_win: averages.match_win.shown,
                game_win: shown_game_win(self.shares.game_wins[place], rules, self.shares.floor.shown),
                opponent_game_win: averages.game_win.shown,
                opponent_average_match_points: Rounded::ratio(opponents.points, opponents.count, decimals(rules)),
                values: Vec::new(),
            }
        };
        tournament.field().enumerate().map(line).collect()
    }
}

impl Opponents {
    /// Adds opponents that only the average of match-win percentages counts.
    fn add(&mut self, count: i64, each: Percentage) {
        self.added += count;
        self.match_win.add(each, count);
    }

    fn averages(&self, floor: Percentage) -> Averages {
        Averages {
            match_win: self.match_win.mean(self.count + self.added, floor),
            game_win: self.game_win.mean(self.count, floor),
            opponent_match_win: floor,
        }
    }
}

/// Returns the opponents that a competitor's byes and assigned losses add: how many, and the percentage of each.
fn added_opponents(rules: &StandingsRules, score: &Score) -> impl Iterator<Item = (i64, Percentage)> + use<> {
    let decimals = decimals(rules);
    let added = [(rules.bye_opponents, score.byes), (rules.loss_opponents, score.assigned_losses)];
    added.into_iter().filter_map(move |(each, times)| {
        let AddedOpponents { count, match_win } = each?;
        Some((i64::from(count) * i64::from(times), Percentage::of(match_win, decimals)))
    })
}

impl Shares {
    /// Computes the shares after a round.
    fn of(tournament: &Tournament, tally: &Tally, after_round: i32, ends: &Ends) -> Self {
        let rules = &tournament.details.rules;
        let floor = Percentage::of(rules.floor, decimals(rules));
        let cap = rules.drop_cap.map(|cap| Percentage::of(cap, decimals(rules)));
        let stated = stated_game_wins(tournament, after_round);
        let own_game_win = |(place, score): (usize, &Score)| {
            game_win(score, decimals(rules)).or_else(|| stated.get(place).copied().flatten())
        };
        let match_wins: Vec<_> = tally.scores.iter().map(|score| match_win(score, rules)).collect();
        let game_wins: Vec<_> = tally.scores.iter().enumerate().map(own_game_win).collect();
        let floored = |own: Option<Percentage>| own.map_or(floor, |own| own.at_least(floor));
        let count = |(place, score): (usize, &Score)| {
            let match_win = floored(match_wins[place]);
            let cap = cap.filter(|_| ends.has_dropped(place, after_round));
            let match_win = cap.map_or(match_win, |cap| match_win.at_most(cap));
            Counted { match_win, game_win: floored(game_wins[place]), points: i64::from(score.points) }
        };
        let counted = tally.scores.iter().enumerate().map(count).collect();
        Self { floor, match_wins, game_wins, counted }
    }

    /// Takes over the shares of a competitor from an earlier round.
    fn keep(&mut self, place: usize, before: &Self) {
        self.match_wins[place] = before.match_wins[place];
        self.game_wins[place] = before.game_wins[place];
        self.counted[place] = before.counted[place];
    }
}

/// Decimals of values. Where scores count, a share may be far above one, and more than eight would not fit.
fn decimals(rules: &StandingsRules) -> u8 {
    if rules.scores.is_some() { rules.decimals.min(8) } else { rules.decimals }
}

/// Match points over possible match points in the rounds with a result, or what the rules divide instead.
fn match_win(score: &Score, rules: &StandingsRules) -> Option<Percentage> {
    let byes = if rules.byes_count { 0 } else { i64::from(score.byes) };
    let (rounds, wins) = (i64::from(score.rounds) - byes, i64::from(score.wins) - byes);
    let (won, bye) = (i64::from(win_points(rules)), i64::from(bye_points(rules)));
    let (numerator, denominator) = match rules.match_win_by {
        MatchWinBy::Points => (i64::from(score.points) - byes * bye, won * rounds),
        MatchWinBy::Results => (2 * wins + i64::from(score.draws), 2 * rounds),
        MatchWinBy::Wins => (wins, rounds),
    };
    (rounds > 0).then(|| Percentage::ratio(numerator, denominator, decimals(rules)))
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
        (None, Some(without)) => Rounded::from_f64(without, decimals(rules)),
        (None, None) if rules.own_game_win_floored => floor,
        (None, None) => Rounded::ratio(0, 1, decimals(rules)),
    }
}

/// Adds up each competitor's opponents, by index.
fn opponents(meetings: &[(usize, usize)], counted: &[Counted]) -> Vec<Opponents> {
    let mut sums = vec![Opponents::default(); counted.len()];
    let mut meet = |of: usize, opponent: usize| {
        let (sum, opponent) = (&mut sums[of], &counted[opponent]);
        sum.count += 1;
        sum.match_win.add(opponent.match_win, 1);
        sum.game_win.add(opponent.game_win, 1);
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
            let decimals = decimals(&tournament.details.rules);
            let of = |game_win: &f64| {
                let shown = Rounded::from_f64(*game_win, decimals);
                Percentage { shown, exact: Fine::from(shown) }
            };
            tournament.registrations.iter().map(|registration| stated.get(&registration.id).map(of)).collect()
        }
        _ => Vec::new(),
    }
}
