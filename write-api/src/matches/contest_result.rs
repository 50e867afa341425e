//! Contests a result that the other side or staff reported, and calls a judge to the match. The result counts until it
//! is reported again by the reporter, confirmed after all, or corrected by staff.

use proto_events::tournament::NewCall;

use super::confirm_result::nothing_reported;
use super::contested::NOTE;
use super::document::{self, WrittenMatch};
use super::report_result::reporting_side;
use super::table::{at_moment, own_side, placed, players};
use crate::judging::call_judge::open_call;
use crate::prelude::*;

pub(crate) const ROUTE: Route = Route {
    id: "contest_result",
    summary: "Contest a result",
    text: "By the side that did not report the result, or by staff, until it is confirmed. This calls a judge to the \
           match, unless a call of the same player for it is open. It is settled when the reporter changes the result, \
           the other side confirms it, or staff corrects it; this closes the call.",
    answer: Answer::of::<WrittenMatch>(200),
    ..Route::at("POST", "/api/v1/magic-events/{id}/matches/{match_id}/contest/", Operation::ReportResults)
};

step! {
    /// Contests a result.
    ContestResult of match_id: MatchId,
    |command, tournament, event, ids| decide(tournament, command.match_id, event.context.acting_as(tournament), ids)
        => document::answer(match_id)
}

/// Decides the command, which is refused if there is no such match or no result, it is confirmed, or the caller may not
/// contest it.
pub(crate) fn decide(
    tournament: &Tournament,
    match_id: MatchId,
    caller: ActingAs,
    ids: &mut Ids,
) -> Result<Vec<TournamentEvent>, Refusal> {
    let placed = placed(tournament, match_id)?;
    let side = own_side(tournament, &placed, caller)?;
    players(&placed)?;
    if placed.table.result.is_none() {
        return Err(nothing_reported(match_id));
    }
    if placed.table.confirmed {
        return Err(Refusal::conflict(message!(
            "match-confirmed",
            "The result of match {id} is confirmed. The event's staff can correct it with PUT.",
            id = match_id
        )));
    }
    if side.is_some() && side == reporting_side(tournament, &placed) {
        return Err(Refusal::conflict(message!(
            "match-own-contest",
            "Your own side reported this result; report the right result instead."
        )));
    }
    at_moment(&placed, &[ProgressStatus::InProgress])?;
    if placed.table.contested {
        return Ok(Vec::new());
    }
    let contested = TournamentEvent::ResultContested { match_id };
    let registration_id = own_registration(tournament, caller);
    let call = call(&placed, registration_id);
    if open_call(tournament, &call).is_some() {
        return Ok(vec![contested]);
    }
    Ok(vec![contested, TournamentEvent::JudgeCalled { call_id: CallId(ids.next(Sequence::Call)), call }])
}

/// Returns the registration of a person; `None` for staff.
fn own_registration(tournament: &Tournament, caller: ActingAs) -> Option<RegistrationId> {
    let ActingAs::Person(person) = caller else { return None };
    tournament.registrations.iter().find(|entry| entry.user_id == person).map(|entry| entry.id)
}

