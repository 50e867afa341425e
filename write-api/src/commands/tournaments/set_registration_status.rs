//! Changes a registration's status, as its state machine allows.

use domain::machines::{IllegalStep, REGISTRATION};
use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::RegistrationStatus;

use super::field::{Over, UnknownRegistration, check_not_over, entry_of};
pub use super::outcome::Outcome;
use crate::engine::legacy::Decision;

/// Changes a registration's status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetRegistrationStatus {
    /// The registration.
    pub registration_id: RegistrationId,
    /// The new status.
    pub status: RegistrationStatus,
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
    /// The event is over.
    #[error(transparent)]
    Over(#[from] Over),
    /// This status is set only by moving the player.
    #[error("a registration becomes MOVED_TO_CHILD_EVENT only by moving the player there")]
    IsMoved,
}

/// Decides the command.
///
/// # Errors
/// If the event has no such registration, the step is not allowed, or the event is over.
pub fn decide(
    tournament: &Tournament,
    command: &SetRegistrationStatus,
) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let SetRegistrationStatus { registration_id, status } = *command;
    let entry = entry_of(tournament, registration_id)?;
    if entry.status == status {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    REGISTRATION.check(entry.status, status)?;
    let event = match status {
        RegistrationStatus::MovedToChildEvent => return Err(Refusal::IsMoved),
        RegistrationStatus::Dropped => TournamentEvent::PlayerDropped { registration_id },
        RegistrationStatus::Disqualified => TournamentEvent::PlayerDisqualified { registration_id },
        status => TournamentEvent::RegistrationStatusChanged { registration_id, status },
    };
    // Players can be disqualified even after the event is over.
    if status != RegistrationStatus::Disqualified {
        check_not_over(tournament)?;
    }
    Ok(Decision::happens(vec![event], Outcome::Changed))
}

#[cfg(test)]
mod tests {
    use proto_events::vocabulary::LifecycleStatus;

    use super::*;
    use crate::testing::{registered, tournament};
    use RegistrationStatus as S;
    use TournamentEvent as E;

    const ENTRY: RegistrationId = RegistrationId(1);

    fn decided(events: &[E], status: S) -> Result<Decision<E, Outcome>, Refusal> {
        decide(&tournament(events), &SetRegistrationStatus { registration_id: ENTRY, status })
    }

    #[test]
    fn every_step_is_as_the_table_says() {
        for &from in RegistrationStatus::ALL {
            for &to in RegistrationStatus::ALL {
                let decided = decided(&[registered(1, from)], to).map(|decision| decision.outcome);
                let expected = match REGISTRATION.check(from, to) {
                    _ if from == to => Ok(Outcome::Unchanged),
                    Ok(()) if to == S::MovedToChildEvent => Err(Refusal::IsMoved),
                    Ok(()) => Ok(Outcome::Changed),
                    Err(step) => Err(Refusal::Illegal(step)),
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
            assert_eq!(decided(&[registered(1, S::Complete)], status).unwrap().events, [event]);
        }
    }

    #[test]
    fn when_the_event_is_over_only_disqualification_is_left() {
        let over = [registered(1, S::Complete), E::LifecycleChanged { status: LifecycleStatus::EventFinished }];
        assert_eq!(decided(&over, S::Dropped), Err(Refusal::Over(Over(LifecycleStatus::EventFinished))));
        assert_eq!(decided(&over, S::Disqualified).unwrap().outcome, Outcome::Changed);
    }

    #[test]
    fn an_entry_that_is_not_there_is_refused() {
        assert_eq!(decided(&[], S::Complete), Err(Refusal::UnknownRegistration(UnknownRegistration(ENTRY))));
    }
}
