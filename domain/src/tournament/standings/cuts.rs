//! Swiss scores and percentages, in which players who missed a cut keep the line that they had at the cut.

use super::contests::swiss_rounds;
use super::percentages::{Percentages, percentages};
use super::tally::{Score, field_size, places_of, tally};
use crate::tournament::{Cut, Tournament};

/// Scores and percentages of all competitors after a round, by index.
#[derive(Debug)]
pub(super) struct SwissTable {
    /// Their results.
    pub(super) scores: Vec<Score>,
    /// Their percentages.
    pub(super) percentages: Vec<Percentages>,
    /// The cut that each missed: 0 for competitors who are still in, the highest number for the first cut. On equal
    /// match points, a lower number ranks higher.
    pub(super) cuts_missed: Vec<usize>,
    /// The last round that counts for each: the latest round, or the round before the cut that the competitor missed.
    pub(super) as_of: Vec<i32>,
}

impl SwissTable {
    /// Computes the table after a round.
    pub(super) fn after(tournament: &Tournament, round: i32) -> Self {
        let tally = tally(tournament, round);
        let percentages = percentages(tournament, &tally, round);
        let (cuts_missed, as_of) = (vec![0; tally.scores.len()], vec![round; tally.scores.len()]);
        let mut table = Self { scores: tally.scores, percentages, cuts_missed, as_of };
        let cuts = effective_cuts(tournament, round);
        for (index, cut) in cuts.iter().enumerate() {
            table.freeze(tournament, cut, cuts.len() - index);
        }
        table
    }

    /// Resets the lines of those who missed a cut to their state at that cut. Competitors who were let in by hand and
    /// played on are not affected.
    fn freeze(&mut self, tournament: &Tournament, cut: &Cut, cuts_missed: usize) {
        let then = tally(tournament, cut.after_round_number);
        let frozen = percentages(tournament, &then, cut.after_round_number);
        let advancing = advancing(tournament, cut);
        for place in places_of(advancing.iter().map(|advances| !advances)) {
            let played_on = self.scores[place].paired > then.scores[place].paired;
            if self.cuts_missed[place] == 0 && !played_on {
                self.scores[place] = then.scores[place].clone();
                self.percentages[place] = frozen[place];
                self.cuts_missed[place] = cuts_missed;
                self.as_of[place] = cut.after_round_number;
            }
        }
    }
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
    let mut advancing = vec![false; field_size(tournament)];
    for registration in cut.advancing.iter().filter_map(|id| tournament.registration_position(*id)) {
        let place = if tournament.is_team_event() {
            tournament.registrations[registration].team_id.and_then(|team| tournament.team_position(team))
        } else {
            Some(registration)
        };
        if let Some(place) = place {
            advancing[place] = true;
        }
    }
    advancing
}
