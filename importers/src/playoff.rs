//! Finds the playoff of a file whose playoff rounds go on with the numbers of the Swiss rounds, and who won its ties.

use std::collections::{BTreeSet, HashMap};

use proto_events::tournament::{PairingKind, Winner};

use crate::archive::{ArchiveMatch, ArchiveRound, RoundKind, Row};

/// Marks the rounds at the end that are a playoff: one final, two semifinals and so on, in each the winners of the round
/// before. The last Swiss round may look the same; the published points, which have no playoff matches, decide.
pub(crate) fn split_playoff(rounds: &mut [ArchiveRound], standings: &[Row]) {
    let possible = (0..=longest(rounds)).rev();
    let best = possible.min_by_key(|playoff| contradicted(&rounds[..rounds.len() - playoff], standings));
    let first = rounds.len() - best.unwrap_or(0);
    for round in &mut rounds[first..] {
        round.kind = RoundKind::Playoff;
    }
}

/// Gives each tie of the playoff to the player who played on, else to the one with the better published rank.
pub(crate) fn settle_ties(rounds: &mut [ArchiveRound], standings: &[Row]) {
    let rank_of = |player: usize| standings.iter().find(|row| row.player == player).map_or(i32::MAX, |row| row.rank);
    for index in 0..rounds.len() {
        let next = rounds.get(index + 1).map(players).unwrap_or_default();
        let round = &mut rounds[index];
        let is_tie = |played: &&mut ArchiveMatch| played.result.winner == Winner::Draw;
        for played in round.matches.iter_mut().filter(is_tie).filter(|_| round.kind == RoundKind::Playoff) {
            let Some(p2) = played.p2 else { continue };
            let key = |player: usize| (!next.contains(&player), rank_of(player));
            played.result.winner = if key(played.p1) <= key(p2) { Winner::First } else { Winner::Second };
        }
    }
}

/// Returns the number of rounds at the end in which each round has half the matches of the one before, played by its
/// winners.
fn longest(rounds: &[ArchiveRound]) -> usize {
    let mut count = 0;
    let mut size = 1;
    for (index, round) in rounds.iter().enumerate().rev() {
        let leads_on = rounds.get(index + 1).is_none_or(|next| players(next) == winners(round));
        let is_bracket = round.matches.iter().all(|played| played.kind == PairingKind::Versus);
        if round.matches.len() != size || !leads_on || !is_bracket {
            break;
        }
        count += 1;
        size *= 2;
    }
    // A whole tournament of two players is no playoff.
    if count == rounds.len() { 0 } else { count }
}

fn players(round: &ArchiveRound) -> BTreeSet<usize> {
    round.matches.iter().flat_map(|played| std::iter::once(played.p1).chain(played.p2)).collect()
}

fn winners(round: &ArchiveRound) -> BTreeSet<usize> {
    round.matches.iter().filter_map(winner).collect()
}

fn winner(played: &ArchiveMatch) -> Option<usize> {
    match played.result.winner {
        Winner::First => Some(played.p1),
        Winner::Second => played.p2,
        Winner::Draw | Winner::Neither => None,
    }
}

/// Returns how many rows have other points than these rounds give.
fn contradicted(swiss: &[ArchiveRound], standings: &[Row]) -> usize {
    let mut points: HashMap<usize, i32> = HashMap::new();
    for played in swiss.iter().flat_map(|round| &round.matches) {
        match winner(played) {
            Some(winner) => *points.entry(winner).or_default() += 3,
            None if played.result.winner == Winner::Draw => {
                for player in std::iter::once(played.p1).chain(played.p2) {
                    *points.entry(player).or_default() += 1;
                }
            }
            None => {}
        }
    }
    standings.iter().filter(|row| row.points != points.get(&row.player).copied().unwrap_or(0)).count()
}
