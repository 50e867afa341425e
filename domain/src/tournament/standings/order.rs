//! Ranks competitors: by match points, then the event's tiebreakers, then the random draw, and in a playoff by progress.
//! Players who missed a cut keep the line that they had at the cut.

use std::cmp::{Ordering, Reverse};

use proto_events::tournament::Winner;
use proto_events::vocabulary::{PhaseType, PlayoffKind, RegistrationStatus, Tiebreaker};

use super::ends::Ends;
use super::percentages::{Evaluation, Standing};
use super::points::Outcome;
use super::tally::{Contest, contests, playoff_rounds};
use super::tiebreakers::{Value, head_to_head, values};
use crate::fraction::Rounded;
use crate::pairing::random::mix;
use crate::rule_sets::columns;
use crate::tournament::Tournament;

/// Lines and tiebreakers of all competitors after a round, by index.
#[derive(Debug)]
pub(super) struct SwissTable {
    /// Their lines, without rank, playoff and values.
    pub(super) lines: Vec<Standing>,
    /// The last rounds that count for them.
    pub(super) ends: Ends,
    /// The numbers after each round that is the last one of a competitor, in order.
    pub(super) evaluations: Vec<Evaluation>,
    /// The values of the event's tiebreakers, in their order, then those of the rule set's other columns.
    values: Vec<(Tiebreaker, Vec<Value>)>,
    round: i32,
}

impl SwissTable {
    /// Computes the table after a round.
    pub(super) fn after(tournament: &Tournament, round: i32) -> Self {
        let ends = Ends::at(tournament, round);
        let mut rounds = ends.as_of.clone();
        rounds.push(round);
        rounds.sort_unstable();
        rounds.dedup();
        let mut evaluations: Vec<Evaluation> = Vec::with_capacity(rounds.len());
        for &at in &rounds {
            evaluations.push(Evaluation::after(tournament, at, &ends, evaluations.last()));
        }
        let last_of: Vec<usize> = ends.as_of.iter().map(|as_of| rounds.partition_point(|at| at < as_of)).collect();
        let lines: Vec<Vec<Standing>> = evaluations.iter().map(|it| it.lines(tournament)).collect();
        let rules = &tournament.details.rules;
        let mut named = rules.tiebreakers.clone();
        named.extend(columns(rules).into_iter().filter(|it| !rules.tiebreakers.contains(it)));
        let all_values = |tiebreaker: Tiebreaker| {
            let of = evaluations.iter().zip(&lines);
            let all: Vec<_> = of.map(|(it, lines)| values(tiebreaker, tournament, it, lines)).collect();
            (tiebreaker, last_of.iter().enumerate().map(|(place, last)| all[*last][place]).collect())
        };
        let values = named.into_iter().map(all_values).collect();
        let lines = last_of.iter().enumerate().map(|(place, last)| lines[*last][place].clone()).collect();
        Self { lines, ends, evaluations, values, round }
    }

    /// Returns the values of a competitor in these columns.
    pub(super) fn values(&self, columns: &[Tiebreaker], place: usize) -> Vec<(Tiebreaker, Rounded)> {
        let of = |column: &Tiebreaker| self.values.iter().find(|(tiebreaker, _)| tiebreaker == column);
        columns.iter().filter_map(of).map(|(column, values)| (*column, values[place].shown)).collect()
    }

    /// Compares two competitors by points, cuts and so many of the tiebreakers, best first.
    fn compare(&self, a: usize, b: usize, tiebreakers: usize) -> Ordering {
        let points = self.lines[b].score.points.cmp(&self.lines[a].score.points);
        let cuts = || self.ends.cuts_missed[a].cmp(&self.ends.cuts_missed[b]);
        let broken = |(_, values): &(_, Vec<Value>)| values[b].key.cmp(&values[a].key);
        let ties = || self.values.iter().take(tiebreakers).map(broken).find(|order| order.is_ne());
        points.then_with(cuts).then_with(|| ties().unwrap_or(Ordering::Equal))
    }

    /// Computes the head-to-head results of these competitors, if the event counts them.
    fn compare_heads(&mut self, tournament: &Tournament, places: &[usize]) {
        let tiebreakers = &tournament.details.rules.tiebreakers;
        let Some(at) = tiebreakers.iter().position(|it| *it == Tiebreaker::HeadToHead) else { return };
        let mut places = places.to_vec();
        places.sort_unstable_by(|&a, &b| self.compare(a, b, at));
        let tied = places.chunk_by(|&a, &b| self.compare(a, b, at).is_eq()).filter(|tied| tied.len() > 1);
        let tied: Vec<Vec<usize>> = tied.map(<[usize]>::to_vec).collect();
        self.values[at].1 = head_to_head(tournament, self.round, &tied);
    }
}

/// One competitor's results in the playoff.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Playoff {
    /// Matches won; byes do not count.
    pub(super) wins: i32,
    /// Matches lost.
    pub(super) losses: i32,
    /// The last round in which the competitor was paired, from 1 for the first of the playoff; 0 for none.
    last_round: usize,
    /// 0 if that round was not lost, else 2, and 1 for the winner of a match for third place; in a pod that is the final,
    /// the place in it.
    lost: u8,
    /// Whether it is a double elimination, and the competitor is still in it.
    is_in_double: bool,
}