fn call(placed: &Placed<'_>, registration_id: Option<RegistrationId>) -> NewCall {
    let pairing = &placed.table.pairing;
    let (match_id, table_number) = (Some(pairing.match_id), Some(pairing.table_number));
    NewCall { registration_id, match_id, table_number, note: NOTE.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::confirm_result;
    use crate::matches::testing::*;

    fn decided(tournament: &Tournament, caller: ActingAs) -> Result<Vec<TournamentEvent>, Refusal> {
        decide(tournament, VERSUS, caller, &mut next_ids(&[(Sequence::Call, 5)]))
    }

    fn called() -> NewCall {
        NewCall { registration_id: None, match_id: Some(VERSUS), table_number: Some(1), note: NOTE.to_owned() }
    }

    fn happened(player: Option<i64>) -> Vec<TournamentEvent> {
        let call = NewCall { registration_id: player.map(RegistrationId), ..called() };
        vec![
            TournamentEvent::ResultContested { match_id: VERSUS },
            TournamentEvent::JudgeCalled { call_id: CallId(5), call },
        ]
    }

    #[test]
    fn the_other_side_or_staff_contests_once_and_a_judge_comes_unless_one_was_called() {
        for reporter in [Actor::User(UserId(91)), Actor::PrivateLink(UserId(91))] {
            let told = reported_by(&reporter, &[]);
            assert_eq!(decided(&told, BEA), Ok(happened(Some(2))));
            assert_eq!(decided(&told, ActingAs::Staff), Ok(happened(None)));
            assert_eq!(coded(decided(&told, ANNA)), "match-own-contest");
        }
        let events = happened(Some(2));
        let called = reported_by(&Actor::User(UserId(91)), &events[1..]);
        assert_eq!(decided(&called, BEA), Ok(events[..1].to_vec()));
        let contested = reported_by(&Actor::User(UserId(91)), &events);
        assert_eq!(decided(&contested, BEA), Ok(Vec::new()));
    }

    #[test]
    fn a_new_report_a_confirmation_or_a_correction_settles_it() {
        let contested = reported_by(&Actor::User(UserId(91)), &happened(Some(2)));
        let is_contested = |tournament: &Tournament| tournament.placed(VERSUS).unwrap().table.contested;
        assert!(is_contested(&contested));
        let closed = TournamentEvent::CallClosed { call_id: CallId(5) };
        let confirmed = confirm_result::decide(&contested, VERSUS, BEA).unwrap();
        assert_eq!(confirmed, [TournamentEvent::ResultConfirmed { match_id: VERSUS }, closed]);
        let correction = CorrectResult { match_id: VERSUS, score: score(0, 2, 0) };
        assert_eq!(correct_result::decide(&contested, &correction).unwrap()[1..], confirmed[1..]);
        let again = ReportResult { match_id: VERSUS, score: score(0, 2, 0) };
        assert_eq!(report_result::decide(&contested, &again, ANNA).unwrap()[1..], confirmed[1..]);
        let call = NewCall { registration_id: Some(RegistrationId(1)), note: "Rules".into(), ..called() };
        let other = TournamentEvent::JudgeCalled { call_id: CallId(6), call };
        let contested = contested.foreseen(&[other]).unwrap();
        assert_eq!(confirm_result::decide(&contested, VERSUS, BEA).unwrap().len(), 2, "another call stays open");
        let result = MatchResult::new(Winner::Second, None);
        let corrected = TournamentEvent::ResultCorrected { match_id: VERSUS, result };
        for event in [confirmed[0].clone(), reported(2, 1), corrected] {
            assert!(!is_contested(&contested.foreseen(std::slice::from_ref(&event)).unwrap()), "{event:?}");
        }
    }

    #[test]
    fn only_an_open_report_of_the_own_match_is_contested() {
        let nothing = playing(&[]);
        assert_eq!(coded(decided(&nothing, BEA)), format!("match-nothing-reported {VERSUS}"));
        assert_eq!(coded(decided(&nothing, ActingAs::Person(UserId(93)))), "match-not-yours");
        let bye = decide(&nothing, BYE, ActingAs::Staff, &mut Ids::counting());
        assert_eq!(coded(bye), format!("match-no-contest {BYE}"));
        let confirmed = TournamentEvent::ResultConfirmed { match_id: VERSUS };
        let told = reported_by(&Actor::User(UserId(91)), &[confirmed]);
        assert_eq!(coded(decided(&told, BEA)), format!("match-confirmed {VERSUS}"));
        let over = reported_by(&Actor::CommandLine, &[TournamentEvent::RoundCompleted { round_id: ROUND_ID }]);
        assert_eq!(decided(&over, ANNA).unwrap_err().code(), "match-wrong-moment");
    }
}
