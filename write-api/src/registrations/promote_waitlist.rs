//! Promotes people from the waitlist in order of arrival: as many as there are places, or as many as staff says.

use super::document;
use super::entries::{check_not_over, check_takes_place, over};
use crate::in_play::status;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "promote_waitlist",
    summary: "Promote players from the waitlist",
    text: "In the order of the waitlist: as many as there are free places, groups together, or all without a capacity; \
           with `count`, that many, even if the event is full. The answer lists the promoted registrations; it is empty if there is \
           no free place or the waitlist is empty. Send an `Idempotency-Key`, so that a repeated request promotes no \
           further players.",
    body: Some(body_schema::<PromoteWaitlist>()),
    answer: Answer::array("Registration"),
    ..Route::at("POST", "/api/v1/magic-events/{id}/waitlist/promote/", Operation::ManageRegistrations)
};

/// Limit of `count`.
const COUNT: i32 = 100_000;

body! {
    /// The number of players to promote from the waitlist.
    pub struct PromoteWaitlist as Promotion {
        /// Number of players at most, even if the event is full; the number of free places if not given.
        count: Option<i32> => 0..=COUNT,
    }
}

decided_by_event!(PromoteWaitlist, checked by check_body, |command, tournament, _, _| {
    decide(tournament, command.count.and_then(|count| usize::try_from(count).ok()))
});

answers!(PromoteWaitlist => document::answer_changed());

/// Decides the command; `count` is the most players to promote, `None` fills the free places. It is refused if the
/// event is over or canceled.
pub(crate) fn decide(tournament: &Tournament, count: Option<usize>) -> Result<Vec<TournamentEvent>, Refusal> {
    let line = tournament.waitlist();
    let promoted: Vec<RegistrationId> = match count {
        Some(count) => line.iter().take(count).map(|entry| entry.id).collect(),
        None => {
            // A place that is offered is kept for its player, and not free.
            let unoffered: Vec<_> = line.into_iter().filter(|entry| entry.offer.is_none()).collect();
            tournament.next_in_line(&unoffered, |entry| entry.has_a_place() || entry.offer.is_some())
        }
    };
    let events: Vec<_> = promoted.into_iter().map(|id| status(id, RegistrationStatus::Complete)).collect();
    if !events.is_empty() {
        check_takes_place(tournament)?;
        check_not_over(tournament, over)?;
    }
    Ok(events)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    /// Returns which of registrations 2, 3 and 4 on the waitlist are promoted; registration 1 has a place.
    fn promoted(capacity: Option<i32>, count: Option<usize>) -> Vec<i64> {
        let mut events = vec![settings(|it| it.capacity = capacity), registered(1, S::Complete)];
        events.extend((2..=4).map(|id| registered(id, S::OnWaitlist)));
        let decision = decide(&tournament(&events), count).unwrap();
        let entry = |event: &TournamentEvent| match event {
            TournamentEvent::RegistrationStatusChanged { registration_id, status: S::Complete } => registration_id.0,
            other => panic!("{other:?}"),
        };
        decision.iter().map(entry).collect()
    }

    #[test]
    fn as_many_are_let_in_as_there_are_places_or_as_staff_says() {
        assert_eq!(promoted(Some(3), None), [2, 3]);
        assert_eq!(promoted(Some(1), None), [0; 0]);
        assert_eq!(promoted(None, None), [2, 3, 4]);
        assert_eq!(promoted(Some(1), Some(1)), [2]);
        assert_eq!(promoted(Some(9), Some(2)), [2, 3]);
        assert_eq!(promoted(Some(9), Some(99)), [2, 3, 4]);
        assert_eq!(promoted(Some(9), Some(0)), [0; 0]);
    }

    #[test]
    fn nobody_is_let_in_when_all_is_over() {
        let decided = |events: &[TournamentEvent]| decide(&tournament(events), None);
        let refused = decided(&[registered(1, S::OnWaitlist), reached(L::EventFinished)]);
        assert_eq!(coded(refused), "registration-over EVENT_FINISHED");
        assert_eq!(decided(&[reached(L::EventFinished)]), Ok(vec![]), "the waitlist is empty");
    }
}
