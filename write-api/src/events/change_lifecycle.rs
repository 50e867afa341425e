//! Changes an event's status, as its state machine allows. All rounds must be complete before the event is finished;
//! publishing fixes the lists.

use super::document;
use crate::in_play::canceled;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "change_lifecycle",
    summary: "Change an event's lifecycle status",
    text: "A step that is not possible from the current status is refused (409), and `legal` lists the possible ones. \
           An event can be finished when every round is complete. A canceled event keeps its status (409). Publishing fixes the lists: of each list, the last \
           revision that was in time or made by staff is shown from then on, whatever is changed later.",
    body: Some(body_schema::<ChangeLifecycle>()),
    answer: Answer::json(200, "OrganizedEvent"),
    ..Route::at("POST", "/api/v1/magic-events/{id}/lifecycle/", Operation::ManageEvents)
};

body! {
    /// A new lifecycle status of an event.
    pub struct ChangeLifecycle as EventStep such as r#"{"status": "REGISTRATION_CLOSED"}"# {
        /// The new status.
        status: LifecycleStatus,
    }
}

impl EventCommand for ChangeLifecycle {
    const ROUTE: &'static Route = &ROUTE;

    async fn run(&self, event: &EventRun) -> Result<Written<Tournament>, Problem> {
        let (api, status) = (event.api(), self.status);
        let fixed = |event: Arc<Folded<Tournament>>| async move {
            Ok(if publishes(status) { api.lists_to_fix(&event, |_| true).await? } else { Vec::new() })
        };
        event.change_with(fixed, |tournament, fixed, _| decide(tournament, status, fixed)).await
    }
}

answers!(ChangeLifecycle => document::answer());

/// Decides the command; `fixed` fixes the lists that are not fixed yet. It is refused if the state machine does not
/// allow the step, or rounds prevent it.
pub(crate) fn decide(
    tournament: &Tournament,
    status: LifecycleStatus,
    fixed: &[TournamentEvent],
) -> Result<Vec<TournamentEvent>, Refusal> {
    if tournament.lifecycle == status {
        return Ok(Vec::new());
    }
    if tournament.details.is_canceled {
        return Err(canceled());
    }
    EVENT.check(tournament.lifecycle, status)?;
    match status {
        LifecycleStatus::EventFinished => check_rounds(tournament)?,
        LifecycleStatus::RegistrationClosed if tournament.play_has_begun() => {
            return Err(Refusal::conflict(message!(
                "event-registration-stays-closed",
                "Play has begun: the event cannot become {status} any more.",
                status
            )));
        }
        _ => {}
    }
    let mut events = if publishes(status) { fixed.to_vec() } else { Vec::new() };
    events.push(TournamentEvent::LifecycleChanged { status });
    Ok(events)
}

fn check_rounds(tournament: &Tournament) -> Result<(), Refusal> {
    let open = tournament.rounds().filter(|(_, round)| round.status != ProgressStatus::Complete);
    let open: Vec<_> = open.map(|(_, round)| round.number.to_string()).collect();
    if open.is_empty() {
        return Ok(());
    }
    Err(Refusal::conflict(message!(
        "event-rounds-open",
        "An event is finished when every round is COMPLETE, and these are not: {rounds}. Complete them first.",
        rounds = open.join(", ")
    )))
}

fn publishes(status: LifecycleStatus) -> bool {
    matches!(status, LifecycleStatus::DecklistsPublishing | LifecycleStatus::DecklistsPublished)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    #[test]
    fn every_step_is_as_the_table_says_where_no_round_stands_in_its_way() {
        assert_steps(&EVENT, L::ALL, |from, to| decide(&tournament(&[reached(from)]), to, &[]));
    }

    #[test]
    fn steps_that_a_round_or_a_cancellation_forbids_are_refused() {
        for (event, status, code) in [
            (in_play(), L::EventFinished, "event-rounds-open 1"),
            (in_play(), L::RegistrationClosed, "event-registration-stays-closed REGISTRATION_CLOSED"),
            (crate::testing::canceled(), L::EventInProgress, "event-canceled"),
        ] {
            assert_eq!(coded(decide(&event, status, &[])), code);
        }
    }

    #[test]
    fn publishing_fixes_the_lists_first() {
        let fixed = [E::ListRevisionsFixed { revisions: Vec::new() }];
        for (from, status, count) in [
            (L::EventFinished, L::DecklistsPublishing, 2),
            (L::DecklistsPublishing, L::DecklistsPublished, 2),
            (L::DecklistsPublishing, L::EventFinished, 1),
        ] {
            let events = decide(&tournament(&[reached(from)]), status, &fixed).unwrap();
            assert_eq!((events.len(), events.last()), (count, Some(&reached(status))));
        }
    }
}
