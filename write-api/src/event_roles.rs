//! Roles for one event: a member of the organization acts in an event with the better of the role in the organization and
//! the role that the event gives (`Caller::in_event`). It counts wherever the event is known before the operation is
//! admitted: in the address of a request, and in a typed command.

use api_kit::Caller;
use api_kit::description::Route;
use domain::permissions::{Operation, is_for_event_roles};
use proto_events::ids::TournamentId;
use service_kit::problem::Problem;

use crate::WriteApi;
use crate::http::problems::failed;

/// Operations below the address of an event that reach further than the event: they follow the role in the organization.
/// The holder of a private link reads and changes the guest's notifications about all events.
const FURTHER: [&str; 3] = ["attach_decklist", "make_private_links", "move_to_child_event"];

/// Returns whether the role for one event counts for an operation.
pub(crate) fn counts_for(route: &Route) -> bool {
    is_below_an_event(route) && !FURTHER.contains(&route.id)
}

/// Returns whether an operation is below the address of an event.
pub(crate) fn is_below_an_event(route: &Route) -> bool {
    route.template.starts_with("/api/v1/magic-events/{id}/")
}

impl WriteApi {
    /// Returns the caller of an operation on an event: if only the role that the person has for the event allows it, with
    /// that role. The newest state of the event decides.
    pub async fn caller_in_event(
        &self,
        caller: Caller,
        operation: Operation,
        event: TournamentId,
    ) -> Result<Caller, Problem> {
        let is_member = caller.organization_id.is_some() && caller.person().is_some();
        if !is_member || caller.may(operation) || !is_for_event_roles(operation) {
            return Ok(caller);
        }
        let event = self.tournament(event).await.map_err(failed)?;
        let acting = event.map(|event| caller.in_event(&event.state)).filter(|acting| acting.may(operation));
        Ok(acting.unwrap_or(caller))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_that_reach_further_exist() {
        let routes = crate::interface::routes();
        for id in FURTHER {
            let route = routes.iter().find(|route| route.id == id).unwrap();
            assert!(!counts_for(route) && route.template.starts_with("/api/v1/magic-events/{id}/"), "{id}");
        }
    }

    /// The operations for which a role for an event counts. A new one must be decided: here, or in `FURTHER`.
    const COUNTS: &[&str] = &[
        "answer_call",
        "answer_offer",
        "award_missed_rounds",
        "call_judge",
        "change_match",
        "change_registration",
        "change_round_clock",
        "change_team",
        "check_in",
        "close_call",
        "complete_round",
        "confirm_result",
        "contest_result",
        "correct_result",
        "create_registration",
        "create_round",
        "disqualify_player",
        "draw_deck_checks",
        "drop_player",
        "drop_team",
        "fire_queue",
        "form_team",
        "issue_penalty",
        "join_group",
        "leave_group",
        "lock_decklists",
        "make_cut",
        "make_join_code",
        "pair_round",
        "promote_waitlist",
        "publish_pairings",
        "remove_round",
        "replace_pairings",
        "report_result",
        "restore_penalty",
        "revoke_private_link",
        "send_message",
        "start_round",
        "step_in_queue",
        "unlock_decklists",
        "withdraw_penalty",
    ];

    #[test]
    fn a_role_for_an_event_counts_for_these_operations_alone() {
        let may_count = |route: &Route| counts_for(route) && route.operation().is_some_and(is_for_event_roles);
        let routes = crate::interface::routes();
        let mut found: Vec<_> = routes.iter().filter(|route| may_count(route)).map(|route| route.id).collect();
        found.sort_unstable();
        assert_eq!(found, COUNTS);
    }
}
