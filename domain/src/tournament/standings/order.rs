//! Ranks competitors: by match points, then the event's tiebreakers, then the random draw, and in a playoff by progress.
//! Players who missed a cut keep the line that they had at the cut.

use std::cmp::{Ordering, Reverse};

use proto_events::tournament::Winner;
use proto_events::vocabulary::Tiebreaker;

use super::percentages::{SwissLine, lines};
use super::tally::{Contest, Outcome, Tally, contests, places_of, playoff_rounds, swiss_rounds, tally};
use crate::pairing::random::mix;
use crate::tournament::{Cut, Tournament};

/// Scores and percentages of all competitors after a round, by index.
#[derive(Debug)]
pub(super) struct SwissTable {
    /// Their lines.
    pub(super) lines: Vec<SwissLine>,
    /// The cut that each missed: 0 for competitors who are still in, the highest number for the first cut. On equal
    /// match points, a lower number ranks higher.
    pub(super) cuts_missed: Vec<usize>,
    /// The last round that counts for each: the latest round, or the round before the cut that the competitor missed.
    pub(super) as_of: Vec<i32>,
}

impl SwissTable {
    /// Computes the table after a round.
    pub(super) fn after(tournament: &Tournament, round: i32) -> Self {
        let tally = tally(tournament, round);
        let lines = lines(tournament, &tally, round);
        let (cuts_missed, as_of) = (vec![0; lines.len()], vec![round; lines.len()]);
        let mut table = Self { lines, cuts_missed, as_of };
        let cuts = effective_cuts(tournament, round);
        for (index, cut) in cuts.iter().enumerate() {
            table.freeze(tournament, &tally, cut, cuts.len() - index);
        }
        table
    }

    /// Resets the lines of those who missed a cut to their state at that cut. Competitors who were let in by hand and
    /// played on are not affected.
    fn freeze(&mut self, tournament: &Tournament, now: &Tally, cut: &Cut, cuts_missed: usize) {
        let then = tally(tournament, cut.after_round_number);
        let frozen = lines(tournament, &then, cut.after_round_number);
        let advancing = advancing(tournament, cut);
        for place in places_of(advancing.iter().map(|advances| !advances)) {
            let played_on = now.scores[place].paired > then.scores[place].paired;
            if self.cuts_missed[place] == 0 && !played_on {
                self.lines[place] = frozen[place].clone();
                self.cuts_missed[place] = cuts_missed;
                self.as_of[place] = cut.after_round_number;
            }
        }
    }
}

/// Returns the cuts that Swiss rounds followed, in playing order. A cut into a playoff freezes nothing.
fn effective_cuts(tournament: &Tournament, up_to: i32) -> Vec<&Cut> {
    let last_swiss = swiss_rounds(tournament, up_to).map(|round| round.number).max();
    let mut cuts: Vec<&Cut> =
        tournament.cuts.iter().filter(|cut| last_swiss.is_some_and(|last| cut.after_round_number < last)).collect();
    cuts.sort_by_key(|cut| cut.after_round_number);
    cuts
}

/// Whether each competitor advanced, by index. A team advances with any of its members.
fn advancing(tournament: &Tournament, cut: &Cut) -> Vec<bool> {
    let mut advancing = vec![false; tournament.field().len()];
    let places = cut.advancing.iter().filter_map(|entry| tournament.place_of(tournament.competitor_of(*entry)?));
    places.for_each(|place| advancing[place] = true);
    advancing
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
    /// Whether that round was lost.
    lost: bool,
}

/// Returns the results of the playoff rounds up to a number, by index, without consolation matches.
pub(super) fn playoff(tournament: &Tournament, up_to: i32) -> Vec<Playoff> {
    let mut players = vec![Playoff::default(); tournament.field().len()];
    for (round, played) in (1..).zip(playoff_rounds(tournament, up_to)) {
        let main = contests(tournament, played).filter(|contest| !contest.is_consolation);
        main.for_each(|contest| add(&mut players, &contest, round));
    }
    players
}

fn add(players: &mut [Playoff], contest: &Contest, round: usize) {
    for place in [Some(contest.first), contest.opponent].into_iter().flatten() {
        (players[place].last_round, players[place].lost) = (round, false);
    }
    let mut ends = |winner: Option<usize>, loser: usize| {
        winner.into_iter().for_each(|winner| players[winner].wins += 1);
        players[loser].losses += 1;
        players[loser].lost = true;
    };
    match (contest.outcome, contest.opponent) {
        (Outcome::AssignedLoss, _) => ends(None, contest.first),
        (Outcome::Played { winner: Winner::First, .. }, Some(opponent)) => ends(Some(contest.first), opponent),
        (Outcome::Played { winner: Winner::Second, .. }, Some(opponent)) => ends(Some(opponent), contest.first),
        _ => {}
    }
}

impl Playoff {
    /// Returns the sort key, best first: later last rounds first, and within a round those who have not lost. It is the
    /// same for all before the first round.
    pub(super) fn tier(&self) -> (Reverse<usize>, bool) {
        (Reverse(self.last_round), self.lost)
    }
}

/// A competitor's lot among tied ones: position in the recorded draw (last without one), the lot from the seed, the id.
type Lot = (usize, u64, i64);

/// Sorts competitors by Swiss rank, best first.
pub(super) fn by_swiss(tournament: &Tournament, table: &SwissTable, places: &mut [usize]) {
    let lots = lots(tournament);
    let tiebreakers = &tournament.details.rules.tiebreakers;
    places.sort_unstable_by(|&a, &b| {
        let points = table.lines[b].standing.score.points.cmp(&table.lines[a].standing.score.points);
        let cuts = || table.cuts_missed[a].cmp(&table.cuts_missed[b]);
        points.then_with(cuts).then_with(|| break_tie(table, tiebreakers, a, b)).then_with(|| lots[a].cmp(&lots[b]))
    });
}

fn break_tie(table: &SwissTable, tiebreakers: &[Tiebreaker], a: usize, b: usize) -> Ordering {
    let (a, b) = (&table.lines[a], &table.lines[b]);
    let compare = |tiebreaker: &Tiebreaker| match tiebreaker {
        Tiebreaker::OpponentMatchWin => b.exact_opponent_match_win.cmp(&a.exact_opponent_match_win),
        Tiebreaker::GameWin => b.standing.game_win.cmp(&a.standing.game_win),
        Tiebreaker::OpponentGameWin => b.exact_opponent_game_win.cmp(&a.exact_opponent_game_win),
    };
    tiebreakers.iter().map(compare).find(|ordering| ordering.is_ne()).unwrap_or(Ordering::Equal)
}

fn lots(tournament: &Tournament) -> Vec<Lot> {
    let drawn = |entry| tournament.tie_order.get(&entry).copied().unwrap_or(usize::MAX);
    let lots = tournament.field().map(|competitor| {
        let best = tournament.entries_of(competitor).map(drawn).min();
        (best.unwrap_or(usize::MAX), lot(tournament.seed, competitor.id()), competitor.id())
    });
    lots.collect()
}

/// Returns a number that looks random and depends only on the seed and the id.
fn lot(seed: i64, id: i64) -> u64 {
    mix(seed.cast_unsigned() ^ id.cast_unsigned().wrapping_mul(0x9e37_79b9_7f4a_7c15))
}
