//! Registers a person. If the event is full or others are waiting, the person joins the waitlist. A person has one
//! registration; a canceled one is renewed.

use domain::machines::{IllegalStep, REGISTRATION};
use domain::tournament::{Registration, Tournament};
use proto_events::TournamentEvent;
use proto_events::ids::{RegistrationId, Sequence, UserId};
use proto_events::vocabulary::{LifecycleStatus, RegistrationStatus};

use super::field;
use super::order::Order;
use crate::engine::context::ActingAs;
use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, Ids, WriteApi};

/// Registers a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RegisterPlayer {
    /// The person.
    pub user_id: UserId,
    /// The status of the registration; `None` depends on the free places.
    pub status: Option<RegistrationStatus>,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Only staff may register others or choose a status.
    #[error("only staff may register others or choose a registration's status")]
    StaffAlone,
    /// There is no such person.
    #[error("there is no user {0}")]
    UnknownPerson(UserId),
    /// A registration cannot begin with this status.
    #[error("a registration cannot begin as {0}")]
    NoBeginning(RegistrationStatus),
    /// Registration is closed, at least for this caller.
    #[error("the event is {0}")]
    Closed(LifecycleStatus),
    /// The person is registered with another status.
    #[error("the person already has registration {registration_id}, which is {status}")]
    Registered {
        /// The registration.
        registration_id: RegistrationId,
        /// Its status.
        status: RegistrationStatus,
    },
    /// The state machine does not allow this step.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The person is registered now.
    Registered,
    /// The person was registered before.
    Unchanged,
    /// The idempotency key was used before; the command ran once.
    Repeated,
}

/// Decides the command; `registration_id` is for a new registration.
///
/// # Errors
/// If the event is closed to the asker, or the person cannot be registered by the asker or with this status.
pub fn decide(
    tournament: &Tournament,
    command: &RegisterPlayer,
    asker: ActingAs,
    registration_id: RegistrationId,
) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let RegisterPlayer { user_id, status } = *command;
    if !asker.acts_for(user_id) || (asker != ActingAs::Staff && status.is_some()) {
        return Err(Refusal::StaffAlone);
    }
    if let Some(status) = status.filter(|status| !REGISTRATION.initial.contains(status)) {
        return Err(Refusal::NoBeginning(status));
    }
    let known = tournament.registrations.iter().find(|entry| entry.user_id == user_id);
    match known {
        None => {
            check_open(tournament, asker)?;
            let status = status.unwrap_or_else(|| where_there_is_room(tournament));
            let registered = TournamentEvent::PlayerRegistered { registration_id, user_id, status };
            Ok(Decision::happens(vec![registered], Outcome::Registered))
        }
        Some(entry) if entry.status == RegistrationStatus::Canceled => {
            check_open(tournament, asker)?;
            let status = status.unwrap_or_else(|| where_there_is_room(tournament));
            REGISTRATION.check(entry.status, status)?;
            let back = TournamentEvent::RegistrationStatusChanged { registration_id: entry.id, status };
            Ok(Decision::happens(vec![back], Outcome::Registered))
        }
        Some(entry) if is_in(entry) && status.is_none_or(|status| status == entry.status) => {
            Ok(Decision::nothing(Outcome::Unchanged))
        }
        Some(entry) => Err(Refusal::Registered { registration_id: entry.id, status: entry.status }),
    }
}

fn is_in(entry: &Registration) -> bool {
    entry.status == RegistrationStatus::OnWaitlist || field::has_a_place(entry)
}

/// Checks that registration is open: for people until it closes, for staff until the event is over.
fn check_open(tournament: &Tournament, asker: ActingAs) -> Result<(), Refusal> {
    use LifecycleStatus::{EventInProgress, RegistrationClosed, RegistrationOpen, WaitlistOnly};
    match (tournament.lifecycle, asker) {
        (RegistrationOpen | WaitlistOnly, _) | (RegistrationClosed | EventInProgress, ActingAs::Staff) => Ok(()),
        (lifecycle, _) => Err(Refusal::Closed(lifecycle)),
    }
}

/// Returns the initial status: on the waitlist if the event is full or others are waiting.
fn where_there_is_room(tournament: &Tournament) -> RegistrationStatus {
    let others_wait = || !field::waitlist(tournament).is_empty();
    let is_full = field::places_left(tournament).is_some_and(|left| left == 0 || others_wait());
    if is_full || tournament.lifecycle == LifecycleStatus::WaitlistOnly {
        RegistrationStatus::OnWaitlist
    } else {
        RegistrationStatus::Complete
    }
}

impl WriteApi {
    /// Registers a person.
    ///
    /// # Errors
    /// If the command is refused, the event is not found or has another version, or the store fails.
    pub async fn register_player(
        &self,
        order: &Order,
        command: &RegisterPlayer,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        if self.user(command.user_id).await?.is_none() {
            return Err(CommandError::Refused(Refusal::UnknownPerson(command.user_id)));
        }
        let mut ids = Ids::reserve(&*self.events, &[(Sequence::Registration, 1)]).await?;
        let registration_id = RegistrationId(ids.next(Sequence::Registration));
        let decide = |tournament: &_, asker| decide(tournament, command, asker, registration_id);
        self.carry_out_for_asker(order, Outcome::Repeated, decide).await
    }
}

#[cfg(test)]
mod tests {
    use proto_events::tournament::TournamentDetails;
    use proto_events::vocabulary::EventFormat;

