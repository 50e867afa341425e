//! Players without a table in a Swiss round. The bulk form lists no byes, so such a player had a bye, arrived late or
//! dropped.
//!
//! Losses above those at the tables are assigned losses. The number of byes follows from the standings: from `byes`,
//! else from `points`, else from wins above those at the tables. If they say nothing and the file lists no byes at all,
//! a player had a bye in each such round before the last table, and none afterwards, because a player who dropped plays
//! no more. If the points would then contradict the published order, it is the nearest number that does not.

use proto_events::tournament::{PairingKind, Winner};

use crate::archive::{ArchiveMatch, ArchiveRound, RoundKind, Row, alone};

/// A row of the standings, as the file has it.
#[derive(Debug, Clone)]
pub(super) struct Standing {
    /// Player, rank and percentages.
    pub(super) row: Row,
    pub(super) wins: Option<i32>,
    pub(super) losses: Option<i32>,
    pub(super) draws: Option<i32>,
    pub(super) byes: Option<i32>,
    pub(super) points: Option<i32>,
}

/// Match points for a win and a draw; a loss gives none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scoring {
    pub(super) win: i32,
    pub(super) draw: i32,
}

impl Scoring {
    /// Returns the usual points: 3 and 1, or 5 and 1 for pods.
    pub(super) fn usual(rounds: &[ArchiveRound]) -> Self {
        let mut matches = rounds.iter().flat_map(|round| &round.matches);
        let win = if matches.any(|played| played.players().count() > 2) { 5 } else { 3 };
        Self { win, draw: 1 }
    }
}

/// One player's results.
#[derive(Debug, Clone, Default)]
pub(super) struct Tally {
    /// Matches won, lost and drawn against an opponent in the Swiss rounds.
    swiss: [i32; 3],
    /// The same in the playoff.
    playoff: [i32; 3],
    byes: i32,
    assigned_losses: i32,
    /// Matches of the Swiss rounds that both players lost.
    lost_by_both: i32,
    /// Indices of the Swiss rounds without this player.
    unseated: Vec<usize>,
    /// Index of the last round with this player.
    last: Option<usize>,
    is_in_playoff: bool,
}

impl Tally {
    pub(super) fn points(&self, scoring: Scoring) -> i32 {
        let [won, _, drawn] = self.swiss;
        scoring.win * (won + self.byes) + scoring.draw * drawn
    }

    /// Returns published points without those of the playoff, if they include them.
    pub(super) fn swiss_points(&self, published: i32, scoring: Scoring) -> i32 {
        let [won, _, drawn] = self.playoff;
        let own = self.points(scoring);
        let playoff = scoring.win * won + scoring.draw * drawn;
        if published == own + playoff { own } else { published }
    }

    /// Returns how many byes, in rounds without a table, give these points. `None` if no number does.
    fn byes_for(&self, points: i32, scoring: Scoring) -> Option<i32> {
        let most = i32::try_from(self.unseated.len()).unwrap_or(0);
        (0..=most).find(|byes| self.points(scoring) + scoring.win * byes == points)
    }

    /// Returns the published wins, losses and draws, reduced to the Swiss rounds. Byes, assigned losses and matches
    /// that both lost count, whether the file counts them or not.
    pub(super) fn published_record(&self, standing: &Standing) -> [i32; 3] {
        let published = [standing.wins, standing.losses, standing.draws];
        let optional = [self.byes, self.assigned_losses + self.lost_by_both, 0];
        std::array::from_fn(|index| {
            let ours = self.swiss[index] + optional[index];
            let least = self.swiss[index] + self.playoff[index];
            let published = published[index].unwrap_or(least);
            ours + published - published.clamp(least, least + optional[index])
        })
    }
}

/// Returns the results of all players, by index.
pub(super) fn tallies(rounds: &[ArchiveRound], players: usize) -> Vec<Tally> {
    let mut tallies = vec![Tally::default(); players];
    for (index, round) in rounds.iter().enumerate() {
        for played in &round.matches {
            for (side, player) in played.players().enumerate() {
                tallies[player].add(played, side, index, round.kind);
            }
        }
        for tally in tallies.iter_mut().filter(|tally| round.kind == RoundKind::Swiss && tally.last != Some(index)) {
            tally.unseated.push(index);
        }
    }
    tallies
}

impl Tally {
    fn add(&mut self, played: &ArchiveMatch, side: usize, round: usize, kind: RoundKind) {
        self.last = Some(round);
        self.is_in_playoff |= kind == RoundKind::Playoff;
        let record = if kind == RoundKind::Swiss { &mut self.swiss } else { &mut self.playoff };
        match (played.kind, played.result.winner) {
            (PairingKind::Bye, _) => self.byes += i32::from(kind == RoundKind::Swiss),
            (PairingKind::AssignedLoss, _) => self.assigned_losses += 1,
            (_, Winner::Draw) => record[2] += 1,
            (_, Winner::Neither) => self.lost_by_both += 1,
            (_, winner) => record[usize::from(winner.seat() != Some(side))] += 1,
        }
    }
}

/// Returns the points for a win and a draw that give the published points of most players: the usual ones if they do.
/// `None` if the file has no points, or if no such numbers give most of them.
pub(super) fn scoring(standings: &[Standing], tallies: &[Tally], usual: Scoring) -> Option<Scoring> {
    let published: Vec<(i32, &Tally)> =
        standings.iter().filter_map(|it| Some((it.points?, &tallies[it.row.player]))).collect();
    let agreeing = |scoring: &Scoring| {
        let given = |(points, tally): &&(i32, &Tally)| {
            tally.byes_for(tally.swiss_points(*points, *scoring), *scoring).is_some()
        };
        published.iter().filter(given).count()
    };
    let is_most = |scoring: &Scoring| 2 * agreeing(scoring) > published.len();
    let others = (1..=10).rev().flat_map(|win| (0..=win).rev().map(move |draw| Scoring { win, draw }));
    // Of several with the same number of players, the last.
    let best = || others.max_by_key(agreeing);
    Some(usual).filter(is_most).or_else(best).filter(is_most)
}

