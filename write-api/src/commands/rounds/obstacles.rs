//! Common reasons why a command on rounds is refused.

use domain::tournament::{Phase, Round, Tournament};
use proto_events::ids::RoundId;
use proto_events::vocabulary::{LifecycleStatus, ProgressStatus};

/// The event does not have the status that the command needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the event is {lifecycle}; it must be {needed}")]
pub struct NotRunning {
    /// Its status.
    pub lifecycle: LifecycleStatus,
    /// The status that the command needs.
    pub needed: LifecycleStatus,
}

/// The event has no such round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the event has no round {0}")]
pub struct UnknownRound(pub RoundId);

/// A round is not complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("round {number} is {status}; it must be COMPLETE")]
pub struct RoundOpen {
    /// The round.
    pub round_id: RoundId,
    /// The round's number.
    pub number: i32,
    /// Its status.
    pub status: ProgressStatus,
}

/// A round has begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("round {number} is {status}; its pairings can be changed while it is UPCOMING")]
pub struct RoundBegun {
    /// The round's number.
    pub number: i32,
    /// Its status.
    pub status: ProgressStatus,
}

/// Returns the round with this id and its phase.
pub(crate) fn round_of(tournament: &Tournament, id: RoundId) -> Result<(&Phase, &Round), UnknownRound> {
    tournament.round(id).ok_or(UnknownRound(id))
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
pub(crate) fn is_upcoming(round: &Round) -> Result<(), RoundBegun> {
    let (number, status) = (round.number, round.status);
    if status == ProgressStatus::Upcoming { Ok(()) } else { Err(RoundBegun { number, status }) }
}

/// Checks that all rounds are complete.
pub(crate) fn all_over(tournament: &Tournament) -> Result<(), RoundOpen> {
    let mut open = tournament.rounds().map(|(_, round)| round).filter(|round| round.status != ProgressStatus::Complete);
    open.next().map_or(Ok(()), |round| Err(open_round(round)))
}

pub(crate) fn open_round(round: &Round) -> RoundOpen {
    RoundOpen { round_id: round.id, number: round.number, status: round.status }
}

/// Returns the number of the last round of play, or 0 before the first.
pub(crate) fn last_number(tournament: &Tournament) -> i32 {
    tournament.rounds().map(|(_, round)| round.number).max().unwrap_or(0).max(0)
}
