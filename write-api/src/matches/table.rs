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

#[cfg(test)]
pub(crate) mod tests {
    use proto_events::ids::{RoundId, UserId};
    use proto_events::{Actor, TournamentEvent as E};

    use super::*;
    use crate::testing::{self, coded, done_by, table, tournament};

    /// The match of registrations 1 and 2 of users 91 and 92.
    pub(crate) const MATCH: MatchId = MatchId(21);
    /// The bye of registration 3.
    pub(crate) const BYE: MatchId = MatchId(22);
    /// The round of both.
    pub(crate) const ROUND: RoundId = RoundId(11);

    /// Events before play: three registrations, and a round in which two of them meet.
    pub(crate) fn paired() -> Vec<E> {
        let tables = vec![table(MATCH, PairingKind::Versus, 1, &[1, 2]), table(BYE, PairingKind::Bye, 2, &[3])];
        testing::paired(3, ROUND, tables)
    }

    /// The round in progress, after these events.
    pub(crate) fn playing(since: &[E]) -> Tournament {
        let mut events = paired();
        events.push(E::RoundStarted { round_id: ROUND });
        events.extend_from_slice(since);
        tournament(&events)
    }

    /// The round in progress, after these events by this actor.
    pub(crate) fn told_by(actor: &Actor, since: &[E]) -> Tournament {
        done_by(actor, playing(&[]), since)
    }

    /// The completed round.
    pub(crate) fn over() -> Tournament {
        playing(&[E::RoundCompleted { round_id: ROUND }])
    }

    #[test]
    fn people_are_found_at_their_tables() {
        let tournament = playing(&[]);
        let (versus, bye) = (placed(&tournament, MATCH).unwrap(), placed(&tournament, BYE).unwrap());
        assert_eq!(players(&versus), Ok(&[RegistrationId(1), RegistrationId(2)][..]));
        assert_eq!(coded(players(&bye)), format!("match-no-contest {BYE}"));
        let sides = [91, 92, 93].map(|user| tournament.side_of(&versus, UserId(user)));
        assert_eq!(sides, [Some(0), Some(1), None]);
        assert_eq!(placed(&tournament, MatchId(99)).unwrap_err(), Refusal::unknown("match", 99));
    }
}
