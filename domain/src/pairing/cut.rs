//! Playoffs whose rounds are seeded again: the matches or pods of each round, for any number of players. Lines without a
//! player are byes, which go to the best seeds.

use proto_events::tournament::PODS_SEATS_MAX;

use super::bracket::{Order, lines};
use super::entrant::EntrantId;
use super::tables_of_many::LEAST;

/// Returns the matches of a round that is seeded again, from those who are still in, best seed first; a table of one has
/// a player with a bye. Empty once there is a winner.
pub fn playoff_round(left: &[EntrantId]) -> Vec<Vec<EntrantId>> {
    if left.len() < 2 {
        return Vec::new();
    }
    let lines = lines(left.len(), Order::BySeed);
    let table = |lines: &[usize]| lines.iter().filter_map(|seed| left.get(*seed).copied()).collect();
    lines.chunks(2).map(table).collect()
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
