//! Drops a player: players drop themselves, staff may drop anyone. Before play begins, or without a place in the event,
//! the registration is canceled; later, the player is dropped and the record stays.

use super::document;
use super::entries::{check_not_over, entry_for, over};
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
        let status = RegistrationStatus::Canceled;
        (status, TournamentEvent::RegistrationStatusChanged { registration_id, status })
    };
    REGISTRATION.check(entry.status, status)?;
    check_not_over(tournament, over)?;
    Ok(vec![event])
}

#[cfg(test)]
mod tests {
    use proto_events::ids::UserId;
    use proto_events::vocabulary::LifecycleStatus;

    use super::*;
    use crate::registrations::entries::unknown_registration;
    use crate::testing::{coded, happened, in_play, registered, tournament};
    use RegistrationStatus as S;
    use TournamentEvent as E;

    const ENTRY: RegistrationId = RegistrationId(1);
    const ANNA: ActingAs = ActingAs::Person(UserId(91));

    fn decided(tournament: &Tournament, caller: ActingAs) -> Result<Vec<E>, Refusal> {
        decide(tournament, ENTRY, caller)
    }

    #[test]
    fn who_leaves_before_play_has_canceled() {
        let canceled = E::RegistrationStatusChanged { registration_id: ENTRY, status: S::Canceled };
        for status in [S::InProgress, S::InWaitingRoom, S::OnWaitlist, S::Complete] {
            let decision = decided(&tournament(&[registered(1, status)]), ANNA).unwrap();
            assert_eq!(decision, vec![canceled.clone()], "{status}");
        }
    }

    #[test]
    fn who_leaves_play_has_dropped_and_who_never_had_a_place_has_not() {
        for caller in [ANNA, ActingAs::Staff] {
            let decision = decided(&in_play(), caller).unwrap();
            assert_eq!(decision, [E::PlayerDropped { registration_id: ENTRY }]);
        }
        let waits =
            happened(in_play(), &[E::RegistrationStatusChanged { registration_id: ENTRY, status: S::OnWaitlist }]);
        let canceled = E::RegistrationStatusChanged { registration_id: ENTRY, status: S::Canceled };
        assert_eq!(decided(&waits, ANNA).unwrap(), [canceled]);
    }

    #[test]
    fn who_left_has_left() {
        for status in [S::Dropped, S::Canceled] {
            let over = E::LifecycleChanged { status: LifecycleStatus::EventFinished };
            let decision = decided(&tournament(&[registered(1, status), over]), ANNA).unwrap();
            assert_eq!(decision, Vec::new());
        }
    }

    #[test]
    fn who_is_out_already_cannot_leave() {
        for status in [S::Eliminated, S::MovedToChildEvent] {
            let refused = decided(&tournament(&[registered(1, status)]), ANNA);
            let refused = coded(refused);
            assert!(refused.starts_with(&format!("illegal-step registration {status} DROPPED ")), "{refused}");
        }
    }

    #[test]
    fn anothers_entry_is_not_there() {
        let unknown = Err(unknown_registration(ENTRY));
        assert_eq!(decided(&in_play(), ActingAs::Person(UserId(92))), unknown);
        assert_eq!(decided(&tournament(&[]), ActingAs::Staff), unknown);
    }
}
