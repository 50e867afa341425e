//! Changes the clock of a round: its length, and whether it runs. It starts with the round if the event has a length of
//! rounds, and stops when the round is complete.

use domain::tournament::clock::{LENGTH_SECONDS, new_clock, paused, started};
use proto_events::tournament::RoundClock;

use super::checks::round_of;
use super::document::{self, WrittenRound};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "change_round_clock",
    summary: "Change the clock of a round",
    text: "Give at least one field. `length_seconds` and `add_seconds` change the length, then `action` is carried out: \
           `start` starts the clock or lets it go on, `pause` pauses it, and `reset` pauses it with its whole length \
           ahead. The clock runs while the round is `IN_PROGRESS`; before that, only its length can be changed. With \
           the event's setting `round_minutes` it starts with the round, and it stops when the round is complete. \
           Every request with `add_seconds` adds time: send an `Idempotency-Key` with a request that you may have to \
           repeat.",
    body: Some(body_schema::<ChangeClock>()),
    answer: Answer::of::<WrittenRound<'_>>(200),
    ..Route::at("POST", "/api/v1/magic-events/{id}/rounds/{round_id}/clock/", Operation::RunRounds)
};

body! {
    /// A change of a round's clock.
    #[derive(Default)]
    pub struct ChangeClock as ClockChange of round_id: RoundId
        such as r#"{"action": "pause"}"# checked by has_a_field {
        /// `start`, `pause` or `reset`.
        action: Option<ClockAction>,
        /// The new length in seconds.
        length_seconds: Option<i32> => 1..=LENGTH_SECONDS,
        /// Seconds to add to the length; a negative number shortens it.
        add_seconds: Option<i32> => -LENGTH_SECONDS..=LENGTH_SECONDS,
    }
}

fn has_a_field(change: &ChangeClock, errors: &mut FieldErrors) {
    let is_given = |field| errors.names(field);
    let is_wrong = ["action", "length_seconds", "add_seconds"].into_iter().any(is_given);
    if change.action.is_none() && change.length_seconds.is_none() && change.add_seconds.is_none() && !is_wrong {
        errors.add("action", message!("clock-change-empty", "Give an action, length_seconds or add_seconds."));
    }
}

choices! {
    /// What happens to a clock.
    pub enum ClockAction {
        /// It starts, or goes on.
        Start = "start",
        /// It pauses.
        Pause = "pause",
        /// It pauses with its whole length ahead.
        Reset = "reset",
    }
}

decided_by_event!(
    ChangeClock,
    checked by check_body,
    |command, tournament, event, _| decide(tournament, command, event.arrived_at) => document::answer(round_id)
);
/// Decides the command, which is refused if there is no such round, its status does not allow the change, or the clock
/// would have no length.
pub(crate) fn decide(
    tournament: &Tournament,
    change: &ChangeClock,
    now: DateTime<Utc>,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let (_, round) = round_of(tournament, change.round_id)?;
    let needed: &[ProgressStatus] = match change.action {
        None => &[ProgressStatus::Upcoming, ProgressStatus::InProgress],
        Some(_) => &[ProgressStatus::InProgress],
    };
    if !needed.contains(&round.status) {
        return Err(clock_stands(round));
    }
    let planned = || planned_clock(tournament, round).map(|clock| clock.length_seconds);
    let length = change.length_seconds.or_else(|| round.clock.map(|clock| clock.length_seconds)).or_else(planned);
    let length = length.unwrap_or(0).saturating_add(change.add_seconds.unwrap_or(0));
    if length <= 0 {
        return Err(without_time(change));
    }
    if length > LENGTH_SECONDS {
        let said = message!(
            "round-clock-too-long",
            "The clock would be longer than {most} seconds, a day. Add less time.",
            most = LENGTH_SECONDS
        );
        return Err(Refusal::at_field("add_seconds", said));
    }
    let clock = RoundClock { length_seconds: length, ..round.clock.unwrap_or_else(|| new_clock(length)) };
    let clock = match change.action {
        None => clock,
        Some(ClockAction::Start) => started(clock, now),
        Some(ClockAction::Pause) => paused(clock, now),
        Some(ClockAction::Reset) => new_clock(length),
    };
    Ok(changed(round, clock).into_iter().collect())
}

/// The round's status does not allow a change of its clock.
fn clock_stands(round: &Round) -> Refusal {
    let (number, status) = (round.number, round.status);
    let said = match status {
        ProgressStatus::Complete => {
            message!("round-clock-over", "Round {number} is COMPLETE; its clock cannot be changed any more.", number)
        }
        status => message!(
            "round-clock-stands",
            "Round {number} is {status}. This change of its clock is possible only while it is IN_PROGRESS.",
            number,
            status
        ),
    };
    Refusal::conflict(said).with_steps(&ROUND, status)
}

/// The clock has no length, or would have none.
fn without_time(change: &ChangeClock) -> Refusal {
    if change.add_seconds.is_none() {
        return Refusal::conflict(message!(
            "round-no-clock",
            "The round has no clock. Send length_seconds, or set round_minutes of the event."
        ));
    }
    let said = message!(
        "round-clock-too-short",
        "The clock would have no time. Send a smaller reduction, or complete the round."
    );
    Refusal::at_field("add_seconds", said)
}

/// Returns the clock that a round gets by the event's settings, as long as it has no other. Only rounds of play get one.
fn planned_clock(tournament: &Tournament, round: &Round) -> Option<RoundClock> {
    let plays = round.round_type == RoundType::PlayVsOpponent;
    tournament.organizing.round_minutes.filter(|_| plays).map(|minutes| new_clock(minutes.saturating_mul(60)))
}

/// Returns the event that starts the clock of a round with the round; none if it has no clock.
pub(super) fn with_start(tournament: &Tournament, round: &Round, now: DateTime<Utc>) -> Option<TournamentEvent> {
    let clock = round.clock.or_else(|| planned_clock(tournament, round))?;
    changed(round, started(clock, now))
}

/// Returns the event that stops the clock of a round that ends; none if it does not run.
pub(super) fn with_end(round: &Round, now: DateTime<Utc>) -> Option<TournamentEvent> {
    changed(round, paused(round.clock?, now))
}

fn changed(round: &Round, clock: RoundClock) -> Option<TournamentEvent> {
    (round.clock != Some(clock)).then_some(TournamentEvent::ClockChanged { round_id: round.id, clock })
}

#[cfg(test)]
mod tests;
