//! Changes an event's status, as its state machine allows. All rounds must be complete before the event is finished;
//! publishing fixes the lists.

use domain::machines::{EVENT, IllegalStep};
use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::vocabulary::{LifecycleStatus, ProgressStatus};

use super::field;
use super::list_revisions::{Undecided, due};
use super::order::Order;
use crate::engine::decision::CommandError;
use crate::engine::legacy::Decision;
use crate::{Done, WriteApi};

/// Changes an event's status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChangeLifecycle {
    /// The new status.
    pub status: LifecycleStatus,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The state machine does not allow this step.
    #[error(transparent)]
    Illegal(#[from] IllegalStep),
    /// Rounds are not complete.
    #[error("the event can be finished only when every round is COMPLETE; these are not: {0:?}")]
    RoundsOpen(Vec<i32>),
    /// Play has begun, and registration cannot be reopened.
    #[error("play has begun: the event cannot become {0} any more")]
    PlayHasBegun(LifecycleStatus),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The status was changed.
    Changed,
    /// The status was the same before.
    Unchanged,
    /// The idempotency key was used before; the command ran once.
    Repeated,
}

/// Decides the command; `fixed` fixes the lists that are not fixed yet.
///
/// # Errors
/// If the state machine does not allow the step, or rounds prevent it.
pub fn decide(
    tournament: &Tournament,
    command: &ChangeLifecycle,
    fixed: &[TournamentEvent],
) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let status = command.status;
    if tournament.lifecycle == status {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    EVENT.check(tournament.lifecycle, status)?;
    match status {
        LifecycleStatus::EventFinished => check_rounds(tournament)?,
        LifecycleStatus::RegistrationClosed if field::play_has_begun(tournament) => {
            return Err(Refusal::PlayHasBegun(status));
        }
        _ => {}
    }
    let mut events = if publishes(status) { fixed.to_vec() } else { Vec::new() };
    events.push(TournamentEvent::LifecycleChanged { status });
    Ok(Decision::happens(events, Outcome::Changed))
}

fn check_rounds(tournament: &Tournament) -> Result<(), Refusal> {
    let open = tournament.rounds().filter(|(_, round)| round.status != ProgressStatus::Complete);
    let open: Vec<_> = open.map(|(_, round)| round.number).collect();
    if open.is_empty() { Ok(()) } else { Err(Refusal::RoundsOpen(open)) }
}

fn publishes(status: LifecycleStatus) -> bool {
    matches!(status, LifecycleStatus::DecklistsPublishing | LifecycleStatus::DecklistsPublished)
}

impl WriteApi {
    /// Changes an event's status.
    ///
    /// # Errors
    /// If the command is refused, the event is not found or has another version, or the store fails.
    pub async fn change_lifecycle(
        &self,
        order: &Order,
        command: &ChangeLifecycle,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        if !publishes(command.status) {
            return self.carry_out(order, Outcome::Repeated, |tournament| decide(tournament, command, &[])).await;
        }
        let decide = |tournament: &Tournament, lists: &_| {
            decide(tournament, command, &due(tournament, lists)?).map_err(Undecided::Refused)
        };
        self.carry_out_with_lists(order, Outcome::Repeated, decide).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{in_play, tournament};
    use LifecycleStatus as L;
    use TournamentEvent as E;

    fn standing_at(status: LifecycleStatus) -> Tournament {
        tournament(&[E::LifecycleChanged { status }])
    }

    fn to(status: LifecycleStatus) -> ChangeLifecycle {
        ChangeLifecycle { status }
    }

    #[test]
    fn an_event_moves_on_and_the_same_again_changes_nothing() {
        let status = L::WaitlistOnly;
        let decision = decide(&tournament(&[]), &to(status), &[]).unwrap();
        assert_eq!(decision, Decision::happens(vec![E::LifecycleChanged { status }], Outcome::Changed));
        let again = decide(&standing_at(status), &to(status), &[]).unwrap();
        assert_eq!(again, Decision::nothing(Outcome::Unchanged));
    }

    #[test]
    fn every_step_is_as_the_table_says_where_no_round_stands_in_its_way() {
        for &from in LifecycleStatus::ALL {
            for &status in LifecycleStatus::ALL.iter().filter(|status| **status != from) {
                let decided = decide(&standing_at(from), &to(status), &[]).map(|decision| decision.outcome);
                let expected = EVENT.check(from, status).map(|()| Outcome::Changed).map_err(Refusal::Illegal);
                assert_eq!(decided, expected, "{from} {status}");
            }
        }
    }

    #[test]
    fn an_event_is_finished_when_every_round_is() {
        assert_eq!(decide(&in_play(), &to(L::EventFinished), &[]), Err(Refusal::RoundsOpen(vec![1])));
    }

    #[test]
    fn registration_is_not_opened_again_once_play_has_begun() {
        let refused = decide(&in_play(), &to(L::RegistrationClosed), &[]);
        assert_eq!(refused, Err(Refusal::PlayHasBegun(L::RegistrationClosed)));
    }

    #[test]
    fn publishing_fixes_the_lists_first() {
        let fixed = [E::ListRevisionsFixed { revisions: Vec::new() }];
        for (from, status, count) in [
            (L::EventFinished, L::DecklistsPublishing, 2),
            (L::DecklistsPublishing, L::DecklistsPublished, 2),
            (L::DecklistsPublishing, L::EventFinished, 1),
        ] {
            let events = decide(&standing_at(from), &to(status), &fixed).unwrap().events;
            assert_eq!((events.len(), events.last().unwrap()), (count, &E::LifecycleChanged { status }));
        }
    }
}
