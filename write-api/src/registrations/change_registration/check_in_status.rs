//! Changes a registration's check-in status, as its state machine allows, or removes it from the queue.

use domain::machines::CHECK_IN;
use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::QueueCheckInStatus;

use super::payment::check_step;
use crate::Refusal;
use crate::registrations::entries::entry_of;

/// Decides the command.
///
/// # Errors
/// If the event has no such registration, or the state machine does not allow the step.
pub(crate) fn decide(
    tournament: &Tournament,
    registration_id: RegistrationId,
    status: Option<QueueCheckInStatus>,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let entry = entry_of(tournament, registration_id)?;
    if entry.check_in == status {
        return Ok(Vec::new());
    }
    check_step(&CHECK_IN, entry.check_in, status)?;
    Ok(vec![TournamentEvent::CheckInChanged { registration_id, status }])
}

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::RegistrationStatus;

    use super::*;
    use crate::registrations::entries::unknown_registration;
    use crate::testing::{registered, tournament};

    const ENTRY: RegistrationId = RegistrationId(1);

    fn decided(
        from: Option<QueueCheckInStatus>,
        status: Option<QueueCheckInStatus>,
    ) -> Result<Vec<TournamentEvent>, Refusal> {
        let queued = TournamentEvent::CheckInChanged { registration_id: ENTRY, status: from };
        let events = [registered(1, RegistrationStatus::Complete), queued];
        decide(&tournament(&events), ENTRY, status)
    }

    #[test]
    fn an_entry_moves_as_the_machine_allows() {
        for &to in QueueCheckInStatus::ALL {
            assert_eq!(decided(None, Some(to)).is_ok(), CHECK_IN.initial.contains(&to), "{to}");
            let event = TournamentEvent::CheckInChanged { registration_id: ENTRY, status: None };
            let out = decided(Some(to), None).unwrap();
            assert_eq!(out, vec![event], "every status can leave the queue");
            for &from in QueueCheckInStatus::ALL.iter().filter(|from| **from != to) {
                let decided = decided(Some(from), Some(to)).map(|_| ());
                let expected = CHECK_IN.check(from, to).map_err(Refusal::from);
                assert_eq!(decided, expected, "{from} {to}");
            }
        }
    }

    #[test]
    fn the_same_again_changes_nothing() {
        for status in [None, Some(QueueCheckInStatus::CheckedIn)] {
            assert_eq!(decided(status, status).unwrap(), Vec::new());
        }
    }

    #[test]
    fn an_entry_that_is_not_there_is_refused() {
        let unknown = unknown_registration(ENTRY);
        assert_eq!(decide(&tournament(&[]), ENTRY, None), Err(unknown));
    }
}
