//! Test support: a round in which registrations 1 and 2 meet and registration 3 has a bye.

pub(crate) use crate::rounds::testing::*;

/// The match.
pub(crate) const VERSUS: MatchId = MatchId(21);
/// The bye.
pub(crate) const BYE: MatchId = MatchId(22);
/// The round.
pub(crate) const ROUND_ID: RoundId = RoundId(11);

pub(crate) fn paired() -> Vec<E> {
    let tables = vec![table(VERSUS, PairingKind::Versus, 1, &[1, 2]), table(BYE, PairingKind::Bye, 2, &[3])];
    crate::testing::paired(3, ROUND_ID, tables)
}

/// The round in progress, after these events.
pub(crate) fn playing(since: &[E]) -> Tournament {
    tournament(&[paired().as_slice(), &[E::RoundStarted { round_id: ROUND_ID }], since].concat())
}

pub(crate) fn over() -> Tournament {
    playing(&[E::RoundCompleted { round_id: ROUND_ID }])
}

/// The round in progress after these events by this actor, of which the first is the report of 2-1.
pub(crate) fn reported_by(actor: &Actor, since: &[E]) -> Tournament {
    done_by(actor, playing(&[]), &[&[reported(2, 1)], since].concat())
}

pub(crate) fn reported(first: i32, second: i32) -> E {
    E::ResultReported { match_id: VERSUS, result: Games { first, second, drawn: 0 }.into() }
}

/// Games of the match.
pub(crate) fn score(first: i32, second: i32, drawn: i32) -> Score {
    Score { games_won: vec![(OTHER, second), (ENTRY, first)], games_drawn: Some(drawn), ..Score::default() }
}

pub(crate) fn agreed() -> Score {
    Score { intentional_draw: Some(true), ..Score::default() }
}
