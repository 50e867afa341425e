//! An archive of a file that has players and rounds, and no standings.

use std::collections::BTreeSet;

use crate::archive::{Archive, ArchiveRound, RoundKind};
use crate::problems::{Path, ProblemSink};

/// Returns an archive of these players and rounds, with the number of Swiss rounds and the size of the cut that follow
/// from them, and without name, date, platform and id of the event.
pub(crate) fn with_rounds(players: Vec<String>, rounds: Vec<ArchiveRound>) -> Archive {
    let of = |kind| rounds.iter().filter(move |round| round.kind == kind);
    let swiss_rounds = of(RoundKind::Swiss).map(|round| round.number).max().unwrap_or(0);
    let playoff = of(RoundKind::Playoff).flat_map(|round| &round.matches);
    let playing = playoff.flat_map(|played| std::iter::once(played.p1).chain(played.p2));
    let top_cut = i32::try_from(playing.collect::<BTreeSet<_>>().len()).unwrap_or(0);
    Archive { players, swiss_rounds, top_cut, rounds, ..Archive::default() }
}

/// Adds a problem for each round before the last one that has no matches. `advice` says what to do about it.
pub(crate) fn check_no_round_is_missing(rounds: &[ArchiveRound], last: i32, advice: &str, problems: &ProblemSink) {
    let numbers: BTreeSet<i32> = rounds.iter().map(|round| round.number).collect();
    for number in (1..=last).filter(|number| !numbers.contains(number)) {
        problems.add(Path::Root, format!("round {number} of {last} has no matches; {advice}"));
    }
}