/// Adds the byes and assigned losses that the file does not list.
pub(super) fn add_unlisted(
    rounds: &mut [ArchiveRound],
    standings: &[Standing],
    players: usize,
    scoring: Option<Scoring>,
) {
    let tallies = tallies(rounds, players);
    let mut rows: Vec<&Standing> = standings.iter().collect();
    rows.sort_by_key(|standing| standing.row.rank);
    let lists_byes = tallies.iter().any(|tally| tally.byes > 0);
    let of = |it: &&Standing| Missing::of(&tallies[it.row.player], it, scoring, lists_byes);
    let mut missing: Vec<Missing> = rows.iter().map(of).collect();
    if scoring.is_some() || standings.iter().all(|row| row.points.is_none()) {
        let scoring = scoring.unwrap_or(Scoring::usual(rounds));
        let limits = limits(&rows, &missing, &tallies, scoring);
        for ((standing, missing), limits) in rows.iter().zip(&mut missing).zip(limits) {
            missing.fit(&tallies[standing.row.player], limits, scoring);
        }
    }
    for (standing, missing) in rows.iter().zip(missing) {
        let player = standing.row.player;
        for round in &missing.free[..missing.losses] {
            rounds[*round].matches.push(alone(player, true));
        }
        for round in missing.rounds_of_byes(tallies[player].last) {
            rounds[round].matches.push(alone(player, false));
        }
    }
}

/// The rounds that a player has no table in.
struct Missing {
    /// Indices of the rounds. The first of them are assigned losses: a player who arrived late missed the first rounds.
    free: Vec<usize>,
    losses: usize,
    byes: usize,
    /// Whether the number of byes does not follow from the player's own row.
    is_guess: bool,
}

impl Missing {
    fn of(tally: &Tally, row: &Standing, scoring: Option<Scoring>, lists_byes: bool) -> Self {
        let free = tally.unseated.clone();
        let [[won, lost, _], [won_after, lost_after, _]] = [tally.swiss, tally.playoff];
        let at_tables = lost + lost_after + tally.lost_by_both;
        let extra = row.losses.map_or(0, |losses| losses - at_tables - tally.assigned_losses);
        let losses = usize::try_from(extra).unwrap_or(0).min(free.len());
        let from_points =
            || scoring.and_then(|scoring| tally.byes_for(tally.swiss_points(row.points?, scoring), scoring));
        let from_wins = || Some(row.wins? - won - won_after - tally.byes).filter(|extra| *extra > 0);
        let stated = row.byes.map(|byes| byes - tally.byes).or_else(from_points).or_else(from_wins);
        let most = free.len() - losses;
        let is_before_last = |round: &&usize| tally.is_in_playoff || tally.last.is_some_and(|last| **round < last);
        let is_guess = stated.is_none() && most > 0 && !lists_byes;
        let guess = || if is_guess { free[losses..].iter().filter(is_before_last).count() } else { 0 };
        let byes = stated.map_or_else(guess, |byes| usize::try_from(byes).unwrap_or(0).min(most));
        Self { free, losses, byes, is_guess }
    }

    /// Changes a guessed number of byes to the nearest one whose points lie within the limits. At most one bye is
    /// added: that of a player who dropped after it.
    fn fit(&mut self, tally: &Tally, (least, most): (i32, i32), scoring: Scoring) {
        if !self.is_guess || tally.is_in_playoff {
            return;
        }
        let points = |byes: usize| tally.points(scoring) + scoring.win * i32::try_from(byes).unwrap_or(0);
        let possible = 0..=(self.byes + 1).min(self.free.len() - self.losses);
        let fitting = possible.filter(|byes| (least..=most).contains(&points(*byes)));
        self.byes = fitting.min_by_key(|byes| byes.abs_diff(self.byes)).unwrap_or(self.byes);
    }

    /// Returns the rounds in which the player had a bye: the latest before the last table, then the next ones.
    fn rounds_of_byes(&self, last: Option<usize>) -> Vec<usize> {
        let mut rounds = self.free[self.losses..].to_vec();
        let last = last.unwrap_or(0);
        rounds.sort_by_key(|round| if *round < last { (0, last - round) } else { (1, *round) });
        rounds.truncate(self.byes);
        rounds
    }
}

/// Returns, for each row, the least and the most points that its place allows: those of the rows below and above whose
/// byes are known. Rows of players of the playoff are ordered by it and say nothing.
fn limits(rows: &[&Standing], missing: &[Missing], tallies: &[Tally], scoring: Scoring) -> Vec<(i32, i32)> {
    let known = |place: usize| {
        let tally = &tallies[rows[place].row.player];
        let byes = i32::try_from(missing[place].byes).unwrap_or(0);
        let is_known = !missing[place].is_guess && !tally.is_in_playoff;
        is_known.then(|| tally.points(scoring) + scoring.win * byes)
    };
    let known: Vec<Option<i32>> = (0..rows.len()).map(known).collect();
    let mut limits = vec![(0, i32::MAX); rows.len()];
    let (mut least, mut most) = (0, i32::MAX);
    for (limits, known) in limits.iter_mut().zip(&known).rev() {
        limits.0 = least;
        least = known.map_or(least, |points| points.max(least));
    }
    for (limits, known) in limits.iter_mut().zip(&known) {
        limits.1 = most;
        most = known.map_or(most, |points| points.min(most));
    }
    limits
}
