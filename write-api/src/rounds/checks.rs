//! Checks that several commands on rounds share.

use domain::tournament::{Phase, Round, Tournament};
use proto_events::ids::RoundId;
use proto_events::vocabulary::{LifecycleStatus, ProgressStatus};

use super::refusal::{NotRunning, Refusal};

/// Returns the round with this id and its phase.
pub(crate) fn round_of(tournament: &Tournament, id: RoundId) -> Result<(&Phase, &Round), Refusal> {
    tournament.round(id).ok_or(Refusal::UnknownRound(id))
}

/// Checks that the event is in progress.
pub(crate) fn is_played(tournament: &Tournament) -> Result<(), NotRunning> {
    let (lifecycle, needed) = (tournament.lifecycle, LifecycleStatus::EventInProgress);
    if lifecycle == needed { Ok(()) } else { Err(NotRunning { lifecycle, needed }) }
}

/// Checks that rounds may be paired: registration is closed, or the event is in progress.
pub(crate) fn is_paired(tournament: &Tournament) -> Result<(), NotRunning> {
    let closed = tournament.lifecycle == LifecycleStatus::RegistrationClosed;
    if closed { Ok(()) } else { is_played(tournament) }
}

/// Checks that the pairings of a round may still change.
pub(crate) fn is_upcoming(round: &Round) -> Result<(), Refusal> {
    let (number, status) = (round.number, round.status);
    if status == ProgressStatus::Upcoming { Ok(()) } else { Err(Refusal::RoundBegun { number, status }) }
}

/// Checks that all rounds are complete.
pub(crate) fn all_over(tournament: &Tournament) -> Result<(), Refusal> {
    let mut open = tournament.rounds().map(|(_, round)| round).filter(|round| round.status != ProgressStatus::Complete);
    open.next().map_or(Ok(()), |round| Err(open_round(round)))
}

/// Returns the refusal of a command that needs this round to be complete.
pub(crate) fn open_round(round: &Round) -> Refusal {
    Refusal::RoundOpen { round_id: round.id, number: round.number, status: round.status }
}

/// Returns the number of the last round of play, or 0 before the first.
pub(crate) fn last_number(tournament: &Tournament) -> i32 {
    tournament.rounds().map(|(_, round)| round.number).max().unwrap_or(0).max(0)
}
