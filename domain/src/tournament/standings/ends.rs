//! Which rounds count for each competitor: those until a cut that the competitor missed or, under rules that say so, until
//! the drop.

use proto_events::tournament::StandingsRules;
use proto_events::vocabulary::{ProgressStatus, RegistrationStatus};

use super::tally::{contests, places_of, playoff_rounds, swiss_rounds};
use crate::tournament::{Cut, Round, Tournament};

/// The last rounds of all competitors, by index.
#[derive(Debug)]
pub(super) struct Ends {
    /// The last round that counts for each.
    pub(super) as_of: Vec<i32>,
    /// The cut that each missed: 0 for competitors who are still in, the highest number for the first cut. On equal
    /// match points, a lower number ranks higher.
    pub(super) cuts_missed: Vec<usize>,
    /// Numbers of the rounds before the cuts that Swiss rounds followed.
    pub(super) cuts: Vec<i32>,
    /// The last round of those who dropped; empty if the rules do not count drops. Disqualified players did not drop.
    dropped_after: Vec<Option<i32>>,
}

impl Ends {
    /// Returns the ends as of a round.
    pub(super) fn at(tournament: &Tournament, round: i32) -> Self {
        let size = tournament.field().len();
        let cuts = effective_cuts(tournament, round);
        let mut ends = Self {
            as_of: vec![round; size],
            cuts_missed: vec![0; size],
            cuts: cuts.iter().map(|cut| cut.after_round_number).collect(),
            dropped_after: Vec::new(),
        };
        if !cuts.is_empty() {
            let last = last_paired(tournament, swiss_rounds(tournament, round));
            for (index, cut) in cuts.iter().enumerate() {
                ends.miss(&advancing(tournament, cut), cut, cuts.len() - index, &last);
            }
        }
        if counts_drops(&tournament.details.rules) {
            ends.drop(tournament, round);
        }
        ends
    }

    /// Returns the number of the round before the cut that a competitor missed.
    pub(super) fn missed_cut(&self, place: usize) -> Option<i32> {
        // The first cut has the highest number, and 0 is none.
        self.cuts.get(self.cuts.len() - self.cuts_missed[place]).copied()
    }

    /// Whether a competitor had dropped after this round or before it.
    pub(super) fn has_dropped(&self, place: usize, round: i32) -> bool {
        self.dropped_after.get(place).copied().flatten().is_some_and(|last| last <= round)
    }

    /// Ends those who missed a cut. Competitors who were let in by hand and played on are not affected.
    fn miss(&mut self, advancing: &[bool], cut: &Cut, cuts_missed: usize, last_paired: &[i32]) {
        for place in places_of(advancing.iter().map(|advances| !advances)) {
            if self.cuts_missed[place] == 0 && last_paired[place] <= cut.after_round_number {
                self.as_of[place] = cut.after_round_number;
                self.cuts_missed[place] = cuts_missed;
            }
        }
    }

    /// Ends those who left after the last round that they began, if that was a Swiss round before this round, or is it.
    fn drop(&mut self, tournament: &Tournament, round: i32) {
        use RegistrationStatus::{Disqualified, Dropped};
        let begun = |round: &&Round| round.status != ProgressStatus::Upcoming;
        let in_playoff = last_paired(tournament, playoff_rounds(tournament, i32::MAX).filter(begun));
        let last_paired = last_paired(tournament, swiss_rounds(tournament, i32::MAX).filter(begun));
        self.dropped_after = vec![None; last_paired.len()];
        for (place, last) in last_paired.into_iter().enumerate() {
            if !(1..=round).contains(&last) || in_playoff[place] > last {
                continue;
            }
            let entries = || tournament.entries_of(tournament.competitor_at(place));
            let statuses = || entries().filter_map(|id| tournament.registration(id)).map(|entry| entry.status);
            if statuses().any(|status| !matches!(status, Dropped | Disqualified)) {
                continue;
            }
            if tournament.details.rules.frozen_at_drop {
                self.as_of[place] = self.as_of[place].min(last);
            }
            self.dropped_after[place] = statuses().any(|status| status == Dropped).then_some(last);
        }
    }
}

/// Whether the standings depend on who dropped, and when.
pub(in crate::tournament) fn counts_drops(rules: &StandingsRules) -> bool {
    rules.frozen_at_drop || rules.drop_cap.is_some()
}

/// Returns the number of the last of these rounds in which each was paired, by index; 0 for none.
fn last_paired<'a>(tournament: &Tournament, rounds: impl Iterator<Item = &'a Round>) -> Vec<i32> {
    let mut last = vec![0; tournament.field().len()];
    for round in rounds {
        for place in contests(tournament, round).flat_map(|contest| contest.sides()) {
            last[place] = round.number.max(last[place]);
        }
    }
    last
}

/// Returns the cuts that Swiss rounds followed, in playing order. A cut into a playoff freezes nothing.
fn effective_cuts(tournament: &Tournament, up_to: i32) -> Vec<&Cut> {
    let last_swiss = swiss_rounds(tournament, up_to).map(|round| round.number).max();
    let mut cuts: Vec<&Cut> =
        tournament.cuts.iter().filter(|cut| last_swiss.is_some_and(|last| cut.after_round_number < last)).collect();
    cuts.sort_by_key(|cut| cut.after_round_number);
    cuts
}

/// Whether each competitor advanced, by index. A team advances with any of its members.
fn advancing(tournament: &Tournament, cut: &Cut) -> Vec<bool> {
    let mut advancing = vec![false; tournament.field().len()];
    let places = cut.advancing.iter().filter_map(|entry| tournament.place_of(tournament.competitor_of(*entry)?));
    places.for_each(|place| advancing[place] = true);
    advancing
}
