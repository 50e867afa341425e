//! Confirms a result, by the other side or by staff.

use super::contested::calls_settled;
use super::document::{self, WrittenMatch};
use super::report_result::reporting_side;
use super::table::{at_moment, own_side, placed, players};
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "confirm_result",
    summary: "Confirm a result",
    text: "By the side that did not report the result, or by staff. A confirmed result stays confirmed.",
    answer: Answer::of::<WrittenMatch>(200),
    ..Route::at("POST", "/api/v1/magic-events/{id}/matches/{match_id}/confirm/", Operation::ReportResults)
};

step! {
    /// Confirms a result.
    ConfirmResult of match_id: MatchId,
    |command, tournament, event, _| decide(tournament, command.match_id, event.context.acting_as(tournament))
        => document::answer(match_id)
}

/// Decides the command, which is refused if there is no such match or no result, or the caller may not confirm it.
pub(crate) fn decide(
    tournament: &Tournament,
    match_id: MatchId,
    caller: ActingAs,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let placed = placed(tournament, match_id)?;
    let side = own_side(tournament, &placed, caller)?;
    players(&placed)?;
    if placed.table.result.is_none() {
        return Err(nothing_reported(match_id));
    }
    if placed.table.confirmed {
        return Ok(Vec::new());
    }
    if side.is_some() && side == reporting_side(tournament, &placed) {
        return Err(Refusal::conflict(message!(
            "match-own-report",
            "Your own side reported this result; the other side must confirm it."
        )));
    }
    at_moment(&placed, &[ProgressStatus::InProgress])?;
    Ok(std::iter::once(TournamentEvent::ResultConfirmed { match_id })
        .chain(calls_settled(tournament, &placed))
        .collect())
}

/// The match has no result yet.
pub(super) fn nothing_reported(id: MatchId) -> Refusal {
    Refusal::conflict(message!("match-nothing-reported", "Match {id} has no result yet.", id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::testing::*;

    fn happened() -> Vec<TournamentEvent> {
        vec![TournamentEvent::ResultConfirmed { match_id: VERSUS }]
    }

    #[test]
    fn the_other_side_or_staff_confirms_once_and_either_side_what_staff_reported() {
        let told = reported_by(&Actor::User(UserId(91)), &[]);
        let by_staff = reported_by(&Actor::CommandLine, &[]);
        for (told, caller) in [(&told, BEA), (&told, ActingAs::Staff), (&by_staff, ANNA), (&by_staff, BEA)] {
            assert_eq!(decide(told, VERSUS, caller).unwrap(), happened(), "{caller:?}");
        }
        assert_eq!(coded(decide(&told, VERSUS, ANNA)), "match-own-report");
        let confirmed = reported_by(&Actor::User(UserId(91)), &happened());
        for caller in [ANNA, BEA, ActingAs::Staff] {
            assert_eq!(decide(&confirmed, VERSUS, caller).unwrap(), []);
        }
    }

    #[test]
    fn what_is_not_there_is_not_confirmed() {
        let confirm = |match_id, caller| decide(&playing(&[]), match_id, caller);
        assert_eq!(coded(confirm(VERSUS, ActingAs::Staff)), format!("match-nothing-reported {VERSUS}"));
        assert_eq!(coded(confirm(BYE, ActingAs::Staff)), format!("match-no-contest {BYE}"));
        assert_eq!(coded(confirm(MatchId(99), ActingAs::Staff)), "not-found match 99");
        assert_eq!(coded(confirm(VERSUS, ActingAs::Person(UserId(93)))), "match-not-yours");
        let over = reported_by(&Actor::CommandLine, &[TournamentEvent::RoundCompleted { round_id: ROUND_ID }]);
        assert_eq!(decide(&over, VERSUS, ANNA).unwrap_err().code(), "match-wrong-moment");
    }
}
