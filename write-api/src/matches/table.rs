//! Finds a match for a command, with its players and its round's status.

use proto_events::tournament::PairingKind;

use crate::prelude::*;

pub(crate) fn placed(tournament: &Tournament, id: MatchId) -> Result<Placed<'_>, Refusal> {
    tournament.placed(id).ok_or_else(|| Refusal::unknown("match", id))
}

/// Returns the players of a match: two, or those of a pod.
pub(crate) fn players<'a>(placed: &Placed<'a>) -> Result<&'a [RegistrationId], Refusal> {
    let pairing = &placed.table.pairing;
    match (pairing.kind, pairing.is_ghost, pairing.players.as_slice()) {
        (PairingKind::Versus, false, [_, _, ..]) => Ok(&pairing.players),
        _ => Err(Refusal::conflict(message!(
            "match-no-contest",
            "Match {id} is not played between two opponents and has no result.",
            id = pairing.match_id
        ))),
    }
}

/// Checks that the round of a match has one of the needed statuses.
pub(crate) fn at_moment(placed: &Placed<'_>, needed: &[ProgressStatus]) -> Result<(), Refusal> {
    let (number, status) = (placed.round.number, placed.round.status);
    if needed.contains(&status) {
        return Ok(());
    }
    let said = if needed.contains(&ProgressStatus::Upcoming) {
        message!(
            "match-of-a-complete-round",
            "Round {number} is {status}; it must be UPCOMING or IN_PROGRESS.",
            number,
            status
        )
    } else if needed.contains(&ProgressStatus::Complete) {
        message!(
            "match-of-an-upcoming-round",
            "Round {number} is {status}; it must be IN_PROGRESS or COMPLETE.",
            number,
            status
        )
    } else {
        message!("match-wrong-moment", "Round {number} is {status}; it must be IN_PROGRESS.", number, status)
    };
    Err(Refusal::conflict(said).with_steps(&ROUND, status))
}

/// Returns the caller's side of a match; `None` for staff.
pub(crate) fn own_side(
    tournament: &Tournament,
    placed: &Placed<'_>,
    caller: ActingAs,
) -> Result<Option<usize>, Refusal> {
    let ActingAs::Person(person) = caller else { return Ok(None) };
    let not_yours = || {
        Refusal::forbidden(message!(
            "match-not-yours",
            "You do not play in this match: its players and the event's staff report the result."
        ))
    };
    tournament.side_of(placed, person).map(Some).ok_or_else(not_yours)
}
