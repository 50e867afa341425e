//! Restores a penalty that was withdrawn by mistake.

use super::document;
use super::withdraw_penalty::penalty_of;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "restore_penalty",
    summary: "Restore a penalty that was withdrawn",
    text: "Restoring a penalty that applies changes nothing. The answer is the penalty.",
    answer: Answer::json(200, "PlayerPenalty"),
    is_always_possible: true,
    ..Route::at("POST", "/api/v1/magic-events/{id}/penalties/{penalty_id}/restore/", Operation::JudgePlayers)
};

step! {
    /// Restores a penalty that was withdrawn.
    RestorePenalty of penalty_id: PenaltyId,
    |command, tournament, _, _| decide(tournament, command.penalty_id) => document::penalty(penalty_id)
}

/// Decides the command, which is refused if there is no such penalty.
pub(crate) fn decide(tournament: &Tournament, penalty_id: PenaltyId) -> Result<Vec<TournamentEvent>, Refusal> {
    let penalty = penalty_of(tournament, penalty_id)?;
    if penalty.withdrawn.is_none() {
        return Ok(Vec::new());
    }
    Ok(vec![TournamentEvent::PenaltyRestored { penalty_id }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judging::withdraw_penalty::tests::{WARNING, warned};
    use crate::testing::coded;

    #[test]
    fn only_a_penalty_that_was_withdrawn_is_restored() {
        assert_eq!(decide(&warned(&[]), WARNING), Ok(Vec::new()));
        let withdrawn = TournamentEvent::PenaltyWithdrawn { penalty_id: WARNING };
        let restored = decide(&warned(std::slice::from_ref(&withdrawn)), WARNING).unwrap();
        assert_eq!(restored, [TournamentEvent::PenaltyRestored { penalty_id: WARNING }]);
        let after = warned(&[withdrawn, restored[0].clone()]);
        assert!(after.penalties[0].withdrawn.is_none());
    }

    #[test]
    fn a_penalty_that_is_not_there_is_refused() {
        assert_eq!(coded(decide(&warned(&[]), PenaltyId(9))), "judging-unknown-penalty 9");
    }
}
