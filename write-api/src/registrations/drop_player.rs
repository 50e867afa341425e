//! Drops a player: players drop themselves, staff may drop anyone. Before play begins, or without a place in the event,
//! the registration is canceled; later, the player is dropped and the record stays.

use super::document;
use super::entries::{check_not_over, entry_for, over};
use crate::in_play;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "drop_player",
    summary: "Drop a player",
    text: "Players drop themselves; staff drops any player. A player who leaves before the first round of play, or \
           who never had a place, is `CANCELED`; a player who leaves later is `DROPPED`, and the record stays. \
           Dropping again gives the same answer.",
    answer: Answer::json(200, "Registration"),
    ..Route::at("POST", "/api/v1/magic-events/{id}/registrations/{registration_id}/drop/", Operation::Register)
};

step! {
    /// Drops a player.
    DropPlayer of registration_id: RegistrationId,
    |command, tournament, event, _| decide(tournament, command.registration_id, event.context.acting_as(tournament))
        => document::answer(registration_id)
}

/// Decides the command, which is refused if the event has no such registration, the player cannot leave, or the event
/// is over.
pub(crate) fn decide(
    tournament: &Tournament,
    registration_id: RegistrationId,
    caller: ActingAs,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let entry = entry_for(tournament, registration_id, caller)?;
    if matches!(entry.status, RegistrationStatus::Dropped | RegistrationStatus::Canceled) {
        return Ok(Vec::new());
    }
    let plays = entry.status == RegistrationStatus::Complete && tournament.play_has_begun();
    let (status, event) = if plays || !REGISTRATION.after(entry.status).contains(&RegistrationStatus::Canceled) {
        (RegistrationStatus::Dropped, TournamentEvent::PlayerDropped { registration_id })
    } else {
        (RegistrationStatus::Canceled, in_play::status(registration_id, RegistrationStatus::Canceled))
    };
    REGISTRATION.check(entry.status, status)?;
    check_not_over(tournament, over)?;
    Ok(vec![event])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    fn decided(events: &[E]) -> Result<Vec<E>, Refusal> {
        decide(&tournament(events), ENTRY, ANNA)
    }

    #[test]
    fn who_leaves_before_play_has_canceled() {
        for status in [S::InProgress, S::InWaitingRoom, S::OnWaitlist, S::Complete] {
            assert_eq!(decided(&[registered(1, status)]), Ok(vec![status_changed(1, S::Canceled)]), "{status}");
        }
    }

    #[test]
    fn who_leaves_play_has_dropped_and_who_never_had_a_place_has_not() {
        for caller in [ANNA, ActingAs::Staff] {
            assert_eq!(decide(&in_play(), ENTRY, caller), Ok(vec![E::PlayerDropped { registration_id: ENTRY }]));
        }
        let waits = happened(in_play(), &[status_changed(1, S::OnWaitlist)]);
        assert_eq!(decide(&waits, ENTRY, ANNA), Ok(vec![status_changed(1, S::Canceled)]));
    }

    #[test]
    fn who_left_has_left_and_who_is_out_already_cannot_leave() {
        for status in [S::Dropped, S::Canceled] {
            assert_eq!(decided(&[registered(1, status), reached(L::EventFinished)]), Ok(Vec::new()));
        }
        for status in [S::Eliminated, S::MovedToChildEvent] {
            let refused = coded(decided(&[registered(1, status)]));
            assert!(refused.starts_with(&format!("illegal-step registration {status} DROPPED ")), "{refused}");
        }
    }

    #[test]
    fn anothers_entry_is_not_there() {
        assert_eq!(coded(decide(&in_play(), ENTRY, BEA)), "not-found registration 1");
        assert_eq!(coded(decide(&tournament(&[]), ENTRY, ActingAs::Staff)), "not-found registration 1");
    }
}
