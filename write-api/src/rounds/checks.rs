//! Checks that several commands on rounds share.

use crate::in_play::is_played;
use crate::prelude::*;

pub(crate) fn round_of(tournament: &Tournament, id: RoundId) -> Result<(&Phase, &Round), Refusal> {
    tournament.round(id).ok_or_else(|| Refusal::unknown("round", id))
}

/// Checks that rounds may be paired: registration is closed, or the event is in progress.
pub(crate) fn is_paired(tournament: &Tournament) -> Result<(), Refusal> {
    let closed = tournament.lifecycle == LifecycleStatus::RegistrationClosed;
    if closed && !tournament.details.is_canceled { Ok(()) } else { is_played(tournament) }
}

/// Checks that the pairings of a round may still change.
pub(crate) fn is_upcoming(round: &Round) -> Result<(), Refusal> {
    let (number, status) = (round.number, round.status);
    if status == ProgressStatus::Upcoming {
        return Ok(());
    }
    let said = message!(
        "round-begun",
        "Round {number} is {status}; its pairings can be changed while it is UPCOMING.",
        number,
        status
    );
    Err(Refusal::conflict(said).with_steps(&ROUND, status))
}

/// Checks that all rounds are complete.
pub(crate) fn all_over(tournament: &Tournament) -> Result<(), Refusal> {
    let mut open = tournament.rounds().map(|(_, round)| round).filter(|round| round.status != ProgressStatus::Complete);
    open.next().map_or(Ok(()), |round| Err(open_round(round)))
}

/// Returns the refusal of a command that needs this round to be complete.
pub(crate) fn open_round(round: &Round) -> Refusal {
    let (number, status) = (round.number, round.status);
    let said = message!("round-open", "Round {number} is {status}; it must be COMPLETE.", number, status);
    Refusal::conflict(said).with("round", round.id.0).with_steps(&ROUND, status)
}

/// The round must be paired first.
pub(super) fn not_paired(round: &Round) -> Refusal {
    let (number, pairings) = (round.number, round.pairings_status);
    let said =
        message!("round-not-paired", "The pairings of round {number} are {pairings}; pair it first.", number, pairings);
    Refusal::conflict(said).with_steps(&PAIRINGS, pairings)
}

/// Returns the numbers of tables without a result. Seats of a team match that is already decided need none.
pub(crate) fn unreported(round: &Round) -> Vec<i32> {
    let mut tables: Vec<i32> = round.unreported().map(|table| table.pairing.table_number).collect();
    tables.sort_unstable();
    tables
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::*;

    #[test]
    fn a_canceled_event_is_neither_paired_nor_played() {
        let event = happened(in_play(), &[settings(|it| it.is_canceled = true)]);
        let canceled = Err(crate::in_play::canceled());
        assert_eq!((is_played(&event), is_paired(&event)), (canceled.clone(), canceled));
        assert_eq!((is_played(&in_play()), is_paired(&in_play())), (Ok(()), Ok(())));
    }
}
