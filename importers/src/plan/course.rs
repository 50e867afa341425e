//! Reconstructs the course of a tournament from its archive: its rounds in order, cuts, drops, and the playoff matches
//! for lower places. Pure, and linear in the matches.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use proto_events::ids::RegistrationId;
use proto_events::tournament::{PairingKind, Winner};
use proto_events::vocabulary::Tiebreaker;

use crate::archive::{Archive, ArchiveMatch, RoundKind, Row};

/// A round to be written as events.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CourseRound {
    pub(crate) number: i32,
    pub(crate) kind: RoundKind,
    /// Matches in file order; the flag marks a match for a lower place.
    pub(crate) matches: Vec<(ArchiveMatch, bool)>,
    /// Whether a phase begins with it.
    pub(crate) opens_phase: bool,
    /// Players who dropped after it.
    pub(crate) drops: Vec<usize>,
    /// Players who advance, by seed, if a cut follows it.
    pub(crate) cut: Option<Vec<usize>>,
}

/// The course of the whole tournament.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Course {
    pub(crate) rounds: Vec<CourseRound>,
    /// Players who never played.
    pub(crate) absent: Vec<usize>,
}

/// Returns the course of a checked archive.
pub(crate) fn course(archive: &Archive) -> Course {
    let mut rounds = rounds_in_order(archive);
    if !archive.is_double_elimination() {
        mark_consolation(&mut rounds, archive.players.len());
    }
    let last_seen = last_seen(&rounds, archive.players.len());
    let seeds = seeds(archive);
    let cuts = cut_rounds(archive, &rounds);
    let ends = ends(archive, &rounds, &cuts, &last_seen);
    let mut absent = Vec::new();
    for (player, seen) in last_seen.iter().enumerate() {
        match seen {
            None => absent.push(player),
            Some(round) if *round < ends[player] => rounds[*round].drops.push(player),
            Some(_) => {}
        }
    }
    for &index in &cuts {
        let goes_on = |player: &usize| ends[*player] > index;
        rounds[index].cut = Some(seeds.iter().copied().filter(goes_on).collect());
        rounds[index + 1].opens_phase = true;
    }
    cut_to_playoff(&mut rounds, archive, &seeds);
    Course { rounds, absent }
}

/// Returns the Swiss rounds by number, then the playoff rounds; rounds with the same number are merged. A playoff with
/// numbers of its own is renumbered after the Swiss rounds.
fn rounds_in_order(archive: &Archive) -> Vec<CourseRound> {
    let of = |kind| archive.rounds.iter().filter(move |round| round.kind == kind);
    let last_swiss = archive.last_swiss_round();
    let first_playoff = of(RoundKind::Playoff).map(|round| round.number).min().unwrap_or(i32::MAX);
    let shift = if first_playoff <= last_swiss { last_swiss } else { 0 };
    let mut rounds: BTreeMap<i32, CourseRound> = BTreeMap::new();
    for (round, number) in
        of(RoundKind::Swiss).map(|it| (it, it.number)).chain(of(RoundKind::Playoff).map(|it| (it, it.number + shift)))
    {
        let merged = rounds.entry(number).or_insert_with(|| CourseRound {
            number,
            kind: round.kind,
            matches: Vec::new(),
            opens_phase: false,
            drops: Vec::new(),
            cut: None,
        });
        merged.matches.extend(round.matches.iter().map(|played| (*played, false)));
    }
    let mut rounds: Vec<CourseRound> = rounds.into_values().collect();
    for index in 0..rounds.len() {
        rounds[index].opens_phase = rounds[..index].iter().all(|before| before.kind != rounds[index].kind);
    }
    rounds
}

/// Marks matches for lower places: those of players who lost a main match of the playoff in an earlier round.
fn mark_consolation(rounds: &mut [CourseRound], players: usize) {
    let mut is_out = vec![false; players];
    for round in rounds.iter_mut().filter(|round| round.kind == RoundKind::Playoff) {
        let mut losers = Vec::new();
        for (played, is_consolation) in &mut round.matches {
            *is_consolation = played.players().any(|player| is_out[player]);
            if !*is_consolation {
                losers.extend(losers_of(played));
            }
        }
        for loser in losers {
            is_out[loser] = true;
        }
    }
}

fn losers_of(played: &ArchiveMatch) -> impl Iterator<Item = usize> + use<> {
    let winner = played.winner();
    let is_decided = played.kind != PairingKind::Bye && played.result.winner != Winner::Draw;
    played.players().filter(move |player| is_decided && winner != Some(*player))
}

/// Returns, for each player, the index of the last round in which the player was paired.
fn last_seen(rounds: &[CourseRound], players: usize) -> Vec<Option<usize>> {
    let mut seen = vec![None; players];
    for (index, round) in rounds.iter().enumerate() {
        for (played, _) in &round.matches {
            played.players().for_each(|player| seen[player] = Some(index));
        }
    }
    seen
}

