//! Withdraws a penalty that was issued by mistake. It stays in the list, marked as withdrawn.

use domain::tournament::PlayerPenalty;

use super::document;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "withdraw_penalty",
    summary: "Withdraw a penalty",
    text: "The penalty stays in the list, with the time of the withdrawal, and can be restored. Withdrawing it again \
           changes nothing. The answer is the penalty.",
    answer: Answer::json(200, "PlayerPenalty"),
    is_always_possible: true,
    ..Route::at("DELETE", "/api/v1/magic-events/{id}/penalties/{penalty_id}/", Operation::JudgePlayers)
};

step! {
    /// Withdraws a penalty.
    WithdrawPenalty of penalty_id: PenaltyId,
    |command, tournament, _, _| decide(tournament, command.penalty_id) => document::penalty(penalty_id)
}

/// Decides the command, which is refused if there is no such penalty.
pub(crate) fn decide(tournament: &Tournament, penalty_id: PenaltyId) -> Result<Vec<TournamentEvent>, Refusal> {
    let penalty = penalty_of(tournament, penalty_id)?;
    if penalty.withdrawn.is_some() {
        return Ok(Vec::new());
    }
    Ok(vec![TournamentEvent::PenaltyWithdrawn { penalty_id }])
}

pub(super) fn penalty_of(tournament: &Tournament, id: PenaltyId) -> Result<&PlayerPenalty, Refusal> {
    tournament.penalty(id).ok_or_else(|| Refusal::unknown("penalty", id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    #[test]
    fn the_audit_says_what_changed_and_whom_it_is_about() {
        use domain::documents::{About, changes};
        use domain::tournament::facts::facts;
        let penalty_id = PenaltyId(5);
        let issued = IssuedPenalty {
            registration_id: ENTRY,
            round_id: None,
            match_id: None,
            infraction: "Looking at extra cards".into(),
            penalty: Penalty::Warning,
            note: String::new(),
        };
        let event = TournamentEvent::PenaltyWithdrawn { penalty_id };
        let warned = happened(in_play(), &[TournamentEvent::PenaltyIssued { penalty_id, issued }]);
        let (before, about) = (facts(&event).values(&warned), About::of(&warned, &event));
        let after = facts(&event).values(&happened(warned, std::slice::from_ref(&event)));
        let changed = |is_withdrawn: bool| Some(serde_json::json!({ "is_withdrawn": is_withdrawn }));
        assert_eq!(changes(before, after), (changed(false), changed(true)));
        assert_eq!((about.registration_id, about.user_id), (Some(ENTRY), Some(UserId(91))));
    }
}
