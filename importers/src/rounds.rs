//! The rounds of a file that has no standings, or does not say which rounds are the playoff and who won its ties.

use std::collections::{BTreeSet, HashMap};

use proto_events::tournament::{PairingKind, Winner};

use crate::archive::{Archive, ArchiveMatch, ArchiveRound, RoundKind, Row, last_swiss_round, pod_result};
use crate::problems::{Path, ProblemSink};

/// Returns an archive of these players and rounds, with the number of Swiss rounds and the size of the cut that follow
/// from them, and without name, date, platform and id of the event.
pub(crate) fn with_rounds(players: Vec<String>, rounds: Vec<ArchiveRound>) -> Archive {
    let swiss_rounds = last_swiss_round(&rounds);
    let playing = rounds.iter().filter(|round| round.kind == RoundKind::Playoff).flat_map(self::players);
    let top_cut = i32::try_from(playing.collect::<BTreeSet<_>>().len()).unwrap_or(0);
    Archive { players, swiss_rounds, top_cut, rounds, ..Archive::default() }
}

/// Adds a problem for each round up to the last one that has no matches.
pub(crate) fn check_no_round_is_missing(rounds: &[ArchiveRound], last: i32, problems: &ProblemSink) {
    let numbers: BTreeSet<i32> = rounds.iter().map(|round| round.number).collect();
    for number in (1..=last).filter(|number| !numbers.contains(number)) {
        let message =
            format!("round {number} of {last} has no matches; add them, or correct the numbers of the rounds");
        problems.add(Path::Root, message);
    }
}

/// A round as a file names it.
pub(crate) struct NamedRound {
    /// Its number, if it has one; the rounds of a playoff may have names instead.
    pub(crate) number: Option<i32>,
    pub(crate) matches: Vec<ArchiveMatch>,
}

/// Returns the number in the name of a round, such as `Round 4` or `4`.
pub(crate) fn number_in_name(name: &str) -> Option<i32> {
    let name = name.trim();
    name.strip_prefix("Round").unwrap_or(name).trim().parse().ok()
}

/// Returns the rounds that have matches: those with numbers, then the others, which are the playoff, in the order of the
/// file.
pub(crate) fn in_order(mut rounds: Vec<NamedRound>) -> Vec<ArchiveRound> {
    let mut last = rounds.iter().filter_map(|round| round.number).max().unwrap_or(0);
    rounds.retain(|round| !round.matches.is_empty());
    rounds.sort_by_key(|round| (round.number.is_none(), round.number));
    let round = |NamedRound { number, matches }| {
        let kind = if number.is_some() { RoundKind::Swiss } else { RoundKind::Playoff };
        let number = number.unwrap_or_else(|| {
            last = last.saturating_add(1);
            last
        });
        ArchiveRound { number, kind, matches }
    };
    rounds.into_iter().map(round).collect()
}

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
            let key = |(_, player): &(usize, usize)| (!next.contains(player), rank_of(*player));
            let seats = played.players().count();
            let best = played.players().enumerate().min_by_key(key).and_then(|(seat, _)| Winner::of_seat(seat));
            let Some(winner) = best.filter(|_| seats > 1) else { continue };
            played.result.winner = winner;
            if seats > 2 {
                played.result = pod_result(seats, winner);
            }
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
    round.matches.iter().flat_map(ArchiveMatch::players).collect()
}

fn winners(round: &ArchiveRound) -> BTreeSet<usize> {
    round.matches.iter().filter_map(ArchiveMatch::winner).collect()
}

/// Returns how many rows have other points than these rounds give.
fn contradicted(swiss: &[ArchiveRound], standings: &[Row]) -> usize {
    let mut points: HashMap<usize, i32> = HashMap::new();
    for played in swiss.iter().flat_map(|round| &round.matches) {
        match played.winner() {
            Some(winner) => *points.entry(winner).or_default() += 3,
            None if played.result.winner == Winner::Draw => {
                played.players().for_each(|player| *points.entry(player).or_default() += 1);
            }
            None => {}
        }
    }
    standings.iter().filter(|row| row.points != points.get(&row.player).copied().unwrap_or(0)).count()
}
