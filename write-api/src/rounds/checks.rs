//! Checks that several commands on rounds share.

use domain::tournament::{Phase, Round, Tournament};
use proto_events::ids::RoundId;
use proto_events::vocabulary::{LifecycleStatus, ProgressStatus};

use super::refusal::Refusal;
use crate::in_play::{NotRunning, is_played};

/// Returns the round with this id and its phase.
pub(crate) fn round_of(tournament: &Tournament, id: RoundId) -> Result<(&Phase, &Round), Refusal> {
    tournament.round(id).ok_or(Refusal::UnknownRound(id))
}

/// Checks that rounds may be paired: registration is closed, or the event is in progress.
pub(crate) fn is_paired(tournament: &Tournament) -> Result<(), NotRunning> {
    let closed = tournament.lifecycle == LifecycleStatus::RegistrationClosed;
    if closed && !tournament.details.is_canceled { Ok(()) } else { is_played(tournament) }
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

#[cfg(test)]
mod tests {
    use proto_events::TournamentEvent;

    use super::*;
    use crate::testing::{canceled, happened, in_play};

    #[test]
    fn a_canceled_event_is_neither_paired_nor_played() {
        let details = canceled().details;
        let event = happened(in_play(), &[TournamentEvent::DetailsChanged { details }]);
        assert_eq!((is_played(&event), is_paired(&event)), (Err(NotRunning::Canceled), Err(NotRunning::Canceled)));
        assert_eq!((is_played(&in_play()), is_paired(&in_play())), (Ok(()), Ok(())));
    }
}
