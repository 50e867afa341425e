//! Events that an on-demand queue made run by themselves, as a [task](crate::schedule::Task): a paired round starts, a round is
//! completed when all results are in, the next one is paired, and the event is finished after its last round. Staff may take
//! any of these steps first.

use chrono::TimeDelta;
use domain::tournament::phases::{drafted, last_number, planned_phases, pools_go_on};
use domain::tournament::playoff::Playoff;
use domain::tournament::to_pair::plays;

use super::complete_round;
use super::create_round::{self, NewRound, RoundKind};
use super::make_cut::{self, MakeCut};
use super::start_round::{self, begins_play};
use crate::prelude::*;

/// Time after which a player's report counts although the opponent has not confirmed it.
const UNCONFIRMED: TimeDelta = TimeDelta::minutes(2);
/// Steps of a task at most. The next task takes the others.
const STEPS: usize = 8;

impl WriteApi {
    /// Takes the next steps of an event that a queue made.
    pub(crate) async fn run_event(&self, context: &Context, id: TournamentId) -> Result<(), CommandError> {
        let load = |event: Arc<Folded<Tournament>>| async move {
            let begins = event.state.rounds().next_back().is_some_and(|(_, round)| begins_play(&event.state, round));
            let fixed = if begins { self.lists_to_fix(&event, |_| true).await? } else { Vec::new() };
            Ok(fixed)
        };
        for _ in 0..STEPS {
            let now = self.now();
            let decide = |event: &Tournament, fixed: &Vec<TournamentEvent>, ids: &mut Ids| {
                let runs = event.organizing.is_from_queue;
                // A step that is refused is one for staff.
                let next = if runs { next_step(event, fixed, now, ids).unwrap_or_default() } else { Vec::new() };
                Ok(next)
            };
            match self.change_pairings(context, (StreamId::tournament(id), None), load, decide).await {
                Ok(written) if written.happened() => {}
                // The tables are another event's: a step for staff, too.
                Ok(_) | Err(CommandError::Refused(_)) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Returns when an event that a queue made goes on: now, or when the last report that is not confirmed counts. `None` if it
/// waits for players or staff.
pub fn goes_on_at(event: &Tournament, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    if !event.organizing.is_from_queue {
        return None;
    }
    if next_step(event, &[], now, &mut Ids::counting()).is_ok_and(|next| !next.is_empty()) {
        return Some(now);
    }
    let open = event.rounds().map(|(_, round)| round).filter(|round| round.status != ProgressStatus::Complete);
    let waits = open.flat_map(Round::all_matches).filter(|table| table.is_unconfirmed() && !table.contested);
    waits.filter_map(|table| table.reported_at).max().map(|at| at + UNCONFIRMED).filter(|at| *at > now)
}

/// Decides the next step of an event; none if it waits for results, or for staff. `fixed` fixes the lists when play begins.
pub fn next_step(
    event: &Tournament,
    fixed: &[TournamentEvent],
    now: DateTime<Utc>,
    ids: &mut Ids,
) -> Result<Vec<TournamentEvent>, Refusal> {
    if event.lifecycle != LifecycleStatus::EventInProgress || event.details.is_canceled {
        return Ok(Vec::new());
    }
    let open = event.rounds().map(|(_, round)| round).find(|round| round.status != ProgressStatus::Complete);
    match open {
        None => between_rounds(event, ids),
        Some(round) if round.status == ProgressStatus::Upcoming => match round.pairings_status {
            GenerationStatus::Generated => start_round::decide(event, round.id, fixed, now),
            _ => Ok(Vec::new()),
        },
        Some(round) if is_played_out(round, now) => complete_round::decide(event, round.id, None, now),
        Some(_) => Ok(Vec::new()),
    }
}

/// Whether all results of a round are in. Staff completes rounds in which players only sit.
fn is_played_out(round: &Round, now: DateTime<Utc>) -> bool {
    let counts = |table: &Match| {
        let is_old = table.reported_at.is_some_and(|at| now - at >= UNCONFIRMED);
        !table.contested && (!table.is_unconfirmed() || is_old)
    };
    let is_play = round.round_type == RoundType::PlayVsOpponent;
    is_play && round.unreported().next().is_none() && round.all_matches().all(counts)
}

/// Decides what follows a round that is complete: another one, the cut, or the end.
fn between_rounds(event: &Tournament, ids: &mut Ids) -> Result<Vec<TournamentEvent>, Refusal> {
    let played = last_number(event);
    let is_in_playoff = event.phases.last().is_some_and(|phase| phase.round_type.is_playoff());
    let has_cut = event.cuts.iter().any(|cut| cut.after_round_number >= played);
    let kind = if is_in_playoff || has_cut {
        let goes_on = Playoff::before(event, i32::MAX).is_some_and(|playoff| !playoff.is_over());
        goes_on.then_some(RoundKind::Playoff)
    } else {
        before_cut(event, played)
    };
    let active = event.registrations.iter().filter(|entry| plays(entry)).count();
    match kind {
        Some(kind) if active > 1 => create_round::decide(event, &NewRound::of_kind(kind), &Default::default(), ids),
        None if active > 1 && planned_phases(event).first().is_some_and(|phase| phase.round_type.is_playoff()) => {
            make_cut::decide(event, &MakeCut { size: Some(event.details.top_cut), match_points: None })
        }
        _ => Ok(vec![TournamentEvent::LifecycleChanged { status: LifecycleStatus::EventFinished }]),
    }
}

/// Returns the kind of the next round before a cut; `None` if there is none.
fn before_cut(event: &Tournament, played: i32) -> Option<RoundKind> {
    let is_last = event.rounds().any(|(_, round)| round.final_round_in_event);
    let goes_on = match event.details.pool_size > 0 {
        true => pools_go_on(event),
        false => event.details.swiss_rounds.is_some_and(|planned| played < planned),
    };
    if is_last || !goes_on {
        return None;
    }
    let is_draft = event.details.event_format == EventFormat::BoosterDraft && event.details.pool_size == 0;
    let drafts = drafted(event).is_some() || (is_draft && event.rounds().next().is_none());
    Some(if drafts { RoundKind::DraftPod } else { RoundKind::before_cut(event) })
}

#[cfg(test)]
mod tests;