/// Returns all players in Swiss order: by the published points and tiebreakers, then by the published rank; players without
/// a published row come last. The published rank alone is not enough: it includes the playoff.
fn seeds(archive: &Archive) -> Vec<usize> {
    let value = |row: &Row, tiebreaker: &Tiebreaker| match tiebreaker {
        Tiebreaker::OpponentMatchWin => row.omw,
        Tiebreaker::GameWin => row.gw,
        Tiebreaker::OpponentGameWin => row.ogw,
        // An archive publishes no other tiebreaker.
        _ => None,
    };
    let value = |row: &Row, tiebreaker: &Tiebreaker| value(row, tiebreaker).unwrap_or(0.0);
    let tiebreakers = &archive.rule.standings.tiebreakers;
    let mut rows: Vec<&Row> = archive.standings.iter().collect();
    rows.sort_by(|a, b| {
        let broken = tiebreakers.iter().map(|it| value(b, it).total_cmp(&value(a, it))).find(|order| order.is_ne());
        let points = b.points.cmp(&a.points);
        points.then(broken.unwrap_or(std::cmp::Ordering::Equal)).then(a.rank.cmp(&b.rank))
    });
    let rows = rows.into_iter().map(|row| row.player);
    let mut seen = HashSet::new();
    rows.chain(0..archive.players.len()).filter(|player| seen.insert(*player)).collect()
}

/// Returns the indices of the Swiss rounds after which a cut was made and Swiss rounds follow: those that the archive
/// states, and those after which rows are frozen.
fn cut_rounds(archive: &Archive, rounds: &[CourseRound]) -> BTreeSet<usize> {
    let frozen = archive.standings.iter().map(|row| row.as_of_round).filter(|round| *round < archive.swiss_rounds);
    let numbers: HashSet<i32> = archive.phase_cuts.iter().copied().chain(frozen).collect();
    let is_cut = |index: &usize| {
        let goes_on = rounds.get(index + 1).is_some_and(|next| next.kind == RoundKind::Swiss);
        goes_on && numbers.contains(&rounds[*index].number)
    };
    (0..rounds.len()).filter(is_cut).collect()
}

/// Returns, for each player, the index of the Swiss round after which the player had no more Swiss rounds: that of the
/// cut the player missed, or the last one. For players without a published row, it follows from their last match. Before
/// a cut, a player has no rounds after the last one of the pool.
fn ends(archive: &Archive, rounds: &[CourseRound], cuts: &BTreeSet<usize>, last_seen: &[Option<usize>]) -> Vec<usize> {
    let last_swiss = rounds.iter().rposition(|round| round.kind == RoundKind::Swiss).unwrap_or(0);
    let first_cut_from = |index: usize| cuts.range(index..).next().copied().unwrap_or(last_swiss);
    let seen = last_seen.iter().map(|seen| first_cut_from(seen.unwrap_or(0)));
    let mut ends: Vec<usize> = seen.collect();
    for row in &archive.standings {
        let missed = cuts.iter().copied().find(|&cut| row.as_of_round <= rounds[cut].number);
        ends[row.player] = missed.unwrap_or(last_swiss);
    }
    for (player, last) in last_of_pools(rounds) {
        let last = last.min(ends[player]);
        if cuts.range(last..ends[player]).next().is_none() {
            ends[player] = last;
        }
    }
    ends
}

/// Returns, for each player with a pool in the first round, the index of the last round in which the pool has a match.
fn last_of_pools(rounds: &[CourseRound]) -> HashMap<usize, usize> {
    let in_pools = |round: &CourseRound| -> Vec<ArchiveMatch> {
        round.matches.iter().map(|(played, _)| *played).filter(|played| played.pool > 0).collect()
    };
    let mut last = HashMap::new();
    for (index, round) in rounds.iter().enumerate() {
        last.extend(in_pools(round).iter().map(|played| (played.pool, index)));
    }
    let ends = |played: ArchiveMatch| {
        let end = last[&played.pool];
        played.players().map(move |player| (player, end))
    };
    rounds.first().map(in_pools).unwrap_or_default().into_iter().flat_map(ends).collect()
}

/// Adds the cut to the playoff: its players by seed, as the file has them, else in Swiss order.
fn cut_to_playoff(rounds: &mut [CourseRound], archive: &Archive, swiss_order: &[usize]) {
    let Some(first) = rounds.iter().position(|round| round.kind == RoundKind::Playoff) else {
        return;
    };
    let (swiss, playoff) = rounds.split_at_mut(first);
    let matches = playoff.iter().flat_map(|round| &round.matches);
    let playing: HashSet<usize> = matches.flat_map(|(played, _)| played.players()).collect();
    if let Some(last) = swiss.last_mut() {
        last.cut = Some(match archive.seeds.is_empty() {
            true => swiss_order.iter().copied().filter(|player| playing.contains(player)).collect(),
            false => archive.seeds.clone(),
        });
    }
}

/// Returns the published order, best first; players without a published row come last.
pub(crate) fn published_order(archive: &Archive, registrations: &[RegistrationId]) -> Vec<RegistrationId> {
    let mut rows: Vec<&Row> = archive.standings.iter().collect();
    rows.sort_by_key(|row| row.rank);
    let published: HashSet<usize> = rows.iter().map(|row| row.player).collect();
    let rest = (0..registrations.len()).filter(|player| !published.contains(player));
    let order = rows.iter().map(|row| row.player).chain(rest);
    order.filter_map(|player| registrations.get(player).copied()).collect()
}

#[cfg(test)]
mod tests;
