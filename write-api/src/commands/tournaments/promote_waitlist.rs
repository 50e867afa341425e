//! Promotes people from the waitlist in order of arrival: as many as there are places, or as many as staff says.

use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::vocabulary::RegistrationStatus;

use super::field::{Over, check_not_over, places_left, waitlist};
use super::order::Order;
use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Promotes people from the waitlist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PromoteWaitlist {
    /// The maximum number, even if the event is full; `None` fills the free places.
    pub count: Option<usize>,
}

/// Why the command is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The event is over.
    #[error(transparent)]
    Over(#[from] Over),
}

/// The outcome of the command. The events say who was promoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// This many people were promoted.
    Promoted(usize),
    /// The idempotency key was used before; the command ran once.
    Repeated,
}

/// Decides the command.
///
/// # Errors
/// If the event is over.
pub fn decide(
    tournament: &Tournament,
    command: &PromoteWaitlist,
) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let count = command.count.or_else(|| places_left(tournament)).unwrap_or(usize::MAX);
    let promoted = waitlist(tournament).into_iter().take(count);
    let events: Vec<_> = promoted
        .map(|entry| TournamentEvent::RegistrationStatusChanged {
            registration_id: entry.id,
            status: RegistrationStatus::Complete,
        })
        .collect();
    if !events.is_empty() {
        check_not_over(tournament)?;
    }
    let outcome = Outcome::Promoted(events.len());
    Ok(Decision::happens(events, outcome))
}

impl WriteApi {
    /// Promotes people from the waitlist.
    ///
    /// # Errors
    /// If the command is refused, the event is not found or has another version, or the store fails.
    pub async fn promote_waitlist(
        &self,
        order: &Order,
        command: &PromoteWaitlist,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        self.carry_out(order, Outcome::Repeated, |tournament| decide(tournament, command)).await
    }
}

#[cfg(test)]
mod tests {
    use proto_events::tournament::TournamentDetails;
    use proto_events::vocabulary::{EventFormat, LifecycleStatus};

    use super::*;
    use crate::testing::{registered, tournament};
    use RegistrationStatus as S;

    /// Returns which of registrations 2, 3 and 4 on the waitlist are promoted; registration 1 has a place.
    fn promoted(capacity: Option<i32>, count: Option<usize>) -> Vec<i64> {
        let details = TournamentDetails { capacity, ..TournamentDetails::new("Open", EventFormat::Legacy) };
        let mut events = vec![TournamentEvent::DetailsChanged { details }, registered(1, S::Complete)];
        events.extend((2..=4).map(|id| registered(id, S::OnWaitlist)));
        let decision = decide(&tournament(&events), &PromoteWaitlist { count }).unwrap();
        assert_eq!(decision.outcome, Outcome::Promoted(decision.events.len()));
        let entry = |event: &TournamentEvent| match event {
            TournamentEvent::RegistrationStatusChanged { registration_id, status: S::Complete } => registration_id.0,
            other => panic!("{other:?}"),
        };
        decision.events.iter().map(entry).collect()
    }

    #[test]
    fn as_many_are_let_in_as_there_are_places() {
        assert_eq!(promoted(Some(3), None), [2, 3]);
        assert_eq!(promoted(Some(1), None), [0; 0]);
        assert_eq!(promoted(None, None), [2, 3, 4]);
    }

    #[test]
    fn staff_may_say_how_many() {
        assert_eq!(promoted(Some(1), Some(1)), [2]);
        assert_eq!(promoted(Some(9), Some(2)), [2, 3]);
        assert_eq!(promoted(Some(9), Some(99)), [2, 3, 4]);
        assert_eq!(promoted(Some(9), Some(0)), [0; 0]);
    }

    #[test]
    fn nobody_is_let_in_when_all_is_over() {
        let over = TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventFinished };
        let decided = |events: &[TournamentEvent]| decide(&tournament(events), &PromoteWaitlist { count: None });
        let refused = decided(&[registered(1, S::OnWaitlist), over.clone()]);
        assert_eq!(refused, Err(Refusal::Over(Over(LifecycleStatus::EventFinished))));
        assert_eq!(decided(&[over]).unwrap(), Decision::nothing(Outcome::Promoted(0)), "the waitlist is empty");
    }
}
