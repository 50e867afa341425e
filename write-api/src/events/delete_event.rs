//! Deletes an event. Its log stays; no list, page or export has it afterwards, and it cannot be restored. Decklists stay
//! with the people and organizations that own them.

use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "delete_event",
    summary: "Delete an event",
    text: "The event is gone from every list, page and export, and its addresses answer with 404. It cannot be \
           restored; only the log keeps it. Decklists stay with their owners. While a round is played, the event \
           is deleted only if it is canceled (409). An event whose players were moved to a child event stays (409). \
           An event that does not take place need not be deleted: `is_canceled` keeps it visible as canceled.",
    ..Route::at("DELETE", "/api/v1/magic-events/{id}/", Operation::ManageEvents)
};

body! {
    /// Deletes an event.
    pub struct DeleteEvent {}
}

decided_by_event!(DeleteEvent, |_, tournament, _, _| decide(tournament) => answer::removed());

/// Decides the command, which is refused if a round is played, or players were moved from this event to another one.
fn decide(tournament: &Tournament) -> Result<Vec<TournamentEvent>, Refusal> {
    let is_played = |status| status == ProgressStatus::InProgress;
    let played = tournament.rounds().map(|(_, round)| round).find(|round| is_played(round.status));
    if let Some(round) = played.filter(|_| !tournament.details.is_canceled) {
        return Err(Refusal::conflict(message!(
            "event-round-played",
            "Round {number} is being played: complete it, or cancel the event, before you delete it.",
            number = round.number
        )));
    }
    let moved = |status| status == RegistrationStatus::MovedToChildEvent;
    let moved = tournament.registrations.iter().filter(|entry| moved(entry.status)).count();
    if moved > 0 {
        return Err(Refusal::conflict(message!(
            "event-has-child",
            "{count} of its registrations are MOVED_TO_CHILD_EVENT, and that event names this one as its parent: set \
             them to COMPLETE first, or keep the event.",
            count = moved
        )));
    }
    Ok(vec![TournamentEvent::Deleted {}])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    #[test]
    fn an_event_is_deleted_whatever_its_status() {
        for &status in LifecycleStatus::ALL {
            let event = tournament(&[reached(status)]);
            let decided = decide(&event).unwrap();
            assert_eq!(decided, [TournamentEvent::Deleted {}], "{status}");
            assert!(happened(event, &decided).is_deleted);
        }
    }

    #[test]
    fn an_event_that_is_played_is_deleted_only_if_it_is_canceled() {
        assert_eq!(coded(decide(&in_play())), "event-round-played 1");
        let event = happened(in_play(), &[settings(|it| it.is_canceled = true)]);
        assert_eq!(decide(&event), Ok(vec![TournamentEvent::Deleted {}]));
    }

    #[test]
    fn an_event_whose_players_were_moved_stays() {
        let moved = [1, 2].map(|id| registered(id, S::MovedToChildEvent));
        assert_eq!(coded(decide(&tournament(&moved))), "event-has-child 2");
    }
}
