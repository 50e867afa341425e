//! Drops a player: players drop themselves, staff may drop anyone. Before play begins, or without a place in the event,
//! the registration is canceled; later, the player is dropped and the record stays.

use domain::machines::{IllegalStep, REGISTRATION};
use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::RegistrationId;
use proto_events::vocabulary::RegistrationStatus;

use super::field::{Over, UnknownRegistration, check_not_over, entry_for, play_has_begun};
use super::order::Order;
pub use super::outcome::Outcome;
use crate::engine::context::ActingAs;
use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Drops a player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DropPlayer {
    /// The registration.
    pub registration_id: RegistrationId,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The event has no such registration, or it is another person's.
    #[error(transparent)]
    UnknownRegistration(#[from] UnknownRegistration),
    /// The player's status does not allow leaving.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
    /// The event is over.
    #[error(transparent)]
    Over(#[from] Over),
}

/// Decides the command.
///
/// # Errors
/// If the event has no such registration, the player cannot leave, or the event is over.
pub fn decide(
    tournament: &Tournament,
    command: &DropPlayer,
    asker: ActingAs,
) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let registration_id = command.registration_id;
    let entry = entry_for(tournament, registration_id, asker)?;
    if matches!(entry.status, RegistrationStatus::Dropped | RegistrationStatus::Canceled) {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    let plays = entry.status == RegistrationStatus::Complete && play_has_begun(tournament);
    let (status, event) = if plays || !REGISTRATION.after(entry.status).contains(&RegistrationStatus::Canceled) {
        (RegistrationStatus::Dropped, TournamentEvent::PlayerDropped { registration_id })
    } else {
        let status = RegistrationStatus::Canceled;
        (status, TournamentEvent::RegistrationStatusChanged { registration_id, status })
    };
    REGISTRATION.check(entry.status, status)?;
    check_not_over(tournament)?;
    Ok(Decision::happens(vec![event], Outcome::Changed))
}

impl WriteApi {
    /// Drops a player.
    ///
    /// # Errors
    /// If the command is refused, the event is not found or has another version, or the store fails.
    pub async fn drop_player(
        &self,
        order: &Order,
        command: &DropPlayer,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        self.carry_out_for_asker(order, Outcome::Repeated, |tournament, asker| decide(tournament, command, asker)).await
    }
}

#[cfg(test)]
mod tests {
    use proto_events::ids::UserId;
    use proto_events::vocabulary::LifecycleStatus;

    use super::*;
    use crate::testing::{happened, in_play, registered, tournament};
    use RegistrationStatus as S;
    use TournamentEvent as E;

    const ENTRY: RegistrationId = RegistrationId(1);
    const ANNA: ActingAs = ActingAs::Person(UserId(91));

    fn decided(tournament: &Tournament, asker: ActingAs) -> Result<Decision<E, Outcome>, Refusal> {
        decide(tournament, &DropPlayer { registration_id: ENTRY }, asker)
    }

    #[test]
    fn who_leaves_before_play_has_canceled() {
        let canceled = E::RegistrationStatusChanged { registration_id: ENTRY, status: S::Canceled };
        for status in [S::InProgress, S::InWaitingRoom, S::OnWaitlist, S::Complete] {
            let decision = decided(&tournament(&[registered(1, status)]), ANNA).unwrap();
            assert_eq!(decision, Decision::happens(vec![canceled.clone()], Outcome::Changed), "{status}");
        }
    }

    #[test]
    fn who_leaves_play_has_dropped_and_who_never_had_a_place_has_not() {
        for asker in [ANNA, ActingAs::Staff] {
            let decision = decided(&in_play(), asker).unwrap();
            assert_eq!(decision.events, [E::PlayerDropped { registration_id: ENTRY }]);
        }
        let waits =
            happened(in_play(), &[E::RegistrationStatusChanged { registration_id: ENTRY, status: S::OnWaitlist }]);
        let canceled = E::RegistrationStatusChanged { registration_id: ENTRY, status: S::Canceled };
        assert_eq!(decided(&waits, ANNA).unwrap().events, [canceled]);
    }

    #[test]
    fn who_left_has_left() {
        for status in [S::Dropped, S::Canceled] {
            let over = E::LifecycleChanged { status: LifecycleStatus::EventFinished };
            let decision = decided(&tournament(&[registered(1, status), over]), ANNA).unwrap();
            assert_eq!(decision, Decision::nothing(Outcome::Unchanged));
        }
    }

    #[test]
    fn who_is_out_already_cannot_leave() {
        for status in [S::Eliminated, S::MovedToChildEvent] {
            let refused = decided(&tournament(&[registered(1, status)]), ANNA);
            let Err(Refusal::Illegal(step)) = refused else { panic!("{status}: {refused:?}") };
            assert_eq!((step.from, step.to), (status.to_string(), "DROPPED".to_owned()));
        }
    }

    #[test]
    fn nobody_leaves_what_is_over() {
        let over = happened(in_play(), &[E::LifecycleChanged { status: LifecycleStatus::EventFinished }]);
        assert_eq!(decided(&over, ActingAs::Staff), Err(Refusal::Over(Over(LifecycleStatus::EventFinished))));
    }

    #[test]
    fn anothers_entry_is_not_there() {
        let unknown = Err(Refusal::UnknownRegistration(UnknownRegistration(ENTRY)));
        assert_eq!(decided(&in_play(), ActingAs::Person(UserId(92))), unknown);
        assert_eq!(decided(&tournament(&[]), ActingAs::Staff), unknown);
    }
}