/// Returns the results of the playoff rounds up to a number, by index. Consolation matches count only for third place.
pub(super) fn playoff(tournament: &Tournament, up_to: i32) -> Vec<Playoff> {
    let mut players = vec![Playoff::default(); tournament.field().len()];
    let has_third_place = tournament.details.playoff == PlayoffKind::ThirdPlace;
    let is_double = tournament.phases.iter().any(|phase| phase.round_type == PhaseType::DoubleElimination);
    for (round, played) in (1..).zip(playoff_rounds(tournament, up_to)) {
        let main = || contests(tournament, played).filter(|contest| !contest.is_consolation);
        let is_final = main().nth(1).is_none();
        main().for_each(|contest| add(&mut players, &contest, round, is_final));
        if is_double {
            main().filter(both_lost).flat_map(|contest| contest.sides()).for_each(|place| {
                (players[place].losses, players[place].lost) = (players[place].losses + 1, 2);
            });
        }
        for contest in contests(tournament, played).filter(|contest| contest.is_consolation && has_third_place) {
            let winner = winner(&contest).and_then(|seat| contest.sides().nth(seat));
            winner.into_iter().for_each(|place| players[place].lost = players[place].lost.min(1));
        }
    }
    if is_double {
        mark_those_in(tournament, up_to, &mut players);
    }
    players
}

/// Marks those who are still in a double elimination: until its end, who has less than two defeats. Who dropped since is no
/// exception, so that a drop changes no earlier standings.
fn mark_those_in(tournament: &Tournament, up_to: i32, players: &mut [Playoff]) {
    let has_life = |player: &Playoff| player.last_round > 0 && player.losses < 2;
    let has_later = playoff_rounds(tournament, i32::MAX).any(|round| round.number > up_to);
    let plays = |competitor| {
        let mut entries = tournament.entries_of(competitor).filter_map(|id| tournament.registration(id));
        entries.any(|entry| entry.status == RegistrationStatus::Complete)
    };
    let left = players.iter().zip(tournament.field()).filter(|(player, of)| has_life(player) && plays(*of)).count();
    if has_later || left > 1 && !tournament.lifecycle.is_finished() {
        players.iter_mut().for_each(|player| player.is_in_double = has_life(player));
    }
}

fn add(players: &mut [Playoff], contest: &Contest, round: usize, is_final: bool) {
    for place in contest.sides() {
        (players[place].last_round, players[place].lost) = (round, 0);
    }
    let winner = winner(contest);
    if winner.is_none() && !matches!(contest.outcome, Outcome::AssignedLoss) {
        return;
    }
    let places = match contest.outcome {
        Outcome::Played(result) if is_final => result.places,
        _ => None,
    };
    for (seat, place) in contest.sides().enumerate() {
        let is_winner = winner == Some(seat);
        players[place].wins += i32::from(is_winner);
        players[place].losses += i32::from(!is_winner);
        players[place].lost = if is_winner { 0 } else { places.map_or(2, |places| places[seat]) };
    }
}

/// Whether both players of a match lost it.
fn both_lost(contest: &Contest) -> bool {
    matches!(contest.outcome, Outcome::Played(result) if result.winner == Winner::Neither)
}

/// Returns the seat that won a contest.
fn winner(contest: &Contest) -> Option<usize> {
    if let Outcome::Played(result) = contest.outcome { result.winner.seat() } else { None }
}

impl Playoff {
    /// Returns the sort key, best first: later last rounds first, within a round those who have not lost, and the
    /// others of a final by place. It is the same for all before the first round. Those who are still in a double
    /// elimination precede the others, with fewer defeats first, and then who did not lose the last match.
    pub(super) fn tier(&self) -> (i32, Reverse<usize>, u8) {
        match self.is_in_double {
            true => (self.losses, Reverse(0), self.lost),
            false => (i32::MAX, Reverse(self.last_round), self.lost),
        }
    }
}

/// A competitor's lot among tied ones: position in the recorded draw (last without one), the lot from the seed, the id.
type Lot = (usize, u64, i64);

/// Sorts competitors by Swiss rank, best first.
pub(super) fn by_swiss(tournament: &Tournament, table: &mut SwissTable, places: &mut [usize]) {
    table.compare_heads(tournament, places);
    let (lots, tiebreakers) = (lots(tournament), tournament.details.rules.tiebreakers.len());
    places.sort_unstable_by(|&a, &b| table.compare(a, b, tiebreakers).then_with(|| lots[a].cmp(&lots[b])));
}

fn lots(tournament: &Tournament) -> Vec<Lot> {
    let drawn = |entry| tournament.tie_order.get(&entry).copied().unwrap_or(usize::MAX);
    let lots = tournament.field().map(|competitor| {
        let best = tournament.entries_of(competitor).map(drawn).min();
        (best.unwrap_or(usize::MAX), lot(tournament.seed, competitor.0), competitor.0)
    });
    lots.collect()
}

/// Returns a number that looks random and depends only on the seed and the id.
fn lot(seed: i64, id: i64) -> u64 {
    mix(seed.cast_unsigned() ^ id.cast_unsigned().wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
