//! What can stand between a tournament and the next step of its rounds.

use domain::tournament::{Phase, Round, Tournament};
use proto_events::ids::RoundId;
use proto_events::vocabulary::{LifecycleStatus, ProgressStatus};

/// The event is not where its rounds are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the event is {lifecycle}; this takes one that is {needed}")]
pub struct NotRunning {
    /// Where it stands.
    pub lifecycle: LifecycleStatus,
    /// Where it must stand.
    pub needed: LifecycleStatus,
}

/// The event has no such round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the event has no round {0}")]
pub struct UnknownRound(pub RoundId);

/// A round is not over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("round {number} is {status}; this takes one that is COMPLETE")]
pub struct RoundOpen {
    /// The round.
    pub round_id: RoundId,
    /// Its number.
    pub number: i32,
    /// Where it stands.
    pub status: ProgressStatus,
}

/// A round has begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("round {number} is {status}; its pairings can be changed while it is UPCOMING")]
pub struct RoundBegun {
    /// Its number.
    pub number: i32,
    /// Where it stands.
    pub status: ProgressStatus,
}

/// The round of this id, with its phase.
pub(crate) fn round_of(tournament: &Tournament, id: RoundId) -> Result<(&Phase, &Round), UnknownRound> {
    tournament.round(id).ok_or(UnknownRound(id))
}

/// Whether play may go on.
pub(crate) fn is_played(tournament: &Tournament) -> Result<(), NotRunning> {
    let (lifecycle, needed) = (tournament.lifecycle, LifecycleStatus::EventInProgress);
    if lifecycle == needed { Ok(()) } else { Err(NotRunning { lifecycle, needed }) }
}

/// Whether rounds may be paired: while it is played, and before, once nobody signs up any more.
pub(crate) fn is_paired(tournament: &Tournament) -> Result<(), NotRunning> {
    let closed = tournament.lifecycle == LifecycleStatus::RegistrationClosed;
    if closed { Ok(()) } else { is_played(tournament) }
}

/// Whether the pairings of a round may still change.
pub(crate) fn is_upcoming(round: &Round) -> Result<(), RoundBegun> {
    let (number, status) = (round.number, round.status);
    if status == ProgressStatus::Upcoming { Ok(()) } else { Err(RoundBegun { number, status }) }
}

/// Whether every round is over.
pub(crate) fn all_over(tournament: &Tournament) -> Result<(), RoundOpen> {
    let mut open = tournament.rounds().map(|(_, round)| round).filter(|round| round.status != ProgressStatus::Complete);
    open.next().map_or(Ok(()), |round| Err(open_round(round)))
}

pub(crate) fn open_round(round: &Round) -> RoundOpen {
    RoundOpen { round_id: round.id, number: round.number, status: round.status }
}

/// Number of the last round of play that there is, 0 before the first.
pub(crate) fn last_number(tournament: &Tournament) -> i32 {
    tournament.rounds().map(|(_, round)| round.number).max().unwrap_or(0).max(0)
}
