//! A step in an on-demand queue: players answer a call, stand by, leave the line and come back; staff calls a player, marks
//! one as here, and moves one to the end.

use super::queue_changes::{QueueChange, QueueInputs, check_convention, no_queue};
use crate::prelude::*;
use crate::registrations::admission::closed;
use crate::registrations::document;
use crate::registrations::entries::{check_not_over, check_takes_place, entry_for, no_place, over};

pub(crate) const ROUTE: Route = Route {
    id: "step_in_queue",
    summary: "Answer a call, or take another step in a queue",
    text: "In an event with a `queue_size`. A called player answers with `CHECKED_IN` or `DECLINED`; an answer counts \
           until the service has ended the call. Players who wait may stand by (`STANDBY`: called only if the others in \
           line do not suffice), leave the line (`DECLINED`) and come back to it (`WAITING_FOR_CHECK_IN_REQUEST`). Those \
           who left or did not answer come back at its end, and so do players whose last event of the queue is over or \
           still running: their registration becomes `COMPLETE` again, and they are not called before that event lets \
           them go. Staff also calls a player now (`WAITING_FOR_PLAYER_RESPONSE`), ends a call (`TIMED_OUT`) and marks \
           a player who was not called as here. No player is called, or here, in two queues of a convention at once.",
    body: Some(body_schema::<StepInQueue>()),
    answer: Answer::json(200, "Registration"),
    ..Route::at("POST", "/api/v1/magic-events/{id}/registrations/{registration_id}/queue/", Operation::Register)
};

body! {
    /// A step in a queue.
    pub struct StepInQueue as QueueStep of registration_id: RegistrationId such as r#"{"status": "CHECKED_IN"}"# {
        /// The new status.
        status: QueueCheckInStatus,
        /// Whether a player who waits goes to the end of the line; false if not given.
        is_last: Option<bool>,
    }
}

impl EventCommand for StepInQueue {
    const ROUTE: &'static Route = &ROUTE;

    async fn run(&self, event: &EventRun) -> Result<Written<Tournament>, Problem> {
        let decide = |queue: &Tournament, inputs: &QueueInputs, _: &mut Ids| {
            decide(queue, inputs.convention(), self, event.context.acting_as(queue), event.arrived_at)
        };
        Ok(event.api().change_queue(&event.context, event.stream(), decide).await?)
    }
}

answers!(StepInQueue => document::answer(registration_id));

/// Decides the command, which is refused if the event has no such registration or is no queue, the step is not possible for
/// the caller, or another event of the convention holds the player.
pub(crate) fn decide(
    queue: &Tournament,
    convention: Result<&Convention, Refusal>,
    command: &StepInQueue,
    caller: ActingAs,
    now: DateTime<Utc>,
) -> Result<QueueChange, Refusal> {
    use QueueCheckInStatus::{
        CheckedIn, Declined, TimedOut, WaitingForCheckInRequest as Waiting, WaitingForPlayerResponse as Called,
    };
    let StepInQueue { registration_id, status, is_last } = *command;
    let entry = entry_for(queue, registration_id, caller)?;
    if !queue.is_queue() {
        return Err(no_queue());
    }
    let convention = convention?;
    check_takes_place(queue)?;
    check_not_over(queue, over)?;
    if entry.status == RegistrationStatus::MovedToChildEvent && status == Waiting {
        return returned(queue, entry, caller);
    }
    let before = entry.in_queue().ok_or_else(|| no_place(entry))?;
    let goes_last = is_last == Some(true) && status == Waiting;
    if before == status && !goes_last {
        return Ok(QueueChange::default());
    }
    if before != status {
        CHECK_IN.check(before, status)?;
    }
    if caller != ActingAs::Staff {
        check_own(before, status)?;
    }
    if status == Called && queue.here().len() + queue.called().len() >= queue.queue_size() {
        let said = message!(
            "registration-queue-enough-called",
            "Enough players are called or here: end one of these calls first."
        );
        return Err(Refusal::conflict(said));
    }
    let holds = matches!(status, Called | CheckedIn);
    if holds {
        check_convention(convention)?;
        if convention.calls.get(&entry.user_id).is_some_and(|holder| *holder != queue.id) {
            return Err(Refusal::conflict(message!(
                "registration-queue-held-elsewhere",
                "This player is called by another queue, or plays in another event of a queue."
            )));
        }
    }
    let (tournament_id, user_ids) = (queue.id, vec![entry.user_id]);
    let of_convention = match (entry.is_held(), holds) {
        (false, true) => {
            Some(ConventionEvent::PlayersCalled { tournament_id, user_ids, until: now + queue.answer_time() })
        }
        (true, false) => Some(ConventionEvent::CallsEnded { tournament_id, user_ids }),
        _ => None,
    };
    let step = TournamentEvent::CheckInChanged { registration_id, status: Some(status) };
    // Those who come back from a call or stand-by have their former position first.
    let is_twice = goes_last && !matches!(before, Waiting | Declined | TimedOut);
    let steps = if is_twice { vec![step.clone(), step] } else { vec![step] };
    Ok(QueueChange { queue: steps, convention: of_convention.into_iter().collect(), child: None })
}

/// Checks that players may take this step themselves.
fn check_own(before: QueueCheckInStatus, status: QueueCheckInStatus) -> Result<(), Refusal> {
    use QueueCheckInStatus::{CheckedIn, TimedOut, WaitingForPlayerResponse as Called};
    match status {
        Called | TimedOut => Err(Refusal::forbidden(message!(
            "registration-queue-staff-alone",
            "Only the event's staff and the service call players."
        ))),
        CheckedIn if before != Called => Err(Refusal::conflict(message!(
            "registration-queue-not-called",
            "You are not called. Wait until the queue calls you."
        ))),
        _ => Ok(()),
    }
}

/// Brings a player whom the queue moved to an event of its own back to the line.
fn returned(queue: &Tournament, entry: &Registration, caller: ActingAs) -> Result<QueueChange, Refusal> {
    if caller != ActingAs::Staff && !queue.takes_registrations() {
        return Err(closed(queue.lifecycle));
    }
    let (registration_id, status) = (entry.id, RegistrationStatus::Complete);
    let back = TournamentEvent::RegistrationStatusChanged { registration_id, status };
    Ok(QueueChange { queue: vec![back], ..QueueChange::default() })
}

#[cfg(test)]
mod tests;
