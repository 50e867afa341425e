//! Playoffs after a cut: the matches or pods of each single-elimination round, for any number of players.
//!
//! The number of lines in a bracket is the next power of two. Lines without a player are byes, which go to the best
//! seeds. By seed the first matches are 1v8, 4v5, 2v7, 3v6, in this order. In a draft playoff the seats at the draft
//! table decide: 1v5, 3v7, 2v6, 4v8. Each player first meets the one across the table. Matches are in bracket order:
//! the winners of adjacent matches meet next.

use proto_events::tournament::PODS_SEATS_MAX;

use super::entrant::EntrantId;
use super::tables_of_many::LEAST;

/// How the matches of a single elimination are formed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bracket {
    /// A fixed bracket by seed.
    BySeed,
    /// Seeded again for each round: the best remaining player against the worst.
    Reseeded,
    /// A fixed bracket by seat at the draft table.
    BySeat,
}

/// A match of a playoff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BracketMatch {
    /// The player with the better seed.
    pub first: EntrantId,
    /// The opponent; none if the first player has a bye.
    pub second: Option<EntrantId>,
}

/// Returns the matches of a playoff round, counted from 1, in bracket order. `seeds` are all who made the cut, best
/// first (by seat in a draft playoff); `survivors` are those who are still in, in any order. Empty once there is a
/// winner.
pub fn playoff_round(bracket: Bracket, seeds: &[EntrantId], survivors: &[EntrantId], round: u32) -> Vec<BracketMatch> {
    let is_in = |seed: &usize| survivors.contains(&seeds[*seed]);
    let left: Vec<usize> = (0..seeds.len()).filter(is_in).collect();
    if left.len() < 2 {
        return Vec::new();
    }
    match bracket {
        Bracket::Reseeded => {
            let seeds: Vec<EntrantId> = left.iter().map(|seed| seeds[*seed]).collect();
            matches(&by_seed(seeds.len()), &seeds, |_| true, 2)
        }
        Bracket::BySeed => matches(&by_seed(seeds.len()), seeds, is_in, lines(round)),
        Bracket::BySeat => matches(&by_seat(seeds.len()), seeds, is_in, lines(round)),
    }
}

/// Returns the tables of a playoff round of pods, by seed: 1-8-9-16, 2-7-10-15 and so on. `left` are those who are still
/// in, best seed first; a table of one has a player who waits for the next round.
///
/// As many wait as lead to full pods in all later rounds: of 10, seeds 1 and 2, of 40, seeds 1 to 8. If the numbers do
/// not divide, pods have one player more or less, and the best seeds sit in the smaller ones.
pub fn pod_round(size: usize, left: &[EntrantId]) -> Vec<Vec<EntrantId>> {
    let most = (size + 1).min(PODS_SEATS_MAX);
    if left.len() <= most {
        return if left.len() < 2 { Vec::new() } else { vec![left.to_vec()] };
    }
    let powers = std::iter::successors(Some(size), |power| power.checked_mul(size));
    let target = powers.take_while(|power| *power < left.len()).last().unwrap_or(size);
    let playing = |through: usize, pods: usize| left.len() - through + pods;
    let pods_for = |through: usize| {
        let fits = |pods: &usize| (pods * LEAST..=pods * most).contains(&playing(through, *pods));
        let pods = (1..=through).filter(fits).min_by_key(|pods| playing(through, *pods).abs_diff(size * pods))?;
        Some((pods, through - pods))
    };
    let (pods, waiting) = (LEAST..=target).rev().find_map(pods_for).unwrap_or((1, 0));
    let mut tables: Vec<Vec<EntrantId>> = vec![Vec::new(); pods];
    for (row, seeds) in left[waiting..].chunks(pods).enumerate() {
        for (at, seed) in seeds.iter().enumerate() {
            // In a last row that is not full, the worse tables get a player more.
            let is_forward = row.is_multiple_of(2) && seeds.len() == pods;
            tables[if is_forward { at } else { pods - 1 - at }].push(*seed);
        }
    }
    tables.extend(left[..waiting].iter().map(|seed| vec![*seed]));
    tables
}

/// Returns the number of bracket lines that lead to a match of a round.
fn lines(round: u32) -> usize {
    1_usize.checked_shl(round.max(1)).unwrap_or(usize::MAX)
}

fn matches(
    bracket: &[usize],
    seeds: &[EntrantId],
    is_in: impl Fn(&usize) -> bool,
    lines_of_match: usize,
) -> Vec<BracketMatch> {
    let mut matches = Vec::new();
    for lines in bracket.chunks(lines_of_match) {
        let mut left: Vec<usize> = lines.iter().copied().filter(|seed| *seed < seeds.len() && is_in(seed)).collect();
        left.sort_unstable();
        matches.extend(
            left.chunks(2)
                .map(|pair| BracketMatch { first: seeds[pair[0]], second: pair.get(1).map(|seed| seeds[*seed]) }),
        );
    }
    matches
}

/// Returns the lines of a bracket by seed, from 0. The seeds of each first-round match have the same sum.
fn by_seed(players: usize) -> Vec<usize> {
    let mut lines = vec![0];
    while lines.len() < players {
        let last = 2 * lines.len() - 1;
        lines = lines.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    lines
}

/// Returns the lines of a bracket by seat, from 0. Players who meet first sit as far apart as possible.
fn by_seat(players: usize) -> Vec<usize> {
    let mut lines = vec![0];
    while lines.len() < players {
        let even = lines.iter().map(|seat| 2 * seat);
        lines = even.clone().chain(even.map(|seat| seat + 1)).collect();
    }
    lines
}
