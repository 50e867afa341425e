//! An archive of a file that has players and rounds, and no standings.

use std::collections::{BTreeMap, BTreeSet};

use chrono::DateTime;
use proto_events::tournament::StandingsRules;

use crate::import::archive::{Archive, ArchiveRound, RoundKind};
use crate::import::problems::{Path, Problems};
use crate::import::rule::{Published, Rule};

/// Returns an archive of these players: without rounds, and without name, date, platform and id of
/// the event.
pub(crate) fn archive_of(players: Vec<String>) -> Archive {
    Archive {
        source_id: String::new(),
        former_source_id: None,
        name: String::new(),
        date: DateTime::UNIX_EPOCH,
        format: String::new(),
        platform: String::new(),
        rule: Rule {
            standings: StandingsRules::default(),
            games_unknown: false,
            published: Published { points: false, ..Published::default() },
        },
        swiss_rounds: 0,
        top_cut: 0,
        phase_cuts: Vec::new(),
        players,
        rounds: Vec::new(),
        standings: Vec::new(),
        decklists: BTreeMap::new(),
        deck_urls: BTreeMap::new(),
        disqualified: BTreeMap::new(),
        penalties: Vec::new(),
        left_out: Vec::new(),
    }
}

/// Sets the rounds, and the number of Swiss rounds and the size of the cut that follow from them.
pub(crate) fn with_rounds(archive: Archive, rounds: Vec<ArchiveRound>) -> Archive {
    let of = |kind| rounds.iter().filter(move |round| round.kind == kind);
    let swiss_rounds = of(RoundKind::Swiss).map(|round| round.number).max().unwrap_or(0);
    let playoff = of(RoundKind::Playoff).flat_map(|round| &round.matches);
    let playing = playoff.flat_map(|played| std::iter::once(played.p1).chain(played.p2));
    let top_cut = i32::try_from(playing.collect::<BTreeSet<_>>().len()).unwrap_or(0);
    Archive { swiss_rounds, top_cut, rounds, ..archive }
}

/// Adds a problem for each round before the last one that has no matches. `advice` says what to do about it.
pub(crate) fn check_no_round_is_missing(rounds: &[ArchiveRound], last: i32, advice: &str, problems: &mut Problems) {
    let numbers: BTreeSet<i32> = rounds.iter().map(|round| round.number).collect();
    for number in (1..=last).filter(|number| !numbers.contains(number)) {
        problems.add(Path::Root, format!("round {number} of {last} has no matches; {advice}"));
    }
}