    use super::*;
    use crate::testing::{registered, tournament};
    use LifecycleStatus as L;
    use RegistrationStatus as S;
    use TournamentEvent as E;

    const NEW: RegistrationId = RegistrationId(7);
    /// The person of registration 1.
    const ANNA: UserId = UserId(91);

    fn decided(events: &[E], asker: ActingAs, status: Option<S>) -> Result<Decision<E, Outcome>, Refusal> {
        decide(&tournament(events), &RegisterPlayer { user_id: ANNA, status }, asker, NEW)
    }

    /// Returns the initial status of a new registration after these events.
    fn begins(events: &[E]) -> S {
        match decided(events, ActingAs::Person(ANNA), None).unwrap().events.as_slice() {
            [E::PlayerRegistered { registration_id: NEW, user_id: ANNA, status }] => *status,
            other => panic!("{other:?}"),
        }
    }

    fn capacity(places: i32) -> E {
        let details =
            TournamentDetails { capacity: Some(places), ..TournamentDetails::new("Open", EventFormat::Legacy) };
        E::DetailsChanged { details }
    }

    fn at(status: L) -> E {
        E::LifecycleChanged { status }
    }

    #[test]
    fn who_comes_while_there_is_room_is_in() {
        assert_eq!(begins(&[]), S::Complete);
        assert_eq!(begins(&[capacity(2), registered(2, S::Complete)]), S::Complete);
        assert_eq!(begins(&[capacity(1), registered(2, S::Dropped)]), S::Complete);
    }

    #[test]
    fn who_finds_no_place_or_others_waiting_waits() {
        assert_eq!(begins(&[capacity(1), registered(2, S::InProgress)]), S::OnWaitlist);
        assert_eq!(begins(&[capacity(2), registered(2, S::OnWaitlist)]), S::OnWaitlist);
        assert_eq!(begins(&[at(L::WaitlistOnly)]), S::OnWaitlist);
        assert_eq!(begins(&[registered(2, S::OnWaitlist)]), S::Complete, "without a limit there is room for all");
    }

    #[test]
    fn staff_says_where_an_entry_stands_and_a_person_does_not() {
        for status in REGISTRATION.initial {
            let events = decided(&[capacity(0)], ActingAs::Staff, Some(*status)).unwrap().events;
            assert_eq!(events, [E::PlayerRegistered { registration_id: NEW, user_id: ANNA, status: *status }]);
        }
        assert_eq!(decided(&[], ActingAs::Staff, Some(S::Dropped)), Err(Refusal::NoBeginning(S::Dropped)));
        assert_eq!(decided(&[], ActingAs::Person(ANNA), Some(S::Complete)), Err(Refusal::StaffAlone));
        assert_eq!(decided(&[], ActingAs::Person(UserId(5)), None), Err(Refusal::StaffAlone));
    }

    #[test]
    fn people_sign_up_while_registration_is_open_and_staff_until_the_end() {
        for &lifecycle in LifecycleStatus::ALL {
            let may = |asker| decided(&[at(lifecycle)], asker, None).is_ok();
            let open = matches!(lifecycle, L::RegistrationOpen | L::WaitlistOnly);
            let late = matches!(lifecycle, L::RegistrationClosed | L::EventInProgress);
            assert_eq!((may(ActingAs::Person(ANNA)), may(ActingAs::Staff)), (open, open || late), "{lifecycle}");
        }
        assert_eq!(decided(&[at(L::EventFinished)], ActingAs::Staff, None), Err(Refusal::Closed(L::EventFinished)));
    }

    #[test]
    fn the_same_again_changes_nothing_even_after_registration_closed() {
        for status in [S::InProgress, S::OnWaitlist, S::Complete] {
            let again =
                decided(&[registered(1, status), at(L::EventInProgress)], ActingAs::Person(ANNA), None).unwrap();
            assert_eq!(again, Decision::nothing(Outcome::Unchanged));
        }
        let elsewhere = decided(&[registered(1, S::OnWaitlist)], ActingAs::Staff, Some(S::Complete));
        let registration_id = RegistrationId(1);
        assert_eq!(elsewhere, Err(Refusal::Registered { registration_id, status: S::OnWaitlist }));
    }

    #[test]
    fn who_canceled_comes_back_with_the_same_entry_and_who_left_play_does_not() {
        let back = decided(&[registered(1, S::Canceled)], ActingAs::Person(ANNA), None).unwrap();
        let event = E::RegistrationStatusChanged { registration_id: RegistrationId(1), status: S::Complete };
        assert_eq!(back, Decision::happens(vec![event], Outcome::Registered));
        let closed = decided(&[registered(1, S::Canceled), at(L::RegistrationClosed)], ActingAs::Person(ANNA), None);
        assert_eq!(closed, Err(Refusal::Closed(L::RegistrationClosed)));
        let illegal = decided(&[registered(1, S::Canceled)], ActingAs::Staff, Some(S::InWaitingRoom));
        assert!(matches!(illegal, Err(Refusal::Illegal(_))));
        for status in [S::Dropped, S::Disqualified, S::MovedToChildEvent] {
            let refused = decided(&[registered(1, status)], ActingAs::Person(ANNA), None);
            assert_eq!(refused, Err(Refusal::Registered { registration_id: RegistrationId(1), status }));
        }
    }
}
