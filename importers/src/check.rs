//! Checks across the fields of an archive. Oddities of real events are allowed and kept: records with more rounds than
//! planned, results that do not follow from their games, byes for late players.

use std::collections::{HashMap, HashSet};

use proto_events::vocabulary::PlayoffKind;

use super::archive::{Archive, ArchiveRound, RoundKind};
use super::problems::{Path, ProblemSink};

const ROUNDS: Path<'static> = Path::Field(&Path::Root, "rounds");
const STANDINGS: Path<'static> = Path::Field(&Path::Root, "standings");

/// An archive without problems.
#[derive(Debug, Clone)]
pub struct CheckedArchive {
    pub(crate) archive: Archive,
    /// SHA-256 of the file, lower-case hex.
    pub(crate) sha256: String,
    /// Name of the file it was read from.
    pub file_name: String,
}

impl CheckedArchive {
    /// Returns which tournament it is: name, date, format, source.
    pub fn about(&self) -> String {
        let Archive { name, date, format, platform, source_id, .. } = &self.archive;
        let format = if format.is_empty() { "unknown format" } else { format };
        format!("{name}, {}, {format}, {platform}:{source_id}", date.format("%Y-%m-%d"))
    }

    /// Returns what the file has and a tournament here cannot have, in words.
    pub fn left_out(&self) -> &[String] {
        &self.archive.left_out
    }
}

/// Adds a problem for everything that is impossible.
pub(crate) fn check(archive: &Archive, problems: &ProblemSink) {
    if archive.players.is_empty() {
        problems.add(Path::Field(&Path::Root, "players"), "must not be empty");
    }
    if archive.rounds.is_empty() && archive.before_play.is_none() {
        problems.add(ROUNDS, "must not be empty");
    }
    check_numbers(archive, problems);
    check_tables(archive, problems);
    check_standings(archive, problems);
    check_cuts(archive, problems);
    check_unique(&archive.final_places, "final_places", problems);
    check_unique(&archive.seeds, "seeds", problems);
    if archive.playoff != PlayoffKind::default() && archive.pod_size() != 2 {
        problems.add(Path::Field(&Path::Root, "playoff"), "is only for matches of two, but players sit in pods");
    }
}

/// Checks that each Swiss round number occurs once. Playoff rounds may share a number, if several brackets are played
/// in parallel.
fn check_numbers(archive: &Archive, problems: &ProblemSink) {
    let mut told: HashMap<i32, usize> = HashMap::new();
    for (index, round) in archive.rounds.iter().enumerate().filter(|(_, round)| round.kind == RoundKind::Swiss) {
        if let Some(other) = told.insert(round.number, index) {
            let at = Path::Item(&ROUNDS, index);
            let message = format!("Swiss round {} is in rounds[{other}] already", round.number);
            problems.add(Path::Field(&at, "number"), message);
        }
    }
}

/// Checks that each player has one match per round.
fn check_tables(archive: &Archive, problems: &ProblemSink) {
    // The last match of each player: the round, its index, the match's index.
    let mut seen: Vec<Option<(&ArchiveRound, usize, usize)>> = vec![None; archive.players.len()];
    for (index, round) in archive.rounds.iter().enumerate() {
        for (table, played) in round.matches.iter().enumerate() {
            for (field, player) in ["p1", "p2", "p3", "p4", "p5"].into_iter().zip(played.players()) {
                let before = seen[player].replace((round, index, table));
                // A player who meets themselves was reported already.
                if let Some((other, other_index, other_table)) = before
                    && (other.number, other.kind) == (round.number, round.kind)
                    && (other_index, other_table) != (index, table)
                {
                    let at = Path::Item(&ROUNDS, index);
                    let matches = Path::Field(&at, "matches");
                    let at = Path::Item(&matches, table);
                    let message = format!("player {player} is in rounds[{other_index}].matches[{other_table}] already");
                    problems.add(Path::Field(&at, field), message);
                }
            }
        }
    }
}

fn check_standings(archive: &Archive, problems: &ProblemSink) {
    let last = archive.swiss_rounds.max(archive.last_swiss_round());
    let mut lines = HashMap::new();
    for (index, row) in archive.standings.iter().enumerate() {
        let at = Path::Item(&STANDINGS, index);
        if let Some(other) = lines.insert(row.player, index) {
            problems.add(Path::Field(&at, "p"), format!("player {} is in standings[{other}] already", row.player));
        }
        if row.as_of_round > last {
            let message = format!("must be a Swiss round, the last of which is {last}; is {}", row.as_of_round);
            problems.add(Path::Field(&at, "as_of_round"), message);
        }
    }
}

fn check_unique(players: &[usize], field: &str, problems: &ProblemSink) {
    let path = Path::Field(&Path::Root, field);
    let mut seen = HashSet::new();
    for (index, player) in players.iter().enumerate().filter(|(_, player)| !seen.insert(**player)) {
        problems.add(Path::Item(&path, index), format!("player {player} is in this list already"));
    }
}

fn check_cuts(archive: &Archive, problems: &ProblemSink) {
    let numbers: HashSet<i32> =
        archive.rounds.iter().filter(|round| round.kind == RoundKind::Swiss).map(|round| round.number).collect();
    let path = Path::Field(&Path::Root, "phase_cuts");
    for (index, cut) in archive.phase_cuts.iter().enumerate() {
        if !numbers.contains(cut) {
            problems.add(Path::Item(&path, index), format!("there is no Swiss round {cut}"));
        }
        if archive.phase_cuts[..index].iter().any(|other| other >= cut) {
            problems.add(Path::Item(&path, index), "cuts must ascend");
        }
    }
}
