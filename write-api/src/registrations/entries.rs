//! Finds registrations, and says what refuses their changes.

use crate::prelude::*;

pub(crate) fn entry_of(tournament: &Tournament, id: RegistrationId) -> Result<&Registration, Refusal> {
    tournament.registration(id).ok_or_else(|| Refusal::unknown("registration", id))
}

/// Returns the registration with this id if the caller may act for it. Others are answered like unknown ones.
pub(crate) fn entry_for(
    tournament: &Tournament,
    id: RegistrationId,
    caller: ActingAs,
) -> Result<&Registration, Refusal> {
    let entry = tournament.registration(id).filter(|entry| caller.acts_for(entry.user_id));
    entry.ok_or_else(|| Refusal::unknown("registration", id))
}

/// Returns the registration with this id, which the body names.
pub(crate) fn entry_in_body(tournament: &Tournament, id: RegistrationId) -> Result<&Registration, Refusal> {
    tournament.registration(id).ok_or_else(|| Refusal::at_field("registration_id", no_registration(id)))
}

/// Says that the event has no such registration.
pub(crate) fn no_registration(id: RegistrationId) -> Message {
    message!("unknown-registration", "The event has no registration {id}.", id)
}

/// Checks that the event is not over; `said` is the sentence if it is.
pub(crate) fn check_not_over(
    tournament: &Tournament,
    said: impl Fn(LifecycleStatus) -> Message,
) -> Result<(), Refusal> {
    use LifecycleStatus::{DecklistsPublished, DecklistsPublishing, EventFinished};
    match tournament.lifecycle {
        over @ (EventFinished | DecklistsPublishing | DecklistsPublished) => {
            Err(Refusal::conflict(said(over)).with_steps(&EVENT, over))
        }
        _ => Ok(()),
    }
}

/// The registrations of an event that is over stay.
pub(crate) fn over(value: LifecycleStatus) -> Message {
    message!("registration-over", "The event is {value}: its registrations can no longer change.", value)
}

/// Checks that the event is not canceled.
pub(crate) fn check_takes_place(tournament: &Tournament) -> Result<(), Refusal> {
    if !tournament.details.is_canceled {
        return Ok(());
    }
    let said = message!("registration-canceled", "The event is canceled: no one can register for it.");
    Err(Refusal::conflict(said))
}

/// The person is registered with another status.
pub(crate) fn already_registered(registration_id: RegistrationId, status: RegistrationStatus) -> Refusal {
    Refusal::conflict(message!(
        "registration-registered",
        "This person is registered already: the registration {registration_id} is {status}. The event's staff can \
         change it.",
        registration_id,
        status
    ))
}

/// The registration has no place, nor one in a queue.
pub(crate) fn no_place(entry: &Registration) -> Refusal {
    let said = message!(
        "registration-no-place",
        "The registration is {value}, and has no place in the event.",
        value = entry.status
    );
    Refusal::conflict(said).with_steps(&REGISTRATION, entry.status)
}

/// The steps of a queue's registrations have an address of their own.
pub(crate) fn check_no_queue(tournament: &Tournament) -> Result<(), Refusal> {
    match tournament.is_queue() {
        false => Ok(()),
        true => Err(Refusal::conflict(message!(
            "registration-queue-own-address",
            "This event is a queue: answer calls and change places in line at the registration's address `queue/`."
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    #[test]
    fn places_are_taken_by_who_plays_or_is_about_to() {
        let mut events = vec![settings(|it| it.capacity = Some(5))];
        events.extend(RegistrationStatus::ALL.iter().zip(1..).map(|(status, id)| registered(id, *status)));
        assert_eq!(tournament(&events).places_left(), Some(1));
        events.extend((20..29).map(|id| registered(id, RegistrationStatus::Complete)));
        assert_eq!(tournament(&events).places_left(), Some(0));
        assert_eq!(tournament(&events[1..]).places_left(), None);
    }
}
