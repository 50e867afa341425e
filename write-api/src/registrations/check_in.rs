//! Changes a player's check-in status: players change their own, staff anyone's. Only staff may call a player or mark a
//! call as expired.

use serde_json::Value;
use utoipa::openapi::{RefOr, Schema};

use super::change_registration::check_step;
use super::document;
use super::entries::{check_no_queue, check_not_over, entry_for, no_place};
use crate::http::body::{FromJson, Limit, one_of};
use crate::prelude::*;

/// Statuses that players may set themselves: checked in, declined, waiting to be called, or on standby.
const SAID_BY_PLAYERS: &[QueueCheckInStatus] = &[
    QueueCheckInStatus::CheckedIn,
    QueueCheckInStatus::Declined,
    QueueCheckInStatus::WaitingForCheckInRequest,
    QueueCheckInStatus::Standby,
];

pub(crate) const ROUTE: Route = Route {
    id: "check_in",
    summary: "Check a player in",
    text: "Players check themselves in; staff checks in any player. Without a body, the player is `CHECKED_IN`. With \
           `status`, the player declines (`DECLINED`) or joins the queue (`WAITING_FOR_CHECK_IN_REQUEST`, `STANDBY`). \
           A step that is not possible is refused (409), and `legal` lists the possible ones. Staff calls players, \
           and removes them from the queue, by changing the registration.",
    body: Some(body_schema::<CheckIn>()),
    answer: Answer::json(200, "Registration"),
    ..Route::at("POST", "/api/v1/magic-events/{id}/registrations/{registration_id}/check-in/", Operation::Register)
};

body! {
    /// A player's answer in the check-in queue.
    pub struct CheckIn as CheckInAnswer of registration_id: RegistrationId {
        /// `CHECKED_IN` if not given, `DECLINED`, `WAITING_FOR_CHECK_IN_REQUEST` or `STANDBY`.
        status: Option<OwnStatus>,
    }
}

/// A status that players may set themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnStatus(QueueCheckInStatus);

impl FromJson for OwnStatus {
    fn from_json(value: Value, path: &str, _: Limit, errors: &mut FieldErrors) -> Option<Self> {
        one_of(&value, SAID_BY_PLAYERS, path, errors).map(Self)
    }

    fn schema(limit: Limit) -> RefOr<Schema> {
        QueueCheckInStatus::schema(limit)
    }
}

decided_by_event!(
    CheckIn,
    |command, tournament, event, _| decide(tournament, command, event.context.acting_as(tournament))
        => document::answer(registration_id)
);

/// Decides the command, which is refused if the event has no such registration, it has no place, the step is not
/// allowed, or the event is over.
pub(crate) fn decide(
    tournament: &Tournament,
    command: &CheckIn,
    caller: ActingAs,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let CheckIn { registration_id, status } = *command;
    let status = status.map_or(QueueCheckInStatus::CheckedIn, |OwnStatus(status)| status);
    let entry = entry_for(tournament, registration_id, caller)?;
    if entry.check_in == Some(status) {
        return Ok(Vec::new());
    }
    check_no_queue(tournament)?;
    check_not_over(tournament, |value| {
        message!("registration-check-in-closed", "The event is {value}: check-in is closed.", value)
    })?;
    if !entry.has_a_place() {
        return Err(no_place(entry));
    }
    check_step(&CHECK_IN, entry.check_in, Some(status))?;
    let event = TournamentEvent::CheckInChanged { registration_id, status: Some(status) };
    Ok(vec![event])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    fn stands(status: S, check_in: Option<Q>) -> Tournament {
        tournament(&[registered(1, status), check_in_changed(1, check_in)])
    }

    fn decided(tournament: &Tournament, status: Q, caller: ActingAs) -> Result<Vec<E>, Refusal> {
        decide(tournament, &CheckIn { registration_id: ENTRY, status: Some(OwnStatus(status)) }, caller)
    }

    #[test]
    fn a_player_checks_in_called_or_not() {
        for before in [None, Some(Q::WaitingForCheckInRequest), Some(Q::WaitingForPlayerResponse)] {
            for caller in [ANNA, ActingAs::Staff] {
                let decision = decided(&stands(S::Complete, before), Q::CheckedIn, caller);
                assert_eq!(decision, Ok(vec![check_in_changed(1, Q::CheckedIn)]), "{before:?}");
            }
        }
    }

    #[test]
    fn who_is_checked_in_is_so_and_may_still_say_no() {
        let here = stands(S::Complete, Some(Q::CheckedIn));
        assert_eq!(decided(&here, Q::CheckedIn, ANNA), Ok(Vec::new()));
        assert!(!decided(&here, Q::Declined, ANNA).unwrap().is_empty());
    }

    #[test]
    fn a_step_that_is_not_possible_names_those_that_are() {
        let refused = coded(decided(&stands(S::Complete, Some(Q::TimedOut)), Q::CheckedIn, ANNA));
        assert!(refused.starts_with("illegal-step "), "{refused}");
        assert!(refused.ends_with(" TIMED_OUT CHECKED_IN WAITING_FOR_CHECK_IN_REQUEST"), "{refused}");
    }

    #[test]
    fn who_has_no_place_does_not_check_in_and_no_player_to_what_is_over() {
        for status in [S::OnWaitlist, S::Canceled, S::Dropped, S::Disqualified, S::MovedToChildEvent] {
            let refused = decided(&stands(status, None), Q::CheckedIn, ANNA);
            assert_eq!(coded(refused), format!("registration-no-place {status}"));
        }
        let over = tournament(&[registered(1, S::Complete), reached(L::EventFinished)]);
        let refused = decided(&over, Q::CheckedIn, ActingAs::Staff);
        assert_eq!(coded(refused), "registration-check-in-closed EVENT_FINISHED");
    }
}
