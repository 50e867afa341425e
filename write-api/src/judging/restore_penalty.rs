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
