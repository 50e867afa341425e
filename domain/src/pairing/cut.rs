//! Playoffs after a cut: who meets whom in each round of a single elimination, for any number of players.
//!
//! A bracket has as many lines as the next power of two; lines without a player are byes, so that the best seeds have them.
//! By seed that is 1v8, 4v5, 2v7, 3v6, and whoever wins meets the winner of the match beside. In a draft playoff
//! the seats at the draft table decide: 1v5, 3v7, 2v6, 4v8, each against the one across, and the next one against
//! whoever sat across from that line. Matches stand in the order of the bracket: those beside each other meet next.

use super::EntrantId;

/// How a single elimination goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bracket {
    /// A fixed bracket by seed.
    BySeed,
    /// Seeded anew for each round: the best who is still in against the worst.
    Reseeded,
    /// A fixed bracket by seat at the draft table.
    BySeat,
}

/// A match of a playoff.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BracketMatch {
    /// The one with the better seed.
    pub first: EntrantId,
    /// The other; nobody if the first has a bye.
    pub second: Option<EntrantId>,
}

/// The matches of a round of a playoff, from 1 on, in the order of the bracket. `seeds` are all who made the cut, best first
/// (by seat in a draft playoff), `survivors` those who are still in, in any order. Empty once there is a winner.
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

/// How many rounds a playoff of so many players takes.
pub fn playoff_rounds(players: usize) -> u32 {
    players.next_power_of_two().trailing_zeros()
}

/// How many lines of the bracket come together in a match of a round.
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

/// The lines of a bracket by seed, from 0: the two halves of each part add up to the same.
fn by_seed(players: usize) -> Vec<usize> {
    let mut lines = vec![0];
    while lines.len() < players {
        let last = 2 * lines.len() - 1;
        lines = lines.into_iter().flat_map(|seed| [seed, last - seed]).collect();
    }
    lines
}

/// The lines of a bracket by seat, from 0: those that meet first sit as far apart as can be.
fn by_seat(players: usize) -> Vec<usize> {
    let mut lines = vec![0];
    while lines.len() < players {
        let even = lines.iter().map(|seat| 2 * seat);
        lines = even.clone().chain(even.map(|seat| seat + 1)).collect();
    }
    lines
}
