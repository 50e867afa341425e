//! Confirms a result, by the other side or by staff.

use domain::tournament::Tournament;
use proto_events::TournamentEvent;
use proto_events::ids::MatchId;
use proto_events::vocabulary::ProgressStatus;

use super::report_result::reporting_side;
use super::table::{NoContest, NotYours, UnknownMatch, WrongMoment, at_moment, own_side, placed, players};
use crate::commands::tournaments::order::{Asker, Order};
use crate::decision::{CommandError, Decision};
use crate::{Done, WriteApi};

/// Confirms a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConfirmResult {
    /// The match.
    pub match_id: MatchId,
}

/// Why the command is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such match.
    #[error(transparent)]
    UnknownMatch(#[from] UnknownMatch),
    /// The person does not play in the match.
    #[error(transparent)]
    NotYours(#[from] NotYours),
    /// The match is not played between two opponents.
    #[error(transparent)]
    NoContest(#[from] NoContest),
    /// There is no result to confirm.
    #[error("match {0} has no result yet")]
    NothingReported(MatchId),
    /// The person's own side reported the result.
    #[error("your own side reported this result; the other side must confirm it")]
    OwnReport,
    /// The round is not in progress.
    #[error(transparent)]
    WrongMoment(#[from] WrongMoment),
}

/// The outcome of the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The result is confirmed.
    Confirmed,
    /// It was confirmed before.
    Unchanged,
}

/// Decides the command.
///
/// # Errors
/// If there is no such match or no result, or the asker may not confirm it.
pub fn decide(
    tournament: &Tournament,
    command: &ConfirmResult,
    asker: Asker,
) -> Result<Decision<TournamentEvent, Outcome>, Refusal> {
    let match_id = command.match_id;
    let placed = placed(tournament, match_id)?;
    let side = own_side(tournament, &placed, asker)?;
    players(&placed)?;
    if placed.table.result.is_none() {
        return Err(Refusal::NothingReported(match_id));
    }
    if placed.table.confirmed {
        return Ok(Decision::nothing(Outcome::Unchanged));
    }
    if side.is_some() && side == reporting_side(tournament, &placed) {
        return Err(Refusal::OwnReport);
    }
    at_moment(&placed, &[ProgressStatus::InProgress])?;
    Ok(Decision::happens(vec![TournamentEvent::ResultConfirmed { match_id }], Outcome::Confirmed))
}

impl WriteApi {
    /// Confirms a result.
    ///
    /// # Errors
    /// If the command is refused, the event is not found, or the store fails.
    pub async fn confirm_result(
        &self,
        order: &Order,
        command: &ConfirmResult,
    ) -> Result<Done<Tournament, Outcome>, CommandError<Refusal>> {
        self.carry_out_for_asker(order, Outcome::Confirmed, |tournament, asker| decide(tournament, command, asker))
            .await
    }
}

#[cfg(test)]
mod tests {
    use proto_events::Actor;
    use proto_events::ids::UserId;
    use proto_events::tournament::{MatchResult, Winner};

    use super::*;
    use crate::commands::matches::table::tests::{BYE, MATCH, ROUND, playing, told_by};

    const CONFIRM: ConfirmResult = ConfirmResult { match_id: MATCH };
    const ONE: Asker = Asker::Person(UserId(91));
    const OTHER: Asker = Asker::Person(UserId(92));

    fn happened() -> Decision<TournamentEvent, Outcome> {
        Decision::happens(vec![TournamentEvent::ResultConfirmed { match_id: MATCH }], Outcome::Confirmed)
    }

    /// The round, with a result reported by this actor.
    fn reported_by(actor: &Actor, since: &[TournamentEvent]) -> Tournament {
        let result = MatchResult { winner: Winner::First, games: None };
        let told = TournamentEvent::ResultReported { match_id: MATCH, result };
        told_by(actor, &[&[told], since].concat())
    }

    #[test]
    fn the_other_side_or_staff_confirms_once() {
        let told = reported_by(&Actor::User(UserId(91)), &[]);
        assert_eq!(decide(&told, &CONFIRM, OTHER).unwrap(), happened());
        assert_eq!(decide(&told, &CONFIRM, Asker::Staff).unwrap(), happened());
        assert_eq!(decide(&told, &CONFIRM, ONE), Err(Refusal::OwnReport));
        let confirmed = reported_by(&Actor::User(UserId(91)), &happened().events);
        for asker in [ONE, OTHER, Asker::Staff] {
            assert_eq!(decide(&confirmed, &CONFIRM, asker).unwrap(), Decision::nothing(Outcome::Unchanged));
        }
    }

    #[test]
    fn either_side_confirms_what_staff_reported() {
        let told = reported_by(&Actor::CommandLine, &[]);
        assert_eq!(decide(&told, &CONFIRM, ONE).unwrap(), happened());
        assert_eq!(decide(&told, &CONFIRM, OTHER).unwrap(), happened());
    }

    #[test]
    fn what_is_not_there_is_not_confirmed() {
        let confirm = |match_id, asker| decide(&playing(&[]), &ConfirmResult { match_id }, asker);
        assert_eq!(confirm(MATCH, Asker::Staff), Err(Refusal::NothingReported(MATCH)));
        assert_eq!(confirm(BYE, Asker::Staff), Err(NoContest(BYE).into()));
        assert_eq!(confirm(MatchId(99), Asker::Staff), Err(UnknownMatch(MatchId(99)).into()));
        assert_eq!(confirm(MATCH, Asker::Person(UserId(93))), Err(NotYours.into()));
        let over = reported_by(&Actor::CommandLine, &[TournamentEvent::RoundCompleted { round_id: ROUND }]);
        assert!(matches!(decide(&over, &CONFIRM, ONE), Err(Refusal::WrongMoment(_))));
    }
}
