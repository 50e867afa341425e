//! Changes a registration's status, as its state machine allows.

use domain::machines::REGISTRATION;
use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::RegistrationStatus;
use service_kit::message;

use crate::Refusal;
use crate::registrations::entries::{check_not_over, entry_of, over};

/// Decides the command.
///
/// # Errors
/// If the event has no such registration, the step is not allowed, or the event is over.
pub(crate) fn decide(
    tournament: &Tournament,
    registration_id: RegistrationId,
    status: RegistrationStatus,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let entry = entry_of(tournament, registration_id)?;
    if entry.status == status {
        return Ok(Vec::new());
    }
    REGISTRATION.check(entry.status, status)?;
    let event = match status {
        RegistrationStatus::MovedToChildEvent => return Err(is_moved()),
        RegistrationStatus::Dropped => TournamentEvent::PlayerDropped { registration_id },
        RegistrationStatus::Disqualified => TournamentEvent::PlayerDisqualified { registration_id },
        status => TournamentEvent::RegistrationStatusChanged { registration_id, status },
    };
    // Players can be disqualified even after the event is over.
    if status != RegistrationStatus::Disqualified {
        check_not_over(tournament, over)?;
    }
    Ok(vec![event])
}

/// A move sets this status, and no other command.
fn is_moved() -> Refusal {
    Refusal::conflict(message!(
        "registration-is-moved",
        "A registration becomes MOVED_TO_CHILD_EVENT only by a move: name the event at its address `move/`."
    ))
}

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::LifecycleStatus;

    use super::*;
    use crate::testing::{coded, registered, tournament};
    use RegistrationStatus as S;
    use TournamentEvent as E;

    const ENTRY: RegistrationId = RegistrationId(1);

    fn decided(events: &[E], status: S) -> Result<Vec<E>, Refusal> {
        decide(&tournament(events), ENTRY, status)
    }

    #[test]
    fn every_step_is_as_the_table_says() {
        for &from in RegistrationStatus::ALL {
            for &to in RegistrationStatus::ALL {
                let decided = decided(&[registered(1, from)], to).map(|events| !events.is_empty());
                let expected = match REGISTRATION.check(from, to) {
                    _ if from == to => Ok(false),
                    Ok(()) if to == S::MovedToChildEvent => Err(is_moved()),
                    Ok(()) => Ok(true),
                    Err(step) => Err(step.into()),
                };
                assert_eq!(decided, expected, "{from} {to}");
            }
        }
    }

    #[test]
    fn leaving_play_is_told_in_its_own_words() {
        let registration_id = ENTRY;
        for (status, event) in [
            (S::Dropped, E::PlayerDropped { registration_id }),
            (S::Disqualified, E::PlayerDisqualified { registration_id }),
            (S::OnWaitlist, E::RegistrationStatusChanged { registration_id, status: S::OnWaitlist }),
        ] {
            assert_eq!(decided(&[registered(1, S::Complete)], status).unwrap(), [event]);
        }
    }

    #[test]
    fn when_the_event_is_over_only_disqualification_is_left() {
        let over = [registered(1, S::Complete), E::LifecycleChanged { status: LifecycleStatus::EventFinished }];
        assert_eq!(coded(decided(&over, S::Dropped)), format!("registration-over {}", LifecycleStatus::EventFinished));
        assert!(!decided(&over, S::Disqualified).unwrap().is_empty());
    }

    #[test]
    fn an_entry_that_is_not_there_is_refused() {
        assert_eq!(coded(decided(&[], S::Complete)), format!("unknown-registration {ENTRY}"));
    }
}
