//! Changes a player's check-in status: players change their own, staff anyone's. Only staff may call a player or mark a
//! call as expired.

use domain::machines::{CHECK_IN, IllegalStep};
use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::{QueueCheckInStatus, RegistrationStatus};

use super::change_payment::check_step;
use super::field::{Over, UnknownRegistration, check_not_over, entry_for, has_a_place};
use super::order::Order;
pub use super::outcome::Outcome;
use crate::engine::context::ActingAs;
use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Statuses that players may set themselves: checked in, declined, waiting to be called, or on standby.
pub const SAID_BY_PLAYERS: &[QueueCheckInStatus] = &[
    QueueCheckInStatus::CheckedIn,
    QueueCheckInStatus::Declined,
    QueueCheckInStatus::WaitingForCheckInRequest,
    QueueCheckInStatus::Standby,
];

/// Changes a player's check-in status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckIn {
    /// The registration.
    pub registration_id: RegistrationId,
    /// The new status, one of [`SAID_BY_PLAYERS`].
    pub status: QueueCheckInStatus,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The event has no such registration, or it is another person's.
    #[error(transparent)]
    UnknownRegistration(#[from] UnknownRegistration),
    /// Players may not set this status.
    #[error("players cannot set the status {0} themselves")]
    StaffAlone(QueueCheckInStatus),
    /// The event is over.
    #[error(transparent)]
    Over(#[from] Over),
    /// The registration has no place in the event.
    #[error("the registration is {0}, and has no place in the event")]
    NoPlace(RegistrationStatus),
    /// The state machine does not allow this step.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
}

/// Decides the command.
///
/// # Errors
/// If the event has no such registration, it has no place, the step is not allowed, or the event is over.
pub fn decide(
    tournament: &Tournament,
    command: &CheckIn,
    asker: ActingAs,
) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let CheckIn { registration_id, status } = *command;
    let entry = entry_for(tournament, registration_id, asker)?;
    if !SAID_BY_PLAYERS.contains(&status) {
        return Err(Refusal::StaffAlone(status));
    }
    if entry.check_in == Some(status) {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    check_not_over(tournament)?;
    if !has_a_place(entry) {
        return Err(Refusal::NoPlace(entry.status));
    }
    check_step(&CHECK_IN, entry.check_in, Some(status))?;
    let event = TournamentEvent::CheckInChanged { registration_id, status: Some(status) };
    Ok(Decision::happens(vec![event], Outcome::Changed))
}

impl WriteApi {
    /// Changes a player's check-in status.
    ///
    /// # Errors
    /// If the command is refused, the event is not found or has another version, or the store fails.
    pub async fn check_in(
        &self,
        order: &Order,
        command: &CheckIn,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        self.carry_out_for_asker(order, Outcome::Repeated, |tournament, asker| decide(tournament, command, asker)).await
    }
}

#[cfg(test)]
mod tests {
    use proto_events::ids::UserId;
    use proto_events::vocabulary::LifecycleStatus;

    use super::*;
    use crate::testing::{registered, tournament};
    use QueueCheckInStatus as Q;
    use RegistrationStatus as R;
    use TournamentEvent as E;

    const ENTRY: RegistrationId = RegistrationId(1);
    const ANNA: ActingAs = ActingAs::Person(UserId(91));

    fn stands(status: R, check_in: Option<Q>) -> Tournament {
        tournament(&[registered(1, status), E::CheckInChanged { registration_id: ENTRY, status: check_in }])
    }

    fn decided(tournament: &Tournament, status: Q, asker: ActingAs) -> Result<Decision<E, Outcome>, Refusal> {
        decide(tournament, &CheckIn { registration_id: ENTRY, status }, asker)
    }

    #[test]
    fn a_player_checks_in_called_or_not() {
        for before in [None, Some(Q::WaitingForCheckInRequest), Some(Q::WaitingForPlayerResponse)] {
            for asker in [ANNA, ActingAs::Staff] {
                let decision = decided(&stands(R::Complete, before), Q::CheckedIn, asker).unwrap();
                let event = E::CheckInChanged { registration_id: ENTRY, status: Some(Q::CheckedIn) };
                assert_eq!(decision, Decision::happens(vec![event], Outcome::Changed), "{before:?}");
            }
        }
    }

    #[test]
    fn who_is_checked_in_is_so_and_may_still_say_no() {
        let here = stands(R::Complete, Some(Q::CheckedIn));
        assert_eq!(decided(&here, Q::CheckedIn, ANNA).unwrap(), Decision::nothing(Outcome::Unchanged));
        assert_eq!(decided(&here, Q::Declined, ANNA).unwrap().outcome, Outcome::Changed);
    }

    #[test]
    fn a_step_that_is_not_possible_names_those_that_are() {
        let refused = decided(&stands(R::Complete, Some(Q::TimedOut)), Q::CheckedIn, ANNA);
        let Err(Refusal::Illegal(step)) = refused else { panic!("{refused:?}") };
        assert_eq!(step.legal, ["WAITING_FOR_CHECK_IN_REQUEST"]);
    }

    #[test]
    fn players_do_not_call_themselves() {
        for status in [Q::WaitingForPlayerResponse, Q::TimedOut] {
            let refused = decided(&stands(R::Complete, Some(Q::Standby)), status, ANNA);
            assert_eq!(refused, Err(Refusal::StaffAlone(status)));
        }
    }

    #[test]
    fn who_has_no_place_does_not_check_in() {
        for status in [R::OnWaitlist, R::Canceled, R::Dropped, R::Disqualified, R::MovedToChildEvent] {
            assert_eq!(decided(&stands(status, None), Q::CheckedIn, ANNA), Err(Refusal::NoPlace(status)));
        }
    }

    #[test]
    fn nobody_checks_in_to_what_is_over() {
        let over = E::LifecycleChanged { status: LifecycleStatus::EventFinished };
        let refused = decided(&tournament(&[registered(1, R::Complete), over]), Q::CheckedIn, ActingAs::Staff);
        assert_eq!(refused, Err(Refusal::Over(Over(LifecycleStatus::EventFinished))));
    }

    #[test]
    fn anothers_entry_is_not_there() {
        let unknown = Err(Refusal::UnknownRegistration(UnknownRegistration(ENTRY)));
        assert_eq!(decided(&stands(R::Complete, None), Q::CheckedIn, ActingAs::Person(UserId(92))), unknown);
        assert_eq!(decided(&tournament(&[]), Q::CheckedIn, ActingAs::Staff), unknown);
    }
}
