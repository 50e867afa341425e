//! The effects of a corrected result: which standings follow it, which rounds were paired before it, and whether a
//! later cut would change.

use domain::pairing::EntrantId;
use domain::tournament::Cut;
use domain::tournament::standings::standings_after;
use domain::tournament::to_pair::entries_of;

use crate::in_play::is_eliminated;
use crate::prelude::*;

/// The effects of a correction. While the round is in progress there are none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CorrectionEffects)]
pub struct Effects {
    /// Numbers of the rounds whose standings change.
    pub standings_of_rounds: Vec<i32>,
    /// Numbers of later rounds that keep pairings based on the earlier result.
    pub rounds_paired_before: Vec<i32>,
    /// Numbers of later rounds that must be paired again.
    pub rounds_to_pair: Vec<i32>,
    /// The cut made since, if it would now be different; null if it would not.
    pub cut: Option<OtherCut>,
}

/// A cut that would now be different.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = AnotherCut)]
pub struct OtherCut {
    /// Number of the last round before it.
    pub after_round_number: i32,
    /// Whether it can be made again: no round after it has started.
    pub can_be_made_again: bool,
    /// Ids of the registrations that would advance, by seed.
    #[schema(value_type = Vec<i64>)]
    pub would_advance: Vec<RegistrationId>,
}

/// Returns the effects of a match's correction, given the tournament after it; none while its round is in progress.
pub fn effects(tournament: &Tournament, match_id: MatchId) -> Effects {
    let Some(placed) = tournament.placed(match_id) else { return Effects::default() };
    if placed.round.status != ProgressStatus::Complete {
        return Effects::default();
    }
    let number = placed.round.number;
    let numbers = |keep: &dyn Fn(&Round) -> bool| {
        tournament.rounds().map(|(_, round)| round).filter(|round| keep(round)).map(|round| round.number).collect()
    };
    let is_paired = |round: &Round| round.pairings_status == GenerationStatus::Generated;
    Effects {
        standings_of_rounds: numbers(&|round| round.number >= number && round.status != ProgressStatus::Upcoming),
        rounds_paired_before: numbers(&|round| round.number > number && is_paired(round)),
        rounds_to_pair: numbers(&|round| round.number > number && !is_paired(round)),
        cut: tournament.cuts.iter().find(|cut| cut.after_round_number >= number).and_then(|cut| other(tournament, cut)),
    }
}

/// Returns the cut as it would be now, if it would change.
fn other(tournament: &Tournament, cut: &Cut) -> Option<OtherCut> {
    let (_, after) = tournament.rounds().find(|(_, round)| round.number == cut.after_round_number)?;
    let lines = standings_after(tournament, after.id)?;
    let entries = |entrant: EntrantId| entries_of(tournament, entrant);
    let order: Vec<Vec<RegistrationId>> = lines.iter().map(|line| entries(line.competitor)).collect();
    let size = order.iter().filter(|members| members.iter().any(|id| cut.advancing.contains(id))).count();
    let could = |id: &RegistrationId| cut.advancing.contains(id) || is_eliminated(tournament, *id);
    let best = order.iter().filter(|members| members.iter().any(could)).take(size);
    let would_advance: Vec<RegistrationId> = best.flatten().filter(|id| could(id)).copied().collect();
    let has_begun = |round: &Round| round.number > cut.after_round_number && round.status != ProgressStatus::Upcoming;
    let can_be_made_again = !tournament.rounds().any(|(_, round)| has_begun(round));
    let after_round_number = cut.after_round_number;
    (would_advance != cut.advancing).then_some(OtherCut { after_round_number, can_be_made_again, would_advance })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::testing::*;
    use RoundKind::Swiss;

    /// Plays an event of eight, with `rest` after its first round, and corrects a match of that round so that the loser
    /// wins.
    fn corrected(rest: impl FnOnce(&mut Played)) -> Effects {
        let mut played = Played::new(8);
        let round_id = played.play(Swiss);
        rest(&mut played);
        let match_id = played.match_of(round_id, 1);
        let loser = played.state().placed(match_id).unwrap().table.pairing.players.iter().map(|id| id.0).max().unwrap();
        played.happen(played.try_correct(match_id, loser).unwrap());
        effects(&played.state(), match_id)
    }

    #[test]
    fn standings_follow_and_what_was_paired_stands() {
        let expected = Effects { standings_of_rounds: vec![1], ..Effects::default() };
        assert_eq!(corrected(|_| {}), expected);
        let expected = Effects { standings_of_rounds: vec![1, 2], rounds_paired_before: vec![2, 3], ..expected };
        let went_on = |played: &mut Played| {
            played.play(Swiss);
            played.add(Swiss);
        };
        assert_eq!(corrected(went_on), expected);
    }

    #[test]
    fn a_cut_that_would_be_another_one_is_told() {
        let cut = |played: &mut Played| played.cut(4);
        let other = corrected(cut).cut.unwrap();
        assert_eq!((other.after_round_number, other.can_be_made_again, other.would_advance.len()), (1, true, 4));
        assert!(!other.would_advance.contains(&RegistrationId(1)));
        let begun = |played: &mut Played| {
            played.cut(4);
            played.begin(RoundKind::Playoff);
        };
        assert!(!corrected(begun).cut.unwrap().can_be_made_again);
        let everybody = |played: &mut Played| played.cut(8);
        assert_eq!(corrected(everybody).cut.unwrap().would_advance.len(), 8, "even if only the seeds change");
    }

    #[test]
    fn who_left_since_the_cut_is_no_reason_for_another_one() {
        let mut played = Played::new(8);
        let round_id = played.play(Swiss);
        played.cut(4);
        let best = played.state().cuts[0].advancing[0].0;
        played.drop(best);
        let match_id = played.match_of(round_id, best);
        assert_eq!(effects(&played.state(), match_id).cut, None);
    }

    #[test]
    fn as_long_as_the_round_is_played_there_is_nothing_to_tell() {
        let mut played = Played::new(4);
        let round_id = played.begin(Swiss);
        assert_eq!(effects(&played.state(), played.match_of(round_id, 1)), Effects::default());
        assert_eq!(effects(&played.state(), MatchId(99)), Effects::default());
    }
}
