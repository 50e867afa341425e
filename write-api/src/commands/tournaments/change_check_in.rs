//! Changes a registration's check-in status, as its state machine allows, or removes it from the queue.

use domain::machines::{CHECK_IN, IllegalStep};
use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::QueueCheckInStatus;

use super::change_payment::check_step;
use super::field::{UnknownRegistration, entry_of};
pub use super::outcome::Outcome;
use crate::engine::legacy::Decision;

/// Changes a registration's check-in status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangeCheckIn {
    /// The registration.
    pub registration_id: RegistrationId,
    /// The new status; `None` removes the registration from the queue.
    pub status: Option<QueueCheckInStatus>,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The event has no such registration.
    #[error(transparent)]
    UnknownRegistration(#[from] UnknownRegistration),
    /// The state machine does not allow this step.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
}

/// Decides the command.
///
/// # Errors
/// If the event has no such registration, or the state machine does not allow the step.
pub fn decide(tournament: &Tournament, command: &ChangeCheckIn) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let ChangeCheckIn { registration_id, status } = *command;
    let entry = entry_of(tournament, registration_id)?;
    if entry.check_in == status {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    check_step(&CHECK_IN, entry.check_in, status)?;
    Ok(Decision::happens(vec![TournamentEvent::CheckInChanged { registration_id, status }], Outcome::Changed))
}

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::RegistrationStatus;

    use super::*;
    use crate::testing::{registered, tournament};

    const ENTRY: RegistrationId = RegistrationId(1);

    fn decided(
        from: Option<QueueCheckInStatus>,
        status: Option<QueueCheckInStatus>,
    ) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
        let queued = TournamentEvent::CheckInChanged { registration_id: ENTRY, status: from };
        let events = [registered(1, RegistrationStatus::Complete), queued];
        decide(&tournament(&events), &ChangeCheckIn { registration_id: ENTRY, status })
    }

    #[test]
    fn an_entry_moves_as_the_machine_allows() {
        for &to in QueueCheckInStatus::ALL {
            assert_eq!(decided(None, Some(to)).is_ok(), CHECK_IN.initial.contains(&to), "{to}");
            let event = TournamentEvent::CheckInChanged { registration_id: ENTRY, status: None };
            let out = decided(Some(to), None).unwrap();
            assert_eq!(out, Decision::happens(vec![event], Outcome::Changed), "every status can leave the queue");
            for &from in QueueCheckInStatus::ALL.iter().filter(|from| **from != to) {
                let decided = decided(Some(from), Some(to)).map(|decision| decision.outcome);
                let expected = CHECK_IN.check(from, to).map(|()| Outcome::Changed).map_err(Refusal::Illegal);
                assert_eq!(decided, expected, "{from} {to}");
            }
        }
    }

    #[test]
    fn the_same_again_changes_nothing() {
        for status in [None, Some(QueueCheckInStatus::CheckedIn)] {
            assert_eq!(decided(status, status).unwrap(), Decision::nothing(Outcome::Unchanged));
        }
    }

    #[test]
    fn an_entry_that_is_not_there_is_refused() {
        let command = ChangeCheckIn { registration_id: ENTRY, status: None };
        let unknown = Refusal::UnknownRegistration(UnknownRegistration(ENTRY));
        assert_eq!(decide(&tournament(&[]), &command), Err(unknown));
    }
}
