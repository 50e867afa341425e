//! Moves an entry in the check-in queue, as its machine allows, or takes it out of the queue.

use domain::machines::{CHECK_IN, IllegalStep};
use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::QueueCheckInStatus;

use super::change_payment::check_step;
use super::field::{UnknownRegistration, entry_of};
use super::order::Order;
pub use super::outcome::Outcome;
use crate::decision::{CommandError, Decision};
use crate::{Done, WriteApi};

/// Moves an entry in the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangeCheckIn {
    /// The entry.
    pub registration_id: RegistrationId,
    /// Where it shall stand; absent outside the queue.
    pub status: Option<QueueCheckInStatus>,
}

/// Why not.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such entry.
    #[error(transparent)]
    UnknownRegistration(#[from] UnknownRegistration),
    /// It cannot go there from where it stands.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
}

/// Decides.
///
/// # Errors
/// When there is no such entry, or it cannot go there.
pub fn decide(tournament: &Tournament, command: &ChangeCheckIn) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let ChangeCheckIn { registration_id, status } = *command;
    let entry = entry_of(tournament, registration_id)?;
    if entry.check_in == status {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    check_step(&CHECK_IN, entry.check_in, status)?;
    Ok(Decision::happens(vec![TournamentEvent::CheckInChanged { registration_id, status }], Outcome::Changed))
}

impl WriteApi {
    /// Moves an entry in the check-in queue.
    ///
    /// # Errors
    /// When it is refused, the order reaches no such event or names another version, or the store fails.
    pub async fn change_check_in(
        &self,
        order: &Order,
        command: &ChangeCheckIn,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        self.carry_out(order, Outcome::Repeated, |tournament| decide(tournament, command)).await
    }
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
            assert_eq!(out, Decision::happens(vec![event], Outcome::Changed), "out of the queue from anywhere");
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
